"""The check of a model's words: figures, days and hours that stand in no fact, and claims that no fact bears out.

Claims are found by their words in six languages, in the shapes of each (claims.yaml); each is held against a typed fact, never against a
sentence.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from tripintent.state.languages import LANGUAGES
from tripintent.tools import shipped
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.languages import read_words
from tripintent.tools.model.grounding import strange_figures
from tripintent.tools.ports.suppliers import AMENITIES
from tripintent.tools.toolbox.facts import TripStand

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+")
_WORDS: Mapping[str, Any] = shipped.words("tools/model/claims.yaml")


@cache
def _pattern(said: str, **parts: str) -> re.Pattern[str]:
    """Return a pattern of claims.yaml with its parts in it, on one line."""
    gap = _WORDS["gap"]
    parts |= {
        "gap": rf"(?:(?!(?:{gap})\b)[\w'-]+ ){{0,5}}",
        "near": rf"(?:(?!(?:{gap}|{_WORDS['near']})\b)[\w'-]+ ){{0,3}}",
        "some": rf"(?:(?!(?:{_WORDS['some']})\b)[\w'-]+,? ){{0,8}}",
        "has": _WORDS["has"],
    }
    for name, part in parts.items():
        said = said.replace(f"<{name}>", part)
    return re.compile(said.replace("\n", ""), re.IGNORECASE)


@cache
def _exception(kind: str, language: str, start: str = "") -> re.Pattern[str]:
    """Return the words of an exception in a language: some are other words elsewhere ("mai" is a month, "no" Portuguese for "in the")."""
    found = _WORDS[kind]
    some = found if isinstance(found, str) else "|".join(filter(None, (found[""], found.get(language))))
    return _pattern(rf"{start}\b(?:{some})\b")


class Heard(NamedTuple):
    """A sentence with what it claims in the middle, and what the trip and the results of the turn say."""

    before: str
    said: str
    rest: str
    language: str
    stand: TripStand
    facts: Sequence[object]

    @property
    def up_to(self) -> str:
        """The sentence up to the end of what it claims."""
        return self.before + self.said


def _read(result: str) -> object:
    with suppress(ValueError):
        return json.loads(result)
    return None


class Claim(NamedTuple):
    """Something that words may claim, by the words that do, by what makes them say something else, and by the facts it needs."""

    name: str
    said: re.Pattern[str]
    holds: Callable[[Heard], bool]
    unless: re.Pattern[str] | None = None
    needs: re.Pattern[str] | None = None


def strays_in(words: str, sources: Sequence[str], stand: TripStand) -> tuple[str, ...]:
    """Return what of the words no fact supports: figures, days, hours, and claims."""
    if not words.strip():
        return ()
    sentences = [_plain(one) for one in _SENTENCE.split(words)]
    facts = [stand.model_dump(mode="json"), *(_read(one) for one in sources if one[:1] == "{")]
    heard = partial(Heard, language=detect(words), stand=stand, facts=facts)
    claimed = [one.name for one in claims() if any(_is_stray(one, x, heard) for x in sentences)]
    return (*strange_figures(words, sources, stand), *claimed)


def _plain(sentence: str) -> str:
    """Return a sentence without marks and bent apostrophes, with one word for what is said in several ("without charge")."""
    plain = re.sub(r"[*_`]", "", sentence).replace("’", "'").replace("\u00a0", " ")
    for word, said in _WORDS["read as"].items():
        plain = _pattern(rf"\b(?:{said})\b").sub(word, plain)
    return plain


def _is_stray(claim: Claim, sentence: str, heard: Callable[[str, str, str], Heard]) -> bool:
    """Tell whether a sentence says something that doesn't hold. One that asks says nothing."""
    if sentence.rstrip().endswith("?") or (claim.needs and not claim.needs.search(sentence)):
        return False
    found = (heard(sentence[: x.start()], x[0], sentence[x.end() :]) for x in claim.said.finditer(sentence))
    says = [x for x in found if _is_so(x, done=claim.name in _WORDS["done"])]
    return bool(says) and not (claim.unless and claim.unless.search(sentence)) and not all(map(claim.holds, says))


def _is_so(heard: Heard, *, done: bool) -> bool:
    """Tell whether words say it is so: not where they deny it in the same clause, look ahead, or speak in general or of a wish."""
    clause, next_word = heard.before.rpartition(",")[2], re.match(r" [\w'-]+|", heard.rest)
    places = {
        "denying": clause + heard.said + (next_word[0] if next_word else ""),
        "ahead": heard.before,
        "general": clause,
        **({"before": heard.before} if done else {"wished": clause}),
    }
    ahead = _exception("after", heard.language, _WORDS["shortly"]).match(heard.rest)
    return not ahead and not any(_exception(kind, heard.language).search(text) for kind, text in places.items())


def _booked(heard: Heard, *states: str) -> bool:
    return any(one.status in (states or ("confirmed", "in_doubt", "changed")) for one in heard.stand.bookings)


def _sent(heard: Heard) -> bool:
    asked = [*(one.requests for one in heard.stand.held), *(one.requests for one in heard.stand.bookings)]
    return any(request.state == "sent" for requests in asked for request in requests)


_HOLDS: Mapping[str, Callable[[Heard], bool]] = {
    "held": lambda heard: bool(heard.stand.held or heard.stand.bookings),
    "cancelled": lambda heard: _booked(heard, "cancelled"),
    "sent to the airline or hotel": _sent,
}
"""What bears out that something was done, where a booking doesn't."""


def _parts(facts: object, fact: str) -> Iterator[Mapping[str, Any]]:
    """Yield what has a fact: "departs" a flight, "nightly" a hotel, "terms" either."""
    if isinstance(facts, dict):
        if fact in facts:
            yield facts
        facts = [*facts.values()]
    if isinstance(facts, list):
        for one in facts:
            yield from _parts(one, fact)


def _told(of: str, fact: str, values: set[str], heard: Heard) -> bool:
    """Tell whether a fact is so for all that is spoken of, where words say so and a trip is chosen, else for one.

    What isn't said to be of either is of the flight or hotel that was named last. A hotel that is named is spoken of alone.
    """
    if of == "nightly" and (
        _pattern(_WORDS["elsewhere"]).search(heard.before) or _pattern(_WORDS["nearby"]).search(heard.rest)
    ):
        return True
    nouns = _pattern("|".join(rf"\b(?P<{kind}>{_WORDS[kind]})" for kind in ("nightly", "departs")))
    last = [*nouns.finditer(heard.up_to)][-1:] or [*nouns.finditer(heard.rest)][:1]
    spoken = last[0].lastgroup if last else None
    parts = [*_parts(heard.facts, of or spoken or "terms")]
    named = [one for one in parts if one.get("name") and one["name"].casefold() in heard.up_to.casefold()]
    every = not heard.stand.options and _exception("every", heard.language).search(heard.up_to)
    found = [(one["terms"] | one).get(fact) for one in named or parts]
    met = [not values.isdisjoint(one if isinstance(one, list) else [str(one)]) for one in found]
    return bool(met) and (all if every else any)(met)


def _things() -> Iterator[Claim]:
    """Yield the claims of what flights and hotels are like."""
    for name, said in _WORDS["things"].items():
        pattern = _pattern("|".join(said["said"]), words=said.get("words", ""))
        yield Claim(name, pattern, partial(_told, said.get("of", ""), said["fact"], {*said["is"]}))
    cards = [read_words(language, "guide") for language in LANGUAGES if language != "en"]
    for name, also in _WORDS["amenities"].items():
        shown = [one[name.replace("_", " ")].replace("’", "'") for one in cards]
        pattern = _pattern("|".join(_WORDS["amenity"]), words="|".join((also, *AMENITIES[name], *shown)))
        holds = partial(_told, "nightly", "amenities", {name})
        yield Claim(name.replace("_", " "), pattern, holds, needs=_pattern(_WORDS["of a hotel"]))


@cache
def claims() -> tuple[Claim, ...]:
    """Return what is looked for: what was done, in the shapes of each language, and what flights and hotels are like."""
    made = []
    for name, said in _WORDS["done"].items():
        shapes = [
            shape.replace("<done>", said[language])
            for language in LANGUAGES
            if language in said
            for shape in (*_WORDS["shapes"][language], _WORDS["alone"])
        ]
        unless, needs = (_pattern(said[key]) if key in said else None for key in ("unless", "needs"))
        past = [rf"\b(?:{said['past']})\b"] if "past" in said else []
        made.append(Claim(name, _pattern("|".join((*shapes, *past))), _HOLDS.get(name, _booked), unless, needs))
    return (*made, *_things())
