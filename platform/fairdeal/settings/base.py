"""What every environment shares."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from fairdeal.api.conf import SPECTACULAR_SETTINGS as API_DOCUMENT
from fairdeal.common import broker, logs
from fairdeal.settings import env

BASE_DIR = Path(__file__).resolve().parents[3]
DATA_DIR = env.directory("FAIRDEAL_DATA_DIR", BASE_DIR / ".var")
BLOB_DIR = DATA_DIR / "blobs"

DEBUG = False
ALLOWED_HOSTS = env.words("FAIRDEAL_ALLOWED_HOSTS", "127.0.0.1,localhost")
PUBLIC_URL = env.web_address("FAIRDEAL_PUBLIC_URL", "http://127.0.0.1:8000")
DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'fairdeal.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "fairdeal.common",
    "fairdeal.accounts",
    "fairdeal.submissions",
    "fairdeal.matches",
    "fairdeal.ratings",
    "fairdeal.comparisons",
    "fairdeal.tournaments",
    "fairdeal.api",
    "fairdeal.web",
]
MIDDLEWARE = [
    "fairdeal.common.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "fairdeal.common.middleware.ProblemMiddleware",
]
ROOT_URLCONF = "fairdeal.urls"
WSGI_APPLICATION = "fairdeal.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        # Our templates come first, so that they stand in for allauth's.
        "DIRS": [BASE_DIR / "platform" / "fairdeal" / "web" / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_USERNAME_VALIDATORS = "fairdeal.accounts.names.USERNAME_VALIDATORS"
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_ADAPTER = "fairdeal.accounts.adapter.AccountAdapter"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "web:home"
LOGOUT_REDIRECT_URL = "web:home"

# Mail. Without a server nothing is sent, and nothing is offered that needs it: an operator resets passwords.
MAIL = env.mail("FAIRDEAL_MAIL_URL")
IS_MAIL_SET_UP = MAIL is not None
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend" if MAIL else "django.core.mail.backends.dummy.EmailBackend"
)
EMAIL_TIMEOUT = 10
if MAIL:
    EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
    EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.is_starttls, MAIL.is_tls
    DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL.sender

# Pages
CSRF_FAILURE_VIEW = "fairdeal.common.pages.csrf_failure"
LANGUAGE_CODE = "en"
# Each by its own name, so that who reads no other finds it.
LANGUAGES = [("en", "English"), ("uk", "Українська")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "platform" / "fairdeal" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "staticfiles"
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Bundles and records are files in BLOB_DIR, or objects of an S3-compatible store when a bucket is named.
S3_BUCKET = env.text("FAIRDEAL_S3_BUCKET")
if S3_BUCKET:
    STORAGES["blobs"] = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": S3_BUCKET,
            "endpoint_url": env.text("FAIRDEAL_S3_ENDPOINT") or None,
            "region_name": env.text("FAIRDEAL_S3_REGION") or None,
            "access_key": env.required("FAIRDEAL_S3_KEY"),
            "secret_key": env.required("FAIRDEAL_S3_SECRET"),
            "file_overwrite": True,
            "default_acl": None,
        },
    }
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

# Uploads: a bundle is at most 8 MiB unpacked; records of a block at most 4 MiB.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# API
REST_FRAMEWORK: dict[str, Any] = {
    # `?format=` is a filter of tournaments; what is sent is told by the header Accept alone.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "fairdeal.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "fairdeal.api.pagination.CursorPages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "fairdeal.api.problems.handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    **API_DOCUMENT,
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Messages: workers' queues on one address, the platform's own on another that workers cannot reach.
REDIS_URL = env.redis_address("REDIS_URL")
# The authorities (PEM) that a Redis with TLS, rediss://, is held to; none: those of the machine. Workers get them too.
REDIS_CA = env.optional_file("FAIRDEAL_REDIS_CA")
# Where workers on other machines reach the broker; their user and password are put in for each.
WORKER_BROKER_URL = env.redis_address("FAIRDEAL_WORKER_BROKER_URL") or REDIS_URL
BROKER_URL = REDIS_URL or broker.filesystem_url(DATA_DIR / "broker")
INTERNAL_BROKER_URL = env.redis_address("FAIRDEAL_INTERNAL_BROKER_URL") or (
    broker.next_database(REDIS_URL) if REDIS_URL else broker.filesystem_url(DATA_DIR / "broker-internal")
)

# For how many days records of finished matches are kept; none: for ever. Results stay, but nobody can replay them then.
RECORD_DAYS = env.optional_number("FAIRDEAL_RECORD_DAYS", most=36_500)

# What one owner may upload: accepted versions an hour, and bytes of bundles in all. Staff is not counted.
UPLOADS_AN_HOUR = env.whole_number("FAIRDEAL_UPLOADS_AN_HOUR", 30, most=100_000)
UPLOAD_STORE_BYTES = env.whole_number("FAIRDEAL_UPLOAD_STORE_MIB", 256, most=1_000_000) * 1024 * 1024

# A check that a worker begins is tried three times. From its start it has this long; a worker ends it much sooner.
CHECK_TRIES = 3
CHECK_WALL_SECONDS = 300
# One that no worker takes up is handed out again after a while, so many times: two hours without a worker.
CHECK_QUEUE_SECONDS = env.seconds("FAIRDEAL_CHECK_QUEUE_SECONDS", 900)
CHECK_HAND_OUTS = 8
# How long a worker may be silent before its match or check is handed out again, and how often that is looked at.
LEASE_SECONDS = env.seconds("FAIRDEAL_LEASE_SECONDS", 60)
SWEEP_SECONDS = env.seconds("FAIRDEAL_SWEEP_SECONDS", 30)
# At most so many matches are with the workers at a time, waiting or played: two for each worker, in an arena of fewer.
# The others wait in the database, tournaments in turn. With less than there are workers some have nothing to do.
HAND_OUT_WINDOW = env.whole_number("FAIRDEAL_HAND_OUT_WINDOW", 64, most=10_000)
CHECK_LIMITS = {
    "move_ms": 100,
    "bank_ms": 10_000,
    "start_ms": 3_000,
    "memory_mb": 256,
    "output_line_kib": 64,
    "stderr_kib": 1024,
}

LOGGING = logs.configuration(level=env.choice("FAIRDEAL_LOG_LEVEL", "INFO", logs.LEVELS), as_json=True)
