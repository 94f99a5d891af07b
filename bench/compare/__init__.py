# SPDX-License-Identifier: Apache-2.0
"""The comparison behind `bench/gap`: sides that run kernels, the graphs they share, cells of pairs, a report."""
