"""Tests: nothing of the machine's data, messages that go nowhere unless a test gives a broker."""

import tempfile
from pathlib import Path

from fairdeal.settings import env
from fairdeal.settings.base import *  # noqa: F403
from fairdeal.settings.base import STORAGES

SECRET_KEY = "only for tests"
DEBUG = False
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
DATABASES = {"default": env.database("DATABASE_URL", "sqlite:///:memory:")}
DATA_DIR = Path(env.text("FAIRDEAL_DATA_DIR") or Path(tempfile.gettempdir()) / "fairdeal-tests")
BLOB_DIR = DATA_DIR / "blobs"
STATIC_ROOT = DATA_DIR / "staticfiles"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# The cheapest hasher: a test logs in a thousand times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
BROKER_URL = env.text("REDIS_URL", "memory://")
INTERNAL_BROKER_URL = env.text("FAIRDEAL_INTERNAL_BROKER_URL", "memory://")
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Sign-up and log-in are tested more often a minute than any person does them.
ACCOUNT_RATE_LIMITS = False
