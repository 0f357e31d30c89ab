"""People in clauses: how many travel, of what age, who joins or stays away, how many rooms; and the money they have."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from tripintent.state.operations import AddMore, Correct, Leave, Operation
from tripintent.tools.language.exact.calendar import parsed
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.people import Young, read_young
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.offline.budget import read_budget
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.company import Count, count_company, who_is_added, who_of
from tripintent.tools.language.offline.passage import Passage

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_COUNTS = ("travelers", "adults", "children", "infants", "rooms")
_SHORT, _ALONE = 8, 4
_CHILD, _GROWN = 2, 18
"""Years from which somebody is a child, and grown up."""
"""Words of an answer with a number in it."""
_MANY_ROOMS = 20
_MOST = 30
"""People or rooms that a bare number may count."""


def read_party(clauses: Sequence[Clause], known: "Known") -> list[Operation]:
    """Return what clauses say of people, rooms and money."""
    if not clauses:
        return []
    passage = Passage(clauses)
    text = passage.text
    for match in passage.finds("age_bound"):  # "children under 10" does not name a child of ten
        text = text[: match.start()] + "\x00" * len(match.group()) + text[match.end() :]
    young = read_young(text, passage.language, _day(passage, known), asked=_awaits_ages(text, passage, known))
    people = list(_corrected(passage, known))
    people = people or list(_changed(passage, young, known))
    people = people or list(_counted(passage, young, known))
    people += _company(passage, known)
    rooms = list(_rooms(passage, known))
    bare = [] if people and rooms else list(_answered(passage, known, [*people, *rooms]))
    return [*people, *rooms, *bare, *read_budget(passage, known)]


def _company(passage: Passage, known: "Known") -> list[Operation]:
    """Return who goes in a word whose number stays open: "with my family"."""
    for name in ("family", "friends"):
        match = next(passage.finds(f"company_{name}"), None)
        if match and known.frame.company is None:
            return [passage.sets("company", name, match.span())]
    return []


def _awaits_ages(text: str, passage: Passage, known: "Known") -> bool:
    """Tell whether numbers alone are ages: these were asked for, or as many numbers stand there as children have none."""
    frame = known.frame
    if "ages" in known.asked or not frame.children or frame.ages:
        return "ages" in known.asked
    others = set(known.asked) & {*_COUNTS, "nights", "budget", "stars", "checked_bags"}
    return not others and len(list(passage.finds("bare_number", text))) == frame.children > 1


def _day(passage: Passage, known: "Known") -> date:
    """Return the day on which ages count."""
    depart = known.frame.depart
    return (parsed(depart.day) if depart and depart.day else None) or passage.message.today


def _counted(passage: Passage, young: Young, known: "Known") -> Iterator[Operation]:
    """Yield the heads, the grown-ups, and the young with their ages."""
    company = count_company(passage, young)
    adults = _adults(passage)
    heads = _heads(passage)
    if heads and any(one.slot == "ages" and one.start <= heads.start < one.end for one in young.claims):
        heads = None  # "a child of 9 travelling alone"
    if heads and any(heads.start <= a.start and a.end < heads.end for a in adults):
        adults = []  # "five students and I"
    if company and company.slot == "adults" and not adults:
        adults = [company]
    elif company and not heads and not adults:
        heads = company
    found = [*adults, *([heads] if heads else [])]
    yield from (passage.sets(one.slot, one.value, (one.start, one.end)) for one in found)
    frame, aged = known.frame, any(one.slot == "ages" for one in young.claims)
    known_party = bool(frame.travelers or frame.adults) and not aged
    shares = known_party and next(passage.finds("rooms", passage.bare), None)  # "one room for the three boys"
    for claim in young.claims:
        if shares and not found:
            continue
        lead = passage.text[max(0, claim.start - 6) : claim.start + 5]
        if len(young.claims) == 1 and not found and passage.has("for_the", lead):
            continue  # "a cot for the baby" is not a count
        yield passage.sets(claim.slot, claim.value, (claim.start, claim.end), claim.confidence)
    if not found and not young.claims:
        yield from _alone(passage, known)


def _alone(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield that one speaks of a journey of one's own, or that others come after all."""
    frame = known.frame
    if any(count is not None for count in (frame.travelers, frame.adults, frame.children, frame.infants)):
        return
    several = pattern("party", "several", passage.language).search(passage.text)
    goes = None if several else pattern("party", "goes_alone", passage.language).search(passage.text)
    if goes and frame.alone is None and (passage.message.of("place") or frame.visits):
        yield passage.sets("alone", value=True, span=goes.span())
    elif several and frame.alone:
        yield passage.sets("alone", value=False, span=several.span())


def _adults(passage: Passage) -> list[Count]:
    """Return the grown-ups that are counted, added up."""
    found: list[re.Match[str]] = []
    for match in passage.finds("adults", passage.bare):
        apart = all(match.end() <= one.start() or one.end() <= match.start() for one in found)
        if apart and not passage.has("option_before", _lead(passage, match)):
            found.append(match)
    number = lexicon(passage.language).number
    total = sum(1 if (n := number(m["n"])) is None else n for m in found)
    return [Count("adults", total, found[0].start(), found[-1].end())] if found else []


def _heads(passage: Passage) -> Count | None:
    """Return the head count; of several, the last one said ("two tickets, no, three tickets")."""
    number = lexicon(passage.language).number
    best: Count | None = None
    for match in passage.finds("heads", passage.bare):
        count = number(match["n"])
        supposed = any(one.supposed and one.start <= match.start() < one.end for one in passage.clauses)
        if not count or supposed or passage.has("option_before", _lead(passage, match)):
            continue  # "if it's over 400 altogether" is not a count
        lead, behind = passage.bare[: match.end()][-30:], passage.text[match.end() : match.end() + 20]
        if count == 1 and (passage.has("one_thing", lead) or passage.has("seat_kind", "<" + behind)):
            continue
        if best is None or match.re is best.by:
            best = Count("travelers", count, *match.span(), by=match.re)
    return best


def _lead(passage: Passage, match: re.Match[str]) -> str:
    at = match.start("n")
    return passage.bare[max(0, at - 16) : at] + "|"


def _rooms(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield how many rooms: the sum of those that are listed ("a double and a single"), else the last number.

    A room of one's own is one more.
    """
    each = [m for m in passage.finds("rooms_each", passage.bare) if not passage.turn_of(*m.span())]
    if len(each) > 1:
        count = sum(lexicon(passage.language).number(m["n"]) or 1 for m in each)
        yield passage.sets("rooms", count, (each[0].start(), each[-1].end()))
        return
    for match in passage.finds("own_room", passage.bare):
        if not passage.turn_of(*match.span()):
            yield passage.sets("rooms", (known.frame.rooms or 1) + 1, match.span())
        return
    found = [m for m in passage.finds("rooms", passage.bare) if not passage.has("option_before", _lead(passage, m))]
    for match in found[-1:]:
        count = lexicon(passage.language).number(match["n"]) or 1
        if count < _MANY_ROOMS and not passage.turn_of(match.start("n"), match.end()):
            yield passage.sets("rooms", count, match.span())


def _answered(passage: Passage, known: "Known", said: Sequence[Operation]) -> Iterator[Operation]:
    """Yield what bare numbers count that answer a question: as many as were asked for, or the only one."""
    taken = {getattr(one, "slot", "") for one in said}
    taken |= {"travelers", "adults"} if taken & {"travelers", "adults"} else set()
    asked = [one for one in known.asked if one in _COUNTS and one not in taken]
    bare = passage.bare
    for one in said:
        bare = bare[: one.start] + "\x00" * (one.end - one.start) + bare[one.end :]
    words = len(re.sub(r"\x00+", " ", bare).split())
    numbers = [m for m in passage.finds("bare_number", bare) if words <= _ALONE or not passage.has("only_me", m["n"])]
    numbers = [m for m in numbers if (n := _number(passage, m)) is not None and n <= _MOST]
    exact = len(asked) == len(numbers) and bool(asked)
    if not exact and not (len(asked) == 1 and numbers):
        return
    if words > _SHORT + 2 * len(numbers):
        return
    for slot, match in zip(asked, numbers if exact else numbers[-1:], strict=True):
        yield passage.sets(slot, _number(passage, match), match.span())


def _number(passage: Passage, match: re.Match[str]) -> int | None:
    said = match["n"]
    return 1 if passage.has("only_me", said) else lexicon(passage.language).number(said)


def _changed(passage: Passage, young: Young, known: "Known") -> Iterator[Operation]:
    """Yield people who join or leave those counted before."""
    for match in passage.finds("leaves"):
        slot, count = who_of(passage, match, "travelers")
        if slot:
            yield Leave(op="leave", slot=slot, count=count, **_where(passage, match))
    joins = [(match, False) for name in ("more_people", "joins") for match in passage.finds(name)]
    for match, adds in (*joins, *((match, True) for match in passage.finds("adds"))):
        more = list(_joining(passage, match, young, known, adds=adds))
        yield from more
        if more:
            return


def _joining(
    passage: Passage, match: re.Match[str], young: Young, known: "Known", *, adds: bool
) -> Iterator[Operation]:
    """Yield who joins by a verb or count: of a kind by its word or its age ("my son comes along, he's 4").

    ``adds``: who joins is named behind the verb ("add my son"), else before it.
    """

    def more(slot: Any, value: int | tuple[int, ...]) -> Operation:
        return AddMore(op="add", slot=slot, value=value, **_where(passage, match))

    age = next((int(one["n"]) for one in passage.finds("age_said")), None)
    ages = next((claim.value for claim in young.claims if claim.slot == "ages"), None)
    grown = match.groupdict().get("n")
    slot, count = who_is_added(passage, match) if adds else who_of(passage, match, None)
    if young.claims and (ages or not grown) and not (adds and slot is None):
        yield from (more(claim.slot, cast("int | tuple[int, ...]", claim.value)) for claim in young.claims)
        if age is not None and ages is None and not any(claim.slot == "infants" for claim in young.claims):
            yield more("ages", (age,))
        return
    if slot is None and grown is None:
        return
    if age is not None and count == 1 and age < _GROWN and grown is None:
        yield more("infants" if age < _CHILD else "children", 1)
        yield from [more("ages", (age,))] if age >= _CHILD else []
        return
    named = "children" if match.groupdict().get("child") else "infants" if match.groupdict().get("infant") else None
    grown_up = slot in ("adults", None) and known.frame.adults is not None
    kind = named or (slot if slot and slot != "adults" else "adults" if grown_up else "travelers")
    yield more(kind, (lexicon(passage.language).number(grown) or 1) if grown else count)


def _corrected(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield ages put right: "she is 8, not 7", "the younger one is 7"."""
    ages = known.frame.ages
    for match in chain(passage.finds("not_old"), passage.finds("which_old")) if ages else ():
        said = match.groupdict()
        if said.get("old"):
            if int(said["old"]) in ages:
                yield Correct(which=int(said["old"]), value=int(match["n"]), **_where(passage, match))
        elif said.get("younger") or said.get("older"):
            which: Any = "youngest" if said.get("younger") else "oldest"
            yield Correct(which=which, value=int(match["n"]), **_where(passage, match))


def _where(passage: Passage, match: re.Match[str]) -> dict[str, Any]:
    return {**passage.where(*match.span()), "certainty": 0.9}
