# SPDX-License-Identifier: Apache-2.0
"""Further peers, each a Python package: compare/peer_worker.py runs them in a process of their own."""

import importlib.util
import json
import sys
from importlib import metadata
from pathlib import Path

from compare.process import Finished
from compare.sides import TOLERANCE, NotThere, Run, Side, Task

WORKER = Path(__file__).with_name("peer_worker.py")
PACKAGES = {  # the module that is imported, and the distribution that holds it
    "networkx": ("networkx", "networkx"),
    "igraph": ("igraph", "igraph"),
    "scipy": ("scipy", "scipy"),
    "networkit": ("networkit", "networkit"),
    "graphblas": ("graphblas", "python-graphblas"),
}
KNOWN = {
    "networkx": {"bfs", "pagerank", "cc", "sssp", "tc"},
    "igraph": {"bfs", "pagerank", "cc", "sssp", "tc"},
    "scipy": {"bfs", "pagerank", "cc", "sssp", "tc"},
    "networkit": {"bfs", "pagerank", "cc", "sssp", "tc"},
    "graphblas": {"bfs", "pagerank", "sssp", "tc"},
}


class PeerSide(Side):
    """The package `name`."""

    repeats = False

    def __init__(self, name: str, environment: dict[str, str], limit_s: float):
        super().__init__(environment, limit_s)
        self.name = name

    def command(self, task: Task) -> list[str]:
        if task.kernel not in KNOWN[self.name] or task.track == "-":
            raise NotThere(f"{self.name}: {task.kernel} is not compared")
        words = [sys.executable, str(WORKER), self.name, task.kernel, str(task.path), "--trials", str(task.trials)]
        words += ["--threads", str(task.threads), "--tolerance", TOLERANCE]
        return words + (["--source", str(task.source)] if task.source is not None else [])

    def parse(self, task: Task, done: Finished) -> Run:
        said = json.loads(done.out)
        return Run(said["seconds"], details={"result": said["result"]})

    def identity(self, kernel: str) -> dict:
        return {"program": sys.executable, "version": metadata.version(PACKAGES[self.name][1])}

    def missing(self) -> str | None:
        """Why it cannot run here; None if it can. All of them need NumPy, which reads the graph."""
        module, package = PACKAGES[self.name]
        for needed, installed_as in (("numpy", "numpy"), (module, package)):
            if importlib.util.find_spec(needed) is None:
                return f"the Python package {installed_as} is not installed for {sys.executable}"
        return None
