"""Changes of what is in the plan: move, shift, swap, rename, remove, stay longer, keep free."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.naming import named as targets
from tripintent.state.designer.operations import (
    Change,
    KeepFree,
    MoreNights,
    Operation,
    PartOfDay,
    Remove,
    Rename,
    SetTrip,
    ShiftAll,
    Swap,
    TakeIdea,
    Target,
)
from tripintent.state.designer.segments import HotelSegment, Segment
from tripintent.tools.language.exact.lexicon import lexicon, small_words
from tripintent.tools.language.exact.tables import matches, own_pattern, pattern, phrases
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.itinerary.clause import Clause
from tripintent.tools.language.reading.itinerary.naming import name_in, stripped
from tripintent.tools.places.folding import fold

_ONWARD = re.compile(
    r"\beverything (?:from|after|since)\s+(?P<what>.+?)\s+(?:on(?:wards?)?|goes|moves|shifts|is|by)\b|\b(?:from|after) (?P<also>the .+?) on(?:wards?)?\b"
)
_NO_FREE = re.compile(r"\bstep[- ]free|free (?:of|entry)|gluten|stufenfrei")
_ORDINAL = re.compile(r"(?:the )?(?:first|second|third|last) one")
_IDEA = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "last": 3}
_ALONG = re.compile(
    r"\b(?:bring|move|take|shift|pull)\s+(?P<what>[^,.;]+?)\s+(?:forward|back|along|too|as well|with (?:it|them))"
)
_EXTRA = {"another": 1, "extra": 1, "second": 1, "third": 1, "fourth": 1, "an": 1, "a": 1}
_PLACED = ("ACTIVITY", "MEETING", "CUSTOM")
_KINDS = ("museum", "church", "park", "market", "castle", "flight")


class _By(NamedTuple):
    """How far something moves."""

    minutes: int = 0
    days: int = 0


def _says(concept: str, clause: Clause) -> bool:
    return bool(pattern("itinerary", concept, clause.language).search(clause.folded))


def _match(concept: str, clause: Clause, text: str | None = None) -> re.Match[str] | None:
    """Return the first match of a concept whose phrases name their parts."""
    return next(matches("itinerary", concept, clause.language, text or clause.folded), None)


def _count(word: str, language: str) -> int:
    last = word.rsplit(maxsplit=1)[-1]
    return lexicon(language).number(word) or lexicon(language).number(last) or _EXTRA.get(last, 1)


def read_change(
    clause: Clause, document: ItineraryDocument, spoken: Sequence[str], *, idea: int, ideas: int
) -> list[Operation]:
    """Return the changes that one clause asks for; none where it asks for none."""
    alone = bool(_ORDINAL.fullmatch(fold(name_in(clause.rest, clause.language)))) or _placed(clause, alone=True)
    taken = _taken(clause, idea) if ideas or alone else None
    if taken:
        return [taken]
    for read in (_free, _renamed, _longer, _nights, _shifted, _whole_day, _removed):
        found = read(clause, document, spoken)
        if found:
            return found
    if _says("swap", clause):
        swap = _swap(clause, document, spoken)
        if swap.targets or swap.days or not clause.times:
            return [swap]
    return _moved(clause, document, spoken)


def _taken(clause: Clause, idea: int) -> TakeIdea | None:
    """Return which of the ideas is to be added: "add the first one", "die zweite am Dienstag um 15 Uhr"."""
    match = _match("take", clause)
    placed = None if clause.language == "en" else _placed(clause)
    if not match and placed is None:
        return None
    groups = match.groupdict() if match else {}
    number = placed or _IDEA.get(groups.get("word") or "") or int(groups.get("n") or 0) or idea or 1
    return TakeIdea(number=number, when=clause.when(), said=clause.text)


def _placed(clause: Clause, *, alone: bool = False) -> int | None:
    """Return the place in a list that a clause names ("la segunda"); "the first day" is a day, and is not meant."""
    texts = read_words(clause.language, "commands")["ordinals"].split("|")
    rest = fold(name_in(clause.rest, clause.language) if alone else clause.rest)
    if alone and len(rest.split()) > 1:
        return None
    found = [
        n
        for n, text in enumerate(texts[:5], 1)
        if (
            m := re.search(
                rf"\b(?:{fold(text.strip()).replace('/', '|')})\b(?!\s+%day%)".replace(
                    "%day%", lexicon(clause.language).part("day")
                ),
                rest,
            )
        )
        and len(rest[: m.start()].split()) <= 4
    ]
    return found[0] if len(found) == 1 else None


def _target(
    words: str, document: ItineraryDocument, spoken: Sequence[str], language: str, day: str | None = None
) -> Target:
    """Return what words mean. Kinds of places are known in every language; small words of it name nothing."""
    bare = _bare(words, language)
    verb = re.match(rf"\s*{phrases('itinerary', 'move', language)}(?!\w)", fold(words))
    return Target(
        ids=targets(bare, document, spoken, day), words=stripped(words[verb.end() :] if verb else words, language)
    )


def _bare(words: str, language: str) -> str:
    if language == "en":
        return words
    folded = fold(words)
    kinds = [kind for kind in _KINDS if pattern("itinerary", kind, language).search(folded)]
    kept = [w for w in _noise(language).sub(" ", folded).split() if w not in small_words(language)]
    return " ".join((*kept, *kinds))


@cache
def _noise(language: str) -> re.Pattern[str]:
    """Return the words of a language that say what to do, and not with what."""
    rows = ("lead", "tail", "move", "add", "swap", "earlier", "later", "delays", "command")
    return re.compile("|".join(rf"(?<!\w){phrases('itinerary', row, language, own=True)}(?!\w)" for row in rows))


def _removed(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    removed = _match("remove", clause)
    if not removed:
        return []
    what = removed["what"] or ""
    if clause.days and pattern("itinerary", "everything", clause.language).match(what):
        ids = [s.id for s in _of_day(document, clause.days[0].day)]
        return [Remove(target=Target(ids=(i,)), said=clause.text) for i in ids]
    rest = clause.text[removed.start("what") : removed.end("what")] if what else ""
    day = clause.days[0].day.isoformat() if clause.days else None
    left = Clause(rest, clause.days_of, clause.language)
    target = _target(left.rest.replace("|", " "), document, spoken, clause.language, day)
    return [Remove(target=target, said=clause.text)] if target.ids or what else []


def _of_day(document: ItineraryDocument, day: date) -> list[Segment]:
    """Return the things to do of a day."""
    text = day.isoformat()
    return [s for s in document.live if s.start_datetime and s.start_datetime[:10] == text and s.type in _PLACED]


def _free(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    if not _says("free", clause) or _NO_FREE.search(clause.folded):
        return []
    said = clause.days[-1].day if clause.days else clause.days_of.spoken
    parts: tuple[PartOfDay, ...] = ("afternoon", "morning", "evening")
    named: list[PartOfDay] = [part for part in parts if _says(part, clause)]
    return [KeepFree(day=said.isoformat(), part=named[0] if named else "day", said=clause.text)] if said else []


def _renamed(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    match = _match("rename", clause)
    if not match:
        return []
    what = match.groupdict().get("what") or "it"
    name = clause.text[match.start("name") : match.end("name")].strip(" .!\"'“”„«»")
    if not name:
        return []
    if pattern("itinerary", "trip", clause.language).search(what):
        return [Rename(name=name, said=clause.text)]
    target = _target(what, document, spoken, clause.language)
    known = target.ids or clause.language == "en"
    return [Rename(target=target, name=name, said=clause.text)] if known else []


def _nights(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    less = _match("fewer_nights", clause)
    match = less or _match("more_nights", clause)
    hotels = [s for s in document.live if isinstance(s, HotelSegment)]
    if not match or not hotels or clause.times:
        return []
    said = match["n"]
    count = 1 if said in _EXTRA else _count(said, clause.language)
    where = match["where"] or ""
    ids = [i for i in targets(where, document, ()) if any(h.id == i for h in hotels)] if where else []
    chosen = ids or ([hotels[-1].id] if len(hotels) == 1 else [])
    return [
        MoreNights(target=Target(ids=tuple(chosen), words=where), nights=-count if less else count, said=clause.text)
    ]


def _shifted(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    by = _by(clause)
    if not by or not by.days:
        return []
    onward = _ONWARD.search(clause.folded)
    if onward:
        words = onward["what"] or onward["also"]
        return [ShiftAll(days=by.days, onward=_target(words, document, spoken, clause.language), said=clause.text)]
    return [ShiftAll(days=by.days, said=clause.text)] if _says("everything", clause) else []


def _longer(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    """Read "extend the trip by a day": the trip ends later, or earlier; nothing in it moves."""
    extends, shortens = _says("extends", clause), _says("shortens", clause)
    unit = _unit(clause.language).search(clause.folded) if extends or shortens else None
    if not unit or not unit["days"] or not _says("trip", clause) or not document.start_date or not document.end_date:
        return []
    days = _count(unit["n"], clause.language) * (-1 if shortens else 1)
    end = (date.fromisoformat(document.end_date) + timedelta(days=days)).isoformat()
    return [SetTrip(start=document.start_date, end=end, said=clause.text)] if end >= document.start_date else []


def _whole_day(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    """Read "push everything on the 2nd back by an hour": each thing to do of that day moves."""
    by = _by(clause)
    if (
        not by
        or not clause.days
        or (not re.search(r"\b(?:all|the whole day)\b", clause.folded) and not _says("everything", clause))
    ):
        return []
    ids = tuple(s.id for s in _of_day(document, clause.days[0].day))
    return [
        Change(
            target=Target(ids=(i,)),
            by_minutes=by.minutes,
            by_days=by.days,
            stay=tuple(x for x in ids if x != i),
            said=clause.text,
        )
        for i in ids
    ]


def _swap(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> Swap:
    if len(clause.days) >= 2:
        days = tuple(d.day.isoformat() for d in clause.days[:2])
        return Swap(days=days, said=clause.text)
    named: list[str] = []
    join = phrases("itinerary", "join", clause.language)
    for piece in re.split(rf",|(?<!\w){join}(?!\w)|/", clause.folded):
        bare = _bare(piece, clause.language)
        named += [i for i in targets(bare, document, ()) if i not in named][:1] if re.search(r"[a-z]{4}", bare) else []
    return Swap(
        targets=tuple(named[:2]) if len(named) > 1 else tuple(spoken[-2:]) if not named else tuple(named),
        said=clause.text,
    )


def _moved(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    """Return a move of something that is in the plan. Words that can only mean a move never add anything."""
    by = _by(clause)
    moves = _says("move", clause) or _moves_to(clause)
    if not by and not (moves and (clause.times or clause.days or clause.lengths)):
        return []
    only = bool(re.match(rf"(?:\w+ ){{0,3}}{phrases('itinerary', 'moves_only', clause.language)}(?!\w)", clause.folded))
    if not only and _says("add", clause) and "instead" not in clause.folded:
        return []
    target = _target(clause.rest.replace("|", " "), document, spoken, clause.language)
    if not target.ids and not only:
        return []
    when = clause.when()
    if by:
        when = when.model_copy(update={"minutes": None})
    if by and clause.times:
        by = None
    minutes, days = by or (0, 0)
    return [Change(target=target, when=when, by_minutes=minutes, by_days=days, said=clause.text)]


def _moves_to(clause: Clause) -> bool:
    """Tell whether a day or time stands behind the word that a language moves things with ("das Museum auf 10 Uhr")."""
    if clause.language == "en":
        return False
    to = own_pattern("itinerary", "move_to", clause.language)
    starts = [*(m.start for m in clause.days), *(m.start for m in clause.times)]
    return any(m.start() in starts or m.end() + 1 in starts for m in to.finditer(clause.folded))


@cache
def _unit(language: str) -> re.Pattern[str]:
    """Return a number with its unit of time, what stands before it and the way it points to."""
    part = {
        name: phrases("itinerary", name, language)
        for name in ("by", "hours", "minutes", "half_hour", "earlier", "later")
    }
    article = "half an|an?" if language == "en" else "(?!)"
    return lexicon(language).compile(
        rf"(?<!\w)(?P<by>{part['by']}\s*)?(?:(?P<half>{part['half_hour']})|(?:un')?(?:(?P<n>%num%|{article})(?:\s+|(?<=\d)))?(?:(?P<hours>{part['hours']})|(?P<minutes>{part['minutes']})|(?P<days>%day%)|(?P<weeks>%week%)))"
        rf"(?!\w)(?:\s+(?P<way>{part['earlier']}|{part['later']})(?!\w))?"
    )


def _by(clause: Clause) -> _By | None:
    """Return how far words move something ("an hour later", "um zwei Tage", "avance le dîner d'une heure"); None where they do not."""
    delays, moves = _says("delays", clause), _says("move", clause)
    for match in _unit(clause.language).finditer(clause.folded):
        if not (match["n"] or match["half"] or "un'" in match.group()):
            continue
        whole = moves and (match["days"] or match["weeks"]) and _says("everything", clause)
        if not (match["way"] or delays or whole or (match["by"] and moves)):
            continue
        back = match["way"] or clause.folded
        sign = -1 if pattern("itinerary", "earlier", clause.language).search(back) else 1
        if match["half"] or match["n"] == "half an":
            return _By(minutes=30 * sign)
        count = _count(match["n"] or "1", clause.language) * sign
        if match["days"] or match["weeks"]:
            return _By(days=count * (7 if match["weeks"] else 1))
        return _By(minutes=count * (60 if match["hours"] else 1))
    return None


def only_stays(clause: Clause) -> bool:
    """Tell whether a clause only says that something keeps its place."""
    return bool(_match("stays", clause)) and not _says("move", clause)


def along_and_staying(text: str, document: ItineraryDocument, language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids that are said to come along, and those that are said to stay."""
    along = [i for m in _ALONG.finditer(text) for i in targets(m["what"], document, ())]
    stay = [
        i
        for m in matches("itinerary", "stays", language, text)
        for i in targets(_bare(m["what"], language), document, ())[:1]
    ]
    return tuple(along), tuple(i for i in stay if i not in along)
