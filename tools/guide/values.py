"""The values of a message: days, money, hours, places, people, numbers. What one of them takes of the words, no other has."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple

from dateutil.relativedelta import relativedelta

from tripintent.state.travellers import Traveller
from tripintent.tools.guide.known import KnownEntry
from tripintent.tools.guide.pattern import TokenizedMessage, Value, names_in
from tripintent.tools.guide.words import shape, table, words
from tripintent.tools.language.exact.births import find_dates as find_births
from tripintent.tools.language.exact.clock import find_times
from tripintent.tools.language.exact.days import DayContext, read_days
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.money import read_money
from tripintent.tools.language.exact.names import FILLERS, GENDERS, PARTICLES, SURE_LEAD_INS, TITLES
from tripintent.tools.language.exact.people import ADULT_FROM, read_young
from tripintent.tools.language.exact.places import find_spots
from tripintent.tools.language.exact.tokens import Token, fold, tokens_of
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.language.people.pieces import anywhere
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.index import name_index
from tripintent.tools.places.scan import PlaceSpot

LONGEST = 2_000
"""Characters of a message that are read; a longer one is no message for the guide."""
_BEFORE_HOURS = frozenset(("after", "before", "by"))
_EARLIEST, _MIDNIGHT = 7, 24
"""A bare hour below the first is one of the afternoon: "back after 5"."""
_FURTHEST = 60
_LARGE = 6e5  # the weight of a town to which many travel
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class SaidDays(NamedTuple):
    """A day, or days from ``first`` to ``last``; ``weekday`` where one was said beside the date."""

    first: date
    last: date | None = None
    weekday: str | None = None
    said: str = ""
    options: tuple[date, ...] = ()


class Children(NamedTuple):
    """Ages of children, and how many infants; ``unknown``: children whose age was not said."""

    ages: tuple[int, ...] = ()
    infants: int = 0
    unknown: int = 0


class ReadingContext(NamedTuple):
    """What the words are read beside: today, the trip's first day (or the ``window`` it is in), its towns, and those ``listed`` before."""

    today: date
    depart: date | None = None
    back: date | None = None
    asks_people: bool = False
    asks_ages: bool = False
    towns: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    hotels: tuple[tuple[str, int], ...] = ()
    entries: Sequence[KnownEntry] = ()
    window: date | None = None
    listed: frozenset[str] = frozenset()


def heard(text: str, known: ReadingContext, places: Gazetteer, idle: Collection[str] = ()) -> TokenizedMessage:
    """Return the message with its values; a capital makes a town of any word that is not ``idle``. Linear; never raises."""
    text = text[:LONGEST]
    tokens = [one for one in tokens_of(text) if one.kind != "other" or one.word in "?$€£"]
    if any(one.word == "if" for one in tokens):
        tokens = [replace(one, word=table("wished").get(one.word, one.word)) for one in tokens]
    found: dict[int, list[Value]] = {}
    said_births = [(a, b, one.day) for a, b, one in find_births(text, known.today) if one.day and one.day < known.today]
    births = ((a, b, "birth", born.isoformat()) for a, b, born in said_births)
    for start, end, kind, value in (*_strong(text, known, places, idle), *_entries(text, known, whole=False), *births):
        if span := _tokens(tokens, start, end):
            found.setdefault(span[0], []).append(Value(kind, *span, value, text[start:end].strip()))
    for n, one in enumerate(tokens):
        number = _number(one)
        amount = any(value.kind == "money" and value.end > n + 1 for value in found.get(n, ()))
        if number is not None and not one.ordinal and not (amount and one.kind == "number"):
            found.setdefault(n, []).append(Value("n", n, n + 1, number, one.word))
        if number is not None and 0 < number <= _MIDNIGHT and n and tokens[n - 1].word in _BEFORE_HOURS:
            hour = number + 12 if number < _EARLIEST else number % _MIDNIGHT
            found.setdefault(n, []).append(Value("time", n, n + 1, (f"{hour:02d}:00", None), one.word))
        place = table("ordinals").get(one.word) or (number if one.ordinal else None)
        if place is not None:
            found.setdefault(n, []).append(Value("ordinal", n, n + 1, place, one.word))
    return TokenizedMessage(text, tokens, found)


def _tokens(tokens: Sequence[Token], start: int, end: int) -> tuple[int, int] | None:
    inside = [n for n, one in enumerate(tokens) if one.start < end and one.end > start]
    return (inside[0], inside[-1] + 1) if inside else None


def _number(token: Token) -> int | None:
    if token.kind == "number":
        return int(token.word) if token.word.isdigit() and len(token.word) < 7 else None
    return lexicon("en").number(token.word) if token.word not in ("a", "an") else None


Found = tuple[int, int, str, object]


def _strong(text: str, known: ReadingContext, places: Gazetteer, idle: Collection[str]) -> Iterator[Found]:
    """Yield values with their kinds. What is a birth, an amount or an hour is no day of the trip."""
    taken: list[tuple[int, int]] = []
    clocks = list(_clock(text))
    certain = [one for one in clocks if re.search("[:h]|[ap]m|noon|midnight|o'?clock", fold(text[one[0] : one[1]]))]
    for one in (
        *_hotels(text, known),
        *_entries(text, known, whole=True),
        *_aged(text, places),
        *_people(text, known, idle),
        *_money(text),
        *_young(text, known, idle),
        *certain,
        *_shares(text),
        *_shifts(text),
        *_days(text, known),
        *clocks,
    ):
        if all(one[1] <= start or one[0] >= end for start, end in taken):
            taken.append((one[0], one[1]))
            yield one
    spots, towns = list(find_spots(text, places)), list[tuple[int, int]]()
    within, people = _countries_of(text, spots, places), _named_beside(text, [text[x.start : x.end] for x in spots])
    for spot in spots:
        if text[spot.start : spot.end] in within:
            yield spot.start, spot.end, "country", text[spot.start : spot.end]
        elif all(spot.end <= start or spot.start >= end for start, end in taken):
            said = text[spot.start : spot.end]
            plain = re.sub(r"['’]s$", "", fold(said))
            sure = (said[0].isupper() and fold(said) not in idle) or (spot.sure and len(said) > 3)
            sure = sure or _stands_as_town(text, spot, spots, listed=plain in known.listed)
            if sure and said not in people and plain not in words("no_towns") | known.names:
                towns.append((spot.start, spot.end))
                yield spot.start, spot.end, "place", _as_known(said, known.towns, places)
    yield from _misspelt(text, taken, towns, places, {*idle, *known.names, *map(fold, people), *words("no_towns")})


def _stands_as_town(text: str, spot: PlaceSpot, spots: Sequence[PlaceSpot], *, listed: bool) -> bool:
    """Tell whether an everyday word is a town by the words around it: a large one, or one that was ``listed`` before."""
    before, after = text[: spot.start], text[spot.end :]
    if spot.code:  # "muc to Berlin"
        return bool(re.match(" (?:to|-|–|->) ", after) or before.endswith("from "))
    large = any(one.weight > _LARGE for one in name_index().readings(spot.key)[:1])
    joined = any(one.sure and text[spot.end : one.start] == " or " for one in spots)
    led = shape("leads_to_a_town").search(before)
    known = (large or listed) and bool(joined or (led and shape("ends_a_town").match(after)))
    return known or (listed and bool(shape("behind_a_listed_town").match(after)))


Spans = Sequence[tuple[int, int]]


def _misspelt(text: str, taken: Spans, towns: Spans, places: Gazetteer, never: Collection[str]) -> Iterator[Found]:
    """Yield names where a town is meant that none has, with near ones; one that nothing is near to is an end of a way from or to a town."""
    joints = [one.span() for one in shape("between").finditer(text)]
    for one in shape("where").finditer(text):
        start, end = one.span()
        if fold(one[0]) in never or any(start < b and end > a for a, b in (*taken, *towns)):
            continue
        ways = ((a, b) for a, b in joints if b == start or a == end)
        joined = any(other == (a if b == start else b) for a, b in ways for span in towns for other in span)
        place = places.resolve(one[0])
        near = [place.name] if place.name else [town.name for town in place.candidates]
        if (near and one[0][0].isupper()) or (joined and (near or one[0][0].isupper())):
            yield start, end, "place", one[0]
            yield start, end, "misspelt", near


def _aged(text: str, places: Gazetteer) -> Iterator[Found]:
    for row in shape("row_aged").finditer(text):
        people = [(name, int(age)) for name, age in shape("name_aged").findall(row[0])]
        if not all(places.resolve(name).kind == "city" for name, _ in people):
            yield row.start(), row.end(), "aged", people


def _named_beside(text: str, towns: Collection[str]) -> set[str]:
    """Return names of people that are towns elsewhere: beside a name that no town has, after "friends", or with an age."""
    named = [(one.start(), names_in(one[1])) for one in shape("names_from").finditer(text)]
    sure = any({*names} - {*towns} or shape("friends").search(text[:at]) for at, names in named)
    listed = (name for one in shape("listed_people").findall(text) for name in names_in(one))
    return {*(name for _, names in named if sure for name in names), *shape("beside_aged").findall(text), *listed}


def _countries_of(text: str, spots: Sequence[Any], places: Gazetteer) -> set[str]:
    """Return the countries that are named beside a town of theirs: "Spain: Madrid, then Seville"."""
    named = {said: places.resolve(said) for said in {text[one.start : one.end] for one in spots} if said[0].isupper()}
    towns = {place.country for place in named.values() if place.kind != "country"}
    return {said for said, place in named.items() if place.kind == "country" and place.country in towns}


def _hotels(text: str, known: ReadingContext) -> Iterator[Found]:
    """Yield hotels of the list by their names, each as the number of its option."""
    towns = "|".join(re.escape(fold(one)) for one in known.towns)
    for name, number in known.hotels:
        said = r"\W+".join(re.findall(r"\w+", fold(name)))
        for one in re.finditer(rf"\b{said}\b(?: (?:{towns})\b)?", fold(text)):
            yield one.start(), one.end(), "hotel", number


def _entries(text: str, known: ReadingContext, *, whole: bool) -> Iterator[Found]:
    """Yield entries of the plan by their ``whole`` names, or by words of these that no town has; each as those that have it."""
    said = [(one.start(), one.end(), fold(one[0])) for one in re.finditer(r"\w+", text)] if known.entries else []
    plain = {*words("idle"), *words("joining"), *(word for town in known.towns for word in fold(town).split())}
    named = {
        one: re.findall(r"\w+", fold(one.name if whole else one.name.partition(" near ")[0])) for one in known.entries
    }
    at = 0
    while at < len(said):
        length, here = 0, list[KnownEntry]()
        for size in range(1, len(said) - at + 1):
            run = [word for *_, word in said[at : at + size]]
            have = [one for one, name in named.items() if (name == run if whole else {*run} <= {*name})]
            if have and (size > 1 if whole else not {run[0], run[-1]} & plain):
                length, here = size, have
            if not any({*run} <= {*name} for name in named.values()):
                break
        if here:
            yield said[at][0], said[at + length - 1][1], "entry", tuple(here)
        at += length or 1


def _as_known(said: str, towns: Collection[str], places: Gazetteer) -> str:
    """Return the name that the trip has for a town ("Napoli" for "Naples"); of another one the name that was said."""
    code = places.resolve(said).code if towns else None
    return next((one for one in towns if code and places.resolve(one).code == code), said)


def _joined(text: str, spans: Sequence[tuple[int, int]], idle: Collection[str]) -> bool:
    """Tell whether nothing but idle words separates the parts of a value."""
    ends = sorted(spans)
    gaps = [fold(text[a[1] : b[0]]) for a, b in pairwise(ends)]
    return all(set(re.findall(r"[a-z]+", gap)) <= {*idle, *words("beside_ages")} for gap in gaps)


def _people(text: str, known: ReadingContext, idle: Collection[str]) -> Iterator[Found]:
    reader = FreeFormPeople()
    spans = list(reader.passages(text, known.today, asked=known.asks_people))
    if (known.asks_people or spans) and _names_alone(text, reader.read(text, known.today, "en").travellers, idle):
        spans = [(0, len(text))]
    if spans and _joined(text, spans, {*idle, *GENDERS}):
        start, end = spans[0][0], spans[-1][1]
        beside = _BESIDE.match(text, end)
        end = beside.end() if beside else end
        numbered = shape("begins_a_line").search(text[:start]) if known.asks_people else None
        start = numbered.start() if numbered else start
        people = reader.read(text[start:end], known.today, "en")
        born = [one.date_of_birth for one in people.travellers if one.date_of_birth]
        if born and not known.asks_people and min(born) > (known.today - timedelta(days=_INFANT)).isoformat():
            return  # no name was asked for, and an infant is not named alone: a town and a day that is past
        if people.travellers or people.contact.email or people.contact.phone:
            yield start, end, "people", people


def _names_alone(text: str, people: Sequence[Traveller], idle: Collection[str]) -> bool:
    """Tell whether a message says names, what introduces them, and nothing else; in small letters "name" must be said."""
    names = {word for one in people for word in fold(f"{one.given_name} {one.family_name}").split()}
    text = re.sub(r"\S+@\S+", " ", text)
    rest = SURE_LEAD_INS.sub(" ", anywhere("introduces", "kin", "beside").sub(" ", fold(text)))
    known = {*names, *idle, *FILLERS, *TITLES, *GENDERS, "lead", "main"}
    small = [word for word in re.findall(r"[^\W\d_][\w'’-]*", text) if word[0].islower() and fold(word) in names]
    shy = set(map(fold, small)) - PARTICLES and not re.search(r"\bnames?\b", fold(text))
    return bool(names) and not shy and all(word in known for word in re.findall(r"[^\W\d_][\w'’-]*", rest))


_BESIDE = re.compile(rf"[\s,;(]*(?:{'|'.join(GENDERS)})\b\)?", re.IGNORECASE)
"""A gender after the last of those who are named."""

_INFANT = 730
"""Days below which a person is an infant."""


def _money(text: str) -> Iterator[Found]:
    for one in read_money(text):
        if re.search(r"(?:years?|yrs?|months?)$", fold(text[one.start : one.end])):
            continue  # an age
        yield one.start, one.end, "money", (one.amount, one.currency)


def _ages(text: str) -> Found | None:
    """Return ages that were asked for, where a message says numbers and little more ("one is 5, the other 8")."""
    plain = shape("one_of_them").sub(" ", fold(text))
    said = re.findall(r"[a-z0-9]+", plain)
    numbers = [n for n in map(_count, said) if n]
    more = any(not _count(one) and one not in words("beside_ages") for one in said)
    if not numbers or more or max(numbers) >= ADULT_FROM:
        return None
    small = sum(one < 2 for one in numbers)
    return 0, len(text), "children", Children(tuple(one for one in numbers if one >= 2), small)


def _young(text: str, known: ReadingContext, idle: Collection[str]) -> Iterator[Found]:
    if known.asks_ages and (ages_alone := _ages(text)):
        yield ages_alone
        return
    at = 0
    for said in re.split(r"(?<=[a-z0-9)][.!?;])\s", text):  # what one sentence says of children, no other one does
        start = text.index(said, at)
        at = start + len(said)
        yield from ((start + a, start + b, kind, value) for a, b, kind, value in _of_sentence(said, known, idle))


def _of_sentence(text: str, known: ReadingContext, idle: Collection[str]) -> Iterator[Found]:
    young = read_young(fold(text), "en", known.depart or known.today, asked=known.asks_ages)
    born = any(one.day and one.day < known.today for _, _, one in find_births(text, known.today))
    if not young.claims or born:
        return
    of: dict[str, Any] = {one.slot: one.value for one in young.claims}
    ages = tuple(int(x) for x in of.get("ages") or ())
    children, infants = int(of.get("children") or 0), int(of.get("infants") or 0)
    if len(ages) > children + infants and {"children", "infants"} & set(of):
        return  # more ages than children: one of the numbers is something else
    spans = [(one.start, one.end) for one in young.claims] + [(one.start, one.end) for one in young.ages]
    if not _joined(text, spans, idle):
        return
    start, end = min(a for a, _ in spans), max(b for _, b in spans)
    plain = {*idle, *words("beside_ages"), *words("young")}
    if any(word not in plain and not _count(word) for word in re.findall(r"[a-z]+", fold(text[start:end]))):
        return  # something else is between them
    of_infants = tuple(x for x in ages if x < 2)
    older = tuple(x for x in ages if x >= 2)
    unknown = 0 if children == len(ages) else max(children - len(older), 0)
    yield start, end, "children", Children(older, max(infants, len(of_infants)), unknown)


def _clock(text: str) -> Iterator[Found]:
    for one in find_times(fold(text), clauses=True):
        yield one.start, one.end, "time", (one.first.text(), one.last.text() if one.last else None)


def _shares(text: str) -> Iterator[Found]:
    """Yield shares of a budget: "30 %", "half of the budget"."""
    for one in shape("share").finditer(fold(text)):
        yield one.start(), one.end(), "share", Decimal(one[1]) / 100 if one[1] else Decimal(1) / table("parts")[one[2]]


def _shifts(text: str) -> Iterator[Found]:
    """Yield days by which something moves ("two days later"), and by which a stay grows ("one more night")."""
    for one in shape("shift").finditer(fold(text)):
        if count := _count(one[1]):
            days = count * (7 if one[2] == "week" else 1)
            yield one.start(), one.end(), "shift", days if one[3] == "later" else -days
    for one in shape("more_nights").finditer(fold(text)):
        count = _count(one[2])
        if count and (one[1] or one[3] or one[4] or one[2] == "another"):
            less = one[1] == "shorten" or one[4] in ("less", "fewer", "shorter")
            yield one.start(), one.end(), "more", -count if less else count


def _count(word: str) -> int:
    found = {"a": 1, "an": 1, "another": 1, "the": 1}.get(word) or (
        int(word) if word.isdigit() else lexicon("en").number(word)
    )
    return found if found and found < _FURTHEST else 0


def _whole_month(first: date | None, last: date | None) -> bool:
    return bool(first and last and first.day == 1 and last.month == first.month and (last + timedelta(days=1)).day == 1)


def _behind(said: str, before: date | None) -> date | None:
    """Return the day of a number alone that follows a whole date: of its month, or of the next one."""
    alone = shape("number_alone").fullmatch(said.strip())
    if not alone or before is None:
        return None
    number = int(alone[1])
    return next((day for n in range(32) if (day := before + timedelta(days=n)).day == number), None)


def _numbered(text: str, end: int, weekday: str | None, before: date | None) -> int:
    """Return the end of a weekday with the number of its day after it: "friday 22 january to monday 25"."""
    number = shape("and_number").match(text, end) if weekday and before and not text[end - 1].isdigit() else None
    day = _behind(number[1], before) if number else None
    return number.end() if number and day and WEEKDAYS[day.weekday()].startswith(weekday or "?") else end


def _years_early(first: date, last: date, known: ReadingContext) -> int:
    """Return 1 for days that lie a year on only because the trip's own begin after them; a leap day is of its own year."""
    leaps = any((one.month, one.day) == (2, 29) for one in (first, last))
    if not known.depart or first.year <= known.depart.year or leaps:
        return 0
    return int(first.replace(year=first.year - 1) >= known.today)


def _in_month(text: str, month: date) -> Iterator[Found]:
    for one in shape("two_numbers").finditer(fold(text)):
        try:
            first, last = month.replace(day=int(one[1])), month.replace(day=int(one[2]))
        except ValueError:
            continue
        if first < last:
            yield one.start(), one.end(), "range", SaidDays(first, last, said=one[0])


def _of_the_trip(day: date, said: str, known: ReadingContext) -> date:
    """Return a weekday alone as the first of the trip's own days that is called so and is to come, where it has one and not this."""
    last, bare = known.back or day, re.fullmatch(rf"(?:on )?(?:{'|'.join(WEEKDAYS)})", fold(said).strip())
    first = max(known.depart or day, known.today)
    own = first + timedelta(days=(day - first).days % 7)
    return own if bare and known.depart and own <= last < day else day


def _on_next(day: date, said: str, known: ReadingContext) -> timedelta:
    """Return by how much a weekday that would be today is later: who means today says so."""
    return timedelta(days=7 * (day == known.today and bool(shape("bare_weekday").fullmatch(said.strip()))))


_LONGEST_STAY = 120
"""Nights."""


def _days(text: str, known: ReadingContext) -> Iterator[Found]:
    near = known.back or known.depart or known.window
    context = DayContext(known.today, "en", known.depart, near)
    spans = read_days(text, context)
    month = next((one.first for one in spans if one.kind == "window" and _whole_month(one.first, one.last)), None)
    month = month if spans else known.window
    if month and not known.depart:  # "in February, the 12th to the 19th"
        yield from _in_month(text, month)
        spans = read_days(text, DayContext(known.today, "en", month, month))
    before: date | None = None
    year = 0
    nights = {(one.last - one.first).days for one in spans if one.kind == "range" and one.first and one.last}
    for one in spans:
        said = text[one.start : one.end]
        weekday = next((day[:3] for day in WEEKDAYS if re.search(rf"\b{day[:3]}", fold(said))), None)
        if one.kind in ("nights", "days") and (one.number or 0) > _LONGEST_STAY:
            continue  # "he is 10 months": an age, and no stay that is sold here
        if one.kind in ("nights", "days"):
            last = one.kind == "days" and (one.number or 0) - 1 in nights  # "three days, June 15 to 17"
            yield one.start, one.end, one.kind, (one.number or 0) - last
        elif one.kind == "day" and one.first:
            since = before or (known.depart - timedelta(days=6) if known.depart else None)
            end = _numbered(text, one.end, weekday, since)
            said = text[one.start : end]
            behind = (text[one.end : end], since) if end > one.end else (said, before)
            first, dated = _behind(*behind) or _of_the_trip(one.first, said, known), re.search(r"\d{4}", said)
            if year and not dated:  # "May 2 2028 …, back May 10"
                first += relativedelta(year=max(year, first.year))
            first += _on_next(first, said, known)
            before, year = first, first.year if dated else year
            yield one.start, end, "day", SaidDays(first, None, weekday, said, one.options)
        elif one.kind == "range" and one.first and one.last:
            years = 0 if re.search(r"\d{4}", said) else _years_early(one.first, one.last, known)
            days = [end.replace(year=end.year - years) for end in (one.first, one.last)]
            before = days[0]
            end = _numbered(text, one.end, WEEKDAYS[days[1].weekday()], before)
            days[1] = (_behind(text[one.end : end], before) or days[1]) if end > one.end else days[1]
            days = [day + _on_next(days[0], said, known) for day in days]
            yield one.start, end, "range", SaidDays(days[0], days[1], said=text[one.start : end])
        elif one.kind in ("window", "around") and one.first and one.last:
            yield one.start, one.end, "window", SaidDays(one.first, one.last, said=said)
        elif one.kind in ("flexible", "no_such_day"):
            yield one.start, one.end, one.kind, one.number
