"""The question for what is missing: of the trip one thing after another, of who travels all at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tripintent.tools.guide.draft import Call, Menu, MenuChoice, change
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.words import GuideWords, table
from tripintent.tools.planning.showing import phrases


def asks_people(known: GuideSituation) -> bool:
    """Tell whether names or how to be reached are missing."""
    return any("guests" in one or "contact" in one for one in known.facts.get("missing") or ())


def who(known: GuideSituation) -> str:
    """Return the question who travels, for all of them at once; once somebody is known, for what is missing alone."""
    say = known.say
    people = [str(one).partition(": ")[2].split(", ") for one in known.facts.get("travellers") or ()]
    if all(name == _UNNAMED for name, *_ in people):
        missing = [str(one) for one in known.facts.get("missing") or ()]
        party = sum(int(known.party.get(kind) or 0) for kind in ("adults", "children", "infants"))
        heads = len({one.partition("]")[0] for one in missing if "guests[" in one}) or party
        everyone = say("all {count}" if heads >= party else "{count} of you", count=heads)
        everybody = everyone if heads > 1 else say("the traveller")
        if not any(one.endswith("date_of_birth") for one in missing):
            asked = "Who’s travelling? I need, for {everybody}: the name as in the passport. For example: “Ann Smith{more}”."
            return say(asked, everybody=everybody, more=", Bob Smith" if heads > 1 else "")
        return say(
            "Who’s travelling? I need, for {everybody}: the name as in the passport and the date of birth, and one e-mail "
            "address. For example: “Ann Smith 4 March 1985, {more}ann@example.org”.",
            everybody=everybody,
            more="Bob Smith 9 July 1983, " if heads > 1 else "",
        )
    return say("I still need: {names}.", names="; ".join(_lacks(known, people)))


_UNNAMED = "name not known"


def _lacks(known: GuideSituation, people: Sequence[Sequence[str]]) -> Iterator[str]:
    places, unnamed = _places(known, people), dict[str, tuple[str, int]]()
    for path in map(str, known.facts.get("missing") or ()):
        part = path.rpartition(".")[2].replace("_", " ")
        number = path.partition("[")[2].partition("]")[0]
        if not number.isdigit():
            yield known.say(table("of_all").get(part, part))
            continue
        name = people[int(number)][0] if int(number) < len(people) else _UNNAMED
        if name == _UNNAMED:
            place = unnamed.get(number) or next(places, ("adult", int(number) + 1))
            unnamed[number] = place
            name = known.say(table("of_somebody")[place[0]], number=place[1])
        part = "whole name" if part == "name" and number not in unnamed else part
        yield known.say(table("of_somebody")[part], whose=name)


def _places(known: GuideSituation, people: Sequence[Sequence[str]]) -> Iterator[tuple[str, int]]:
    """Yield who has no name yet, by kind and number after those of the kind that have one."""
    for kind, every in (("adult", "adults"), ("child", "children"), ("infant", "infants")):
        named = sum(name != _UNNAMED and kind in more for name, *more in people)
        yield from ((kind, number) for number in range(named + 1, int(known.party.get(every) or 0) + 1))


def of_documents(known: GuideSituation) -> list[str]:
    """Return a question for each thing that documents lack that were spoken of; what the trip's own question asks is left to it.

    Before there is a trip all that each lacks is named, in a line.
    """
    spoken, words = known.facts.get("spoken_of") or {}, phrases(known.say.language)
    if known.empty:
        needs = {words.text("documents", kind): [words.text("fields", one) for one in spoken[kind]] for kind in spoken}
        return [f"{words.text('phrases', 'needs', documents=name)} {', '.join(needs[name])}." for name in needs]
    own = {"destination": "destinations"}
    names = dict.fromkeys(own.get(str(one), str(one)) for missing in spoken.values() for one in missing)
    return [words.text("ask", one) for one in names if one not in _OF_TRIP or not known.has("missing")][:3]


_OF_TRIP = frozenset({"destinations", "current_location", "trip_duration"})


def asked(known: GuideSituation) -> Menu:
    """Return one question, with ready answers, for the first thing that is missing; days last, where some are compared."""
    say, missing = known.say, [str(one) for one in known.facts.get("missing") or ()]
    order = sorted(table("questions_of"), key=lambda part: bool(known.window) and part in _DAYS)
    part = next((part for part in order if any(part in one for one in missing)), None)
    if part is None:
        names = ", ".join(say(one.rpartition(".")[2].replace("_", " ")) for one in missing[:3])
        return Menu(say("I still need: {names}.", names=names))
    examples = table("together").items()
    more = ", ".join(said for name, said in examples if name != part and any(name in one for one in missing))
    menu, together = _question(part, known), say("You can add right away: {examples}.", examples=more) if more else ""
    return menu._replace(question=f"{menu.question} {together}".strip(), asks="answer")


def _question(part: str, known: GuideSituation) -> Menu:
    """Return the question for what is missing, with answers by what is known."""
    say, towns = known.say, known.stops
    # nor is it known whether one comes back
    if part.startswith("check_") and len(known.legs) == 1 and not known.one_way:
        return _plain("trip_type", say)
    menu = _plain(part, say)
    menu = menu._replace(choices=()) if part == "check_out" and known.hotel_only else menu
    if part == "segments[1].depart_date" and known.back and known.depart and len(towns) == TWO:
        return nights_of_two(towns, (known.back - known.depart).days, _in_each, say)
    # a town alone may be where one starts
    if part == "origin" and len(towns) == 1 and not (known.depart or known.window):
        starts = MenuChoice(say("in {town}", town=towns[0]), change(origin=towns[0], stops=None))
        return menu._replace(choices=(*menu.choices, starts))
    if part == _OUT and known.window and len(towns) == 1:
        told = "{count} nights, on the cheapest days"
        lines = (MenuChoice(say(told, count=n), _in_each({towns[0]: n})) for n in (3, 5, 7, 14))
        return menu._replace(choices=tuple(lines))
    if part == "segments[0].destination" and towns:  # a country is known, and no town of it
        return menu._replace(question=say("Which town of {place}?", place=towns[0]))
    return menu


Nights = Callable[[Mapping[str, int]], Sequence[Call]]
TWO, MOST_NIGHTS = 2, 14  # towns whose nights are asked about with ready answers, and the most nights


def _in_each(nights: Mapping[str, int]) -> tuple[Call, ...]:
    return change(stops=[{"place": town, "nights": count} for town, count in nights.items()])


def nights_of_two(towns: Sequence[str], total: int, calls: Nights, say: GuideWords) -> Menu:
    """Return the question how the nights of two towns are shared out; ``calls`` says what follows so many in each."""
    first, last = towns
    asked = "How many nights in {first}? The rest of the {total} is in {last}."
    lines = list[MenuChoice]()
    for count in range(1, min(total, MOST_NIGHTS)):
        label = say("{count} in {first}, {rest} in {last}", count=count, first=first, rest=total - count, last=last)
        lines.append(MenuChoice(label, tuple(calls({first: count, last: total - count}))))
    return Menu(say(asked, first=first, total=total, last=last), tuple(lines))


def asks_adults(known: GuideSituation) -> bool:
    """Tell whether the question is how many adults travel: a number is the answer."""
    return known.has("missing") and not known.empty and asked(known).choices == _adults(known.say).choices


def _adults(say: GuideWords) -> Menu:
    lines = [MenuChoice(say("1 adult"), change(party={"adults": 1}))]
    lines += [MenuChoice(say("{count} adults", count=n), change(party={"adults": n})) for n in (2, 3, 4)]
    return Menu(say("How many adults travel?"), tuple(lines))


_OUT = "segments[0].depart_date"
_DAYS = (_OUT, "trip_type", "segments[1].depart_date", "check_in", "check_out")


def _plain(part: str, say: GuideWords) -> Menu:
    """Return the question for a part as the table of questions has it."""
    if part == "adults":
        return _adults(say)
    row = table("questions_of")[part]
    lines = tuple(MenuChoice(say(line), change(**given)) for line, given in (row.get("lines") or {}).items())
    asked, form = row["ask"], row.get("form") or ""
    return Menu(say(asked), lines, form=form)
