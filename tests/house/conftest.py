# SPDX-License-Identifier: Apache-2.0
"""What the house tests share: the finished release build."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def release_build() -> Path:
    """The folder of a finished build: ATOLL_BUILD, or build/release."""
    build = Path(os.environ.get("ATOLL_BUILD", ROOT / "build/release")).resolve()
    if not (build / "libatoll.a").exists():
        pytest.fail(f"there is no finished build in {build}: run `make build`")
    return build
