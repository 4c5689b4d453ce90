"""One machine: `make run`, `make demo` and `manage.py runserver`; everything has a default."""

import secrets

from fairdeal.common import logs
from fairdeal.settings import env
from fairdeal.settings.base import *  # noqa: F403
from fairdeal.settings.base import DATA_DIR, STORAGES

DEBUG = env.flag("FAIRDEAL_DEBUG", default=True)
# Without a key of its own each start makes a new one: sessions end with the process, and no known key is ever in use.
SECRET_KEY = env.text("FAIRDEAL_SECRET_KEY") or secrets.token_urlsafe(48)

# SQLite makes its file, not the directory.
DATA_DIR.mkdir(parents=True, exist_ok=True)

if DEBUG:
    # Files are served as they lie in the tree, without collectstatic.
    STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

LOGGING = logs.configuration(level=env.text("FAIRDEAL_LOG_LEVEL", "INFO"), as_json=False)
