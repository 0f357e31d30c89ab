"""Who holds a lease: a process, told apart from every other one, so that a dead owner's lease is free at once.

Where the operating system cannot say (another machine, another container, no /proc), a lease simply runs out.
"""

import os
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_PROC = Path("/proc")
_working: set[str] = set()


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


def is_alive(owner: str) -> bool:
    """Return whether the owner is certainly still at it: here by what it said itself, elsewhere on this machine by its process."""
    parts = owner.rsplit("|", 3)
    if len(parts) != 4 or not _machine() or parts[0] != _machine():
        return False
    if parts[1] == str(os.getpid()):
        return owner in _working
    return _started(int(parts[1])) == parts[2]


@contextmanager
def at_work(owners: Iterable[str]) -> Iterator[None]:
    """Say for the length of a block that these owners of this process are at it."""
    known = set(owners)
    _working.update(known)
    try:
        yield
    finally:
        _working.difference_update(known)


@cache
def _machine() -> str:
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}|{(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """Return the start time of a process in clock ticks, or '' when it is missing: process ids are used again."""
    try:
        stat = (_PROC / str(pid) / "stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] in "ZX" else fields[19]
