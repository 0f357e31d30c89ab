"""Airlines that a question names and that fly none of the flights spoken of: their rules are not ours to tell."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from tripintent.tools.language.exact.option_words import Phrases
from tripintent.tools.language.exact.tokens import Token, fold, tokens_of

_SHORTEST = 5
"""Letters that a name has at least; a code of two letters has fewer."""


def airline_elsewhere(question: str, facts: Mapping[str, object]) -> str | None:
    """Return an airline that the question names when it flies nothing of what is shown, chosen or booked."""
    tokens = [token for token in tokens_of(question) if token.kind == "word"]
    flying = {fold(name) for name in _flying(facts)}
    return next((name for name in _named(tokens) if fold(name) not in flying), None)


def _named(tokens: list[Token]) -> Iterator[str]:
    return (name for name, phrases in _airlines().items() if phrases.anywhere(tokens))


def _flying(facts: Mapping[str, Any]) -> Iterator[str]:
    options = [*(facts.get("options") or ()), *(facts.get("ranked") or ())]
    offers = [*((facts.get("selected") or {}).get("offers") or ()), *(facts.get("bought") or ())]
    for flight in [*offers, *(flight for option in options for flight in option.get("flights") or ())]:
        yield from flight.get("airlines") or ()


@cache
def _airlines() -> Mapping[str, Phrases]:
    """Return the spellings of each airline by its name."""
    path = files("tripintent.tools.language.exact").joinpath("data", "airlines.yaml")
    spelt: Mapping[str, list[str]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    own = {str(names[0]): [str(n) for n in names if _is_a_name(str(n), str(names[0]))] for names in spelt.values()}
    return {name: Phrases(" | ".join(spellings)) for name, spellings in own.items() if spellings}


def _is_a_name(spelling: str, name: str) -> bool:
    """Tell whether a spelling can only be the airline: "easyjet" and "delta air lines", not "delta" or "united"."""
    return len(spelling) >= _SHORTEST and (" " in spelling or " " not in name)
