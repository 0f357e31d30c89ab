"""Cards of a trip's documents: days of the plan, the checklist, the budget with who owes whom."""

from collections.abc import Iterator

from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.document_facts import ChecklistFacts, DayFacts, DaysFacts, EntryFacts, PurseFacts

DONE, OPEN = "[x]", "[ ]"


def days_card(facts: DaysFacts, words: CardWords) -> Card:
    """Return days of the plan, each with its entries by the clock of the place."""
    lines = [line for day in facts.days for line in _day(day, words)]
    return Card(kind="day", title=words.counted("days", len(facts.days)), lines=tuple(lines))


def _day(one: DayFacts, words: CardWords) -> Iterator[Line]:
    first, *others = [Line(text=_entry(entry, words), of=entry.id) for entry in one.entries]
    yield first.model_copy(update={"label": words.formats.day(one.day)})
    yield from others


def _entry(one: EntryFacts, words: CardWords) -> str:
    hours = "–".join(words.formats.clock(hour) for hour in (one.starts, one.ends) if hour)
    number = words.say("confirmation", code=one.number) if one.number else ""
    until = words.say("until", last=words.formats.day(one.until)) if one.until else ""
    booked = words.say("is_held" if one.held else "is_booked") if one.booked else ""
    return ", ".join(filter(None, (f"{hours} {one.title}".strip(), until, one.place, booked, number)))


def checklist_card(facts: ChecklistFacts, words: CardWords) -> Card:
    """Return parts of the checklist; the title counts the whole."""
    lines = []
    for group in facts.groups:
        for number, one in enumerate(group.items):
            label = "" if number else group.name
            lines.append(Line(label=label, text=f"{DONE if one.done else OPEN} {one.text}", of=one.id))
    title = words.say("checklist", done=str(facts.done), count=str(facts.items))
    return Card(kind="checklist", title=title, lines=tuple(lines))


def budget_card(facts: PurseFacts, words: CardWords) -> Card:
    """Return where the money goes, what is left of it and not held, and who owes whom."""
    left, held = facts.left, facts.held if facts.held and facts.held.amount else None
    if left and held:
        left = left.model_copy(update={"amount": left.amount - held.amount})
    over = left.model_copy(update={"amount": -left.amount}) if left and left.amount < 0 else None
    sums = (
        ("total", facts.total),
        ("a_head", facts.per_person),
        ("a_day", facts.per_day),
        ("is_booked_sum", facts.booked),
        ("held_item", facts.held),
        ("spent", facts.spent),
        ("due_there", facts.due_there),
        ("over", over) if over else ("left_after_held" if held else "left", left),
        ("overspent", None if over else facts.overspent),
    )
    lines = [
        Line(label=words.say(name), money=words.money(one))
        for name, one in sums
        if one and (one.amount or name in ("left", "left_after_held", "spent"))
    ]
    for number, share in enumerate(one for one in facts.shares if one.amount.amount >= 0):  # what is over stands above
        text = f"{share.name}, {words.say(f'basis.{share.basis}')}"
        text += f", {words.say('held_of_it', amount=words.money(share.held))}" if share.held else ""
        text += f", {words.say('spent_on', amount=words.money(share.spent))}" if share.spent else ""
        lines.append(Line(label="" if number else words.say("shares"), text=text, money=words.money(share.amount)))
    for one in facts.exchanged:
        at = {
            "code": one.original.currency,
            "rate": f"{words.formats.number(one.rate, exact=True)} {one.amount.currency}",
        }
        day = words.formats.day(one.rates_of) if one.rates_of else ""
        text = words.say("exchanged", paid=words.money(one.original), day=day, **at)
        lines.append(Line(label=one.what or words.say("spent"), text=text, money=words.money(one.amount)))
    me = words.say("you")
    for number, debt in enumerate(facts.debts):
        text = words.say("owes", giver=debt.giver or me, receiver=debt.receiver or me)
        lines.append(Line(label="" if number else words.say("debts"), text=text, money=words.money(debt.amount)))
    title = words.say("budget" if facts.total else "expenses")
    return Card(kind="budget", title=title, lines=tuple(lines))
