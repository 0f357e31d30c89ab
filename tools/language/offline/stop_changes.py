"""The list of stops after a message: new ones, more, fewer, others, in another order, each with its nights and days."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tripintent.state.frame import Frame, Visit
from tripintent.state.operations import Operation, Reorder, SetSlot
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.tables import pattern as table_pattern
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.place_roles import Named, has_word, source, word
from tripintent.tools.language.offline.stops import (
    Beside,
    beside,
    distinct,
    each_nights,
    is_same,
    is_wide,
    kept,
    nights_of,
    says,
)
from tripintent.tools.language.offline.words import pattern

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known


class Stops(NamedTuple):
    """Operations on the stops, and the values that belong to single stops."""

    operations: list[Operation]
    lengths: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()


def changed_stops(clauses: Sequence[Clause], places: Sequence[Named], known: "Known") -> Stops:
    """Return what becomes of the stops."""
    frame, named = known.frame, [p for p in places if p.role == "destination"]
    origin = next((p.place for p in places if p.role == "origin"), frame.origin)
    if len(named) > 1 and origin and is_same(named[-1].place, origin):
        named = named[:-1]  # a round ends where it began
    gone = [p for p in places if p.role == "denied" and any(is_same(p.place, v.place) for v in frame.visits)]
    turned = _in_another_order(clauses, named, frame)
    if turned:
        return Stops([turned])
    if not named:
        return _with_each(clauses, frame) if not gone else _without(clauses, gone, frame)
    found = distinct(named)
    said = beside(clauses, found)
    visits = _after(clauses, found, said, gone, frame)
    visits, since = _since(clauses, found, visits, frame)
    if len(visits) == 1:
        said = Beside({}, {})
        visits = tuple(v.model_copy(update={"nights": None if not frame.visits else v.nights}) for v in visits)
    days = {spot: where for spot, where in said.days.items() if spot != found[0].start}
    first, last = found[0], found[-1]
    operation = clauses[0].made(
        SetSlot, first.start, last.end, slot="visits", value=visits, certainty=min(p.certainty for p in found)
    )
    same = each_nights(clauses) if len(visits) > 1 else None
    lengths = said.taken | ({same.start} if same else set())
    return Stops([operation], frozenset(lengths), frozenset(start for start, _ in days.values()) | since)


def _since(
    clauses: Sequence[Clause], found: list[Named], visits: tuple[Visit, ...], frame: Frame
) -> tuple[tuple[Visit, ...], frozenset[int]]:
    """Return the stops with the day behind one that is added: "add Amsterdam after Paris, from the 8th"; and its place in the words."""
    more = [v for v in visits if not any(is_same(v.place, w.place) for w in frame.visits)]
    start = frame.depart or frame.check_in
    behind = [m for m in clauses[0].message.mentions if m.start >= found[-1].end]
    inside = any(m.end <= c.end and found[-1].end <= c.end for m in behind[:1] for c in clauses)
    if len(more) != 1 or len(visits) != len(frame.visits) + 1 or visits[0] is more[0] or not (start and inside):
        return visits, frozenset()
    mention = behind[0].near(start, clauses[0].message.today)
    arrive, leave = mention.when, mention.until or more[0].leave
    return tuple(
        v.model_copy(update={"arrive": arrive, "leave": leave}) if v is more[0] else v for v in visits
    ), frozenset({behind[0].start})


def _after(
    clauses: Sequence[Clause], found: list[Named], said: Beside, gone: list[Named], frame: Frame
) -> tuple[Visit, ...]:
    """Return all stops after the message."""
    same = each_nights(clauses) if len(found) > 1 else None
    dates = _dates(clauses[0], said)
    new = tuple(
        kept(_visit(one, n, said, dates, nights_of(same) if same else None), frame) for n, one in enumerate(found)
    )
    new = _lengthened(clauses, new, frame)
    if not frame.visits:
        return new
    if gone:
        return _put_in_place(gone, new, frame, adds=_adds(clauses, found))
    known = [any(is_same(v.place, w.place) for w in frame.visits) for v in new]
    if all(known) and len(new) < len(frame.visits) and not _narrows(clauses, found):
        return tuple(next((v for v in new if is_same(v.place, w.place)), w) for w in frame.visits)
    behind = next((v for v, one in zip(new, found, strict=True) if _stands_after(clauses, one)), None)
    more = tuple(v for v, is_known in zip(new, known, strict=True) if not is_known)
    if more and behind and any(is_same(behind.place, v.place) for v in frame.visits):
        at = next(n for n, v in enumerate(frame.visits) if is_same(v.place, behind.place)) + 1
        return (*frame.visits[:at], *more, *frame.visits[at:])
    if more and not all(is_wide(v.place) for v in frame.visits) and _adds(clauses, found) and not known[-1]:
        rest = tuple(v for v in frame.visits if not any(is_same(v.place, w.place) for w in new))
        old = tuple(v for v, is_known in zip(new, known, strict=True) if is_known)
        return (*(next((o for o in old if is_same(o.place, v.place)), v) for v in frame.visits), *more) if rest else new
    return new


def _lengthened(clauses: Sequence[Clause], new: tuple[Visit, ...], frame: Frame) -> tuple[Visit, ...]:
    """Count "one more night in Rome" from the nights that Rome has."""
    for clause in clauses:
        for concept, sign in (("more_nights", 1), ("fewer_nights", -1)):
            match = table_pattern("changes", concept, clause.language).search(clause.folded)
            if match and len(new) == 1:
                old = next((v.nights for v in frame.visits if is_same(v.place, new[0].place)), None)
                words = next((v for v in match.groupdict().values() if v), "one")
                by = (lexicon(clause.language).number(words) or 1) * sign
                return (new[0].model_copy(update={"nights": max(old + by, 1) if old else None}),)
    return new


def _visit(one: Named, n: int, said: Beside, dates: dict[int, DateMention], same: int | None) -> Visit:
    mention = dates.get(one.start)
    arrive = mention.when if mention and n else None
    return Visit(
        place=one.place,
        nights=same or said.nights.get(one.start),
        arrive=arrive,
        leave=mention.until if mention else None,
    )


def _dates(clause: Clause, said: Beside) -> dict[int, DateMention]:
    """Return the mentions of the days beside stops; "the 7th" follows the day of the stop before."""
    if not said.days:
        return {}
    mentions = {m.start: m for m in clause.message.mentions}
    return {stop: mentions[start] for stop, (start, _) in said.days.items() if start in mentions}


def _put_in_place(gone: list[Named], new: tuple[Visit, ...], frame: Frame, *, adds: bool) -> tuple[Visit, ...]:
    """Return the stops with new ones where those stood that go; behind all where they are added."""
    left = [v for v in frame.visits if not any(is_same(v.place, p.place) for p in gone)]
    more = [v for v in new if not any(is_same(v.place, w.place) for w in left)]
    at = next(n for n, v in enumerate(frame.visits) if any(is_same(v.place, p.place) for p in gone))
    old = frame.visits[at]
    if adds:
        return (*left, *more) or frame.visits
    if len(more) == 1 and len(gone) == 1 and more[0].nights is None:
        more = [more[0].model_copy(update={"nights": old.nights, "arrive": old.arrive, "leave": old.leave})]
    at = min(at, len(left))
    return (*left[:at], *more, *left[at:]) or frame.visits


def _lead(clauses: Sequence[Clause], one: Named) -> str:
    clause = next((c for c in clauses if c.start <= one.start and one.end <= c.end), clauses[0])
    return clause.message.folded[clause.start : one.start]


def _adds(clauses: Sequence[Clause], found: list[Named]) -> bool:
    language = clauses[0].language
    lead = _lead(clauses, found[-1])
    tail = clauses[0].message.folded[found[-1].end : found[-1].end + 12]
    behind = pattern(rf"\s*,?\s*{source('adds', language=language)}").match(tail)
    return (has_word("adds", language, lead) or behind is not None) and not has_word("instead", language, lead)


def _stands_after(clauses: Sequence[Clause], one: Named) -> bool:
    """Tell whether a stop is the one behind which another comes ("add Porto after Lisbon")."""
    lead = _lead(clauses, one)
    after = pattern(rf"{source('after', language=clauses[0].language)}\s+$").search(lead)
    return bool(after and has_word("adds", clauses[0].language, lead[: after.start()]))


def _narrows(clauses: Sequence[Clause], found: list[Named]) -> bool:
    """Tell whether the stops named are all that shall be left ("only Rome", "Rome instead")."""
    language, text = clauses[0].language, clauses[0].message.folded
    only = source("only", language=language)
    lead = source("destination", "near", "fill", language=language)
    beside_one = any(
        pattern(rf"{only}\s+(?:{lead}\s*)*$").search(text[: p.start]) or pattern(rf"\W{{0,2}}{only}").match(text, p.end)
        for p in found
    )
    return beside_one or says(clauses, "instead")


def _without(clauses: Sequence[Clause], gone: list[Named], frame: Frame) -> Stops:
    if len({p.place.code or p.place.said for p in gone}) >= len(frame.visits):
        return Stops([])
    visits = tuple(Visit(place=p.place) for p in gone)
    return Stops([clauses[0].made(Reorder, gone[0].start, gone[-1].end, how="remove", visits=visits)])


def _with_each(clauses: Sequence[Clause], frame: Frame) -> Stops:
    """Return the stops known with a length that is said of all of them: "3 nights each"."""
    same = each_nights(clauses) if len(frame.visits) > 1 else None
    if same is None:
        return Stops([])
    visits = tuple(v.model_copy(update={"nights": nights_of(same)}) for v in frame.visits)
    operation = clauses[0].made(SetSlot, same.start, same.end, slot="visits", value=visits)
    return Stops([operation], frozenset({same.start}))


def _in_another_order(clauses: Sequence[Clause], named: list[Named], frame: Frame) -> Reorder | SetSlot | None:
    known = [p for p in named if any(is_same(p.place, v.place) for v in frame.visits)]
    if len(known) != len(named) or len(frame.visits) < 2:
        return None
    visits = tuple(Visit(place=p.place) for p in known)
    for clause in clauses:
        swap = table_pattern("changes", "swaps", clause.language).search(clause.folded)
        if swap:
            return clause.made(Reorder, how="swap", visits=visits)
        first = word("first", clause.language).search(clause.folded)
        if first and known and not clause.of("length") and _is_beside(clause, first.span(), known):
            return clause.made(Reorder, how="order", visits=visits)
    return None


def _is_beside(clause: Clause, span: tuple[int, int], known: list[Named]) -> bool:
    """Tell whether "first" is beside a stop, a word between them at most."""
    start, end = clause.start + span[0], clause.start + span[1]
    text = clause.message.folded
    gaps = [text[a:b] for p in known for a, b in ((p.end, start), (end, p.start)) if a <= b]
    return any(len(one.split()) <= 1 and not set(one) & set(".;?!") for one in gaps)
