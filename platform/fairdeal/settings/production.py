"""A public site: what is required must be set, cookies travel over HTTPS only."""

from fairdeal.settings import env
from fairdeal.settings.base import *  # noqa: F403
from fairdeal.settings.base import BASE_DIR

DEBUG = False
SECRET_KEY = env.required("FAIRDEAL_SECRET_KEY")
env.required("FAIRDEAL_ALLOWED_HOSTS")
env.required("FAIRDEAL_PUBLIC_URL")
DATABASES = {"default": env.database("DATABASE_URL", "", is_required=True)}
# Static files belong to the code's version, not to the data: they are collected when the image is built.
STATIC_ROOT = BASE_DIR / "staticfiles"

# The reverse proxy ends TLS. FAIRDEAL_HTTPS=0 is for a site that is reached by plain HTTP inside a closed network.
IS_HTTPS = env.flag("FAIRDEAL_HTTPS", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
LANGUAGE_COOKIE_SECURE = IS_HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if IS_HTTPS else 0
# The proxy redirects people to HTTPS; match workers inside the network speak plain HTTP, so Django redirects nobody
# (W008). Whether other hosts of the domain keep to HTTPS (W005, W021) is for who owns the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
CSRF_TRUSTED_ORIGINS = env.words("FAIRDEAL_TRUSTED_ORIGINS")
