# The platform: setup, house, web, inbox, internal worker and beat run from this image, each with its own command.
FROM python:3.11-slim-bookworm AS build
COPY --from=ghcr.io/astral-sh/uv:0.13.9 /uv /usr/local/bin/uv
WORKDIR /app
COPY pyproject.toml uv.lock README.md LICENSE ./
ENV UV_PYTHON_DOWNLOADS=never
RUN uv sync --frozen --no-install-project --no-default-groups --group web

# The engines, compiled: the same rules, several times as fast.
FROM build AS engines
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
RUN uv sync --frozen --no-install-project --no-default-groups --group compile
COPY ops/__init__.py ops/compile.py ops/compile.ini ./ops/
COPY engines ./engines
RUN .venv/bin/python -m ops.compile

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /app fairdeal && install -d -o fairdeal /data
WORKDIR /app
COPY --from=build /app/.venv /app/.venv
COPY manage.py ./
COPY --from=engines /app/engines ./engines
COPY platform ./platform
# The service `house` uploads the reference bots from here.
COPY bots/__init__.py ./bots/
COPY bots/reference ./bots/reference
COPY ops ./ops
# Whatever a checkout's modes are, the ordinary user below can read, and change nothing.
RUN chmod -R a+rX,go-w /app
ENV PATH=/app/.venv/bin:$PATH PYTHONPATH=/app/platform:/app PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=fairdeal.settings.production FAIRDEAL_DATA_DIR=/data
# Static files need no secret of the site: the key here lives for this one command.
RUN FAIRDEAL_SECRET_KEY=build-only FAIRDEAL_ALLOWED_HOSTS=localhost DATABASE_URL=sqlite:////tmp/build.sqlite3 \
    FAIRDEAL_PUBLIC_URL=http://localhost python manage.py collectstatic --noinput
USER fairdeal
EXPOSE 8000
CMD ["gunicorn", "fairdeal.wsgi:application", "--bind", "0.0.0.0:8000", "--preload", "--worker-class", "gthread", "--workers", "2", "--threads", "4", "--no-control-socket"]
