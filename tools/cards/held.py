"""What is held and for whom, in order of time, each with its price and until when it is kept; and a price that is watched."""

from collections.abc import Iterator, Sequence

from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.items import begins, details, head, people, terms, total
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.facts import HeldFacts
from tripintent.tools.toolbox.screen_facts import HoldsFacts, WatchFacts


def held_card(facts: HoldsFacts, words: CardWords) -> Card:
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
        title=words.say("held_title" if sure else doubt),
        lines=tuple(lines),
        actions=("request_purchase", "release_hold") if facts.held else (),
        until=_first_end(facts, words),
        note=_note(facts, words),
    )


def _note(facts: HoldsFacts, words: CardWords) -> str:
    said = [words.simulated()] if facts.simulated else []
    if any(one.in_doubt for one in facts.held):
        said.insert(0, words.say("held_doubt_next"))
    elif facts.next:
        said.insert(0, words.say("must_approve", who=facts.approver) if facts.approver else words.waits(facts.next))
    return " ".join(said)


def _first_end(facts: HoldsFacts, words: CardWords) -> str:
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


def watch_card(facts: WatchFacts, words: CardWords) -> Card:
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
