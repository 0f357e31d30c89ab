# Everything with python3 (3.11 or newer), its venv and pip, and make. No key, no account, no server.
#   make chat                 talk          make chat ARGS='--say "Lisbon to Oslo on May 3 for two"'
#   make test · make check    run the tests · check style, types and architecture
SHELL := /bin/sh
.DEFAULT_GOAL := help

# The first Python that runs, is new enough and can make a venv; name another one with PYTHON=…
WORKS = -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do $$p $(WORKS) && echo $$p && break; done)
VENV := .venv
STUDIO := .venv-studio
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
ROOMS := src app evals graph nodes state tools
ARGS ?=

# Thousands of small databases: memory is the place for them, where there is enough of it.
ROOMY = [ -w /dev/shm ] && [ "$$(df -Pk /dev/shm | awk 'NR==2 {print $$4}')" -gt 2000000 ] && echo TMPDIR=/dev/shm
# Compiled modules are kept, whatever the environment says: workers and the processes that tests start load them a second time.
PYTEST = PYTHONDONTWRITEBYTECODE= $(shell $(ROOMY)) $(BIN)/python -m pytest -n auto --dist worksteal --durations=10

.PHONY: help chat test test-all studio serve check style mypy pyright eval bench measure crash mutants docs wheel format clean

help:
	@echo 'make chat     plan and book a trip in a conversation; flags in ARGS'
	@echo 'make serve    the same in the browser'
	@echo 'make test     run the tests; make test-all also the slow ones'
	@echo 'make check    style, types, architecture'
	@echo 'make eval · make bench · make crash · make measure   measure understanding, speed, recovery, size'
	@echo 'make wheel    build dist/tripintent-….whl, to install it in a product'
	@echo 'make clean    remove what make made'

chat: $(VENV)/.installed
	@$(BIN)/tripintent chat $(subst $$,\$$,$(value ARGS)) # neither make nor the shell takes "$$3,000" for a variable

serve: $(VENV)/.server
	@$(BIN)/tripintent serve $(ARGS)

test: $(VENV)/.dev
	$(PYTEST) -m 'not release' $(ARGS)

# Everything: also what is slow by nature (the crash matrix, the wheel in a new venv, load, benches, the LangGraph server).
test-all: test
	$(PYTEST) -m release $(ARGS)

# The LangGraph server cannot share an environment with schemathesis (jsonschema-rs): its tests run where this was made.
studio: $(STUDIO)/.ready

check: style mypy pyright

style: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

mypy: $(VENV)/.dev
	$(BIN)/mypy

pyright: $(VENV)/.dev
	$(BIN)/pyright --pythonpath $(BIN)/python

eval: $(VENV)/.installed
	@$(BIN)/tripintent eval $(ARGS)

bench: $(VENV)/.dev
	@$(BIN)/python -m benches $(ARGS)

measure: $(VENV)/.installed
	@$(BIN)/python -m benches.measure

crash: $(VENV)/.dev
	$(BIN)/python -m tests.crash.run $(ARGS)

mutants: $(VENV)/.dev
	$(BIN)/python -m tests.crash.mutants $(ARGS)

docs: $(VENV)/.dev
	@test -x $(BIN)/mkdocs || $(PIP) install -e '.[docs]' --no-build-isolation
	$(BIN)/tripintent toolbox > docs/toolbox.md
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'build/site/index.html'

# What an earlier build left in build/lib would be packed, too.
wheel: | $(BIN)/python
	rm -rf build/lib build/bdist.* dist/*.whl
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) $(STUDIO) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .langgraph_api
	find $(ROOMS) tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(or $(PYTHON),false) $(WORKS) || { echo 'Python 3.11 or newer with venv and pip is needed: make PYTHON=python3.12' >&2; exit 1; }
	@echo 'Setting up $(VENV) (once) …' >&2
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install 'setuptools>=80' wheel

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@$(PIP) install --no-build-isolation -e .
	@touch $@

$(VENV)/.server: $(VENV)/.installed
	@test $@ -nt pyproject.toml || echo 'Getting the libraries of the server (once, about a minute) …' >&2
	@test $@ -nt pyproject.toml || $(PIP) install --no-build-isolation -e '.[server,export]'
	@touch $@

$(STUDIO)/.ready: pyproject.toml $(VENV)/.installed
	@$(PYTHON) -m venv $(STUDIO)
	@$(STUDIO)/bin/python -m pip --disable-pip-version-check --quiet install --no-compile 'setuptools>=80' wheel
	@$(STUDIO)/bin/python -m pip --disable-pip-version-check --quiet install --no-compile --no-build-isolation -e '.[studio]'
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@test $@ -nt pyproject.toml || $(PIP) install --no-build-isolation -e '.[dev,postgres,server,export,import,mcp,traces]'
	@touch $@
