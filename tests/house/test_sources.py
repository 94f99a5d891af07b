# SPDX-License-Identifier: Apache-2.0
"""Every source says its licence, in the first lines, and is laid out as the tools lay it out."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LICENCE = "SPDX-License-Identifier: Apache-2.0"
SUFFIXES = {".cpp", ".hpp", ".h", ".c", ".py", ".sh", ".cmake", ".toml", ".in", ".js", ".css", ".html"}
NAMES = {"CMakeLists.txt", "Makefile", ".clang-format", ".clang-tidy"}


def ours(root: Path) -> list[Path]:
    """Every file of the project that is program text, by suffix, by name, or by its #! line."""
    hidden = (".git", "build", "__pycache__")
    files = [path for path in root.rglob("*") if path.is_file() and path.relative_to(root).parts[0] not in hidden]
    return [path for path in files if "__pycache__" not in path.parts and is_program(path)]


def is_program(path: Path) -> bool:
    if path.suffix in SUFFIXES or path.name in NAMES:
        return True
    with path.open("rb") as file:
        return path.suffix == "" and file.read(2) == b"#!"


def without_licence(root: Path) -> list[str]:
    """The files that do not say their licence: on line 1 in C++, after a #! line elsewhere."""
    silent = []
    for path in sorted(ours(root)):
        lines = path.read_text().splitlines()[: 1 if path.suffix in {".cpp", ".hpp"} else 2]
        if not any(LICENCE in line for line in lines):
            silent.append(str(path.relative_to(root)))
    return silent


def test_every_source_says_its_licence():
    assert without_licence(ROOT) == []


def test_a_source_without_licence_is_found(tmp_path):
    (tmp_path / "good.cpp").write_text(f"// {LICENCE}\n")
    (tmp_path / "late.cpp").write_text(f"#pragma once\n// {LICENCE}\n")
    (tmp_path / "script").write_text(f"#!/bin/sh\n# {LICENCE}\n")
    (tmp_path / "bare").write_text("#!/bin/sh\n")
    (tmp_path / "data.txt").write_text("1 2\n")
    assert without_licence(tmp_path) == ["bare", "late.cpp"]


def test_every_source_is_laid_out():
    if not shutil.which("clang-format-19"):
        pytest.skip("clang-format-19 is not installed")
    lint = subprocess.run([ROOT / "tools/lint", "--format"], capture_output=True, text=True)
    assert lint.returncode == 0, f"`make format` mends this:\n{(lint.stdout + lint.stderr)[-4000:]}"
