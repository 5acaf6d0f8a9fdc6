# Two commands do all the set-up: `make play` and `make test`. Everything lands in .venv; nothing else is touched.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
PIP_FLAGS := --quiet --disable-pip-version-check
# The tests start hundreds of processes: what Python has compiled once it shall not compile in each of them again.
unexport PYTHONDONTWRITEBYTECODE
# Tests run on all cores at once, those of pages, too: each process has a browser of its own. There are two processes
# more than cores, for many tests wait for a table that keeps real time. What times the table runs alone.
AT_ONCE := -n $(shell cores=$$(getconf _NPROCESSORS_ONLN) && echo $$((cores < 3 ? cores + 2 : 4))) --dist worksteal
TIMED := tests/test_phones.py tests/web/test_crowd.py
# A newer Python, where there is one: on the path, or put there by pyenv.
NEWER := $(shell for python in python3.13 $(HOME)/.pyenv/versions/3.13*/bin/python3.13; do \
	"$$python" -c '' 2>/dev/null && echo "$$python" && break; done)

.PHONY: languages play test beside set-up browser quick check check-style check-types check-imports check-pages types bench prove mutate \
	clean newer newer-venv screenshots pictures

play: $(VENV)/.ready
	$(VENV)/bin/cardtable play --auto --port $(PORT)

# Everything. What is installed comes at once, not one after the other. While the suite waits for tables that keep real
# time, the checks and the newer Python have the cores; what they say comes after it.
test:
	@$(MAKE) --no-print-directory -j4 --output-sync set-up
	$(VENV)/bin/pytest -m timed $(TIMED)
	@mkdir -p build; nice -n 4 $(MAKE) --no-print-directory --keep-going beside >build/beside.log 2>&1 & beside=$$!; \
		$(VENV)/bin/pytest $(AT_ONCE) -m "not timed and not proof"; suite=$$?; \
		wait $$beside; others=$$?; cat build/beside.log; \
		[ $$suite -eq 0 ] || $(VENV)/bin/pytest -q -o addopts= --cache-show "cache/lastfailed"; \
		echo "the suite: $$suite, what ran beside it: $$others (0 is well)"; exit $$((suite + others))

set-up: $(VENV)/.test-ready node_modules/.ready browser newer-venv

browser:
	@sh tests/install_browser.sh

# What one runs at each save: rules, scripts and units; no browser, no processes, no whole simulated games, and of what
# hypothesis thinks of a tenth.
quick: $(VENV)/.test-ready node_modules/.ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/pytest -q $(AT_ONCE) --ignore tests/browser -m "not timed and not long and not proof" --hypothesis-profile quick

beside: check newer

check: check-style check-types check-imports check-pages

check-style: $(VENV)/.test-ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

check-types: $(VENV)/.test-ready
	$(VENV)/bin/mypy

check-imports: $(VENV)/.test-ready
	$(VENV)/bin/lint-imports

check-pages: node_modules/.ready
	$(VENV)/bin/node node_modules/.bin/biome check --error-on-warnings
	$(VENV)/bin/node node_modules/.bin/tsc
	$(VENV)/bin/node node_modules/.bin/tsc --project tests/front

# The types that pages share with the API, made anew of what the table says of itself.
types: $(VENV)/.test-ready node_modules/.ready
	$(VENV)/bin/python -m tests.front.api_types

# Of the suite what may differ from one Python to the next. Replays and whole recorded games, which have to give the same
# bytes; and what stands on Python's own library: commands (signals, pipes, entry points, what click prints), SQLite,
# TOML, JSON and its errors, names (Unicode's tables), HTTP as it is sent and parsed, schemas, threads and queues, and
# the lines to a Pico, which MicroPython has to write alike. Rules are plain arithmetic: under one Python they are tried
# at length, under two they would be tried twice.
IN_NEWER := tests/test_scripts.py tests/test_commands.py tests/table/test_journal.py \
	tests/table/test_settings.py tests/table/test_names.py tests/web/test_stream.py tests/firmware_bridge/test_wire.py
newer: newer-venv
ifeq ($(NEWER),)
	@echo "Python 3.13 is not on this machine: the suite ran under one Python only"
else
	.venv-newer/bin/pytest -q -n 1 --timeout 300 -m "not proof" $(IN_NEWER)
endif

newer-venv:
ifneq ($(NEWER),)
	@$(MAKE) --no-print-directory VENV=.venv-newer PYTHON=$(NEWER) .venv-newer/.suite-ready
endif

bench: $(VENV)/.bench-ready browser
	$(VENV)/bin/python -m bench

# Long simulations, which write docs/proof.md: more than three hours on two cores.
prove: $(VENV)/.test-ready
	$(VENV)/bin/pytest -q -m proof
	$(VENV)/bin/pytest -q $(AT_ONCE) --ignore tests/browser -m "not timed and not long" --hypothesis-profile long --timeout 1200
	HIDDEN_GAMES=1000 $(VENV)/bin/python -m pytest -q tests/table/test_hidden_pile.py
	CLOSED_GAMES=500 $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 tests/table/test_closed_cards.py
	POINTS=300 $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 --timeout 1200 tests/simulation/test_any_point.py
	QUESTION_GAMES=200 $(VENV)/bin/python -m pytest -q tests/simulation/test_questions.py
	COUNT_BOARDS=100000 $(VENV)/bin/python -m pytest -q --timeout 600 tests/table/games/test_mythology_go_count.py
	WIRINGS=1000 $(VENV)/bin/pytest -q -n auto --maxprocesses 4 tests/hardware/test_setting_up.py
	EXAMPLES=60 $(VENV)/bin/pytest -q -n auto --maxprocesses 4 --timeout 1200 tests/web/test_described.py
	ANY_MESSAGE_S=600 $(VENV)/bin/python -m pytest -q --timeout 900 tests/table/test_any_message.py
	SABOTAGES=all $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 tests/simulation/test_sabotage.py
	EARS=200 $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 tests/ear
	DAMAGES=60 $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 tests/table/test_damage.py
	GAMES=300 $(VENV)/bin/python -m bench.prove
	@if [ "$$(id -u)" = 0 ] && command -v debootstrap >/dev/null && command -v systemd-nspawn >/dev/null; then \
		$(VENV)/bin/python -m bench.appliance; \
	else echo "the appliance is tried in bare Debian roots: root, debootstrap and systemd-container are needed"; exit 1; fi

# Does a test notice if a line of the rules is wrong? MUTANTS=all asks it of every one, which takes days.
mutate: $(VENV)/.test-ready
	$(VENV)/bin/pip install $(PIP_FLAGS) -e '.[mutate]'
	$(VENV)/bin/python -m bench.prove mutants

# The pictures in docs/screenshots, taken anew; they need the browser of the tests.
screenshots: $(VENV)/.test-ready
	$(VENV)/bin/python -m docs.screenshots.take

# All sentences, collected for translators; and what the program reads, made from what they wrote.
languages: $(VENV)/.test-ready
	$(VENV)/bin/python -m docs.translating.collect

# The drawings in docs/pictures and the tree in docs/architecture.md, from the code.
pictures: $(VENV)/.test-ready
	$(VENV)/bin/python -m docs.pictures.draw

clean:
	rm -rf .venv .venv-newer node_modules .bench mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; say which with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/pip install $(PIP_FLAGS) -e .
	@touch $@

$(VENV)/.bench-ready: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/pip install $(PIP_FLAGS) -e '.[bench]'
	@touch $@ $(VENV)/.ready

# For the suite where no page is looked at, and the code is not checked but run.
$(VENV)/.suite-ready: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/pip install $(PIP_FLAGS) --no-compile -e '.[suite]'
	@touch $@ $(VENV)/.ready

$(VENV)/.test-ready: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/pip install $(PIP_FLAGS) --no-compile -e '.[test]'
	$(VENV)/bin/pip install $(PIP_FLAGS) --no-deps mfrc522==0.0.7  # what it needs is stood in for
	@touch $@ $(VENV)/.ready

# Node comes with the test tools, and brings npm: what checks the pages is pinned in package.json.
node_modules/.ready: package.json .npmrc | $(VENV)/.test-ready
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm install --silent --ignore-scripts
	@touch $@
