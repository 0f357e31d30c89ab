"""Who holds a lease: a process, told apart from every other one, so that a dead owner's lease is free at once.

Where the operating system cannot say (another machine, another container, no /proc), a lease simply runs out.
"""

import os
import uuid
from functools import cache
from pathlib import Path

_PROC = Path("/proc")


def new_owner() -> str:
    """Return an owner of this process that no other call gets: ``boot|namespace|pid|start|unique``."""
    pid = os.getpid()
    return f"{_machine()}|{pid}|{_started(pid)}|{uuid.uuid4().hex[:12]}"


def is_gone(owner: str) -> bool:
    """Return whether the owner's process certainly ended. False when that cannot be known."""
    parts = owner.rsplit("|", 3)
    if len(parts) != 4 or not _machine() or parts[0] != _machine():
        return False
    return _started(int(parts[1])) != parts[2]


@cache
def _machine() -> str:
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}|{(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """Return the start time of a process in clock ticks, or '' when there is none: process ids are used again."""
    try:
        stat = (_PROC / str(pid) / "stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] in "ZX" else fields[19]
