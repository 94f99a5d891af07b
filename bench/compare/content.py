# SPDX-License-Identifier: Apache-2.0
"""Names of what a file holds, so that one which was made anew is noticed."""

import hashlib
from functools import cache
from pathlib import Path


@cache
def hash_of(path: Path) -> str:
    """Of a program, which does not change while we run."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def state_of(path: Path) -> str:
    """Of a graph, which is too large to be read for that."""
    state = path.stat()
    return f"{path.parent.name}/{path.name} {state.st_size} {state.st_mtime_ns}"
