# SPDX-License-Identifier: Apache-2.0
"""Binary size is watched: what one more instantiation costs adds up unseen (docs/decisions/0013)."""

import platform

import pytest

# Megabytes as gcc 12 builds them for x86-64, with their symbols, when this was written.
SIZES = {"atoll": 10.4, "libatoll.a": 15.2}


@pytest.mark.parametrize("name", SIZES)
def test_what_is_shipped_has_not_grown_by_a_third(release_build, name):
    cache = (release_build / "CMakeCache.txt").read_text()
    if platform.machine() != "x86_64" or "CMAKE_BUILD_TYPE:STRING=Release" not in cache or "clang" in cache:
        pytest.skip("the bounds are those of gcc's release build for x86-64")
    megabytes = (release_build / name).stat().st_size / 1e6
    assert megabytes < 4 / 3 * SIZES[name], f"{name} has {megabytes:.1f} MB: find out why, before you raise the bound"
