# make run    sets up everything and opens the app
# make test   sets up everything and runs all checks and tests
# make bench  measures what the README says about speed
# make check  the linter and the type checker alone

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
APT := DEBIAN_FRONTEND=noninteractive apt-get

# What is imported is compiled once, then, and kept: not all that is installed, and not by every process again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test bench check format setup setup-dev chromium clean

run: setup
	$(BIN)/streamlit run app.py

# Two lines side by side; the browser's takes longer and goes first.
test: setup-dev chromium
	@{ $(MAKE) --no-print-directory check && nice $(BIN)/pytest --quiet --ignore=tests/browser; } & others=$$!; \
	$(BIN)/pytest --quiet tests/browser; browser=$$?; \
	wait $$others && [ $$browser = 0 ]

bench: setup-dev chromium
	$(BIN)/python -m benchmarks

check: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

setup: .venv/runtime

setup-dev: .venv/development

# A stamp is newer than the list it was installed from, so a changed list is installed again.
.venv/runtime: requirements.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(PIP) --requirement requirements.txt
	touch $@

.venv/development: requirements-dev.txt .venv/runtime
	$(PIP) --requirement requirements-dev.txt
	touch $@

# The browser tests drive Debian's Chromium; its lighter form is installed where we may.
chromium:
	@command -v chromium-headless-shell >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && $(APT) update --quiet && $(APT) install --quiet --yes chromium-headless-shell; } \
	|| command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	  echo "The browser tests need Chromium: sudo apt-get install chromium-headless-shell" >&2; exit 1; }

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
