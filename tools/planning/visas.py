"""Who may enter where: the Passport Index data set (ilyankou/passport-index-dataset, MIT), of one day, always to be checked.

``entry_rules.toml`` holds what changed after that day, each rule with its own date and source.
"""

import tomllib
from datetime import date
from functools import cache
from importlib.resources import files

from tripintent.tools.ports.planning import Visa

AS_OF = date(2025, 1, 12)
SOURCE = "Passport Index (ilyankou/passport-index-dataset, MIT), 12 January 2025"
_WORDS = {
    "visa required": "required",
    "visa on arrival": "on_arrival",
    "e-visa": "e_visa",
    "eta": "eta",
    "visa free": "free",
    "no admission": "no_admission",
    "-1": "home",
}


@cache
def _newer() -> dict[tuple[str, str], tuple[str, date]]:
    """Return the rules that changed after the data set's day, by passport and country."""
    text = (files("tripintent.tools.planning.data") / "entry_rules.toml").read_text("utf-8")
    return {
        (passport, rule["country"]): (rule["requirement"], rule["since"])
        for rule in tomllib.loads(text)["rule"]
        for passport in rule["passports"].split()
    }


@cache
def _table() -> str:
    return (files("tripintent.tools.planning.data") / "passport-index-tidy-iso2.csv").read_text("utf-8")


def _row(passport: str, country: str) -> str | None:
    """Return a row's last column. A trip asks for a handful of forty thousand rows: looked for in the text, not parsed."""
    head = f"\n{passport},{country},"
    table = _table()
    start = table.find(head)
    return table[start + len(head) : table.index("\n", start + 1)] if start >= 0 else None


def visa(passport: str, country: str) -> Visa | None:
    """Return what a passport needs in a country; None where the data set has no row. A number is days without a visa."""
    newer = _newer().get((passport, country))
    said, as_of = newer or ("-1" if passport == country else _row(passport, country), AS_OF)
    if said is None:
        return None
    if said.isdecimal():
        return Visa(passport=passport, destination=country, rule="free", days=int(said), as_of=as_of)
    rule = _WORDS.get(said)
    return Visa(passport=passport, destination=country, rule=rule, as_of=as_of) if rule else None
