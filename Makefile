# Two commands do all the set-up: `make play` and `make test`. Everything lands in .venv; nothing else is touched.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
# Tests start hundreds of processes: bytecode is compiled once and kept.
unexport PYTHONDONTWRITEBYTECODE
# One worker more than cores, for some tests wait for browsers, brokers and buttons.
CORES := $(shell getconf _NPROCESSORS_ONLN)
AT_ONCE := -n $(shell echo $$(($(CORES) + 1))) --dist worksteal
# The distributions, all installed from here; each game of games/ is one, as others' are.
GAMES := $(wildcard games/*/pyproject.toml)
PROJECTS := pyproject.toml club/pyproject.toml lab/pyproject.toml $(GAMES)
OTHERS := -e ./club -e ./lab $(patsubst %/pyproject.toml,-e ./%,$(GAMES))
# uv installs in seconds what takes pip a minute. Where uv is not installed it comes from PyPI; where it cannot be had,
# or a package has no wheel, pip does the work.
define install
	@uv=$$(command -v uv || { $(@D)/bin/pip install -q --disable-pip-version-check uv >/dev/null 2>&1; echo $(@D)/bin/uv; }); \
		$$uv pip install -q --python $(@D)/bin/python --only-binary :all: $(1) 2>$(@D)/uv.log \
		|| { cat $(@D)/uv.log; $(@D)/bin/pip install -q --disable-pip-version-check --no-compile --prefer-binary $(1); }
endef

# Makes targets, whatever became of the one before; the last lines say how each ended and how long it took.
define each
	@failed=0; parts=; for part in $(1); do began=$$(date +%s); \
		$(MAKE) --no-print-directory $$part; status=$$?; [ $$status = 0 ] || failed=1; \
		parts="$$parts$$part: $$status, $$(($$(date +%s) - began)) s\n"; \
	done; printf "\n$$parts(0 is well)\n"; exit $$failed
endef

.PHONY: play test test-all set-up collected browser check check-style check-types check-imports check-pages timed long \
	others other lowest types modules bench docs image update kernel packages mutate covered measured records clean \
	screenshots pictures languages prove proof-played proof-machines proof-timed proof-kernel proof-image \
	proof-appliance

play: $(VENV)/.ready
	$(VENV)/bin/cardtable play --auto --port $(PORT)

# What a change can break, in five minutes. While apt installs, types and style are checked and the tests are collected:
# that compiles them once, and not once in each worker.
test:
	@$(MAKE) --no-print-directory --keep-going -j4 --output-sync set-up collected check; checks=$$?; \
		$(VENV)/bin/pytest $(AT_ONCE); tests=$$?; \
		echo "set-up and checks: $$checks, tests: $$tests (0 is well)"; exit $$((checks + tests))

# All tests but those of `make prove`: also whole games, every page at every size, processes, and other Pythons. Each part
# runs, whatever became of the one before, and the last lines say which failed.
ALL_PARTS := timed check docs packages measured long others lowest
test-all:
	@$(MAKE) --no-print-directory -j4 --output-sync set-up
	@sh tests/install.sh $(VENV)/bin/pip
	$(call each,$(ALL_PARTS))

set-up: $(VENV)/.test-ready node_modules/.ready browser

collected: $(VENV)/.test-ready
	@$(VENV)/bin/pytest -q --collect-only >/dev/null

browser:
	@sh tests/install.sh

# Tests that measure time run alone.
timed: $(VENV)/.test-ready
	$(VENV)/bin/pytest -m timed

long: $(VENV)/.test-ready $(VENV)/.training-ready
	$(VENV)/bin/pytest $(AT_ONCE) -m "long and not timed and not proof" --hypothesis-profile test-all --timeout 600

check: check-style check-types check-imports check-pages

check-style: $(VENV)/.test-ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

check-types: $(VENV)/.test-ready
	$(VENV)/bin/mypy
	$(VENV)/bin/mypy --config-file tests/beside.ini --cache-dir .mypy_cache/beside

check-imports: $(VENV)/.test-ready
	$(VENV)/bin/lint-imports

check-pages: node_modules/.ready
	$(VENV)/bin/node node_modules/.bin/biome check --error-on-warnings
	$(VENV)/bin/node node_modules/.bin/tsc
	$(VENV)/bin/node node_modules/.bin/tsc --project tests/front

# The types that pages share with the API, made anew of what the table says of itself.
types: $(VENV)/.test-ready node_modules/.ready
	$(VENV)/bin/python -m tests.front.api_types

# What each module of the pages imports, for the pages to name: read anew by Node.
modules: $(VENV)/.test-ready node_modules/.ready
	$(VENV)/bin/python -m tests.front.imports

# What may differ from one Python to the next: replays, which have to give the same bytes, and what stands on Python's own
# library (signals, pipes, SQLite, TOML, JSON, Unicode, HTTP, threads, queues, the lines to a Pico).
IN_OTHERS := tests/test_scripts.py tests/test_commands.py tests/table tests/web/test_stream.py club/tests/hub \
	tests/firmware_bridge/test_wire.py
others: $(VENV)/bin/python
	@own=$$($(VENV)/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); failed=0; \
	for version in 3.11 3.12 3.13 3.14; do \
		[ $$version != $$own ] || continue; found=; \
		for python in python$$version $(HOME)/.pyenv/versions/$$version*/bin/python$$version; do \
			"$$python" -c '' 2>/dev/null && found=$$python && break; done; \
		[ -n "$$found" ] || { echo "Python $$version is not on this machine"; continue; }; \
		$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON=$$found other || failed=1; \
	done; exit $$failed

other: $(VENV)/.suite-ready
	$(VENV)/bin/pytest -q $(AT_ONCE) --timeout 300 $(IN_OTHERS)

# With the lowest versions of libraries that pyproject.toml allows; `make test` has the highest.
lowest: export UV_RESOLUTION := lowest-direct
lowest:
	@$(MAKE) --no-print-directory VENV=.venv-lowest .venv-lowest/.test-ready
	.venv-lowest/bin/pytest -q $(AT_ONCE)

bench: $(VENV)/.bench-ready browser
	$(VENV)/bin/python -m cardtable_lab.bench

# A real Linux kernel, built once and kept outside of this folder, runs the table's hardware layer: Debian, as root.
kernel: $(VENV)/.test-ready
	@$(VENV)/bin/python -m cardtable_lab.kernel

# An image of Debian for a Pi with the table in it, for flashing to a card: Debian as root, 6 GB free in build/image.
image: $(VENV)/.test-ready
	@$(VENV)/bin/python -m cardtable_lab.image

# A signed update for tables, in build: KEY=FILE is the secret key, ARCHITECTURE=amd64 one for PCs.
update: $(VENV)/.ready
	@$(VENV)/bin/python -m cardtable_lab.update

# Long simulations, which write docs/proof.md, in two to three hours; SCALE=10 plays, kills and races ten times as much.
# Two lanes may also run side by side (make -j2 proof-played proof-machines), then proof-timed with nothing beside it. The
# last two need root on Debian.
prove: $(VENV)/.test-ready
	$(call each,proof-played proof-machines proof-timed)

# All that plays and simulates, and the tests of a number.
proof-played: $(VENV)/.test-ready $(VENV)/.training-ready
	@sh tests/install.sh $(VENV)/bin/pip
	$(VENV)/bin/python -m cardtable_lab.bench.prove

# Machines: a real kernel, an image for a card, the table as an appliance.
proof-machines: $(VENV)/.test-ready
	$(call each,proof-kernel proof-image proof-appliance)

# What measures time.
proof-timed: $(VENV)/.test-ready
	$(VENV)/bin/python -m cardtable_lab.bench.prove clubs guests slow duels

proof-kernel:
	$(VENV)/bin/python -m cardtable_lab.bench.prove kernel

proof-image: image
	$(VENV)/bin/python -m cardtable_lab.image.tried

proof-appliance:
	$(VENV)/bin/python -m cardtable_lab.bench.appliance

# Does a test notice if a line is wrong? MUTANTS=200 asks it of 200, MUTANT_SEED=2 of others.
mutate: $(VENV)/.test-ready
	$(VENV)/bin/python -m cardtable_lab.bench.prove mutants

# How much of each package the tests of `make test` execute, by line and by branch, for docs/proof.md.
covered: measured
	$(VENV)/bin/python -m cardtable_lab.bench.prove covered

measured: $(VENV)/.test-ready
	COVERAGE_BRANCH=true COVERAGE_FILE=$(CURDIR)/build/branches.coverage COVERAGE_PROCESS_START=$(CURDIR)/pyproject.toml \
		$(VENV)/bin/pytest $(AT_ONCE) --cov --cov-report= --hypothesis-profile test-all --timeout 600

# The pictures in docs/screenshots, taken anew; they need the browser of the tests.
screenshots: $(VENV)/.test-ready
	$(VENV)/bin/python -m docs.screenshots.take

# What a change did to the records of all scripts, in words; and the records anew.
records: $(VENV)/.test-ready
	$(VENV)/bin/python -m tests.records

# All sentences, collected for translators; and what the program reads, made from what they wrote.
languages: $(VENV)/.test-ready
	$(VENV)/bin/python -m docs.translating.collect

# The drawings in docs/pictures and the tree in docs/architecture.md, from the code.
pictures: $(VENV)/.test-ready
	$(VENV)/bin/python -m docs.pictures.draw

# Of the tests of `make test` those of the table without its pages, for the source distribution.
OF_THE_TABLE := $(addprefix tests/,ai boot firmware_bridge games hardware judging network reporting table updating)
# What an index would be given: source distributions and wheels, in dist/. The table's own is unpacked and tests itself.
packages: $(VENV)/.packages-ready $(VENV)/.test-ready
	rm -rf dist
	for project in $(dir $(PROJECTS)); do $(VENV)/bin/python -m build --outdir dist $$project >/dev/null || exit 1; done
	$(VENV)/bin/twine check --strict dist/*
	$(VENV)/bin/check-wheel-contents dist/*.whl
	rm -rf build/unpacked && mkdir -p build/unpacked
	tar -xzf dist/cardtable-[0-9]*.tar.gz -C build/unpacked --strip-components 1
	cd build/unpacked && PYTHONPATH=$(CURDIR)/build/unpacked:$(CURDIR)/build/unpacked/club:$(CURDIR)/build/unpacked/lab \
		$(CURDIR)/$(VENV)/bin/pytest -q $(AT_ONCE) $(OF_THE_TABLE)

# The docs as a site, with search, in build/site; a link that leads nowhere stops it.
docs: $(VENV)/.docs-ready
	$(VENV)/bin/sphinx-build -W -E --keep-going -q -c packaging/site docs build/site
	@echo "build/site/index.html"

clean:
	rm -rf .venv .venv-* node_modules .bench build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; say which with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: $(PROJECTS) | $(VENV)/bin/python
	$(call install,-e . $(OTHERS))
	@touch $@

$(VENV)/.bench-ready: $(PROJECTS) | $(VENV)/bin/python
	$(call install,-e . $(OTHERS) -e './lab[bench]')
	@touch $@ $(VENV)/.ready

$(VENV)/.training-ready: $(PROJECTS) | $(VENV)/.test-ready
	$(call install,-e './lab[training]')
	@touch $@

$(VENV)/.docs-ready: pyproject.toml | $(VENV)/bin/python
	$(call install,-e '.[docs]')
	@touch $@

$(VENV)/.packages-ready: | $(VENV)/bin/python
	$(call install,build check-wheel-contents twine)
	@touch $@

# For another Python: no browser, no checks.
$(VENV)/.suite-ready: $(PROJECTS) | $(VENV)/bin/python
	$(call install,-e '.[suite]' $(OTHERS))
	@touch $@ $(VENV)/.ready

# RPi.GPIO, which the mfrc522 package needs, has no wheel for a PC; tests bring a stand-in.
$(VENV)/.test-ready: $(PROJECTS) | $(VENV)/bin/python
	$(call install,-e '.[test]' $(OTHERS))
	$(call install,--no-deps mfrc522==0.0.7)
	@touch $@ $(VENV)/.ready

# Node comes with the test tools, and brings npm: what checks the pages is pinned in package.json.
node_modules/.ready: package.json .npmrc | $(VENV)/.test-ready
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm install --silent --ignore-scripts
	@touch $@
