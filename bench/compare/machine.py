# SPDX-License-Identifier: Apache-2.0
"""What stands beside every figure: the machine, its settings, the versions, the moment."""

import os
import platform
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from compare.process import huge_page_setting

ROOT = Path(__file__).resolve().parents[2]


def describe(processors: list[int], huge_pages: str) -> dict:
    """The machine as it is now, and what the comparison does with it."""
    return {
        "processor": processor_name(),
        "processors_of_the_machine": os.cpu_count(),
        "processors_used": processors,
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {kernel_version()}, {' '.join(platform.libc_ver())}",
        "governor": first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "huge_pages": {"system": huge_page_setting(), "comparison": huge_pages},
        "load_at_start": os.getloadavg()[0],
        "commit": commit(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def kernel_version() -> str:
    """Its first two numbers: what follows them names who built it."""
    return ".".join(platform.release().split(".")[:2])


def processor_name() -> str:
    path = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*:\s*(.+)$", path.read_text(), re.MULTILINE) if path.exists() else None
    return found[1] if found else platform.machine()


def first_line(path: str) -> str | None:
    return Path(path).read_text().strip() if Path(path).exists() else None


def commit() -> str | None:
    """The commit of this folder, with + if it was changed since; None outside a checkout."""
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+"], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None
