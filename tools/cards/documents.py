"""What is known of a trip, line by line, and what is open; and its documents: days of the plan, checklist, budget with who owes whom."""

from collections.abc import Callable, Iterator

from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.items import heads
from tripintent.tools.cards.words import CardWords
from tripintent.tools.formats import stars
from tripintent.tools.toolbox import document_facts
from tripintent.tools.toolbox.screen_facts import KnownFacts, SleepFacts, WayFacts

UNKNOWN = "…"


def known_card(facts: KnownFacts, words: CardWords) -> Card:
    """Return the trip as far as it is known."""
    lines = {
        "way": _way(facts, words),
        "out": _leg(facts.out, words) if facts.flies is not False else "",
        "back": words.say("one_way") if facts.one_way else _leg(facts.back, words),
        "people": heads(facts, words),
        "hotel": words.say("no_hotel") if facts.hotel is False else _hotel(facts, words),
        "money": _money(facts, words),
    }
    asked = [name for name in lines if facts.flies is not False or name not in ("way", "out", "back")]
    lacks = " · ".join(words.say(f"line_{name}") for name in asked if not lines[name])
    known = [
        Line(label=words.say(f"line_{name}"), text=one, changed=name in facts.changed, of=name)
        for name, one in lines.items()
        if one
    ]
    still = [Line(label=words.say("still_open"), text=lacks)] if lacks else []
    return Card(kind="trip", title=words.say("trip"), lines=(*known, *still))


def _way(facts: KnownFacts, words: CardWords) -> str:
    towns = [words.formats.town(one) for one in facts.stops] or [UNKNOWN]
    origin = words.formats.town(facts.origin) if facts.origin else UNKNOWN
    return " – ".join((origin, *towns)) if facts.origin or facts.stops else ""


def _leg(way: WayFacts | None, words: CardWords) -> str:
    if way is None:
        return ""
    value, clock = words.formats.value, words.formats.clock
    days = value(way.day) if way.day else _between(way.earliest, way.latest, value, words)
    hours = (("leaves", way.leave_from, way.leave_to), ("lands", way.land_from, way.land_to))
    wished = [f"{words.say(name)} {_between(a, b, clock, words)}" for name, a, b in hours if a or b]
    meets = words.say("meets", hour=clock(way.meets)) if way.meets else ""
    return ", ".join(filter(None, (days, *wished, meets)))


def _between(first: str | None, last: str | None, written: Callable[[str], str], words: CardWords) -> str:
    """Return from when to when, or one of the two."""
    if first and last:
        return words.say("between", first=written(first), last=written(last))
    if first:
        return words.say("from", first=written(first))
    return words.say("until", last=written(last)) if last else ""


def _hotel(facts: KnownFacts, words: CardWords) -> str:
    said = [_leg(facts.out, words)] if facts.out and facts.flies is False else []
    said += [part for n, one in enumerate(facts.sleeps) for part in _nights(one, None if n else facts.out, words)]
    said += [words.say("stars_from", stars=stars(facts.stars))] if facts.stars else []
    wanted = [] if said or facts.area or not (facts.stops or facts.hotel) else [words.say("hotel_wanted")]
    return ", ".join((*said, *wanted, *filter(None, [facts.area])))


def _nights(one: SleepFacts, way: WayFacts | None, words: CardWords) -> Iterator[str]:
    day = words.formats.short_day
    if one.town:
        yield words.formats.town(one.town)
    if one.check_out and (one.check_in or one.from_landing):
        landing = f"{day(way.day)} ({words.say('landing')})" if way and way.day else words.say("landing")
        first = landing if one.from_landing or not one.check_in else day(one.check_in)
        yield f"{first} – {day(one.check_out)}"
    if one.nights:
        yield words.reply("nights", one.nights)
    if one.rooms:
        yield words.counted("rooms", one.rooms)
    if one.stars:
        yield words.say("stars_from", stars=stars(one.stars))


def _money(facts: KnownFacts, words: CardWords) -> str:
    if facts.each:
        return words.say("a_person", amount=words.money(facts.each))
    return words.say("at_most", amount=words.money(facts.money)) if facts.money else ""


DONE, OPEN = "[x]", "[ ]"


def days_card(facts: document_facts.DaysFacts, words: CardWords) -> Card:
    """Return days of the plan, each with its entries by the clock of the place, and below them what is not known of the sights."""
    lines = [line for day in facts.days for line in _day(day, words)]
    unsure = any(entry.unsure for day in facts.days for entry in day.entries)
    lines += [Line(text=words.say("days_unsure"))] if unsure else []
    return Card(kind="day", title=words.counted("days", len(facts.days)), lines=tuple(lines))


def _day(one: document_facts.DayFacts, words: CardWords) -> Iterator[Line]:
    first, *others = [Line(text=_entry(entry, words), of=entry.id) for entry in one.entries]
    yield first.model_copy(update={"label": words.formats.day(one.day)})
    yield from others


def _entry(one: document_facts.EntryFacts, words: CardWords) -> str:
    hours = "–".join(words.formats.clock(hour) for hour in (one.starts, one.ends) if hour)
    number = words.say("confirmation", code=one.number) if one.number else ""
    until = words.say("until", last=words.formats.day(one.until)) if one.until else ""
    booked = words.say("is_chosen" if one.chosen else "is_held" if one.held else "is_booked") if one.booked else ""
    name, *ends = one.flight or (one.title,)
    title = " ".join(filter(None, (hours, name, " – ".join(map(words.town, ends)))))
    place = "" if one.flight else one.place
    return ", ".join(filter(None, (title, until, place, booked, number)))


def checklist_card(facts: document_facts.ChecklistFacts, words: CardWords) -> Card:
    """Return parts of the checklist; the title counts the whole."""
    lines = []
    for group in facts.groups:
        for number, one in enumerate(group.items):
            label = "" if number else group.name
            lines.append(Line(label=label, text=f"{DONE if one.done else OPEN} {one.text}", of=one.id))
    title = words.say("checklist", done=str(facts.done), count=str(facts.items))
    return Card(kind="checklist", title=title, lines=tuple(lines))


def sum_lines(facts: document_facts.PurseFacts, words: CardWords) -> list[Line]:
    """Return where the money went, and what is left of it and not held; last what a change that waits would make of it."""
    left, held = facts.left, facts.held if facts.held and facts.held.amount else None
    if left and held:
        left = left.model_copy(update={"amount": left.amount - held.amount})
    over = left.model_copy(update={"amount": -left.amount}) if left and left.amount < 0 else None
    waits = facts.waits and facts.waits.model_copy(update={"amount": abs(facts.waits.amount)})
    brings = facts.waits and facts.waits.amount < 0
    sums = (
        ("total", facts.total),
        ("a_head", facts.per_person),
        ("a_day", None if facts.booked else facts.per_day),
        ("is_booked_sum", facts.booked),
        ("held_item", facts.held),
        ("lost", facts.lost),
        ("spent", None if facts.booked and facts.spent == facts.booked else facts.spent),
        ("due_there", facts.due_there),
        ("over", over) if over else ("left_after_held" if held else "left", left),
        ("overspent", None if over else facts.overspent),
        ("waits_back" if brings else "waits_cost", waits),
    )
    return [
        Line(label=words.say(name), money=words.money(one))
        for name, one in sums
        if one and (one.amount or name in ("left", "left_after_held", "spent"))
    ]


def budget_card(facts: document_facts.PurseFacts, words: CardWords) -> Card:
    """Return the sums of a budget, its parts, and who owes whom."""
    lines = sum_lines(facts, words)
    for number, share in enumerate(one for one in facts.shares if one.amount.amount >= 0):
        text = f"{share.name}, {words.say(f'basis.{share.basis}')}"
        text += f", {words.say('held_of_it', amount=words.money(share.held))}" if share.held else ""
        text += f", {words.say('spent_on', amount=words.money(share.spent))}" if share.spent else ""
        lines.append(Line(label="" if number else words.say("shares"), text=text, money=words.money(share.amount)))
    lines += [_exchanged(one, words) for one in facts.exchanged]
    me = words.say("you")
    for number, debt in enumerate(facts.debts):
        text = words.say("owes", giver=debt.giver or me, receiver=debt.receiver or me)
        lines.append(Line(label="" if number else words.say("debts"), text=text, money=words.money(debt.amount)))
    title = words.say("budget" if facts.total else "expenses")
    return Card(kind="budget", title=title, lines=tuple(lines))


def _exchanged(one: document_facts.ExchangedFacts, words: CardWords) -> Line:
    """Return an expense in other money: what was paid, at which rate of which day, and what it counts as."""
    rate = f"{words.formats.number(one.rate, exact=True)} {one.amount.currency}"
    day = words.formats.day(one.rates_of) if one.rates_of else ""
    told = words.say("exchanged", paid=words.money(one.original), day=day, code=one.original.currency, rate=rate)
    return Line(label=one.what or words.say("spent"), text=told, money=words.money(one.amount), of="exchanged")
