# SPDX-License-Identifier: Apache-2.0
"""The graphs that bench/draw draws: their form, whatever the model."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

from drawing import draw  # noqa: E402
from drawing.models import MODELS  # noqa: E402

SMALL = 0.02


def drawn(name: str, seed: int) -> np.ndarray:
    return draw.drawn(name, MODELS[name], SMALL, seed)


@pytest.mark.parametrize("name", MODELS)
def test_a_graph_has_each_edge_once_and_about_the_vertices_asked_for(name: str) -> None:
    edges = drawn(name, seed=1)
    vertices = MODELS[name].vertices * SMALL
    assert edges.min() >= 0
    assert 0.4 * vertices <= edges.max() + 1 <= 1.6 * vertices
    assert (edges[:, 0] != edges[:, 1]).all()
    assert len(np.unique(edges, axis=0)) == len(edges)
    if not MODELS[name].directed:
        assert (edges[:, 0] < edges[:, 1]).all()


def test_a_seed_draws_the_same_again_and_another_seed_another() -> None:
    first = drawn("blocks", seed=1)
    assert np.array_equal(first, drawn("blocks", seed=1))
    assert not np.array_equal(first, drawn("blocks", seed=2))


def test_the_list_is_what_the_comparison_takes(tmp_path: Path) -> None:
    command = [sys.executable, ROOT / "bench/draw", "--out", tmp_path, "--models", "path,layers", "--times", "0.05"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == f"{tmp_path / 'path.el'}:undirected,{tmp_path / 'layers.el'}\n"
    assert "24,999 edges" in run.stderr
    assert (tmp_path / "path.el").read_text().startswith("0 1\n1 2\n")
    assert list(tmp_path.glob("*.part")) == []


def test_an_unknown_model_is_told_with_those_there_are(tmp_path: Path) -> None:
    command = [sys.executable, ROOT / "bench/draw", "--out", tmp_path, "--models", "moon"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "moon" in run.stderr and "delaunay" in run.stderr


def test_help_needs_no_library(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(name='numpy')")
    command = [sys.executable, ROOT / "bench/draw"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    run = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True, env=environment)
    assert "delaunay" in run.stdout and "--models" in run.stdout
    run = subprocess.run([*command, "--out", tmp_path], capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 1
    assert run.stderr == "bench/draw needs numpy: python3 -m pip install numpy scipy\n"
