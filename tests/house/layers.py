# SPDX-License-Identifier: Apache-2.0
"""The layer rule: a file of src/atoll includes only its own layer and those above it in src/atoll/LAYERS.

Also kept out: apps and other paths from the library, the machine's headers from the layers that only compute, and what
carries a run, kernels and exchanges, from the apps: the catalog is their door.
"""

import re
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
PURE_LAYERS = {"algebra", "algorithms"}
BEHIND_THE_CATALOG = re.compile(r"^atoll/(exchange|algorithms/kernels)/")
MACHINE_HEADER = re.compile(r"^(mpi|hwloc|liburing|numa|numaif)\.h$|^(hwloc|liburing)/|^linux/io_uring\.h$")


def read_layers(root: Path) -> list[str]:
    """The layers' names, lowest first."""
    lines = (root / "src/atoll/LAYERS").read_text().splitlines()
    return [name for name in (line.split("#")[0].strip() for line in lines) if name]


def violations(root: Path) -> list[str]:
    """One line per include that breaks the rule: file:line, what, why."""
    layers = read_layers(root)
    library = root / "src/atoll"
    found = [
        f"src/atoll/{folder.name}: a folder that LAYERS does not list"
        for folder in sorted(library.iterdir())
        if folder.is_dir() and folder.name not in layers
    ]
    for path in sorted([*library.rglob("*.hpp"), *library.rglob("*.cpp")]):
        inside = path.relative_to(library)
        layer = inside.parts[0] if len(inside.parts) > 1 else None
        text = path.read_text()
        for include in INCLUDE.finditer(text):
            if include[2].startswith("tests/support/") and for_tests(path):
                continue
            complaint = judge(layer, include[1] == '"', include[2], layers)
            if complaint:
                line = text.count("\n", 0, include.start(2)) + 1
                found.append(f"src/atoll/{inside}:{line}: includes {include[2]}: {complaint}")
    return found + violations_of_apps(root)


def violations_of_apps(root: Path) -> list[str]:
    """The same of the apps."""
    found = []
    for path in sorted([*(root / "apps").rglob("*.hpp"), *(root / "apps").rglob("*.cpp")]):
        text = path.read_text()
        for include in INCLUDE.finditer(text):
            if BEHIND_THE_CATALOG.match(include[2]):
                line = text.count("\n", 0, include.start(2)) + 1
                found.append(f"{path.relative_to(root)}:{line}: includes {include[2]}: apps ask the catalog")
    return found


def for_tests(path: Path) -> bool:
    """Whether a file of the library is compiled into tests only, and so may use tests/support."""
    return path.stem.endswith(("_test", "testing"))


def judge(layer: str | None, quoted: bool, header: str, layers: list[str]) -> str | None:
    """Why a file of `layer` (None: above all layers) may not include `header`; None if it may."""
    parts = header.split("/")
    if parts[0] == "atoll" and len(parts) > 2:
        if parts[1] not in layers:
            return f"{parts[1]} is no layer"
        if layer in layers and layers.index(parts[1]) > layers.index(layer):
            return f"{parts[1]} lies above {layer}"
        return None
    if parts[0] == "apps":
        return "the library knows no app"
    if quoted:
        return 'our own headers are included as "atoll/<layer>/<file>.hpp"'
    if layer in PURE_LAYERS and MACHINE_HEADER.search(header):
        return f"{layer} knows no machine"
    return None
