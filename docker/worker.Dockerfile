# A match worker: engines, worker and the bots' SDK. No Django, no database password.
FROM python:3.11-slim-bookworm AS build
COPY --from=ghcr.io/astral-sh/uv:0.13.9 /uv /usr/local/bin/uv
WORKDIR /app
COPY pyproject.toml uv.lock README.md LICENSE ./
RUN UV_PYTHON_DOWNLOADS=never uv sync --frozen --no-install-project --no-default-groups --group worker

FROM python:3.11-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10002 --create-home fairdeal-worker
WORKDIR /app
COPY --from=build /app/.venv /app/.venv
COPY engines ./engines
COPY worker ./worker
COPY bots/sdk ./bots/sdk
ENV PATH=/app/.venv/bin:$PATH PYTHONPATH=/app:/app/bots/sdk PYTHONUNBUFFERED=1 FAIRDEAL_WORKER_DIR=/home/fairdeal-worker/work
USER fairdeal-worker
CMD ["python", "-m", "worker", "run"]
