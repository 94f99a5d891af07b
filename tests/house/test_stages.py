# SPDX-License-Identifier: Apache-2.0
"""A stage of tools/test passes only if pytest went through to its end."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

import stage  # noqa: E402

PASSED = '<testcase classname="a" name="b"/>'
FAILED = '<testcase classname="a" name="c"><failure message="no"/></testcase>'


def load(name: str):
    """A program of tools/, whose name has no suffix."""
    loader = SourceFileLoader(f"tools_{name}", str(TOOLS / name))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("code", "cases", "passed", "failed"),
    [
        (0, PASSED, 1, 0),
        (1, PASSED + FAILED, 1, 1),
        (1, PASSED, 1, 1),  # failed outside all cases
        (2, PASSED, 1, 1),  # interrupted
        (-9, PASSED + FAILED, 1, 2),
        (4, None, 0, 1),
        (5, "", 0, 1),  # nothing collected
    ],
)
def test_a_run_of_pytest_that_was_cut_short_fails_its_stage(tmp_path, monkeypatch, code, cases, passed, failed):
    monkeypatch.setattr(stage, "ROOT", tmp_path)
    told = stage.Stage("cli", everything=False)
    told.log.touch()

    def run(*command, **_):
        if cases is not None:
            Path(command[command.index("--junit-xml") + 1]).write_text(f"<testsuite>{cases}</testsuite>")
        return code

    monkeypatch.setattr(told, "run", run)
    load("test").pytest(told, "tests/cli")
    assert (told.tally.passed, len(told.tally.failed)) == (passed, failed)
