# Two commands do all the set-up: `make play` and `make test`. Everything lands in .venv; nothing else is touched.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
PIP_FLAGS := --quiet --disable-pip-version-check
# Tests run on all cores at once, but for those of pages, where a browser and a table take two cores by themselves, and
# those that time the table.
ALONE := -m "browser or timed"
AT_ONCE := -n auto --maxprocesses 4 --dist worksteal -m "not browser and not timed"
# A newer Python, where there is one: on the path, or put there by pyenv.
NEWER := $(shell for python in python3.13 $(HOME)/.pyenv/versions/3.13*/bin/python3.13; do \
	"$$python" -c '' 2>/dev/null && echo "$$python" && break; done)

.PHONY: play test check bench prove clean newer screenshots

play: $(VENV)/.ready
	$(VENV)/bin/cardtable play --auto --port $(PORT)

test: $(VENV)/.test-ready
	@sh tests/install_browser.sh
	@$(MAKE) --no-print-directory check
	$(VENV)/bin/pytest $(ALONE)
	$(VENV)/bin/pytest $(AT_ONCE)
	@$(MAKE) --no-print-directory newer

check: $(VENV)/.test-ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

# The suite has to pass under that one too, but for the tests of pages, which know no Python, those of time, and those
# that are long: whole simulated games, kills, the soak, the fuzzer, and the API held against its description.
newer:
ifeq ($(NEWER),)
	@echo "Python 3.13 is not on this machine: the suite ran under one Python only"
else
	@$(MAKE) --no-print-directory VENV=.venv-newer PYTHON=$(NEWER) .venv-newer/.test-ready
	.venv-newer/bin/pytest $(AT_ONCE) --ignore tests/simulation --ignore tests/table/test_hidden_pile.py \
		--ignore tests/table/test_closed_cards.py --ignore tests/table/test_any_message.py --ignore tests/test_soak.py \
		--ignore tests/test_kills.py --ignore tests/test_bench_peers.py --ignore tests/web/test_described.py
endif

bench: $(VENV)/.bench-ready
	$(VENV)/bin/python -m bench

# Long simulations, which write docs/proof.md: more than an hour and a half on two cores.
prove: $(VENV)/.test-ready
	HIDDEN_GAMES=1000 $(VENV)/bin/python -m pytest -q tests/table/test_hidden_pile.py
	CLOSED_GAMES=500 $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 tests/table/test_closed_cards.py
	QUESTION_GAMES=200 $(VENV)/bin/python -m pytest -q tests/simulation/test_questions.py
	COUNT_BOARDS=100000 $(VENV)/bin/python -m pytest -q --timeout 600 tests/table/games/test_mythology_go_count.py
	ANY_MESSAGE_S=600 $(VENV)/bin/python -m pytest -q --timeout 900 tests/table/test_any_message.py
	DAMAGES=60 $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 tests/table/test_damage.py
	$(VENV)/bin/python -m bench.prove

# The pictures in docs/screenshots, taken anew; they need the browser of the tests.
screenshots: $(VENV)/.test-ready
	$(VENV)/bin/python -m docs.screenshots.take

clean:
	rm -rf .venv .venv-newer .bench .mypy_cache .pytest_cache .ruff_cache .hypothesis

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

$(VENV)/.test-ready: pyproject.toml | $(VENV)/bin/python
	$(VENV)/bin/pip install $(PIP_FLAGS) -e '.[test]'
	$(VENV)/bin/pip install $(PIP_FLAGS) --no-deps mfrc522==0.0.7  # what it needs is stood in for
	@touch $@ $(VENV)/.ready
