# SPDX-License-Identifier: Apache-2.0
# The front door: each target is one command, with what it needs installed first (tools/bootstrap).
PREFIX ?= /usr/local
.DEFAULT_GOAL := help
.PHONY: help build demo test test-all test-numa experiments install format lint clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do \
	  printf '  make %-12s %s\n' "$$name" "$$text"; done

build: ## the library and build/release/atoll
	@tools/bootstrap build
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target atoll atoll_cli

demo: build ## the main job on real input of this machine
	@tools/demo build/release/atoll

test: ## everything that must hold before a change is accepted
	@command -v python3 >/dev/null || tools/bootstrap build
	@tools/test

test-all: ## the same, with the full product of configurations
	@command -v python3 >/dev/null || tools/bootstrap build
	@tools/test --all

test-numa: ## placement, in a virtual machine of four NUMA nodes
	@tools/bootstrap test
	@tools/test numa

experiments: build ## the experiments of the NUMA thesis on this machine, into docs/experiments: perhaps an hour
	@bench/numa

install: build ## headers, library, program and CMake package into PREFIX (default /usr/local)
	@cmake --install build/release --prefix "$(abspath $(PREFIX))"

format: ## put every source into the one layout
	@tools/bootstrap test
	@tools/lint --fix

lint: ## layout, ruff, and clang-tidy over every source
	@tools/bootstrap test
	@tools/lint

clean: ## remove build/
	@rm -rf build
