# The front door. `make` alone lists what there is.
SHELL := /bin/bash
PORT ?= 8000
export PORT
RUN := .venv/bin/python

.DEFAULT_GOAL := help
SEED ?=
.PHONY: help demo run test test-long chaos test-compiled fuzz compile lint format
.PHONY: bench-engines bench-sandbox bench-referee bench-pairing bench-ratings bench-dispatch
.PHONY: messages clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

demo: ## From a bare machine to rating tables and the running site (PORT=8000, REDIS_URL= for Redis)
	@ops/bootstrap.sh demo
	@exec $(RUN) -m ops.demo

run: ## Start the site and its workers with an empty arena (PORT=8000), until Ctrl-C
	@ops/bootstrap.sh demo
	@exec $(RUN) -m ops.run

test: ## Install what the tests need and run all of them, with lint, types, contracts and migrations
	@ops/bootstrap.sh test
	@exec ops/test.sh

chaos: ## 200 matches while workers, servers and messages break all the time; CHAOS_SEED=1 CHAOS_MATCHES=200
	@ops/bootstrap.sh test
	@$(RUN) -m pytest -q -s -m long tests/long/test_chaos.py

test-long: ## The long runs: fairness under load, ten thousand games, a million decisions of each game (about an hour)
	@ops/bootstrap.sh test
	@$(RUN) -m pytest -q -s -m long tests/long
	@$(RUN) -m pytest -q -n 2 --dist loadfile --hypothesis-profile full tests/engines
	@$(RUN) -m ops.fuzz --seed "$(SEED)"

compile: ## Compile the engines with mypyc, in place (needs a C compiler); `.venv/bin/python -m ops.compile --remove` undoes it
	@ops/bootstrap.sh compile
	@$(RUN) -m ops.compile

test-compiled: ## Compile the engines in a scratch copy (needs a C compiler) and run their tests against the compiled modules
	@ops/bootstrap.sh compile
	@exec ops/test_compiled.sh

fuzz: ## Random games with random options, a million decisions of each (10 minutes; SEED=text plays the same again)
	@ops/bootstrap.sh dev
	@$(RUN) -m ops.fuzz --seed "$(SEED)"

bench-engines: ## Decisions a second of all games, plain and compiled, beside OpenSpiel's, in one run
	@ops/bootstrap.sh compile
	@ls engines/*.so >/dev/null 2>&1 || $(RUN) -m ops.compile
	@$(RUN) -m benchmarks.engines

lint: ## Check style, types, import contracts and migrations; needs Python alone
	@ops/bootstrap.sh dev
	@exec ops/lint.sh

messages: ## Bring the catalogues of the interface up to date with its strings, and compile them
	@ops/bootstrap.sh test
	@exec ops/messages.sh

format: ## Format the code; needs Python alone
	@ops/bootstrap.sh dev
	@.venv/bin/ruff check --fix --quiet . ; .venv/bin/ruff format --quiet .

bench-sandbox: ## Measure the start of a sandboxed seat, warm and cold, and what it costs (ROUNDS=100)
	@ops/bootstrap.sh dev
	@.venv/bin/python benchmarks/sandbox_start.py --rounds $(or $(ROUNDS),100)

bench-referee: ## Decisions a second of the referee with sandboxed bots, beside plain pipes, the engine and a peer
	@ops/bootstrap.sh demo
	@ops/bootstrap.sh dev
	@ls engines/*.so >/dev/null 2>&1 || $(RUN) -m ops.compile
	@ops/kaggle.sh
	@KAGGLE_PYTHON=.tools/kaggle/bin/python $(RUN) -m benchmarks.referee

bench-pairing: ## CPU seconds a round of a Swiss of up to 400 entrants, beside the Dutch system's; a fairness report
	@ops/bootstrap.sh dev
	@$(RUN) -m benchmarks.pairing

bench-ratings: ## A million blocks replayed and fitted, beside openskill and trueskill, plain and compiled; reading them from PostgreSQL
	@ops/bootstrap.sh test
	@$(RUN) -m benchmarks.ratings

bench-dispatch: ## Handing matches out from short and long queues, and taking results in, on PostgreSQL with its disk
	@ops/bootstrap.sh test
	@$(RUN) -m benchmarks.dispatch

clean: ## Remove what the commands above made (environment, caches, the demo's data); .env stays
	rm -rf .venv .tools .var .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache staticfiles dist
	find engines -name '*.so' -delete
	rm -f platform/fairdeal/ratings/*.so
	find . \( -name __pycache__ -o -name '*.egg-info' \) -type d -prune -exec rm -rf {} +
