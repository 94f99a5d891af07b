# SPDX-License-Identifier: Apache-2.0
"""The models behind `bench/draw`: graphs that kernels were not made for, drawn anew by anybody."""
