# `make play` and `make test` are all you need to begin; both set up what is missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
PIP = $(BIN)/pip install --quiet --disable-pip-version-check
SCHEMAS := deploy/playground/src/discord_playground/schemas.json
UV ?= uv
PORT ?= 8765
PLAYGROUND := deploy/playground/pyproject.toml
COMPILE = $(UV) pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-header

.DEFAULT_GOAL := help
# Tests start Python many times, so they need its compiled files, even if the shell turned them off.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help setup schemas play bot test lint gate test-playground check nightly late foreign storm day format bench strength coach recovery mutants rules dumps pictures compiled pins clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|'

$(PLAYABLE): pyproject.toml deploy/playground/pyproject.toml pins/play.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Python 3.11 or later is needed; name one: make PYTHON=python3.12 …' >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' || { echo 'Python lacks its venv module; on Debian: apt-get install python3-venv' >&2; exit 1; }
	@echo 'Setting up $(VENV). This takes a minute, once.'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes --requirement pins/play.txt
	$(PIP) --no-deps --no-build-isolation --editable . --editable deploy/playground
	@touch $@

setup: $(READY) ## create the environment for tests in .venv; repeated only if its pins change

$(READY): $(PLAYABLE) pins/dev.txt
	$(PIP) --require-hashes --requirement pins/dev.txt
	@touch $@

schemas: $(SCHEMAS) ## build Discord's API schemas for the playground; needs Node

$(SCHEMAS): deploy/playground/build_schemas.mjs deploy/playground/package-lock.json
	@if command -v node >/dev/null && command -v npm >/dev/null; then node $< $@ .cache/discord; \
	else echo "Node was not found, so Discord's schemas are missing: the playground enforces only its own limits." >&2; false; fi \
	|| test -z "$$CI"

play: $(PLAYABLE) ## start the playground with the bot in it, and open its page
	@mkdir -p .cache/play
	@DATABASE_URL=sqlite:///.cache/play/duel.db $(BIN)/python -m discord_playground --browse --port $(PORT) \
	  --bot 'Wolf & Bison' --folder .cache/play/world --run '$(BIN)/duel run' --first-command play

bot: $(PLAYABLE) ## run the bot on Discord; at first, ask for its token and save it in .env
	@test -n "$$DISCORD_TOKEN" || grep -qs '^DISCORD_TOKEN=.' .env || $(BIN)/duel setup --no-start
	@$(BIN)/duel run

test: setup schemas ## run the quick tests, which find nearly every mistake; after each change
	$(BIN)/pytest --ignore=tests/lint -m 'not gate and not nightly'

lint: setup ## check format, style, types and the project's own rules about its sources
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 0 tests/lint

gate: setup schemas ## run the slower tests, those with a browser or Node, and the laws with more examples
	EFFORT=more $(BIN)/pytest -m '(gate or again) and not nightly'

test-playground: setup schemas ## run the playground's own tests, which do not use the bot
	$(BIN)/pytest deploy/playground/tests

check: test ## run all tests and checks that main must pass
	@# Type checking keeps one core busy for most of a minute while gate tests wait for browsers.
	@$(MAKE) --no-print-directory -j2 lint gate test-playground

foreign: setup schemas ## run other people's bots on the playground; fetches them unless FOREIGN names their folder
	$(BIN)/pytest -n 1 -rA tests/tools/foreign -m nightly

nightly: setup schemas ## run the slowest tests, before a release
	EFFORT=most $(BIN)/pytest -m 'nightly or again'
	@$(MAKE) --no-print-directory late
	$(BIN)/python -m tests.tools.storm
	$(BIN)/python -m tests.tools.day

late: setup schemas ## run the wire tests with random delays of up to 0.3 s each way, which reorder messages
	LATE=0.3 $(BIN)/pytest -m 'not nightly' tests/wire

storm: setup ## kill, pause and disconnect the bot for ten minutes while people play; SEED=7 repeats a run
	$(BIN)/python -m tests.tools.storm --seed $${SEED:-19}

day: setup ## simulate a day on 100,000 servers, for docs/scaling.md; SERVERS=400 takes a larger sample
	$(BIN)/python -m tests.tools.day --servers $${SERVERS:-60} --seed $${SEED:-25}

format: setup ## format the code and apply automatic fixes
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

bench: setup ## measure speed, as ratios to a baseline of the same run
	$(PIP) --require-hashes --requirement pins/all.txt
	$(BIN)/python -m tests.tools.bench

strength: setup ## measure how strong the computer opponent is; an hour on two cores
	$(BIN)/python -m tests.tools.bench.strength

coach: setup ## measure how accurate reviews are: win probabilities, luck, mistakes; hours on two cores
	$(BIN)/python -m tests.tools.bench.coach

recovery: setup ## measure how much is lost if a disk fails, with replication to another disk
	$(BIN)/python -m tests.tools.recovery

mutants: setup schemas ## count how many of 200 mutants the tests kill; takes hours, and resumes after a stop
	$(PIP) --require-hashes --requirement pins/all.txt
	$(BIN)/python -m tests.tools.mutants

rules: setup ## generate docs/rules from the games' texts and lessons, and the colors of drawings
	$(BIN)/python -m tests.docs.color_cache
	$(BIN)/python -m tests.docs.rules_pages docs

dumps: setup ## write the golden dumps of a new migration, for the tests of later ones; needs PostgreSQL
	$(BIN)/python -m tests.tools.golden_dumps

pictures: setup ## generate the README's pictures; those of the playground need Chromium and an emoji font
	$(BIN)/python -m tests.wire.readme_pictures docs/pictures
	head -n 30 tests/records/schamanen/classic.match | $(BIN)/duel replay - --picture docs/pictures/duel.png >/dev/null
	head -n 30 tests/records/schamanen/memory.match | $(BIN)/duel replay - --picture docs/pictures/memory.png >/dev/null
	head -n 39 tests/records/schamanen/stacks.match | $(BIN)/duel replay - --picture docs/pictures/stacks.png >/dev/null
	head -n 22 tests/records/shamanic_chess/trance.match | $(BIN)/duel replay - --picture docs/pictures/trance.png >/dev/null
	$(BIN)/duel replay tests/records/shamanic_chess/classic.match --picture docs/pictures/waking.png >/dev/null
	head -n 40 tests/records/schnick/six.match | $(BIN)/duel replay - --seat 1 --picture docs/pictures/schnick_hand.png >/dev/null
	head -n 41 tests/records/schnick/six.match | $(BIN)/duel replay - --picture docs/pictures/schnick.png >/dev/null
	head -n 13 tests/records/schnick/joker.match | $(BIN)/duel replay - --picture docs/pictures/schnick_joker.png >/dev/null
	head -n 147 tests/records/woodwalkers/four_hunting.match | $(BIN)/duel replay - --seat 2 --picture docs/pictures/woodwalkers.png >/dev/null
	head -n 89 tests/records/woodwalkers/midnight_hunting.match | $(BIN)/duel replay - --picture docs/pictures/midnight.png >/dev/null

compiled: setup ## compile the C code in native/ folders to WebAssembly; downloads 100 MB
	$(PIP) --require-hashes --requirement pins/all.txt
	$(BIN)/python -m tests.wasm_build

pins: ## update pins/ after a change of pyproject.toml; needs uv (UV=…/uv)
	@# All packages together first: a test tool may need an older version of a package than the bot would get alone.
	$(COMPILE) $(PLAYGROUND) --extra dev --extra bench --extra compiled --extra mutants --output-file pins/all.txt
	$(COMPILE) --constraint pins/all.txt $(PLAYGROUND) --extra dev --output-file pins/dev.txt
	$(COMPILE) --constraint pins/all.txt $(PLAYGROUND) --extra build --output-file pins/play.txt
	$(COMPILE) --constraint pins/all.txt --extra build --output-file pins/bot.txt

clean: ## delete everything that was built
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
