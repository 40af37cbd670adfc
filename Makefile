# Everything a contributor runs. `make` alone lists it. Real work lives in Scripts/, so each step also runs by itself.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup run test check soak bench format lint docs clean

help: ## List the targets
	@echo "usage: make TARGET"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing: Debian packages and the Python environment of the client tests
	@Scripts/setup

run: setup ## Start the demonstration; TRACK='a.gpx b.gpx' FENCES=points.geojson SPEED=10
	swift build -c release --product muster
	.build/release/muster demo $(foreach track,$(TRACK),--track $(track)) $(if $(FENCES),--fences $(FENCES)) $(if $(SPEED),--speed $(SPEED))

test: setup ## Lint, build, unit tests, and real clients against the built server; under five minutes
	@Scripts/test

check: setup ## What takes longer: SIGKILL under load, ThreadSanitizer, exact oracle, planted bugs, GeographicLib, fuzzing
	@Scripts/check

soak: setup ## Steady load for SOAK_MINUTES (30), which nothing may drift under; then geometry fuzzers, SOAK_FUZZ_SECONDS (600)
	@Scripts/soak

bench: setup ## The figures the README quotes
	@Scripts/bench

format: ## Format the Swift sources in place
	swift format -i -r --parallel Package.swift Sources Tests Benchmarks

lint: ## Refuse sources that are not formatted, or that break a rule
	swift format lint -r --strict --parallel Package.swift Sources Tests Benchmarks

docs: setup ## Reference of the public modules, in docs/api
	@Scripts/docs

clean: ## Remove what was built; .venv stays
	rm -rf .build .build-* docs/api
	find Tests -name __pycache__ -o -name .pytest_cache | xargs rm -rf
