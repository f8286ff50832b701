# `make` alone lists the targets.
.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run admin tools test lint format stress bench bench-engine bench-voting messages dictionary migrations requirements

PORT ?= 8000
HOST ?= 127.0.0.1
NAME ?= admin
WORKERS ?= 2
BALLOTS ?= 1000000
FILES ?= pelican/site/demo/drawings
MANAGE = .venv/bin/python manage.py

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Make .venv with the pinned requirements
	@bin/setup runtime

run: setup ## Start the site: [PORT=8000] [HOST=127.0.0.1]
	@exec $(MANAGE) serve --host $(HOST) --port $(PORT)

admin: setup ## Create a staff log-in and print its password: [NAME=admin] [RESET=1]
	@$(MANAGE) create_admin --name $(NAME) $(if $(RESET),--reset)

setup-dev: ## The same with what developing needs
	@bin/setup dev

tools: ## Install what tests need from the operating system
	@bin/tools

test: setup-dev tools ## Lint, then run all tests: [WORKERS=2]
	@WORKERS=$(WORKERS) bin/test

lint: setup-dev ## Run linters and type checks only
	@bin/lint

format: setup-dev ## Format Python and templates
	@.venv/bin/ruff format --quiet .
	@.venv/bin/ruff check --quiet --fix .
	@.venv/bin/djlint --quiet --reformat templates

stress: setup-dev tools ## Run the long tests that `make test` leaves out
	@HYPOTHESIS_PROFILE=stress .venv/bin/pytest -n $(WORKERS) --durations=20 -m stress

bench: bench-engine bench-voting ## Run all benchmarks

bench-engine: setup-dev ## Time evaluations against bare renders: [FILES=a folder of SVG files]
	@.venv/bin/python -m tests.bench.bench_engine $(FILES)

bench-voting: setup-dev ## Measure voting against what it is built on: [BALLOTS=1000000]
	@.venv/bin/python -m tests.bench.bench_voting --ballots $(BALLOTS)

messages: setup-dev ## Collect the texts to translate into locale/
	@$(MANAGE) collect_messages

dictionary: setup ## Write docs/data-dictionary.md from the declared columns
	@$(MANAGE) data_dictionary >docs/data-dictionary.md

migrations: setup-dev ## Write migrations for changed models
	@$(MANAGE) makemigrations

requirements: setup-dev ## Compile the pins of requirements/ from pyproject.toml
	@bin/requirements
