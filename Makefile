# `make play` and `make test` are all a stranger needs; both set up whatever is missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SCHEMAS := deploy/playground/src/discord_playground/schemas.json
UV ?= uv
PORT ?= 8765
PLAYGROUND := deploy/playground/pyproject.toml
COMPILE = $(UV) pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-header

.DEFAULT_GOAL := help
# The tests start Python again and again: what it has compiled once it finds again, whatever the shell has said.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help setup schemas play bot test lint gate test-playground check nightly late foreign storm day format bench strength coach recovery mutants rules pictures compiled pins clean

help: ## what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|'

setup: $(READY) ## the environment in .venv, made again only when its pins change

$(READY): pyproject.toml deploy/playground/pyproject.toml pins/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Python 3.11 or later is needed; name one: make PYTHON=python3.12 …' >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' || { echo 'Python lacks its venv module; on Debian: apt-get install python3-venv' >&2; exit 1; }
	@echo 'Setting up $(VENV), once: a minute or two.'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement pins/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable deploy/playground
	@touch $@

schemas: $(SCHEMAS) ## Discord's own schemas, for the playground; needs Node

$(SCHEMAS): deploy/playground/build_schemas.mjs
	@if command -v node >/dev/null && command -v npm >/dev/null; then node $< $@ .cache/discord; \
	else echo "No Node, hence no schemas of Discord's: the playground enforces its own limits only." >&2; false; fi \
	|| test -z "$$CI"

play: setup schemas ## a Discord on this machine, with a page to play on and the bot in it
	@# Before 0.1.0 the first migration may change, and then matches start afresh: the bot refuses a database that was
	@# made with another one, and the messages in the playground are about its matches.
	@folder=.cache/play/$$($(BIN)/python -c 'from storage.migration import load_migrations; print(load_migrations()[0].content_hash[:8])') && \
	mkdir -p $$folder && \
	DATABASE_URL=sqlite:///$$folder/duel.db $(BIN)/python -m discord_playground --browse --port $(PORT) \
	  --bot 'Wolf & Bison' --folder $$folder/world --run '$(BIN)/duel run' --opening 'duel practice'

bot: setup ## the bot at Discord; DISCORD_TOKEN=… make bot
	@$(BIN)/duel run

test: setup schemas ## the tests that find nearly every mistake, for after every change
	$(BIN)/pytest --ignore=tests/lint -m 'not gate and not nightly'

lint: setup ## format, lint, types, and the project's own rules about its sources
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 0 tests/lint

gate: setup schemas ## what takes longer, needs a browser or Node, or looks once more with more effort
	EFFORT=more $(BIN)/pytest -m '(gate or again) and not nightly'

test-playground: setup schemas ## the playground's own tests, which know nothing of the bot
	$(BIN)/pytest deploy/playground/tests

check: test ## all that keeps main green
	@# Type checking keeps one core busy for most of a minute, while tests of the gate wait for browsers.
	@$(MAKE) --no-print-directory -j2 lint gate test-playground

foreign: setup schemas ## other people's bots on the playground; fetches them, unless FOREIGN is a folder that has them
	$(BIN)/pytest -n 1 -rA tests/tools/foreign -m nightly

nightly: setup schemas ## what takes longer still; by hand, before a release
	EFFORT=most $(BIN)/pytest -m 'nightly or again'
	@$(MAKE) --no-print-directory late
	$(BIN)/python -m tests.tools.storm
	$(BIN)/python -m tests.tools.day

late: setup schemas ## the bot at a Discord that is late by up to a third of a second each way, and in no order
	LATE=0.3 $(BIN)/pytest -m 'not nightly' tests/wire

storm: setup ## ten minutes of kills, pauses, cuts and crashes while people play; SEED=7 make storm repeats one
	$(BIN)/python -m tests.tools.storm --seed $${SEED:-19}

day: setup ## simulate a day on 100,000 servers, and print the results in docs/scaling.md; with a larger sample: make day SERVERS=400
	$(BIN)/python -m tests.tools.day --servers $${SERVERS:-60} --seed $${SEED:-25}

format: setup ## format the code, mend what lint can
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

bench: setup ## speed, as ratios to a floor of the same run
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement pins/all.txt
	$(BIN)/python -m tests.tools.bench

strength: setup ## measure how strong the computer opponent is; an hour on two cores
	$(BIN)/python -m tests.tools.bench.strength

coach: setup ## measure how accurate reviews are: win probabilities, luck, mistakes; hours on two cores
	$(BIN)/python -m tests.tools.bench.coach

recovery: setup ## how much is lost with a disk that dies, with what copies it elsewhere
	$(BIN)/python -m tests.tools.recovery

mutants: setup schemas ## how many of two hundred small faults the tests notice; hours, and it goes on where it was stopped
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement pins/all.txt
	$(BIN)/python -m tests.tools.mutants

rules: setup ## the pages that players read in docs/rules, from the catalogues and lessons of the games; colours of drawings
	$(BIN)/python -m tests.docs.tints
	$(BIN)/python -m tests.docs.rules docs

pictures: setup ## the README's pictures, from recorded matches; those of the playground need chromium and a font with emoji
	$(BIN)/python -m tests.wire.picture docs/pictures
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

compiled: setup ## compile the C code in native/ folders to WebAssembly after a change of it; downloads 100 MB
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement pins/all.txt
	$(BIN)/python -m tests.compiled

pins: ## pin anew, after a change of pyproject.toml; with UV=…/uv, which finds the hashes for every machine
	$(COMPILE) --extra build --output-file pins/bot.txt
	$(COMPILE) $(PLAYGROUND) --extra dev --output-file pins/dev.txt
	$(COMPILE) $(PLAYGROUND) --extra dev --extra bench --extra compiled --extra mutants --output-file pins/all.txt

clean: ## everything that was made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
