"""Who holds a lease, and whether that process still lives."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tripintent.tools.ledger.locks import at_work, is_alive, is_gone, new_owner

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def test_two_calls_of_one_process_are_two_owners() -> None:
    """Two runs inside one process exclude each other."""
    assert new_owner() != new_owner()


def test_a_living_owner_is_not_gone() -> None:
    """Our own lease is never taken from us."""
    assert not is_gone(new_owner())


@linux
def test_a_dead_owner_is_gone() -> None:
    """A process that ended holds nothing any more."""
    code = "from tripintent.tools.ledger.locks import new_owner; print(new_owner())"
    owner = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert is_gone(owner)


@linux
def test_a_process_number_used_again_is_another_process() -> None:
    """The start time tells a new process from the old one with the same number."""
    machine, pid, _, unique = new_owner().rsplit("|", 3)
    assert int(pid) == os.getpid()
    assert is_gone(f"{machine}|{pid}|1|{unique}")


@pytest.mark.parametrize("owner", ["", "somebody", "other-boot|pid:[1]|1|1|abc"])
def test_what_cannot_be_known_is_not_gone(owner: str) -> None:
    """Another machine's or container's owner keeps its lease until it runs out."""
    assert not is_gone(owner)


@linux
def test_an_owner_here_is_alive_while_it_is_at_work() -> None:
    """A process that lives may have given up one of its works long ago: it says itself what it is at."""
    owner = new_owner()
    assert not is_alive(owner)
    with at_work([owner]):
        assert is_alive(owner)
    assert not is_alive(owner)


@linux
def test_an_owner_in_another_process_lives_as_long_as_that_process() -> None:
    """What another process is at nobody can see: as long as it runs, it may be."""
    code = "from tripintent.tools.ledger.locks import new_owner; print(new_owner(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        owner = other.stdout.readline().strip()
        assert is_alive(owner)
        other.communicate("")
    assert not is_alive(owner)


@pytest.mark.parametrize("owner", ["", "somebody", "other-boot|pid:[1]|1|1|abc"])
def test_what_cannot_be_known_is_not_alive(owner: str) -> None:
    """Nothing is waited for without end that only might live."""
    assert not is_alive(owner)
