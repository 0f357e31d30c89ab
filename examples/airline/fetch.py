"""Fetch the airline domain of tau2-bench (MIT) into a folder: ``python -m examples.airline.fetch FOLDER``.

Three files come, at one commit: the database, the policy for people who read, and the tasks. Nothing of them is in this repository.
"""

import sys
from pathlib import Path

import httpx

COMMIT = "12dddd37eadbf90467d6d8a4e618d4accbed50c5"
SOURCE = f"https://raw.githubusercontent.com/sierra-research/tau2-bench/{COMMIT}/data/tau2/domains/airline"
FILES = ("db.json", "policy.md", "tasks.json")
MOST_BYTES = 40_000_000


def fetch(folder: Path, source: str = SOURCE) -> None:
    """Write the files that are not there yet. Raises SystemExit in words where one cannot be had."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        if not (folder / name).exists():
            (folder / name).write_bytes(_read(f"{source}/{name}"))


def _read(address: str) -> bytes:
    found = bytearray()
    try:
        with httpx.stream("GET", address, follow_redirects=True, timeout=60) as answer:
            answer.raise_for_status()
            for part in answer.iter_bytes():
                found += part
                if len(found) > MOST_BYTES:
                    raise SystemExit(f"{address} is larger than {MOST_BYTES:,} bytes: nothing of it is kept")
    except httpx.HTTPError as error:
        raise SystemExit(f"{address} cannot be fetched: {error}. Try again, or put the file into the folder") from error
    return bytes(found)


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
