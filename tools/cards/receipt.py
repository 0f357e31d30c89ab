"""What is held, the receipt of a purchase, what became of a cancellation, and what changing or cancelling a booking would cost."""

from collections.abc import Iterable, Iterator, Sequence

from tripintent.state.booking import NOTHING_BACK
from tripintent.tools.cards.approval import change_line, ended_lines, kept_lines, lost_lines
from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.items import begins, dearer, details, head, in_all, nested, parts_of, people, terms, total
from tripintent.tools.cards.words import CardWords
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.toolbox import screen_facts
from tripintent.tools.toolbox.facts import BookingFacts, HeldFacts, LineFacts, LocalMoment

SHOWN = 3
"""Options of what is new that the card shows."""


def receipt_card(facts: screen_facts.ReceiptFacts, words: CardWords) -> Card:
    """Return what was bought: codes and tickets, people, terms, what was paid, and what it replaced."""
    lines = list(people(facts.people, words))
    names = [one.name for one in facts.people]
    for one in sorted(facts.bookings, key=lambda one: begins(one.flight, one.hotel)):
        lines += _booked(one, names, words)
    due = [one.hotel.local_tax for one in facts.bookings if one.hotel]
    if facts.total:
        lines += total(facts.total, due, words, paid=True, of=[one.total for one in facts.bookings])
    lines += issued(facts.issued, facts.paid_with, words)
    for name, amount in (("cheaper", facts.cheaper_by), ("dearer", facts.dearer_by)):
        lines += [Line(text=words.say(name, amount=words.money(amount)), changed=True)] if amount else []
    lines += [line for one in facts.ended for line in ended(one, words, kept="replaced_kept")]
    stays = enumerate(map(words.titled, facts.stays))
    lines += [Line(label="" if n else words.say("still"), text=title) for n, title in stays]
    lines += _whole_trip(facts, words)
    whole = in_all(facts.total, due) if facts.total else None
    name = "booked" if not whole else "bought" if whole == facts.total else "bought_with_tax"
    paid = words.say(name, amount=words.money(whole))
    return Card(
        kind="receipt",
        title=words.say("already") if facts.again else paid,
        lines=tuple(lines),
        note=words.simulated_of((one.title, one.simulated) for one in facts.bookings),
    )


def _whole_trip(facts: screen_facts.ReceiptFacts | screen_facts.CancelledFacts, words: CardWords) -> Iterator[Line]:
    if facts.in_all:
        first, *others = total(facts.in_all, facts.in_all_due, words, paid=True)
        yield from (first.model_copy(update={"label": words.say("whole_trip")}), *others)
        if facts.in_all_lost and facts.in_all_lost.amount:
            yield Line(text=words.say("lost"), money=words.money(facts.in_all_lost))


def cancelled_card(facts: screen_facts.CancelledFacts, words: CardWords) -> Card:
    """Return what became of a cancellation, and what comes back in all."""
    gone = all(one.state == "cancelled" for one in facts.items)
    lines = [line for one in facts.items for line in ended(one, words, titled=gone)]
    if len(facts.items) > 1:
        lines.append(Line(label=words.say("comes_back"), money=words.money(facts.refund)))
        lines.append(Line(label=words.say("lost"), money=words.money(facts.fee)))
    lines += [Line(label=words.say("let_go"), text=words.titled(one)) for one in facts.let_go]
    lines += _whole_trip(facts, words)
    done = any(one.state == "cancelled" for one in facts.items)
    title = words.say("cancelled_title" if gone else "partly_cancelled" if done else "not_cancelled")
    return Card(kind="cancelled", title=title, lines=tuple(lines), note=words.simulated() if facts.simulated else "")


def ended(
    one: screen_facts.EndedFacts, words: CardWords, *, titled: bool = False, kept: str = "still"
) -> Iterator[Line]:
    """Yield an earlier booking and what became of it (``kept`` names that it stays); ``titled`` where the card's title says that."""
    known = {"cancelled": "cancelled", "changed": "changed"}
    name, became = words.titled(one.title), words.say(known.get(one.state, kept))
    yield Line(label=name, changed=True) if titled else Line(label=became, text=name, changed=True)
    if one.state == "in_doubt":
        yield Line(text=words.say("in_doubt"))
    elif one.state not in known:
        told = words.say("stays_nothing" if one.state == NOTHING_BACK else "could_not")
        yield Line(text=f"{told}{words.formats.colon}{one.why}" if one.why else told)
    elif one.refund and not one.refund.amount and one.fee:
        yield Line(text=words.say("lost"), money=words.money(one.fee))
    elif one.refund:
        fee = words.say("less", fee=words.money(one.fee)) if one.fee and one.fee.amount else ""
        yield Line(text=words.back(one.refund_to or "payment", one.refund) + fee)


def issued(at: LocalMoment | None, methods: Iterable[PaymentMethod], words: CardWords) -> Iterator[Line]:
    """Yield the day of a receipt, and by what was paid as far as it is known."""
    if at:
        yield Line(label=words.say("issued"), text=words.formats.day(at.local))
    if named := "; ".join(map(words.method, methods)):
        yield Line(label=words.say("paid_with"), text=named)


def tickets(numbers: Sequence[str], names: Sequence[str], words: CardWords) -> str:
    """Return the numbers of tickets and whose they are: sellers give no names with them, so that of several nothing is made up."""
    name = "tickets" if len(numbers) != len(names) else "tickets_of" if names[1:] else "ticket_of"
    return words.say(name, numbers=", ".join(numbers), names=words.formats.listed(names))


def _booked(one: BookingFacts, names: Sequence[str], words: CardWords) -> Iterator[Line]:
    of = one.booking_id
    yield head(one.title, one.flight, one.hotel, words, of).model_copy(update={"money": words.money(one.total)})
    said = [words.say("pnr" if one.flight or not one.hotel else "confirmation", code=one.pnr or one.booking_id)]
    said += [tickets(one.tickets, names, words)] if one.tickets else []
    said += [words.say("each_airline")] if one.flight and not one.flight.one_ticket else []
    said += [words.reply(one.status)] if one.status != "confirmed" else []
    yield from (Line(text=each, of=of) for each in said)
    yield from details(one.flight, one.hotel, words, one.guests or 0, of)
    yield Line(text=terms(one.terms, words), of=of)
    told = words.asked(one.requests, "hotel" if one.hotel else "airline")
    yield from (Line(text=request, of=of) for request in told)


def change_card(facts: screen_facts.ChangeQuote, words: CardWords) -> Card:
    """Return what a change would cost with each option of what is new, what it gives up, and what stays booked."""
    lines = list[Line]()
    for number, one in enumerate(facts.options[:SHOWN], 1):
        name = words.say("option", number=str(number)) if len(facts.options) > 1 else ""
        lines.append(change_line(one.in_all, words, name))
        lines += [line for part in parts_of(one.option) for line in nested(part, words, one.option.option)]
    lines += [line for one in facts.replaces for line in ended_lines(one, words)]
    return _quote("quote_change", lines, facts.keeps, words)


def cancellation_card(facts: screen_facts.CancellationQuote, words: CardWords) -> Card:
    """Return what a cancellation would cost, booking by booking and in all, and what stays booked."""
    lines = [line for one in facts.lines for line in ended_lines(one, words, alone=True)]
    return _quote("quote_cancel", [*lines, *lost_lines(facts.lost, facts.comes_back, words)], facts.keeps, words)


def _quote(title: str, lines: Iterable[Line], keeps: Iterable[LineFacts], words: CardWords) -> Card:
    shown = (*lines, *kept_lines(keeps, words))
    return Card(kind="quote", title=words.say(title), lines=shown, note=words.say("nothing_done"))


def held_card(facts: screen_facts.HoldsFacts, words: CardWords) -> Card:
    """Return what is held, what could not be, and what is open of it."""
    held = sorted(facts.held, key=lambda one: begins(one.flight, one.hotel))
    lines = [*people(facts.people, words), *(line for one in held for line in _held(one, words))]
    for one in facts.failed:
        why = f" ({one.why})" if one.why else ""
        lines.append(Line(label=words.say("not_held"), text=f"{words.titled(one.title)}{why}"))
    lines += _total(held, words)
    sure = any(one.reserved and not one.in_doubt for one in held)
    doubt = "held_doubt" if any(one.in_doubt for one in held) else "ready_title" if held else "nothing_held"
    return Card(
        kind="held",
        title=words.say(("held_partly" if facts.failed else "held_title") if sure else doubt),
        lines=tuple(lines),
        actions=("request_purchase", "release_hold") if facts.held else (),
        until=_first_end(facts, words),
        note=_note(facts, words),
    )


def _note(facts: screen_facts.HoldsFacts, words: CardWords) -> str:
    said = [words.simulated()] if facts.simulated else []
    if any(one.in_doubt for one in facts.held):
        said.insert(0, words.say("held_doubt_next"))
    elif facts.next:
        said.insert(0, words.say("must_approve", who=facts.approver) if facts.approver else words.waits(facts.next))
    return " ".join(said)


def _first_end(facts: screen_facts.HoldsFacts, words: CardWords) -> str:
    """Return when the first hold ends: which one, where they do not end together."""
    ends = [one for one in facts.held if one.until and one.reserved and not one.in_doubt]
    if not ends or not ends[0].until:
        return ""
    moment = words.moment(ends[0].until)
    if len({one.until.local for one in ends if one.until}) == 1:
        return words.say("held_until", moment=moment)
    return words.say("ends_first", title=words.titled(ends[0].title), moment=moment)


def _total(held: Sequence[HeldFacts], words: CardWords) -> Iterator[Line]:
    """Yield what all comes to, local taxes with it; nothing where not every price is known in one currency."""
    sums = [one.total for one in held if one.total]
    if len(sums) == len(held) > 0 and len({one.currency for one in sums}) == 1:
        whole = sums[0].model_copy(update={"amount": sum(one.amount for one in sums)})
        yield from total(whole, [one.hotel.local_tax for one in held if one.hotel], words)


def _held(one: HeldFacts, words: CardWords) -> Iterator[Line]:
    of, offer = one.hold_id, one.flight or one.hotel
    first = head(one.title, one.flight, one.hotel, words)
    label = first.label if offer else words.say("held_item")
    yield first.model_copy(update={"label": label, "money": words.money(one.total), "of": of})
    yield from dearer(one.dearer_by, words, of)
    yield from details(one.flight, one.hotel, words, of=of)
    if offer:
        yield Line(text=terms(offer.terms, words), of=of)
    yield from (line.model_copy(update={"of": of}) for line in _kept(one, words))


def _kept(one: HeldFacts, words: CardWords) -> Iterator[Line]:
    """Yield until when it is kept, and what was asked for with it."""
    if one.in_doubt:
        yield Line(text=words.say("held_in_doubt"))
    elif not one.reserved:
        yield Line(text=words.say("not_reserved"))
    elif one.guaranteed and one.until:
        yield Line(text=words.say("held", moment=words.moment(one.until)))
    elif not one.guaranteed:
        until = words.say("held", moment=words.moment(one.until)) if one.until else ""
        yield Line(text="; ".join(filter(None, (until, words.say("not_guaranteed")))))
    yield from (Line(text=line) for line in words.asked(one.requests, "hotel" if one.item == "hotel" else "airline"))


def watch_card(facts: screen_facts.WatchFacts, words: CardWords) -> Card:
    """Return that a price is watched and what is told of it, that it went down, or why it is watched no more."""
    now, was = words.money(facts.now), words.money(facts.was)
    title = {"on": "watch_on", "lower": "watch_lower", "ended": f"watch_ended_{facts.why}"}[facts.event]
    told = [words.say("watch_below", amount=words.money(facts.below))] if facts.below else []
    told += [words.say("watch_percent", percent=str(facts.percent))] if facts.percent else []
    told += [words.say("watch_until", day=words.formats.day(facts.until))] if facts.until else []
    label = words.say("watch_option")
    lines = [Line(label="" if n else label, text=words.titled(one)) for n, one in enumerate(facts.parts)]
    lines += [Line(text=words.say("watch_look"))] if facts.event == "lower" else []
    return Card(
        kind="watch",
        title=words.say(title, now=now, was=was),
        lines=tuple(lines),
        actions=("list_options", "watch_price") if told else (),
        until=" ".join(told),
        note=words.simulated() if facts.simulated else "",
    )
