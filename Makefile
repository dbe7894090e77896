# Every target sets up what it needs in .venv: nothing but Python 3.11+, make and the package registries.
PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)

.PHONY: demo test lint types bench soak docs lock clean

demo: .venv/ready
	$(BIN)/lorehound demo

# Tests of real processes may lose a race once on a busy machine: what failed is run again, and a fault fails twice.
test: .venv/ready
	$(BIN)/pytest || $(BIN)/pytest --last-failed

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: .venv/ready
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m benchmarks

soak: .venv/ready
	$(BIN)/pytest -m soak --timeout 7200

# Regenerates the parts of docs/ that are made from the code.
docs: .venv/ready
	$(BIN)/python docs/generate.py

lock: .venv/ready
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --group dev pyproject.toml -o requirements/dev.lock

clean:
	rm -rf .venv .cache

.venv/ready: requirements/dev.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Lorehound needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
ifneq ($(UV),)
	$(UV) venv -q --allow-existing --python $(PYTHON) .venv
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements/dev.lock
	$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
else
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
endif
	touch $@
