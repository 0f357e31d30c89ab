"""Measures what ``pip install tripintent`` puts on a disk: ``python -m benches.installed``.

The distributions that the base install needs, without extras, and the bytes of their files in the running environment, compiled
modules included where they are there. Nothing is fetched.
"""

from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from benches.rooms import ROOMS

PRODUCT = "tripintent"
ROOT = Path(__file__).resolve().parents[1]
MOST = 300_000_000
"""The aim for the whole."""


def needed() -> dict[str, Distribution]:
    """Return the base install's distributions by name, the product's own aside. Raises PackageNotFoundError for a missing one."""
    found: dict[str, Distribution] = {}
    open_ = list(_required(distribution(PRODUCT), frozenset()))
    seen = set[tuple[str, frozenset[str]]]()
    while open_:
        one = open_.pop()
        wanted = (one.name, frozenset(one.extras))
        if wanted in seen:
            continue
        seen.add(wanted)
        held = distribution(one.name)
        found[held.name] = held
        open_ += _required(held, wanted[1])
    return found


def _required(held: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    """Yield what a distribution requires here, with some of its extras."""
    for one in map(Requirement, held.requires or ()):
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in {"", *extras}):
            yield one


def size_of(held: Distribution) -> int:
    """Return the bytes of a distribution's files."""
    paths = (Path(str(held.locate_file(file))) for file in held.files or ())
    return sum(path.stat().st_size for path in paths if path.is_file())


def sizes() -> dict[str, int]:
    """Return the bytes of each distribution, the largest first; the product's are its sources'."""
    found = {name: size_of(held) for name, held in needed().items()}
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*"))
    found[PRODUCT] = sum(path.stat().st_size for path in files if path.is_file() and path.suffix != ".pyc")
    return dict(sorted(found.items(), key=lambda row: -row[1]))


def main() -> None:
    """Print the sum, and the largest ones."""
    try:
        found = sizes()
    except PackageNotFoundError as error:
        print(f"base install              not measured: {error}")
        return
    print(
        f"base install           {sum(found.values()) / 1e6:>7.1f} MB   aim: at most {MOST / 1e6:.0f}; {len(found)} distributions"
    )
    for name, size in list(found.items())[:12]:
        print(f"    {size / 1e6:6.1f} {name}")


if __name__ == "__main__":
    main()
