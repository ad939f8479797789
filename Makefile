# Two commands are enough: `make demo` to look around, `make test` to run every test.
# `make check` is the quick half of the tests, `make lock` renews the pinned dependencies, `make pictures` the
# pictures of the README, `make docs` the documentation site, `make wheel` tries what is installed in an empty
# environment, `make coverage` says how much of each layer the tests without a browser run through, `make wal` runs
# those of the ledger with the SQLite of the extra `wal`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ADDRESS ?= 127.0.0.1
PORT    ?= 8501
# One for each of two cores: a third saves no time, and browsers wait longer.
WORKERS ?= 2

# Installs what a lock names, in a third of the time that pip takes; by pip where that cannot be.
define install
$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-install.lock \
	&& $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r $(1) \
	|| $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1)
endef

# What an installed package is compiled to when it is installed; what is installed editable is not.
COMPILED = $(BIN)/python -m compileall -q cli dashboard domain exchange ledger projections wiring

.PHONY: demo test types tests check lock pictures docs dist wheel coverage wal clean

# Compiled once, not by each of the hundreds of processes that the tests start, even where it is switched off.
test check: export PYTHONDONTWRITEBYTECODE :=

demo: $(VENV)/.demo
	@trap : INT; $(BIN)/campaign demo || test $$? -eq 130  # Ctrl-C is how it ends, not an error

test: $(VENV)/.test
	@$(BIN)/python tests/browser/chromium.py --install
	@$(BIN)/python tests/support/pgbouncer.py --install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory -j 2 types tests

# Beside one another: a check of the types has one core to itself otherwise, and the other has nothing to do.
types:
	$(BIN)/mypy

tests:
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m "not browser"

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Campaign Ledger needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.demo: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@$(COMPILED)
	@touch $@

$(VENV)/.test: requirements-test.lock pyproject.toml | $(VENV)/bin/python
	$(call install,requirements-test.lock)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@$(COMPILED)
	@touch $@

$(VENV)/.docs: requirements-docs.lock pyproject.toml | $(VENV)/bin/python
	$(call install,requirements-docs.lock)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

lock:
	uv pip compile pyproject.toml --extra dashboard --extra pdf --extra parquet --universal --python-version 3.11 --generate-hashes --no-header -q -o requirements.lock
	uv pip compile pyproject.toml --extra test --universal --python-version 3.11 --generate-hashes --no-header -q -o requirements-test.lock
	uv pip compile pyproject.toml --extra docs --universal --python-version 3.11 --generate-hashes --no-header -q -o requirements-docs.lock
	echo uv | uv pip compile - --universal --python-version 3.11 --generate-hashes --no-header -q -o requirements-install.lock

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The site is in build/docs: open build/docs/index.html"

pictures: $(VENV)/.test
	$(BIN)/python docs/make_pictures.py

wheel: dist
	$(BIN)/python tests/docs/add_a_game.py dist

coverage: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "coverage>=7.10" "pytest-cov>=6"
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m "not browser" -q --cov --cov-report=
	$(BIN)/python tests/support/coverage_floors.py

# Beside the environment and not in it: there it would be used by everything that runs in it from then on.
wal: $(VENV)/.test
	rm -rf build/wal
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --target build/wal "pysqlite3>=0.6.1,<0.7"
	PYTHONPATH=build/wal $(BIN)/python -c "from ledger.database.sqlite.driver import IS_OF_THE_WHEEL as it; assert it"
	PYTHONPATH=build/wal $(BIN)/pytest -n 2 --dist loadgroup -q tests/ledger tests/projections

dist: $(VENV)/.test
	rm -rf dist
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m build

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
