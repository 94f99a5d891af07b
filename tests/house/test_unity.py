# SPDX-License-Identifier: Apache-2.0
"""No two files that may be compiled as one share a name, and the check that says so can fail."""

from pathlib import Path

import pytest
from unity import clashes

ROOT = Path(__file__).parents[2]


def test_files_compiled_as_one_share_no_name():
    assert clashes(ROOT) == []


def library(root: Path, **bodies: str) -> Path:
    """A library of files `folder__file="what stands in its unnamed namespace"`."""
    for name, body in bodies.items():
        path = root / "src/atoll" / (name.replace("__", "/") + ".cpp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"namespace Atoll {{\nnamespace {{\n\n{body}\n\n}}  // namespace\n}}  // namespace Atoll\n")
    return root


@pytest.mark.parametrize(
    "body",
    [
        "constexpr std::uint64_t grain = 64;  // rows",
        "constexpr std::array<int, 2> few = {1, 2};",
        "const Watch watch;",
        "struct Side {\n  int a;\n};",
        "class alignas(64) Side {\n};",
        "int half(int whole) {\n  return whole / 2;\n}",
        "template <class T>\nT half(std::span<const T> all, bool up) {\n  return {};\n}",
    ],
)
def test_a_clash_is_found(tmp_path, body):
    found = clashes(library(tmp_path, base__one=body, graph__other=body))
    assert len(found) == 1
    assert found[0].endswith(": src/atoll/base/one.cpp, src/atoll/graph/other.cpp")


def test_overloads_aliases_tests_and_files_alone_are_fine(tmp_path):
    grain = "constexpr int grain = 64;"
    library(tmp_path, base__one="int half(int whole) {\n}", base__other="int half(double of) {\n}")
    library(tmp_path, base__grain=grain, base__grain_test=grain, algorithms__bfs=grain)
    library(tmp_path, base__json="using Json = Tree;", graph__json="using Json = Tree;")
    assert clashes(tmp_path) == []
