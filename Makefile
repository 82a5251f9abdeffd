# make run    set up everything and open the app
# make setup  set up what the app and the command line need, and start nothing
# make test   set up everything and run all checks and tests
# make bench  run the benchmarks that benchmarks/README.md quotes
# make serve  serve many visitors: several processes behind nginx, see deploy/README.md
# make fuzz   try 100,000 inputs on everything that reads what is typed, linked or uploaded
# make check  run only the linter, the formatter check and the type checker

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
WHICH_PYTHON := import sys; print(sys.base_prefix, sys.version_info[:2])
APT := DEBIAN_FRONTEND=noninteractive apt-get

# Imported modules are compiled on first use and cached, so installation need not compile them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run serve test bench fuzz check format setup setup-dev chromium nginx clean

run: setup
	$(BIN)/streamlit run app.py

serve: setup nginx
	$(BIN)/python -m deploy.serve $(OPTIONS)

# Two jobs in parallel; the browser tests take longer and have priority.
test: setup-dev chromium nginx
	@{ $(MAKE) --no-print-directory check && nice $(BIN)/pytest --quiet --ignore=tests/browser; } & others=$$!; \
	$(BIN)/pytest --quiet tests/browser; browser=$$?; \
	wait $$others && [ $$browser = 0 ]

bench: setup-dev chromium nginx
	$(BIN)/python -m benchmarks

fuzz: setup-dev
	$(BIN)/python -m fuzz $(OPTIONS)

check: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

setup: .venv/runtime

setup-dev: .venv/development

# A Python that is named makes an environment of another one anew, although no requirement has changed.
ifneq ($(origin PYTHON),file)
ifneq ($(shell $(BIN)/python -c '$(WHICH_PYTHON)' 2>&1),$(shell $(PYTHON) -c '$(WHICH_PYTHON)'))
.PHONY: .venv/runtime
endif
endif

# Stamp files: a changed requirements file is newer than its stamp and is installed again.
.venv/runtime: requirements.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	@[ "$$($(BIN)/python -c '$(WHICH_PYTHON)' 2>&1)" = "$$($(PYTHON) -c '$(WHICH_PYTHON)')" ] \
	|| $(PYTHON) -m venv --clear .venv
	$(PIP) --requirement requirements.txt
	touch $@

.venv/development: requirements-dev.txt requirements-models.txt .venv/runtime
	$(PIP) --requirement requirements-dev.txt
	touch $@

# The browser tests use Debian's Chromium; the headless shell is installed if the user is root.
chromium:
	@command -v chromium-headless-shell >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && $(APT) update --quiet && $(APT) install --quiet --yes chromium-headless-shell; } \
	|| command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	  echo "The browser tests need Chromium: sudo apt-get install chromium-headless-shell" >&2; exit 1; }

# Also where only root has its folder on the path.
nginx:
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && $(APT) update --quiet && $(APT) install --quiet --yes nginx; } || { \
	  echo "Several processes need nginx: sudo apt-get install nginx" >&2; exit 1; }

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
