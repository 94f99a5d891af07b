# SPDX-License-Identifier: Apache-2.0
"""tools/bootstrap installs only what is missing, and where it cannot it says what to install."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

BOOTSTRAP = Path(__file__).parents[2] / "tools/bootstrap"
ORDINARY = [
    "bash",
    "cat",
    "cmp",
    "comm",
    "dirname",
    "env",
    "grep",
    "id",
    "mktemp",
    "mkdir",
    "rm",
    "sed",
    "sort",
    "tail",
    "touch",
]
ORDINARY += ["tr", "uname"]
DPKG_QUERY = """#!/bin/sh
for name; do
  case "$name" in -*|*Status*) continue ;; esac
  if [ "$name" = "$LACKING" ] && [ ! -e "$HOME/installed" ]; then continue; fi
  echo "installed $name"
done
"""
APT_GET = """#!/bin/sh
echo "$*" >> "$HOME/apt"
case "$*" in
  *update*) touch "$HOME/fresh" ;;
  *install*) [ -e "$HOME/fresh" ] && touch "$HOME/installed" ;;
esac
"""


class Machine:
    """A machine whose PATH holds only what a test puts there; its apt has package lists only after an update."""

    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "bin").mkdir()
        for tool in ORDINARY:
            (folder / "bin" / tool).symlink_to(shutil.which(tool))

    def has(self, name: str, script: str) -> "Machine":
        tool = self.folder / "bin" / name
        tool.unlink(missing_ok=True)
        tool.write_text(script)
        tool.chmod(0o755)
        return self

    def bootstrap(self, what: str = "build", lacking: str = "") -> subprocess.CompletedProcess:
        environment = {"PATH": str(self.folder / "bin"), "HOME": str(self.folder), "LACKING": lacking}
        return subprocess.run([BOOTSTRAP, what], env=environment, capture_output=True, text=True)

    def apt_calls(self) -> list[str]:
        calls = self.folder / "apt"
        return calls.read_text().splitlines() if calls.exists() else []


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def debian(machine) -> Machine:
    return machine.has("dpkg-query", DPKG_QUERY).has("apt-get", APT_GET).has("id", "#!/bin/sh\necho 0\n")


def test_nothing_missing_is_silent(debian):
    done = debian.bootstrap()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert debian.apt_calls() == []


def test_a_missing_package_is_installed_alone_after_an_update_of_empty_lists(debian):
    done = debian.bootstrap(lacking="libfmt-dev")
    assert done.returncode == 0, done.stderr
    first, update, second = debian.apt_calls()
    assert first.endswith("--no-install-recommends libfmt-dev")
    assert update.endswith("update")
    assert second == first


def test_without_root_it_says_what_to_install(debian):
    done = debian.has("id", "#!/bin/sh\necho 1000\n").bootstrap(lacking="libfmt-dev")
    assert done.returncode == 1
    assert "missing here: libfmt-dev" in done.stderr
    assert "apt-get install -y" in done.stderr
    assert debian.apt_calls() == []


def test_sudo_without_password_is_used(debian):
    debian.has("id", "#!/bin/sh\necho 1000\n").has("sudo", '#!/bin/sh\n[ "$1" = -n ] && shift\nexec "$@"\n')
    debian.has("true", "#!/bin/sh\n")
    assert debian.bootstrap(lacking="libfmt-dev").returncode == 0


def test_debian_without_apt_says_what_to_install(machine):
    done = machine.has("dpkg-query", DPKG_QUERY).bootstrap(lacking="libhwloc-dev")
    assert done.returncode == 1
    assert "missing here: libhwloc-dev" in done.stderr


def test_another_system_is_told_the_libraries(machine):
    done = machine.bootstrap()
    assert done.returncode == 1
    for library in ("hwloc", "fmt", "CLI11", "zstd", "GoogleTest"):
        assert library in done.stderr


def test_another_system_that_has_all_is_fine(machine):
    for tool in ("cmake", "ninja", "make", "pkg-config", "c++"):
        machine.has(tool, "#!/bin/sh\n")
    assert machine.bootstrap().returncode == 0


def test_an_unknown_word_is_refused(debian):
    done = debian.bootstrap("everything")
    assert done.returncode == 2
    assert "Usage" in done.stderr


def test_a_second_run_costs_nothing(debian):
    before = os.times().elapsed
    debian.bootstrap()
    assert os.times().elapsed - before < 1
