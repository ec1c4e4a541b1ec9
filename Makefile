# simlab: one command each for what one wants. A bare `make` lists them.
#
# Needed on the machine: Python 3.11 or newer with pip (or with ensurepip), make, certificates. Everything else goes into
# $(VENV). Another Python: `make PYTHON=python3.12 demo`.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --no-input -q
READY  := $(VENV)/.installed
# Stands from the first step of the set-up to the last: found at the start, it tells of a set-up that was interrupted.
UNDONE := $(VENV)/.installing

DEMO   := configs/tug_of_wargods/beloved_die.yaml
SCHEMA := configs/experiment.schema.json
PLAYTEST := configs/playtest.schema.json

# An unchecked bad index corrupts memory without a word, so the tests compile every kernel with bounds checks.
PYTEST := NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n auto --dist loadfile

.PHONY: help demo test nightly lint bench schema clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

demo: $(READY) ## set up, ask whether the big die is too strong, and write the report
	$(BIN)/simlab run $(DEMO) --report

test: $(READY) lint ## set up, then lint, types, import layers and the tests
	$(PYTEST) -m "not nightly"

nightly: $(READY) ## the tests that are too slow for every change
	$(PYTEST) -m nightly

lint: $(READY) ## style, formatting, types and import layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(READY) ## playthroughs per second, against the best pure-Python loop
	$(BIN)/python -m pytest tests/bench -o python_files='bench_*.py' -s -p no:xdist -p no:cacheprovider

schema: $(READY) ## write the JSON Schemas that complete questions and logs of play in an editor
	$(BIN)/simlab schema > $(SCHEMA).new
	mv $(SCHEMA).new $(SCHEMA)
	$(BIN)/simlab playtest x --schema > $(PLAYTEST).new
	mv $(PLAYTEST).new $(PLAYTEST)

clean: ## remove the environment, the caches and what was built; the runs stay
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find simlab tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Debian's python3 comes without ensurepip, so `python3 -m venv` fails there, and its pip refuses to install into the
# system. A venv made without pip can be filled by the system's pip from outside.
$(READY): pyproject.toml requirements.lock
	@command -v $(PYTHON) >/dev/null || { echo "simlab needs Python 3.11 or newer: no '$(PYTHON)' was found. Install it, or name yours: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "simlab needs Python 3.11 or newer: '$(PYTHON)' is $$($(PYTHON) -c 'import platform; print(platform.python_version())'). Name a newer one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import venv' 2>/dev/null && { $(PYTHON) -c 'import ensurepip' 2>/dev/null || $(PYTHON) -c 'import pip' 2>/dev/null; } || { echo "simlab needs pip to set itself up and '$(PYTHON)' has none. On Debian or Ubuntu: apt install python3-pip" >&2; exit 1; }
	@if test -e $(UNDONE); then echo "simlab: an earlier set-up was interrupted; starting over"; rm -rf $(VENV); fi
	@mkdir -p $(VENV) && rm -f $(READY) && touch $(UNDONE)
	@echo "simlab: 1/3 environment in $(VENV)"
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then $(PYTHON) -m venv $(VENV); else \
	  $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install -q --disable-pip-version-check --no-input pip; fi
	@echo "simlab: 2/3 the packages of requirements.lock (the first time 1 to 3 minutes and 1.4 GB of disk)"
	@$(PIP) install -r requirements.lock
	@echo "simlab: 3/3 simlab itself, as it stands in this folder"
	@$(PIP) install --no-deps --no-build-isolation -e .
	@rm $(UNDONE) && touch $(READY)
