"""The options to choose from, and the trip that was chosen: each flight and hotel with its hours, fare or room, and terms."""

from collections.abc import Iterator

from tripintent.state.money import Money
from tripintent.tools.cards.approval import became_lines, change_line, with_back
from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.items import apart, heads, nested, parts_of, whole
from tripintent.tools.cards.words import CardWords
from tripintent.tools.formats import span, stars
from tripintent.tools.toolbox import screen_facts
from tripintent.tools.toolbox.facts import OptionFacts

MORE = "more"
"""What the line about further options is of: a page has a button for them."""


def options_card(facts: screen_facts.OptionsFacts, words: CardWords) -> Card:
    """Return the options, the reason for the best overall after its price, and how many more there are."""
    lines = [line for one in facts.options for line in _option(one, facts.reason, words)]
    if facts.more:
        lines.append(Line(label=words.say("more"), text=words.counted("options", facts.more), of=MORE))
    if one := facts.direct:
        number = words.say("option", number=str(one.number))
        lines.append(Line(label=words.say("direct"), text=number, money=words.money(one.total_with_local_tax)))
    for label, failed in (("not_found", False), ("not_searched", True)):
        if lacks := [_lacks(one, words) for one in facts.missing if one.failed == failed]:
            lines.append(Line(label=words.say(label), text="; ".join(lacks)))
    if facts.left_out:
        rules = (f"{words.reply(why)} ({count})" for why, count in facts.left_out.items())
        lines.append(Line(label=words.say("left_out"), text="; ".join(rules)))
    lines += [_misfit(one, words) for one in facts.booked]
    if facts.days:
        lines.append(_days(facts.days, words))
    if facts.assumed:
        lines.append(Line(label=words.say("assumed"), text=words.assumed(facts.assumed)))
    if facts.rates_date:
        lines.append(Line(text=words.say("rates", day=words.formats.day(facts.rates_date))))
    return Card(
        kind="options",
        title=" · ".join(filter(None, (_title(facts, words), heads(facts, words)))),
        lines=tuple(lines),
        actions=("choose",),
        note=words.simulated() if facts.simulated else "",
    )


def _misfit(one: screen_facts.MisfitFacts, words: CardWords) -> Line:
    if one.why == "replaced":
        title, money = words.titled(one.title), words.back(None, one.back) if one.back else ""
        if one.lost:
            told = words.say("unused_if", title=title, paid=words.money(one.lost))
            return Line(label=words.say("if_taken"), text=told, changed=True)
        return Line(label=words.say("replaces"), text=": ".join(filter(None, (title, money))), changed=True)
    days = " – ".join(words.formats.day(day) for day in one.days)
    return Line(
        label=words.say("booked_stays"),
        text=f"{words.titled(one.title)}{words.formats.colon}{words.say(one.why, days=days)}",
        changed=bool(one.days),
    )


def _days(facts: screen_facts.ComparedDays, words: CardWords) -> Line:
    days = words.formats.day
    between = f"{days(facts.earliest)} – {days(facts.latest)}"
    best = (
        f"{days(one.day)}{f' – {days(one.back)}' if one.back else ''}: {words.money(one.total)}" for one in facts.best
    )
    name = "days_of_flights" if facts.flights else "days_of_hotels"
    return Line(label=words.say("days_compared"), text=words.say(name, between=between, best=" · ".join(best)))


def chosen_card(facts: screen_facts.ChosenFacts, words: CardWords) -> Card:
    """Return the chosen trip with all that is to be known of it; one that cannot be booked says why instead."""
    option, lines = facts.option, list[Line]()
    if facts.blocks:
        lines += [Line(text=words.risk(one), of=one.id) for one in facts.blocks]
    else:
        lines += [Line(label=words.say("total"), money=words.money(option.total_with_local_tax)), *_sums(option, words)]
        lines += [line for one in parts_of(option) for line in whole(one, words, one.code)]
        lines += apart(option.flights, words)
        lines += became_lines(facts, words)
        if facts.difference and facts.difference != option.total_with_local_tax:
            lines.append(change_line(facts.difference, words))
        for label, points in (("to_confirm", facts.asked), ("to_know", facts.known)):
            lines += [
                Line(label="" if n else words.say(label), text=words.risk(one), of=one.id)
                for n, one in enumerate(points)
            ]
    chosen = "chosen" if len([*parts_of(option)]) > 1 else "chosen_one"
    name = "blocked" if facts.blocks else f"{chosen}_held" if facts.held else chosen
    title = words.say(name, amount=words.money(option.total_with_local_tax))
    if (more := facts.more) and more.amount:
        by = words.money(more.model_copy(update={"amount": abs(more.amount)}))
        title += f": {words.say('more_than_before' if more.amount > 0 else 'less_than_before', amount=by)}"
    net = "" if facts.blocks else with_back(facts.difference, option.total_with_local_tax, words)
    return Card(
        kind="chosen",
        title=f"{title}. {net}" if net else title,
        lines=tuple(lines),
        actions=() if facts.blocks or facts.held else ("hold",),
        until=words.say("nothing_done") if facts.replaces or facts.keeps else "",
        note=words.simulated() if facts.simulated else "",
    )


def _title(facts: screen_facts.OptionsFacts, words: CardWords) -> str:
    first, shown = facts.options[0].number or 1, len(facts.options)
    if facts.missing:
        return words.say("parts_alone")
    if facts.over_budget and first == 1:
        return words.say("all_over", amount=words.money(facts.over_budget))
    if facts.in_all == 1:
        return words.say("one_option")
    last = facts.options[-1].number or shown
    if first > 1:
        return words.say("further_options", first=str(first), last=str(last), count=str(facts.in_all))
    return words.say(
        "cheapest_options" if facts.cheapest_first else "best_options", shown=str(shown), count=str(facts.in_all)
    )


def _lacks(one: screen_facts.LacksFacts, words: CardWords) -> str:
    named = {"town": words.formats.town(one.town), "day": words.formats.value(one.day)}
    return (
        words.say("lacks_flight", origin=words.formats.town(one.origin), **named)
        if one.origin
        else words.say("lacks_hotel", **named)
    )


def _option(one: OptionFacts, reason: screen_facts.ReasonFacts | None, words: CardWords) -> Iterator[Line]:
    best = ", ".join(words.label(name) for name in (*one.best_at, *(["fastest"] if one.as_fast else [])))
    label = words.say("option", number=str(one.number)) if one.number else words.say("item")
    yield Line(label=label, text=best, money=words.money(one.total_with_local_tax), of=one.option)
    why = reason if "best_overall" in one.best_at else None
    yield from _sums(one, words, compared=why is None)
    yield from [Line(text=_why(why, one, words), why=True, of=one.option)] if why else []
    yield from (line for part in parts_of(one) for line in nested(part, words, one.option))
    yield from apart(one.flights, words, one.option)
    if one.nights_without_hotel:
        days = words.formats.listed([words.formats.day(night) for night in one.nights_without_hotel])
        yield Line(text=words.counted("bare_nights", len(one.nights_without_hotel), days=days), of=one.option)
    if one.hold_replaces:
        gone = words.formats.listed([words.titled(title) for title in one.hold_replaces])
        yield Line(text=words.say("lets_go", titles=gone), of=one.option)


def _sums(one: OptionFacts, words: CardWords, *, compared: bool = True) -> Iterator[Line]:
    """Yield the total in other lights: what of it is paid there, for each person, beside the cheapest and the budget."""
    whole, now = one.total_with_local_tax, one.total
    due = whole.model_copy(update={"amount": whole.amount - now.amount})
    even = one.per_person and whole.amount % one.per_person.amount == 0
    sums: list[tuple[str, Money | None]] = [("a_person" if even else "about_a_person", one.per_person)]
    dearer = one.difference_to_cheapest if compared else None
    sums += [("over_cheapest", dearer if dearer and dearer.amount > 0 else None), ("over_budget", one.over_budget)]
    said = [words.say("pay_now", now=words.money(now), tax=words.money(due))] if due.amount else []
    said += [words.say(name, amount=words.money(amount)) for name, amount in sums if amount]
    yield from [Line(text=" · ".join(said), of=one.option)] if said else []


def _why(reason: screen_facts.ReasonFacts, best: OptionFacts, words: CardWords) -> str:
    if reason.cheapest:
        return words.say("why_cheapest")
    each = [hotel.stars for hotel in best.hotels if hotel.stars]
    mixed = len({*each}) > 1
    gains = [words.say("why_faster", time=span(reason.minutes_less))] if reason.minutes_less else []
    gains += [words.counted("why_stops", reason.stops_less)] if reason.stops_less else []
    gains += [words.say("why_refundable")] if reason.refundable else []
    if reason.stars:
        told = f"{stars(min(each))}–{stars(max(each))}" if mixed else stars(reason.stars)
        gains.append(words.counted("why_stars", len(each), stars=told))
    more = words.money(reason.more)
    why = words.say("why", amount=more, gains=words.formats.listed(gains))
    return (why if gains else words.say("why_balanced", amount=more)) + _rival(reason, words)


def _rival(reason: screen_facts.ReasonFacts, words: CardWords) -> str:
    """Return the option that one would rather take for its price: the same flights and a cheaper stay."""
    if not reason.rival:
        return ""
    lacks = [stars(reason.rival_stars)] if reason.rival_stars else []
    lacks += [words.say("not_refundable")] if reason.rival_fixed else []
    told = words.say("why_not", number=str(reason.rival), amount=words.money(reason.rival_less))
    return told + (f" ({', '.join(lacks)})" if lacks else "")
