# SPDX-License-Identifier: Apache-2.0
"""What `make install` leaves behind is enough for a stranger's project to build, link and run."""

import subprocess
from pathlib import Path

import pytest

CONSUMER = Path(__file__).parent / "consumer"


def run(*command: str | Path) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="session", autouse=True)
def manifest(release_build):
    """Of a real installation, which the build folder keeps for whoever removes it."""
    path = Path(release_build) / "install_manifest.txt"
    before = path.read_bytes() if path.exists() else None
    yield
    path.unlink(missing_ok=True)
    if before is not None:
        path.write_bytes(before)


@pytest.fixture(scope="session")
def prefix(release_build, tmp_path_factory) -> Path:
    """A folder into which Atoll is installed."""
    folder = tmp_path_factory.mktemp("installed") / "prefix"
    run("cmake", "--install", release_build, "--prefix", folder)
    return folder


def test_a_consumer_builds_links_and_runs(prefix, tmp_path):
    run("cmake", "-S", CONSUMER, "-B", tmp_path, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path)
    assert "path of 10 vertices" in run(tmp_path / "consumer")


def test_installing_says_what_to_do_next_and_little_else(release_build, tmp_path):
    told = run("cmake", "--install", release_build, "--prefix", tmp_path / "prefix")
    assert "PATH" in told and "CMAKE_PREFIX_PATH" in told and "install_manifest.txt" in told
    assert told.count("\n") < 10


def test_another_minor_version_is_refused(prefix, tmp_path):
    configure = [
        "cmake",
        "-S",
        CONSUMER,
        "-B",
        tmp_path,
        "-G",
        "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}",
        "-DWANTED=99.0",
    ]
    done = subprocess.run(configure, capture_output=True, text=True)
    assert done.returncode != 0
    assert "99.0" in done.stderr


def test_the_installed_headers_carry_no_tests(prefix):
    headers = {path.name for path in (prefix / "include/atoll").rglob("*") if path.is_file()}
    assert headers
    assert all(name.endswith(".hpp") and not name.endswith("testing.hpp") for name in headers)


def test_the_installed_program_runs(prefix):
    assert "atoll" in run(prefix / "bin/atoll", "--help")
