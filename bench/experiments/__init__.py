# SPDX-License-Identifier: Apache-2.0
"""The experiments of the thesis, made again: see bench/README.md and docs/experiments/numa.md."""
