# make run    sets everything up and opens the board in the browser
# make test   sets everything up and checks everything: lint, types, tests
# make help   lists the rest

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
# Commands, arena and page run their kernels in processes of their own, and so on the cache in the first run already.
KERNEL_ROOMS := $(addprefix tests/,compiler core engine examples games learn players protocols search tools/test_conformance.py)
SOURCES := pyproject.toml src/outplay/__init__.py

# A variable that forbids bytecode makes each of the many programs that the tests start compile all its modules again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test test-peers bench marks arena founding pictures wheel try docs lint types tests tests-warm lock clean help

run: $(VENV)/.run ## open the board in the browser (`outplay play` is for the terminal)
	@$(BIN)/outplay serve

test: lint types tests tests-warm ## lint, types, and all tests

lint: $(VENV)/.dev ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## types, of Python and of the page's JavaScript
	$(BIN)/mypy
	PYTHONPATH=tests $(BIN)/python -m helpers.page_code

tests: $(VENV)/.dev ## the tests: kernels compiled, rules as plain Python
	OUTPLAY_CACHE=$(CURDIR)/.cache/tests $(BIN)/pytest -n 4 --dist worksteal

tests-warm: $(VENV)/.dev ## the kernel tests once more in a new process, on the compile cache that `tests` left
	OUTPLAY_CACHE=$(CURDIR)/.cache/tests $(BIN)/pytest -n 4 --dist worksteal -m kernel $(KERNEL_ROOMS)

test-peers: $(VENV)/.kaggle ## the rules compared with independent programs, ply by ply, and the bridges to them
	OUTPLAY_CACHE=$(CURDIR)/.cache/tests $(BIN)/pytest -n 2 tests/peers

bench: $(VENV)/.peers ## speed side by side with C++ twins, OpenSpiel and easyAI
	$(BIN)/python -m benchmarks.speed.side_by_side

marks: $(VENV)/.run ## the engine's marks: proofs, time kept, threads, games won (takes a while)
	$(BIN)/python -m benchmarks.strength.marks

arena: $(VENV)/.run ## the arena's marks: overhead, games a second, bad players, openings, intervals (takes a while)
	$(BIN)/python -m benchmarks.arena.overhead
	$(BIN)/python -m benchmarks.arena.intervals
	$(BIN)/python -m benchmarks.arena.openings
	$(BIN)/python -m benchmarks.arena.store
	$(BIN)/python -m benchmarks.web.page
	$(BIN)/python -m benchmarks.arena.bad_players

founding: $(VENV)/.run ## the founding players' marks: their time, their nodes, the engine against each (takes a while)
	$(BIN)/python -m benchmarks.speed.squatter_2015
	$(BIN)/python -m benchmarks.speed.cadrega
	$(BIN)/python -m benchmarks.strength.founding

pictures: $(VENV)/.pictures ## draw the pictures and plots of docs/ from the real program
	for name in boards cadrega kalah_ranks squatter_2015 squatter_state; do \
	  $(BIN)/python -m scripts.pictures.$$name || exit 1; \
	done
	$(MAKE) $(VENV)/.dev
	$(BIN)/python -m scripts.pictures.screenshots

wheel: $(VENV)/.run ## build the wheel and the sdist in dist/
	rm -rf dist
	$(BIN)/python -m hatchling build

try: $(VENV)/.dev ## install the wheel and the sdist in clean environments of PYTHONS, or each Python that is here
	$(BIN)/python -m scripts.try_files $(PYTHONS)

docs: $(VENV)/.dev ## build the documentation site in site/, without the network
	@$(BIN)/python -m scripts.build_site

lock: $(VENV)/.dev ## resolve the pinned versions anew
	for set in run:build test:build,test pictures:build,plots learners:build,learners peers:build,dev,openspiel,peers \
	  dev:build,cluster,dev,docs,gymnasium,mcp,notebook,pettingzoo,plots,postgres; do \
	  $(BIN)/uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes --no-header \
	    $$(echo $${set#*:} | sed 's/[^,]*/--extra &/g; s/,/ /g') -o requirements/$${set%%:*}.txt; \
	done
	echo 'kaggle-environments>=1.33,<2' | $(BIN)/uv pip compile - -q --no-deps --universal --python-version 3.11 \
	  --generate-hashes --no-header -o requirements/kaggle.txt

clean: ## remove what the other targets made
	rm -rf $(VENV) dist site .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis

help:
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /	/' | expand -t 20

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "outplay needs Python 3.11 or newer; give one with: make PYTHON=/path/to/python3")'
	@echo "Setting up $(VENV); this happens once." >&2
	@$(PYTHON) -m venv $(VENV)

# Kaggle's package asks for a hundred others, for environments that are not compared here; what its ConnectX and Mancala
# import comes with requirements/peers.txt.
$(VENV)/.kaggle: requirements/kaggle.txt $(VENV)/.peers
	@echo "Installing Kaggle's environments" >&2
	@$(PIP) install --no-compile --no-deps --require-hashes -r requirements/kaggle.txt
	@touch $@

# Each stamp stands for one set of pinned packages, installed with hashes, and the project itself on top.
$(VENV)/.%: requirements/%.txt $(SOURCES) | $(VENV)/bin/python
	@echo "Installing the pinned packages of requirements/$*.txt" >&2
	@$(PIP) install --no-compile --require-hashes -r requirements/$*.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
