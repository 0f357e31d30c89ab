"""The part that each place of a clause plays by the words beside it: start, destination, an end of the way back, denied."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from tripintent.state.frame import Place
from tripintent.tools.language.check import owner_of_place
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.places import find_spots
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.words import cue, is_small
from tripintent.tools.places.scan import Spot, is_prominent, may_be_place

Role = Literal["origin", "destination", "return_from", "return_to", "via", "denied", "unknown"]
WORDS = "offline_route"
SENTENCE = re.compile(r"(?<!\d)[.!?;](?=\s|$)|(?<=\d)[.!?;](?=\s+[^\W\d_a-z]|\s*$)|\n")
"""Where a sentence of a text as written ends; the dot of "am 5. Mai" is not an end."""
_ELIDED = re.compile(
    r"(?<=(?<!\w)[dlDL])['’](?=\w)|(?<=(?<!\w)(?:all|ell|ull))['’](?=\w)|(?<=[Dd]all)['’](?=\w)|(?<=[Nn]ell)['’](?=\w)"
)
_QUOTE = r"[\s'\"(¿¡]*$"
_BACK_GAP = r"(?:\s+(?:<[A-Z]+>|again|then|home|on|the|at|by|am|um|den|wieder|el|le|il|em|no|o|dia)){0,3}?"
"""The gap between "back" and "from": the day, the hour, "on"."""


class Named(NamedTuple):
    """A place of a message. ``sure`` tells whether words beside it give its role; ``weak``: "in" or "for" do."""

    start: int
    end: int
    place: Place
    role: Role = "unknown"
    sure: bool = False
    certainty: float = 1.0

    @property
    def weak(self) -> bool:
        """Tell whether a word gives the role that others may overrule."""
        return self.role == "destination" and not self.sure


def word(name: str, language: str) -> re.Pattern[str]:
    """Return the pattern of a cue of this part."""
    return cue(name, language, WORDS)


def has_word(name: str, language: str, text: str) -> bool:
    """Tell whether a cue of this part is in a folded text."""
    return word(name, language).search(text) is not None


@cache
def source(*names: str, language: str) -> str:
    """Return the text of a pattern of one of some cues."""
    return "(?:" + "|".join(word(name, language).pattern for name in names) + ")"


@cache
def _before(language: str) -> tuple[tuple[Role, bool, re.Pattern[str]], ...]:
    """Return the role that words right before a place give it, and whether it is sure; of several the longest words count."""
    fill = rf"(?:\s*{source('fill', language=language)})*"
    back, to, away = (source(name, language=language) for name in ("back", "destination", "origin"))
    somewhere = source("near", language=language)
    rows: tuple[tuple[Role, bool, str], ...] = (
        ("via", True, source("via", language=language)),
        ("denied", True, rf"{source('not', 'drops', language=language)}(?:\s+(?:{to}|{away}|{somewhere}))?"),
        ("return_from", True, rf"{back}{_BACK_GAP}\s+{away}"),
        ("return_to", True, rf"{back}{_BACK_GAP}\s+(?:{to}|in|into)"),
        ("origin", True, away),
        ("destination", True, to),
        ("destination", False, somewhere),
    )
    colon = r"\s*[,:]?"
    return tuple(
        (role, sure, re.compile(rf"(?P<own>{text}){fill}{'' if role == 'denied' else colon}{_QUOTE}"))
        for role, sure, text in rows
    )


@cache
def _ticket(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){alternation(lexicon(language).phrases('round_trip'))}(?!\w)")


def _left(message: Message, start: int, at: int, *, fresh: bool) -> str:
    """Return the words before a place in its sentence; where no destination is known, "return flight" is a ticket, no way back."""
    ends = [m.end() for m in SENTENCE.finditer(message.text, start, at)]
    text, start = "", ends[-1] if ends else start
    for one in message.values:
        if one.kind == "place" and one.within(start, at):  # not a name: "moro em"
            text += message.marked(start, one.start) + message.folded[one.start : one.end]
            start = one.end
    text += message.marked(start, at)
    return _ticket(message.language).sub(" ", text) if fresh else text


def named_places(clause: Clause, *, fresh: bool, awaited: bool = False) -> list[Named]:
    """Return the places of a clause with the roles that their own words give.

    ``fresh``: the trip has no destination yet. ``awaited``: a place was asked for, so that a name alone is one.
    """
    message, found = clause.message, list[Named]()
    spots = _spots(clause, awaited=awaited)
    for n, spot in enumerate(spots):
        text, language = message.folded, message.language
        of_else = owner_of_place(text, spot.start, spot.end, language) or message.is_verb(spot.start, spot.end)
        if of_else or _in_a_name(clause, spot):
            continue
        place = message.gazetteer.place(message.text, spot)
        if place.kind == "unknown":
            continue
        start = found[-1].end if found else clause.start
        stop = spots[n + 1].start if n + 1 < len(spots) else clause.end
        role, sure = _role(language, _left(message, start, spot.start, fresh=fresh), text[spot.end : stop])
        known = bool(is_prominent(spot.key) or spot.code or spot.qualifier or awaited or len(spots) > 1)
        small = is_small(spot.key, language) and not message.text[spot.start : spot.end].isupper()
        verb = word("origin", language).match(text, spot.start)
        small = small or (verb is not None and verb.end() > spot.end)  # "moro em Faro": a verb with the name of a town
        if role == "unknown" and not (known and not small and (spot.sure or awaited)):
            continue
        found.append(Named(spot.start, spot.end, place, role, sure))
    return found


def _in_a_name(clause: Clause, spot: Spot) -> bool:
    """Tell whether a name is part of that of an airline or hotel: "Air France", "Holiday Inn Paris", "Hampton Inn"."""
    text, house = clause.message.text, source("house", language=clause.language)
    before, behind = text[clause.start : spot.start], text[spot.end : clause.end]
    if re.search(r"(?<!\w)Air\s+$", before) or re.match(r"\s+(?:Airlines?|Airways|airlines?|airways)(?!\w)", behind):
        return True
    run = re.search(r"(?:(?<!\w)(?:[^\W\d_a-z][\w'’]*|-|by|the|de|du)\s+)+$", before)
    named = run and re.search(house, clause.message.folded[clause.start + run.start() : spot.start])
    follows = re.match(r"(?:\s+[^\W\d_a-z][\w'’]*){1,3}", behind)
    return bool(named and named.start() >= 0 and run and run.group()[named.start()].isupper()) or bool(
        follows
        and re.match(rf"\s*(?:\w+\s+)?{house}", clause.message.folded[spot.end : spot.end + follows.end()])
        and clause.language != "de"
    )


def _role(language: str, left: str, right: str) -> tuple[Role, bool]:
    matches: list[tuple[int, int, int, Role, bool]] = [
        (m.start(), -m.end("own"), n, role, sure)
        for n, (role, sure, p) in enumerate(_before(language))
        if (m := p.search(left))
    ]
    if matches:
        *_, role, sure = min(matches)
        return role, sure
    if re.match(rf"\s+{source('not_behind', language=language)}\s*(?:$|[.,;!])", right):
        return "denied", True
    if re.match(rf"\s*{source('is_origin', language=language)}", right):
        return "origin", True
    if re.match(rf"\s*{source('is_destination', language=language)}", right):
        return "destination", True
    return "unknown", False


def _spots(clause: Clause, *, awaited: bool) -> list[Spot]:
    """Return the places of a clause; an everyday word is one only right behind a word of travel, or where a code leads to it."""
    message = clause.message
    spots = [one.value for one in clause.of("place") if isinstance(one.value, Spot)]
    taken = [(one.start, one.end) for one in message.values]
    parted = _ELIDED.sub(" ", message.text)
    for spot in message.spots if parted == message.text else find_spots(parted, message.gazetteer):
        inside = clause.start <= spot.start and spot.end <= clause.end
        if not inside or any(spot.start < end and start < spot.end for start, end in taken):
            continue
        alone = awaited and not clause.message.folded[clause.start : spot.start].strip() + clause.message.folded[
            spot.end : clause.end
        ].strip(" .,!?")
        elided = spot.sure and message.text[spot.start - 1 : spot.start] in ("'", "’")
        known = elided or spot.code or (may_be_place(spot.key) and is_prominent(spot.key))
        if known and (alone or elided or _on_a_way(clause, spot)):
            spots.append(spot)
    return sorted(spots, key=lambda one: one.start)


def _on_a_way(clause: Clause, spot: Spot) -> bool:
    """Tell whether a name is between the words of a way: "to nice on friday", "jfk to lax"."""
    text, language = clause.message.folded, clause.language
    behind = text[spot.end : clause.end]
    following = re.match(r"\s*(?:([^\W\d]+)|$|\W)", behind)
    ends = following is None or not following[1] or is_small(following[1], language)
    if not (ends or clause.message.marked(spot.end, clause.end).lstrip().startswith("<")):
        return False
    role, sure = _role(language, _left(clause.message, clause.start, spot.start, fresh=False), "")
    leads = re.match(rf"\s*(?:->|→|-|{source('destination', language=language)})\s*\w", behind)
    return (sure and role in ("origin", "destination", "return_from", "return_to")) or (
        spot.code is not None and bool(leads)
    )


def in_context(places: Sequence[Named], chosen: Sequence[Place | None]) -> list[Named]:
    """Return the places with the readings chosen for them."""
    return [
        one._replace(place=place, certainty=0.8) if place else one for one, place in zip(places, chosen, strict=True)
    ]
