"""What the guide answers from facts: what is held and booked, what an option has, and what a change would come to."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from tripintent.tools.guide.draft import Call, GuideDraft, Menu
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.reading import LOOKS, topics
from tripintent.tools.guide.saying import bags, flight, hotel, left_of, moment, money, price, stops, terms
from tripintent.tools.guide.words import GuideWords, table, words


def tried(calls: Sequence[Call]) -> Call:
    """Return the trial of calls on a copy; what only looks is left out of it."""
    tries = [one for one in calls if one.name not in LOOKS]
    return Call("what_if", {"calls": [{"name": one.name, "arguments": one.arguments} for one in tries]})


def as_it_is(text: str, draft: GuideDraft, known: GuideSituation) -> str:
    """Answer whether a flight or stay is on a day by what is booked, chosen or shown: no wish, and nothing is moved."""
    moved, spoken = {one.name for one in draft.done()} == {"request_change"}, re.findall(r"\w+", text.casefold())
    dated = draft.open or moved or (draft.update and {*draft.update} <= {"depart", "return_day"})
    asks = spoken[:1] in (["is"], ["are"]) and not {*spoken} & (words("supposing") | words("possible"))
    seen = known.booked or known.has("chosen") or known.options
    return "\n".join(on_topic(known, frozenset(spoken))) if dated and asks and seen else ""


def quotes(draft: GuideDraft, menu: Menu | None, asked: Sequence[Call]) -> tuple[Call, ...]:
    """Return the quotes of what is ``asked``, or of what one line of an offer would ask for, where money alone is spoken of."""
    quoted = {order: quote for quote, order in table("ordered").items()}
    lines = [one.calls for one in menu.choices if one.calls] if menu else []
    asks = draft.social == "papers" and not draft.done() and draft.words & topics()["money"]
    named = lines[0] if asks and len(lines) == 1 else asked if all(one.name in quoted for one in asked) else ()
    return tuple(Call(quoted[one.name], one.arguments) for one in named if one.name in quoted)


def looked(
    calls: tuple[Call, ...], draft: GuideDraft, known: GuideSituation, *, whole: bool
) -> str | tuple[Call, ...] | None:
    """Answer a question whose words are a change: its price, its terms, or what the offers have of it. Nothing is changed.

    Only what was read ``whole`` is tried; of an option that is spoken of all is told.
    """
    if [one.name for one in calls] == ["release_hold"]:
        return known.say("Nothing is paid, so letting the hold go is free.")
    wishes = _asked({**draft.update, **({"stops": draft.stops} if draft.stops else {})})
    if not wishes:
        return tuple(Call("option_details", one.arguments) for one in calls if [*one.arguments] == ["option"])
    one_bag = wishes == {"flights": {"checked_bags": 1}} and not known.booked
    if (one_bag or not draft.words & words("supposing")) and (lines := about(known, wishes)):
        return "\n".join(lines)
    seen = known.options or known.has("chosen") or known.booked
    return (tried(calls),) if whole and seen and known.can("what_if") else None


def _asked(update: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return wishes as what is asked: of a hotel, never of one alone; its beds are told by the name of its room."""
    update = {name: value for name, value in update.items() if name != "flights_needed"}
    beds = [one for one in update.get("requests") or () if "bed" in str(one.get("kind"))]
    if not beds or len(beds) < len(update["requests"]):
        return update
    rest = {name: value for name, value in update.items() if name != "requests"}
    return {**rest, "lodging": {**rest.get("lodging", {}), "beds": True}}


def held_lines(known: GuideSituation) -> Iterator[str]:
    """Yield what is held, each in a line with its end."""
    say = known.say
    for one in known.facts.get("held") or ():
        total = f": {money(one['total'], say)}" if one.get("total") else ""
        title = say.titled(str(one["title"])) + total
        until = ", " + say("until {moment}", moment=moment(one["until"], say)) if one.get("until") else ""
        if known.facts.get("in_doubt"):
            yield "- " + say("not certain yet whether it is bought: {title}", title=title)
        elif one.get("in_doubt"):
            yield "- " + say("not certain yet whether it is held: {title}", title=title)
        elif known.has("unheld"):
            yield "- " + say("ready to buy, not paid: {title}", title=title)
        else:
            yield "- " + say("held, not paid: {title}", title=title + until)


def about(known: GuideSituation, wishes: Mapping[str, Any]) -> list[str]:
    """Return what is so with what is chosen, else booked, else shown, of each thing that wishes name."""
    say, told = known.say, list[str]()
    seen = known.parts(all_shown=True)
    for one, legs, stays in seen:
        number = say("Option {number}", number=one["number"]) + ", " if one.get("number") and len(seen) > 1 else ""
        for group, parts, facts in (("flights", legs, _LEG_FACTS), ("lodging", stays, _STAY_FACTS)):
            asked = set(wishes.get(group) or ())
            for part in parts:
                said = [fact(part, say) for name, fact in facts.items() if name in asked]
                title = "–".join(part["route"]) if group == "flights" else part["name"]
                told += [f"- {number}{title}{say.formats.colon}{', '.join(said)}"] if said else []
    return told if set(wishes) <= {"flights", "lodging"} else []


def _more_bags(leg: Mapping[str, Any], say: GuideWords) -> str:
    more = leg.get("with_more_bags")
    if not more:
        return ""
    count, amount = more["checked_bags_each"], money(more["difference"], say)
    return "; " + say("{amount} more, for all, with {count} checked each", amount=amount, count=count)


def _where(stay: Mapping[str, Any], say: GuideWords) -> str:
    far = stay.get("km_to_centre")
    centre = say("{count} km to the centre", count="?" if far is None else say.formats.number(far))
    return f"{say.of_hotel(stay.get('area')) or say('area not known')}, {centre}"


_LEG_FACTS: Mapping[str, Callable[[Mapping[str, Any], GuideWords], str]] = {
    "refundable": lambda leg, say: terms(leg["terms"], say),
    "checked_bags": lambda leg, say: bags(leg, say) + _more_bags(leg, say),
    "max_stops": stops,
    "cabin": lambda leg, say: say(str(leg.get("fare") or leg.get("cabin"))),
}
_STAY_FACTS: Mapping[str, Callable[[Mapping[str, Any], GuideWords], str]] = {
    "refundable": lambda stay, say: terms(stay["terms"], say),
    "board": lambda stay, say: say(str(stay.get("board") or "not known").replace("_", " ")),
    "beds": lambda stay, say: say.of_hotel(stay.get("room")) or say("not known"),
    "stars_min": lambda stay, say: say("{count} stars", count=stay["stars"]) if stay.get("stars") else say("no stars"),
    "amenities": lambda stay, say: (
        ", ".join(say(str(one).replace("_", " ")) for one in stay.get("amenities") or ())
        or say("no amenities are known")
    ),
    "area": _where,
    "near": _where,
}


def of_an_option(text: str) -> bool:
    """Tell whether words speak of flights or hotels, which the details of an option tell."""
    said = set(re.findall(r"\w+", text.casefold()))
    return any(said & topics()[name] for name in ("flights", "hotels"))


def on_topic(known: GuideSituation, said: frozenset[str]) -> list[str]:
    """Return what is known of the flights, the hotels or the money that words speak of: of what is chosen, booked, or first on the list."""
    say, told = known.say, list[str]()
    seen = known.parts()
    spoken = {name for name, words in topics().items() if words & said}
    for _, legs, stays in seen:
        told += [f"- {flight(leg, say)}" for leg in legs if "flights" in spoken]
        told += [f"- {hotel(stay, say)}" for stay in stays if "hotels" in spoken]
        told += [
            f"- {'–'.join(leg['route'])}{say.formats.colon}{_emitted(leg, say)}"
            for leg in legs
            if "emissions" in spoken
        ]
    if "money" in spoken:
        told += [*held_lines(known), *booking_lines(known)] or [
            f"- {say('Option {number}', number=one['number'])}{say.formats.colon}{price(one, say)}"
            for one, *_ in seen
            if one.get("number") and one.get("total")
        ]
    return told


def _emitted(leg: Mapping[str, object], say: GuideWords) -> str:
    kg = leg.get("co2_kg")
    return say("{kg} kg CO2 for all who fly, as the seller says", kg=kg) if kg else say("CO2 not known")


def booking_lines(known: GuideSituation) -> Iterator[str]:
    """Yield what is booked, each in a line."""
    say = known.say
    for one in known.booked:
        code = one.get("pnr")
        flown = one.get("flight") or not one.get("hotel")
        told = say("booking reference {code}", code=code) if flown else say("confirmation {code}", code=code)
        pnr = f", {told}" if code else ""
        paid = f", {money(one['total'], say)}" if one.get("total") else ""
        what = str(one.get("title"))
        if one.get("flight"):
            what = flight(one["flight"], say)
        elif one.get("hotel"):
            what = hotel(one["hotel"], say)
        kept = f", {say('replaced, still booked')}" if one in known.replaced else ""
        yield f"- {what}{pnr}{paid}{kept}"
    for one in known.facts.get("bookings") or ():
        if one.get("status") == "cancelled":
            refund = money(one["refund"], say) if one.get("refund") else say("nothing")
            yield "- " + say("cancelled: {title}, {amount} back", title=say.titled(one["title"]), amount=refund)
    yield from filter(None, [" ".join(_paid_lines(known))])


def spent_lines(known: GuideSituation) -> list[str]:
    """Return what is spent and left of a budget; else what is paid and due at hotels, and the last expenses."""
    budget = known.facts.get("budget") or {}
    if budget and Decimal(budget["total"]["amount"]):
        told = [known.say("You’ve paid {sums} in all.", sums=money(budget["spent"], known.say))]
        if Decimal(budget["due_there"]["amount"]):
            there = money(budget["due_there"], known.say)
            told.append(known.say("Still to pay on site: {sums} local tax.", sums=there))
        return [" ".join([*told, left_of(budget["left_without_held"], budget["total"], known.say)])]
    told = [*_paid_lines(known), *(f"- {one}" for one in (known.facts.get("expenses") or {}).values())]
    return told or [known.say("Nothing is held, and nothing is paid.")]


def _paid_lines(known: GuideSituation) -> Iterator[str]:
    """Yield what all bookings cost, less what came back of them, and what is due at hotels, in each currency."""
    paid = [one for one in known.facts.get("bookings") or () if one.get("status") not in ("failed", "in_doubt")]
    names = (("total", 1), ("refund", -1))
    if sums := _sums(((one[name], sign) for one in paid for name, sign in names if one.get(name)), known):
        back = any(one.get("refund") for one in paid)
        told = "You’ve paid {sums} in all, after refunds." if back else "You’ve paid {sums} in all."
        yield known.say(told, sums=" + ".join(sums))
    due = [one["hotel"]["local_tax"] for one in known.booked if (one.get("hotel") or {}).get("local_tax")]
    if left := _sums(((one, 1) for one in due), known):
        yield known.say("Still to pay on site: {sums} local tax.", sums=" + ".join(left))


def _sums(amounts: Iterable[tuple[Mapping[str, str], int]], known: GuideSituation) -> list[str]:
    sums: dict[str, Decimal] = {}
    for one, sign in amounts:
        sums[one["currency"]] = sums.get(one["currency"], Decimal(0)) + sign * Decimal(one["amount"])
    return [money({"amount": amount, "currency": currency}, known.say) for currency, amount in sums.items()]
