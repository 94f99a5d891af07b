# SPDX-License-Identifier: Apache-2.0
"""The library keeps to its layers, and the check that says so can fail."""

from pathlib import Path

import pytest
from layers import violations

ROOT = Path(__file__).parents[2]


def tree(root: Path, **files: str) -> Path:
    """A library of the layers base, algebra, engine with `folder__file="header to include"`."""
    library = root / "src/atoll"
    library.mkdir(parents=True)
    (library / "LAYERS").write_text("# lowest first\nbase\nalgebra # pure\nengine\n")
    for name, header in files.items():
        path = library / (name.replace("__", "/") + ".hpp")
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#pragma once\n#include {header}\n")
    return root


def test_the_library_keeps_to_its_layers():
    assert violations(ROOT) == []


def test_downward_and_sideways_includes_are_fine(tmp_path):
    assert (
        violations(
            tree(tmp_path, engine__run='"atoll/base/check.hpp"', base__timer="<chrono>", all='"atoll/engine/run.hpp"')
        )
        == []
    )


def test_only_tests_use_what_tests_share(tmp_path):
    shared = '"tests/support/samples.hpp"'
    found = violations(tree(tmp_path, base__testing=shared, engine__run_test=shared, engine__run=shared))
    assert [line.split(":")[0] for line in found] == ["src/atoll/engine/run.hpp"]


@pytest.mark.parametrize(
    ("file", "header", "why"),
    [
        ("base__check", '"atoll/engine/run.hpp"', "engine lies above base"),
        ("algebra__monoid", "<atoll/engine/run.hpp>", "engine lies above algebra"),
        ("engine__run", '"atoll/motor/run.hpp"', "motor is no layer"),
        ("engine__run", '"apps/cli/options.hpp"', "the library knows no app"),
        ("engine__run", '"scan.hpp"', "included as"),
        ("engine__run", '"../base/check.hpp"', "included as"),
        ("algebra__monoid", "<mpi.h>", "knows no machine"),
        ("algebra__monoid", "<hwloc/helper.h>", "knows no machine"),
        ("algebra__monoid", "<linux/io_uring.h>", "knows no machine"),
    ],
)
def test_a_violation_is_found(tmp_path, file, header, why):
    found = violations(tree(tmp_path, **{file: header}))
    assert len(found) == 1
    assert f"src/atoll/{file.replace('__', '/')}.hpp:2: " in found[0]
    assert why in found[0]


def test_a_folder_outside_the_list_is_found(tmp_path):
    assert violations(tree(tmp_path, motor__run="<vector>")) == ["src/atoll/motor: a folder that LAYERS does not list"]


@pytest.mark.parametrize("header", ["atoll/exchange/binned.hpp", "atoll/algorithms/kernels/one_part.hpp"])
def test_apps_know_no_kernel_and_no_exchange(tmp_path, header):
    app = tree(tmp_path) / "apps/cli/work.cpp"
    app.parent.mkdir(parents=True)
    app.write_text('#include "atoll/algorithms/catalog.hpp"\n#include "atoll/engine/statistics.hpp"\n')
    assert violations(tmp_path) == []
    app.write_text(f'#include "{header}"\n')
    assert violations(tmp_path) == [f"apps/cli/work.cpp:1: includes {header}: apps ask the catalog"]
