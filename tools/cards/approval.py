"""The card of an approval: who travels, what is bought and what it replaces, the total, and what has to be confirmed."""

from collections.abc import Iterable, Iterator

from tripintent.state.booking import CHANGED, NOTHING_BACK
from tripintent.state.money import Money
from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.items import apart, begins, dearer, details, head, in_all, people, terms, total
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.facts import CardFacts, LineFacts
from tripintent.tools.toolbox.screen_facts import ChosenFacts


def approval_card(facts: CardFacts, words: CardWords) -> Card:
    """Return the card of what is asked."""
    buys = sorted(facts.buys, key=lambda one: begins(one.flight, one.hotel))
    lines = list(people(facts.people, words))
    for one in buys:
        lines += _bought(one, words)
    lines += apart([one.flight for one in buys if one.flight], words)
    cancel = facts.kind == "cancel"
    lines += became_lines(facts, words, alone=cancel)
    lines += [Line(label=words.say("let_go"), text=words.titled(one)) for one in facts.let_go]
    lines += _sums(facts, words)
    lines += [Line(text=words.say("declined_before", label=facts.declined))] if facts.declined else []
    lines += [Line(text=words.say("no_card"))] if facts.no_card else []
    costs, back = in_all(facts.total, _due(facts)), words.money(facts.refund)
    whole, now = words.money(costs), words.money(facts.total)
    tax = costs.model_copy(update={"amount": costs.amount - facts.total.amount})
    brings = bool(facts.refund and facts.refund.amount)
    ends = "cancel" if not brings else "cancel_both" if facts.total.amount else "cancel_free"
    buys_for = "buy_with_tax" if tax.amount else "buy"
    said = {"amount": whole, "refund": back, "now": now, "tax": words.money(tax)}
    title = words.say(ends if cancel else buys_for, **said)
    return Card(
        kind="cancel" if cancel else "purchase",
        title=" ".join(filter(None, (title, with_back(facts.difference, costs, words)))),
        amount=whole,
        now=_at_once(facts, words),
        lines=tuple(lines),
        confirm=tuple(Line(text=words.risk(one), of=one.id) for one in facts.asked),
        actions=("approve", "reject"),
        until=words.say(
            "awaits" if facts.approver else "valid_cancel" if cancel else "valid",
            moment=words.moment(facts.until),
            who=facts.approver or "",
        ),
        note=words.simulated_of((one.title, one.simulated) for one in (*facts.buys, *facts.replaces)),
    )


def _bought(one: LineFacts, words: CardWords) -> Iterator[Line]:
    of = one.hold_id or ""
    first = head(one.title, one.flight, one.hotel, words, of)
    yield first.model_copy(update={"money": words.money(one.total)})
    yield from dearer(one.dearer_by, words, of)
    yield from details(one.flight, one.hotel, words, one.guests or 0, of)
    if one.flight and one.flight.changes_booking:
        yield Line(text=words.say("changes_booking"), of=of)
    if one.terms:
        yield Line(text=terms(one.terms, words), of=of)
    if one.hotel and one.hotel.local_tax:
        yield Line(text=words.say("tax", amount=words.money(one.hotel.local_tax)), of=of)
    if one.who:
        yield Line(text=words.say("for", names=words.formats.listed(one.who)), of=of)
    told = words.asked(one.requests, "hotel" if one.hotel else "airline")
    yield from (Line(text=request, of=of) for request in told)


def with_back(change: Money | None, price: Money, words: CardWords) -> str:
    """Return what a change at this ``price`` comes to once what it replaces has brought back what it brings back."""
    if not change or not change.amount or change == price:
        return ""
    net = words.money(change.model_copy(update={"amount": abs(change.amount)}))
    return words.say("with_back" if change.amount > 0 else "with_saved", amount=net)


def became_lines(facts: CardFacts | ChosenFacts, words: CardWords, *, alone: bool = False) -> Iterator[Line]:
    """Yield what becomes of what is booked: what is replaced or cancelled, what is lost with it, and what stays."""
    for one in facts.replaces:
        yield from ended_lines(one, words, alone=alone)
    if facts.loses:
        named = words.formats.listed([words.say(f"lost.{one}") for one in facts.loses])
        yield Line(label=words.say("lost_by_change"), text=named, changed=True)
    yield from kept_lines(facts.keeps, words)


def ended_lines(one: LineFacts, words: CardWords, *, alone: bool = False) -> Iterator[Line]:
    """Yield an earlier booking that is given up or changed, and what becomes of its money; ``alone`` where nothing is bought."""
    on_top = not alone and one.refund is not None and not one.refund.amount  # nothing is cancelled to save nothing
    of, kept = one.booking_id or "", (one.refund is None or on_top) and one.problem != CHANGED
    stays = kept and (alone or one.problem != NOTHING_BACK) and not on_top
    ends = "cancels" if alone else "unused_then" if kept else "replaces"
    label = "changed" if one.problem == CHANGED else "still" if stays else ends
    yield Line(label=words.say(label), text=words.titled(one.title), changed=not kept, of=of)
    yield Line(text=_money_of(one, words, on_top=on_top), of=of)


def _money_of(one: LineFacts, words: CardWords, *, on_top: bool) -> str:
    if one.problem == CHANGED:
        back = f"; {words.back(one.refund_to, one.refund)}" if one.refund else ""
        return words.say("at_airline") + back
    if one.problem == NOTHING_BACK or on_top:
        return words.say("nothing_back", paid=words.money(one.total))
    if one.refund is None:
        return words.say("stays")
    if one.fee and not one.fee.amount:
        return words.back(one.refund_to, one.refund)
    if one.fee and not one.refund.amount:
        return f"{words.say('lost')}{words.formats.colon}{words.money(one.fee)}"
    sums = {"fee": words.money(one.fee), "paid": words.money(one.total), "refund": words.money(one.refund)}
    return words.say("loses", **sums)


def _due(facts: CardFacts) -> list[Money | None]:
    """Return what is paid at the hotels that are bought."""
    return [one.hotel.local_tax for one in facts.buys if one.hotel]


def _at_once(facts: CardFacts, words: CardWords) -> str:
    """Return what a yes costs at once, with what is due later; of a cancellation what is lost, and what comes back."""
    if facts.kind == "cancel":
        sums = (("lost", facts.total), ("comes_back", facts.refund))
        told = (f"{words.say(name)}{words.formats.colon}{words.money(one)}" for name, one in sums if one and one.amount)
        return " · ".join(told)
    first, *more = total(facts.total, _due(facts), words)
    return more[0].text if more else first.money


def _sums(facts: CardFacts, words: CardWords) -> Iterator[Line]:
    if facts.kind == "cancel":
        if len(facts.replaces) > 1:
            yield from lost_lines(facts.total, facts.refund, words)
        return
    yield from total(facts.total, _due(facts), words, of=[one.total for one in facts.buys])
    if facts.replaces and facts.difference != in_all(facts.total, _due(facts)):
        yield change_line(facts.difference, words)


def lost_lines(lost: Money, refund: Money | None, words: CardWords) -> Iterator[Line]:
    """Yield what a cancellation loses and brings back in all."""
    if lost.amount:
        yield Line(label=words.say("lost"), money=words.money(lost))
    yield Line(label=words.say("comes_back"), money=words.money(refund) or words.say("nothing"))


def change_line(change: Money | None, words: CardWords, option: str = "") -> Line:
    """Return what a change comes to in all (by this ``option``), once what it replaces has brought back what it brings back."""
    label = " · ".join(filter(None, (option, words.say("in_all"))))
    if change is None:
        return Line(label=label, text=words.say("not_known"))
    back = words.say("comes_back") if change.amount < 0 else ""
    amount = change.model_copy(update={"amount": abs(change.amount)})
    return Line(label=label, text=back, money=words.money(amount))


def kept_lines(keeps: Iterable[LineFacts], words: CardWords) -> Iterator[Line]:
    """Yield the bookings that stay as they are."""
    for number, one in enumerate(keeps):
        guests = words.counted("guests", one.guests) if one.guests else ""
        text = ", ".join(filter(None, (words.titled(one.title), guests)))
        yield Line(label="" if number else words.say("still"), text=text)
