"""The guide's words for what came of calls: what was done, what was refused, and facts that no card shows."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from langchain_core.messages import BaseMessage, ToolMessage

from tripintent.tools.guide import menus_of_results
from tripintent.tools.guide.draft import Call, Menu
from tripintent.tools.guide.known import GuideSituation, day_of
from tripintent.tools.guide.refusals import days_refused, hold_goes, lets_go, rejected, with_days
from tripintent.tools.guide.saying import bags, day, details, ends, left_of, money, terms, told
from tripintent.tools.guide.words import GuideWords, table, words
from tripintent.tools.places.airports import city_in, with_towns


def results(
    messages: Sequence[BaseMessage], known: GuideSituation, *, unnamed: bool = False
) -> tuple[list[str], Menu | None]:
    """Return what is to be said of this turn's results, and the question that one of them leads to.

    ``unnamed``: who travels is not known yet.
    """
    say = known.say
    lines: list[str] = []
    whys: set[str] = set()
    menu: Menu | None = None
    made_calls = _worked(messages)
    tried = any(made.name == "what_if" for made, _ in made_calls)
    for made, result in made_calls:
        refused = [] if tried and made.name != "what_if" else list(result.get("rejected") or ())
        within = {str(one["path"]).partition("[")[0] for one in refused if "[" in str(one.get("path"))}
        refused = [one for one in refused if one.get("path") not in within]  # of a list that its own parts are said of
        for why in dict.fromkeys(str(one.get("why")) for one in refused):
            together = [one for one in refused if str(one.get("why")) == why]
            words, choices = days_refused(together, made, known) or rejected(together[0], made, say, known.today)
            if any(map(lets_go, together)):
                menu = hold_goes(made, say)
            elif not why.startswith("kept"):  # what is kept and cannot be met is said with the unmet wishes
                lines += [] if why in whys else [words]
                whys.add(why)
                menu = menu or choices
        lines += _done(made, result, known, alone=len(made_calls) == 1, unnamed=unnamed)
        lines += _beyond(made, known)
        facts = result.get("facts") or {}
        lines += _TOLD[made.name](facts, say) if made.name in _TOLD else ()
        lines += looked_up(facts, known) if made.name == "lookup" else ()
        menu = (
            menu
            or menus_of_results.listed(made, facts, known)
            or menus_of_results.tried(made, facts, known)
            or menus_of_results.towns_found(made, facts, say)
            or menus_of_results.quoted(made, facts, say)
            or menus_of_results.mended(made, facts, say)
        )
    return lines, menu


def _beyond(made: Call, known: GuideSituation) -> Iterator[str]:
    """Yield by how much what is paid is above a limit that was just set."""
    limit, paid = (made.arguments.get("budget") or {}).get("trip"), known.paid
    if made.name == "update_trip" and limit and paid and limit["currency"] == paid["currency"]:
        over = Decimal(paid["amount"]) - Decimal(str(limit["amount"]))
        facts = {"paid": money(paid, known.say), "amount": money({**paid, "amount": over}, known.say)}
        if over > 0:
            yield known.say("{paid} is already paid: that’s {amount} more than the budget.", **facts)


def _done(made: Call, result: Mapping[str, Any], known: GuideSituation, *, alone: bool, unnamed: bool) -> Iterator[str]:
    """Yield what is to be said of a call that was done, or that changed nothing."""
    say, changed, well = known.say, result.get("changed"), result.get("ok") and not result.get("rejected")
    if made.name in ("update_trip", "plan_days") and well and not changed and alone:
        yield say("It’s like that already, so I’ve changed nothing.")
    of_one = any({"area", "stars_min", "amenities"} & one.keys() for one in made.arguments.get("stops") or ())
    if (
        made.name == "update_trip"
        and changed
        and {*made.arguments} <= words("on_no_card") | ({"stops"} if of_one else set())
    ):
        yield say("Noted: {what}.", what=told((made,), known))
    if made.name == "record_expense" and well:
        yield " ".join(_spent(made, result, say))
    if made.name == "request_change" and well and not (known.options or known.has("chosen")):
        yield say("I can’t find anything for that day.")
    if made.name == "request_change" and well and not _waits_in(made, known):
        yield say("That isn’t part of what waits: buy that or take it back first, then ask for this again.")
    if made.name == "hold" and unnamed and not (known.has("held") or result.get("rejected")):
        buys = say("I’ll show you the card that buys it as soon as I know who’s travelling.")
        yield buys if known.has("unheld") else say("I’ll hold it as soon as I know who’s travelling.")
    if well and made.name == "correct_expense" and (now := (result.get("facts") or {}).get("expense")):
        who = [
            say(said, names=", ".join(say("you") if one["name"] == "me" else one["name"] for one in names))
            for field, said in (("paid_by", "paid by {names}"), ("shared_by", "shared by {names}"))
            if (names := made.arguments.get(field))
        ]
        yield say("Noted: {what}.", what=", ".join([money(now["amount"], say), now["what"], *who]))
    elif well and made.name in table("done") and (alone or made.name != "start_over"):
        name = "redo" if made.arguments.get("redo") else made.name
        name += "_all" if name == "undo" and known.empty else ""
        facts = result.get("facts") or {}
        gone = [] if known.has("held") else [say.titled(one) for one in facts.get("held") or ()]
        name += "_cancel" if facts.get("card") == "cancel" else ("_booked" if known.booked else "_hold") if gone else ""
        yield say(table("done")[name], what="; ".join(gone))
        if facts.get("offers_expired"):
            yield say("The offers from before have expired, so I’ve searched again.")


def _waits_in(change: Call, known: GuideSituation) -> bool:
    """Tell whether a card, where one waits, buys a flight or hotel for each booking that a change is of."""
    ids = change.arguments["booking_ids"]
    kinds = {kind for one in known.booked for kind in ("flight", "hotel") if one["booking_id"] in ids and one.get(kind)}
    return not known.has("card") or kinds <= {str(one.get("item")) for one in known.facts.get("held") or ()}


def _spent(made: Call, result: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    """Yield what was noted as spent, by whom and for whom, and what is left of the budget, or by how much it is more."""
    facts = (result.get("facts") or {}).get("budget") or {}
    one = [made.arguments, *(facts.get("expenses") or ())][-1]
    left = facts.get("left_without_held") or facts.get("left")
    told = [money(one["amount"], say), made.arguments["what"]]
    if paid := one.get("original"):
        at = {"paid": money(paid, say), "code": paid["currency"], "currency": one["amount"]["currency"]}
        at |= {"rate": say.formats.number(one["rate"], exact=True), "day": day(one["rates_of"], say)}
        told.append(say("converted from {paid}, 1 {code} = {rate} {currency}, built-in ECB rate of {day}", **at))
    if int(facts.get("people") or 1) > 1:
        payers = ", ".join(str(each["name"]) for each in one.get("paid_by") or () if each["name"] != "me")
        by = say("paid by {names}") if "paid_by" in made.arguments else say("paid by you ({names})")
        told += [by.format(names=payers)] if payers else []
        told += [] if "shared_by" in made.arguments else [say("shared by everybody, as nobody else was named")]
    yield say("Noted: {what}.", what=", ".join(told))
    if left and facts.get("total"):
        yield left_of(left, facts["total"], say)


def _worked(messages: Sequence[BaseMessage]) -> list[tuple[Call, Mapping[str, Any]]]:
    """Return the calls of a turn with what came of each."""
    asked = {call["id"]: call for one in messages for call in getattr(one, "tool_calls", ())}
    known = {name: Call(call["name"], dict(call["args"])) for name, call in asked.items()}
    return [
        (known.get(one.tool_call_id, Call("", {})), _read(one.text)) for one in messages if isinstance(one, ToolMessage)
    ]


def held_back(messages: Sequence[BaseMessage]) -> list[Call]:
    """Return the calls of a turn that wait for a yes because something is held, with those after them that failed without them.

    None once they were tried.
    """
    waiting: list[Call] = []
    for made, result in _worked(messages):
        if made.name in ("what_if", "start_over"):
            return []
        if any(map(lets_go, result.get("rejected") or ())) or (waiting and result.get("rejected")):
            waiting.append(made)
    return waiting


def _read(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def unmet(known: GuideSituation) -> list[str]:
    """Return the wishes that no fact meets, or that nothing can tell."""
    told = [*(known.facts.get("not_found") or ()), *(known.facts.get("untold") or ())]
    wishes = with_days("; ".join(map(str, told)), known.say)
    return [known.say("Not met, or I don’t know: {wishes}.", wishes=wishes)] if told else []


def far_off(update: Mapping[str, Any], known: GuideSituation) -> int | None:
    """Return which chosen hotel is not where an ``update`` wishes it, or over 1,500 m from there: it is kept, and others are to be seen."""
    hotels = (known.facts.get("chosen") or {}).get("hotels") or () if not known.booked else ()
    wished = {"near", "area"} & {*(update.get("lodging") or {})}
    far = (one.get("away_from") or int(one.get("metres") or 0) > 1500 for one in hotels if wished)
    return next((n for n, one in enumerate(far, 1) if one), None)


def _unfound(words: str, facts: Mapping[str, object], say: GuideWords) -> Iterator[str]:
    if not facts.get("options"):
        yield say(words)


def _named(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    people = [one for one in facts.get("people") or () if one.get("name")]
    born = [
        f"{one['name']}{f' ({say.formats.birth(born)})' if (born := day_of(one.get('date_of_birth'))) else ''}"
        for one in people
    ]
    if born:
        yield say("Noted, as in the passport: {people}.", people=", ".join(born))
    if mail := facts.get("email"):
        yield say("Noted: {what}.", what=mail)


def _detailed(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    if not facts.get("option"):
        return
    yield from details(facts["option"], say)
    if say.language == "en" and facts.get("why"):
        yield f"- {facts['why']}"
    for one in [*(facts.get("other_fares") or ()), *(facts.get("other_rates") or ())][: menus_of_results.MOST_TOLD]:
        what = (
            f"{ends(one, say)} {one['fare']}, {bags(one, say)}"
            if "route" in one
            else ", ".join(
                filter(None, (say.of_hotel(one.get("room")), say((one.get("board") or "").replace("_", " "))))
            )
        )
        yield "- " + say(
            "also: {what}, {terms}, {amount} in all",
            what=what,
            terms=terms(one["terms"], say),
            amount=money(one["total"], say),
        )


def _planned(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    entries = [one for day_ in facts.get("days") or () for one in day_["entries"]]
    yield from (f"- {_timed(one, say)}" for one in entries)
    if not entries:
        yield say("Nothing is planned then yet.")


def _left_empty(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    """Yield the towns of which no more places are known for the days that stay empty."""
    full = {one["day"] for one in facts.get("days") or () if one["entries"]}
    for town, days in (facts.get("room_left") or {}).items():
        if empty := [one for one in days if one not in full]:
            told = "I know no more places in {town}: {count} days are left empty."
            yield say(told, town=town, count=len(empty))


def _clashes(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    names = menus_of_results.entries_changed(facts, say)
    for one in facts.get("clashes") or ():
        there = [names[known] for known in one["segments"] if known in names]
        if len(there) > 1:
            yield say("These don’t go together: {what}. Move or remove one of them.", what=", ".join(there))


def _owed(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    for one in facts.get("payments") or ():
        giver, receiver = (say("you") if one[name] == "me" else one[name] for name in ("from", "to"))
        yield say("{giver} to {receiver}: {amount}", giver=giver, receiver=receiver, amount=money(one["amount"], say))
    if facts.get("payments") == []:
        yield say("No one owes anyone anything.")


def _days(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    for one in ((facts.get("documents") or {}).get("itinerary") or {}).get("days") or ():
        told = "; ".join(_timed(entry, say) for entry in one["entries"])
        yield f"- {day(one['day'], say)}{say.formats.colon}{told}"


def _timed(entry: Mapping[str, Any], say: GuideWords) -> str:
    """Return an entry of the days behind its hour, where it has one."""
    clock = f"{say.formats.clock(entry['start'])} " if "T" in (entry.get("start") or "") else ""
    return f"{clock}{with_towns(entry['title'], entry.get('airports') or (), say.language)}"


_TOLD: Mapping[str, Callable[[Mapping[str, object], GuideWords], Iterator[str]]] = {
    "list_options": partial(_unfound, "I couldn’t find one like that."),
    "set_travellers": _named,
    "option_details": _detailed,
    "quote_change": partial(_unfound, "I can’t find anything for that day."),
    "check_itinerary": _planned,
    "plan_days": _left_empty,
    "edit_itinerary": _clashes,
    "settle_up": _owed,
    "show_documents": _days,
}
"""What the guide tells of each tool's facts."""


def looked_up(facts: Mapping[str, Any], known: GuideSituation) -> Iterator[str]:
    """Yield a line for each place: what is known of it, or why nothing is; for the next flight by the clock."""
    say, flight = known.say, known.next_flight
    for one in facts.get("found") or ():
        name, value = one.get("place"), one.get("value")
        if value and flight and name in flight["route"][:1]:
            name, value = city_in(name, say.language), {**value, "leaves": flight["departs"]["local"]}
        if one.get("known"):
            old = say("This rule is over 12 months old and may have changed.") if one.get("old") else ""
            yield f"{name}{say.formats.colon}{_sentence(value, say)}. {old}".strip()
        else:
            yield f"{one.get('place')}{say.formats.colon}{_unknown(one, say)}"
    if not facts.get("found") and facts.get("why"):
        yield _unknown(facts, say)


def _unknown(one: Mapping[str, Any], say: GuideWords) -> str:
    if one.get("lacks") == "places":
        return say("Which place? For example: “weather in Lisbon in June”.")
    why = say("write with which passport, for example “US passport”") if one.get("lacks") else one.get("why")
    return say("not known to me: {why}", why=why)


def _sentence(value: Mapping[str, Any], say: GuideWords) -> str:
    field = next(field for field in (*_SENTENCES, *table("looked_up")) if field in value)
    if field in _SENTENCES:
        return _SENTENCES[field](value, say)
    facts = {name: ", ".join(one) if isinstance(one, list) else one for name, one in value.items()}
    return say(table("looked_up")[field], **facts)


def _entry(value: Mapping[str, Any], say: GuideWords) -> str:
    rule: Mapping[str, Any] = value["rule"]
    kind = str(rule["rule"])
    words = say(table("rules")[kind])
    days = ", " + say("for {count} days", count=rule["days"]) if rule.get("days") else ""
    date = day(rule["as_of"], say)
    return say(
        "passport {passport}: {rule} (as of {date}; check with the embassy)",
        passport=rule["passport"],
        rule=f"{words}{days}",
        date=date,
    )


def _way(value: Mapping[str, Any], say: GuideWords) -> str:
    how = {"walk": say("on foot"), "drive": say("by car"), "fly": say("by plane")}[value["mode"]]
    return say(
        "to {place} {km} km in a straight line, about {minutes} min {how}",
        place=value["to"],
        km=say.formats.number(round(value["metres"] / 1000, 1)),
        minutes=value["minutes"],
        how=how,
    )


def _time(value: Mapping[str, Any], say: GuideWords) -> str:
    local = str(value["local"])
    return say("it is {hour} there now, {day}", hour=say.formats.clock(local), day=day(local[:10], say))


def _holidays(value: Mapping[str, Any], say: GuideWords) -> str:
    named = ", ".join(f"{day(one['day'], say)} {one['name']}" for one in value["days"])
    return named or say("no public holidays in these days")


def _climate(value: Mapping[str, Any], say: GuideWords) -> str:
    known = value["climate"]
    band, rain = (say(table("weather")[known[name]]) for name in ("band", "rain"))
    return say("{band}, {rain}; a rough guide, no forecast", band=band, rain=rain)


def _early(value: Mapping[str, Any], say: GuideWords) -> str:
    there = str(datetime.fromisoformat(value["leaves"]) - timedelta(minutes=value["minutes"]))
    words = "be at the airport on {day} at {hour}, {minutes} minutes before departure"
    return say(words, day=day(there[:10], say), hour=say.formats.clock(there), minutes=value["minutes"])


_SENTENCES: Mapping[str, Callable[[Mapping[str, Any], GuideWords], str]] = {
    "rule": _entry,
    "local": _time,
    "climate": _climate,
    "days": _holidays,
    "to": _way,
    "leaves": _early,
}
"""By a field that only this kind of fact has, in this order; others are in the table."""
