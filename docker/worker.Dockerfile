# A match worker: engines, worker and the bots' SDK. No Django, no database password.
FROM python:3.11-slim-bookworm AS build
COPY --from=ghcr.io/astral-sh/uv:0.13.9 /uv /usr/local/bin/uv
WORKDIR /app
COPY pyproject.toml uv.lock README.md LICENSE ./
ENV UV_PYTHON_DOWNLOADS=never
RUN uv sync --frozen --no-install-project --no-default-groups --group worker

# The engines, compiled: the same rules, several times as fast.
FROM build AS engines
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
RUN uv sync --frozen --no-install-project --no-default-groups --group compile
COPY ops/__init__.py ops/compile.py ops/compile.ini ./ops/
COPY engines ./engines
RUN .venv/bin/python -m ops.compile

FROM python:3.11-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10002 --create-home fairdeal-worker
WORKDIR /app
COPY --from=build /app/.venv /app/.venv
COPY --from=engines /app/engines ./engines
COPY worker ./worker
COPY bots/sdk ./bots/sdk
# Whatever a checkout's modes are, the ordinary user below can read, and change nothing.
RUN chmod -R a+rX,go-w /app
ENV PATH=/app/.venv/bin:$PATH PYTHONPATH=/app:/app/bots/sdk PYTHONUNBUFFERED=1 FAIRDEAL_WORKER_DIR=/home/fairdeal-worker/work
USER fairdeal-worker
# The interpreter and all that bots see of it are copied by this user: the build stops here if it cannot read them.
RUN python -c "from pathlib import Path; from worker.sandbox.runtime import open_runtime; \
    base = Path('/tmp/readable'); base.mkdir(); open_runtime(base).release()" && rm -rf /tmp/readable
CMD ["python", "-m", "worker", "run"]
