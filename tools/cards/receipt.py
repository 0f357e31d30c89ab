"""The receipt of a purchase, what became of a cancellation, and what a change or a cancellation of a booking would cost."""

from collections.abc import Iterable, Iterator

from tripintent.state.booking import NOTHING_BACK
from tripintent.tools.cards.approval import change_line, ended_lines, kept_lines, lost_lines
from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.items import begins, details, head, in_all, nested, parts_of, people, terms, total
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.facts import BookingFacts, LineFacts
from tripintent.tools.toolbox.receipt_facts import (
    CancellationQuote,
    CancelledFacts,
    ChangeQuote,
    EndedFacts,
    ReceiptFacts,
)

SHOWN = 3
"""Options of what is new that the card shows."""


def receipt_card(facts: ReceiptFacts, words: CardWords) -> Card:
    """Return what was bought: codes and tickets, people, terms, what was paid, and what it replaced."""
    lines = list(people(facts.people, words))
    for one in sorted(facts.bookings, key=lambda one: begins(one.flight, one.hotel)):
        lines += _booked(one, words)
    due = [one.hotel.local_tax for one in facts.bookings if one.hotel]
    if facts.total:
        lines += total(facts.total, due, words, paid=True, of=[one.total for one in facts.bookings])
    for name, amount in (("cheaper", facts.cheaper_by), ("dearer", facts.dearer_by)):
        lines += [Line(text=words.say(name, amount=words.money(amount)), changed=True)] if amount else []
    lines += [line for one in facts.ended for line in ended(one, words)]
    stays = enumerate(map(words.titled, facts.stays))
    lines += [Line(label="" if n else words.say("still"), text=title) for n, title in stays]
    if facts.in_all:
        first, *others = total(facts.in_all, facts.in_all_due, words, paid=True)
        lines += [first.model_copy(update={"label": words.say("whole_trip")}), *others]
    whole = in_all(facts.total, due) if facts.total else None
    name = "booked" if not whole else "bought" if whole == facts.total else "bought_with_tax"
    paid = words.say(name, amount=words.money(whole))
    return Card(
        kind="receipt",
        title=words.say("already") if facts.again else paid,
        lines=tuple(lines),
        note=words.simulated_of((one.title, one.simulated) for one in facts.bookings),
    )


def cancelled_card(facts: CancelledFacts, words: CardWords) -> Card:
    """Return what became of a cancellation, and what comes back in all."""
    gone = all(one.state == "cancelled" for one in facts.items)
    lines = [line for one in facts.items for line in ended(one, words, titled=gone)]
    if len(facts.items) > 1:
        lines.append(Line(label=words.say("comes_back"), money=words.money(facts.refund)))
        lines.append(Line(label=words.say("lost"), money=words.money(facts.fee)))
    done = any(one.state == "cancelled" for one in facts.items)
    title = words.say("cancelled_title" if gone else "partly_cancelled" if done else "not_cancelled")
    return Card(kind="cancelled", title=title, lines=tuple(lines), note=words.simulated() if facts.simulated else "")


def ended(one: EndedFacts, words: CardWords, *, titled: bool = False) -> Iterator[Line]:
    """Yield an earlier booking and what became of it; ``titled`` where the card's title says that."""
    known = {"cancelled": "cancelled", "changed": "changed"}
    name, became = words.titled(one.title), words.say(known.get(one.state, "still"))
    yield Line(label=name, changed=True) if titled else Line(label=became, text=name, changed=True)
    if one.state == "in_doubt":
        yield Line(text=words.say("in_doubt"))
    elif one.state not in known:
        told = words.say("stays_nothing" if one.state == NOTHING_BACK else "could_not")
        yield Line(text=f"{told}: {one.why}" if one.why else told)
    elif one.refund:
        fee = words.say("less", fee=words.money(one.fee)) if one.fee and one.fee.amount else ""
        yield Line(text=words.back(one.refund_to, one.refund) + fee)


def _booked(one: BookingFacts, words: CardWords) -> Iterator[Line]:
    of = one.booking_id
    yield head(one.title, one.flight, one.hotel, words, of).model_copy(update={"money": words.money(one.total)})
    said = [words.say("pnr" if one.flight or not one.hotel else "confirmation", code=one.pnr or one.booking_id)]
    said += [words.say("tickets", numbers=", ".join(one.tickets))] if one.tickets else []
    said += [words.reply(one.status)] if one.status != "confirmed" else []
    yield from (Line(text=each, of=of) for each in said)
    yield from details(one.flight, one.hotel, words, one.guests or 0, of)
    yield Line(text=terms(one.terms, words), of=of)
    told = words.asked(one.requests, "hotel" if one.hotel else "airline")
    yield from (Line(text=request, of=of) for request in told)


def change_card(facts: ChangeQuote, words: CardWords) -> Card:
    """Return what a change would cost with each option of what is new, what it gives up, and what stays booked."""
    lines = list[Line]()
    for number, one in enumerate(facts.options[:SHOWN], 1):
        name = words.say("option", number=str(number)) if len(facts.options) > 1 else ""
        lines.append(change_line(one.in_all, words, name))
        lines += [line for part in parts_of(one.option) for line in nested(part, words, one.option.option)]
    lines += [line for one in facts.replaces for line in ended_lines(one, words)]
    return _quote("quote_change", lines, facts.keeps, words)


def cancellation_card(facts: CancellationQuote, words: CardWords) -> Card:
    """Return what a cancellation would cost, booking by booking and in all, and what stays booked."""
    lines = [line for one in facts.lines for line in ended_lines(one, words, alone=True)]
    return _quote("quote_cancel", [*lines, *lost_lines(facts.lost, facts.comes_back, words)], facts.keeps, words)


def _quote(title: str, lines: Iterable[Line], keeps: Iterable[LineFacts], words: CardWords) -> Card:
    shown = (*lines, *kept_lines(keeps, words))
    return Card(kind="quote", title=words.say(title), lines=shown, note=words.say("nothing_done"))
