"""The guide's words: what calls would do, what came of them, and lists that no card shows."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage, ToolMessage

from tripintent.tools.formats import formats_of
from tripintent.tools.guide.draft import Call, Choice, Known, Menu, day_of
from tripintent.tools.guide.reading import table

FORMATS = formats_of("en")
_IDS = ("bok_", "bndl_", "hld_")


def told(calls: Sequence[Call]) -> str:
    """Return in words what calls would do."""
    return "; ".join(part for call in calls for part in _told(call))


def _told(call: Call) -> Iterator[str]:
    if call.name == "update_trip":
        for name, value in call.arguments.items():
            yield from _field(name, value)
        return
    words = table("does").get(call.name, call.name.replace("_", " "))
    plain = {
        k: ", ".join(v) if isinstance(v, list) and all(isinstance(x, str) for x in v) else v
        for k, v in call.arguments.items()
    }
    try:
        yield words.format(**plain)
    except KeyError:
        yield words


def _field(name: str, value: Any) -> Iterator[str]:
    if name == "let_hold_go":
        return
    said = table("names").get(name, name.replace("_", " "))
    if isinstance(value, Mapping) and name in ("flights", "lodging", "budget", "party"):
        for part, inner in value.items():
            yield from _field(part, inner)
    elif isinstance(value, bool):
        yield said if value else f"no {said}"
    else:
        yield f"{said}: {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        if "amount" in value:
            return money(value)
        if "place" in value:
            nights = f" ({value['nights']} nights)" if value.get("nights") else ""
            return f"{value['place']}{nights}"
        if "destination" in value or "origin" in value:
            ends = "–".join(str(value[n]) for n in ("origin", "destination") if value.get(n))
            return f"{ends} {_value(value['day'])}" if value.get("day") else ends
        if "earliest" in value:
            return f"{day(str(value['earliest']))} to {day(str(value.get('latest', '')))}"
        if "start" in value:
            return " ".join(str(x) for x in (_value(value.get("day", "")), value["start"], value.get("place", "")) if x)
        if "day" in value and len(value) <= 3:
            return day(str(value["day"]))
        return ", ".join(f"{k.replace('_', ' ')} {_value(v)}" for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(one) for one in value)
    return str(value)


def money(value: Mapping[str, Any]) -> str:
    """Return an amount."""
    return FORMATS.money({"amount": str(value["amount"]), "currency": value.get("currency") or "USD"})


def day(iso: str) -> str:
    """Return a day with its weekday."""
    found = day_of(iso)
    return FORMATS.day(found) if found else iso


# ---- what came of calls


def results(messages: Sequence[BaseMessage]) -> tuple[list[str], Menu | None]:
    """Return what is to be said of this turn's results, and the question that one of them leads to."""
    lines: list[str] = []
    menu: Menu | None = None
    asked = {call["id"]: call for one in messages for call in getattr(one, "tool_calls", ())}
    for one in messages:
        if not isinstance(one, ToolMessage):
            continue
        result, call = _read(one.text), asked.get(one.tool_call_id)
        made = Call(call["name"], dict(call["args"])) if call else Call("", {})
        for rejected in result.get("rejected") or ():
            words, choices = _rejected(rejected, made)
            if rejected.get("path") == "let_hold_go" or "let_hold_go" in str(rejected.get("why")):
                menu = _hold_goes(made)
            else:
                lines.append(words)
                menu = menu or choices
        if made.name == "update_trip" and result.get("ok") and not result.get("changed") and not result.get("rejected"):
            lines.append("That is so already: nothing had to be changed.")
        if result.get("ok") and made.name in table("done"):
            lines.append(table("done")[made.name])
        facts = result.get("facts") or {}
        lines += _facts(made, facts)
        menu = menu or _listed(made, facts) or _tried(made, facts)
    return lines, menu


def _read(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _rejected(one: Mapping[str, Any], call: Call) -> tuple[str, Menu | None]:
    path, why = str(one.get("path") or ""), str(one.get("why") or "")
    name = path.rsplit(".", maxsplit=1)[-1].split("[", maxsplit=1)[0].replace("_", " ")
    words = f"I could not take that ({name}): {why}." if name else f"That did not work: {why}."
    candidates = [str(x) for x in one.get("candidates") or () if not str(x).startswith(_IDS)]
    why = why.partition(": ask for")[0]
    why = re.sub(r"\W*\(?bok_\w+\)?", "", why)
    choices = tuple(
        Choice(_shown(x), (Call(call.name, changed),))
        for x in candidates[:6]
        if (changed := _put(call.arguments, path, x))
    )
    return words, Menu(_which(choices), choices) if choices else None


def _shown(candidate: str) -> str:
    return day(candidate) if day_of(candidate) else candidate


def _put(arguments: Mapping[str, Any], path: str, value: str) -> dict[str, Any] | None:
    """Return the arguments with another value at a path ("stops[0].place"); None where the path leads nowhere."""
    changed: Any = json.loads(json.dumps(arguments))
    parts = [int(p) if p.isdigit() else p for p in path.replace("[", ".").replace("]", "").split(".") if p]
    target = changed
    for part in parts[:-1]:
        try:
            target = target[part]
        except (KeyError, IndexError, TypeError):
            return None
    if not parts or not isinstance(target, dict):
        return None
    target[str(parts[-1])] = value
    if parts[-1] == "day":
        target.pop("weekday", None)
    return dict(changed)


def _hold_goes(call: Call) -> Menu:
    go = Call(call.name, {**call.arguments, "let_hold_go": True})
    return Menu(
        "Nothing was changed yet: that would let go what is held.",
        (Choice("change it and let the hold go", (go,)), Choice("keep what is held")),
    )


def _which(choices: Sequence[Choice]) -> str:
    return "Which one?" if len(choices) > 1 else "There is one alone: yes takes it."


def _listed(call: Call, facts: Mapping[str, Any]) -> Menu | None:
    """Return a list of options as a menu: each line chooses its option."""
    if call.name != "list_options" or not facts.get("options"):
        return None
    part = call.arguments.get("alternatives") or {}
    choices = tuple(
        Choice(
            option_line(one, part.get("part", ""), part.get("number", 1)),
            (Call("choose", {"option": str(one["option"])}),),
        )
        for one in facts["options"]
    )
    letters = "Or a letter: M more · C cheaper · D dates · F flights · H hotel · P people · B budget"
    return Menu(f"{_which(choices)} {letters}", choices)


def _tried(call: Call, facts: Mapping[str, Any]) -> Menu | None:
    """Return what would come of calls, with the offer to do them."""
    if call.name != "what_if":
        return None
    calls = tuple(Call(one["name"], dict(one.get("arguments") or {})) for one in call.arguments.get("calls") or ())
    refused = [why for one in facts.get("calls") or () for why in one.get("rejected") or ()]
    if refused:
        return Menu(f"That cannot be done: {'; '.join(refused)}")
    best = next(iter(facts.get("options") or ()), None)
    found = f"the best would be: {option_line({**best, 'number': None})}" if best else "I find nothing for it."
    goes = " It would let go what is held." if facts.get("asks_before_letting_go") else ""
    text = f"With {told(calls)} {found}.{goes} Nothing is changed yet."
    return Menu(text, (Choice("do it", calls), Choice("leave it")))


def _facts(call: Call, facts: Mapping[str, Any]) -> Iterator[str]:
    if call.name == "list_options" and not facts.get("options"):
        yield "I found none like that."
    elif call.name == "option_details" and facts.get("option"):
        yield from details(facts["option"])
    elif call.name == "quote_cancellation" and facts.get("lines"):
        for one in facts["lines"]:
            back = money(one["refund"]) if one.get("refund") else "nothing"
            yield f"- {one['title']}: paid {money(one['total'])}, comes back: {back}"
        yield f"Cancelled now, {money(facts['lost'])} is lost and {money(facts['comes_back'])} comes back. Nothing is cancelled."
    elif call.name == "quote_change":
        for change in (facts.get("options") or ())[:3]:
            line = option_line({**change["option"], "difference_to_now": None, "difference_to_cheapest": None})
            yield f"- {line}: {money(change['in_all'])} in all, {money(change['comes_back'])} comes back"
        yield "Nothing is changed." if facts.get("options") else "I find nothing for that day."
    elif call.name == "lookup":
        for one in facts.get("found") or ():
            yield f"{one.get('place')}: {_value(one['value']) if one.get('known') else 'not known to me: ' + str(one.get('why') or '')}"


def option_line(one: Mapping[str, Any], part: str = "", number: int = 1) -> str:
    """Return an option in a line; with ``part`` that flight or hotel of it alone, where all else is as before."""
    flights, hotels = list(one.get("flights") or ()), list(one.get("hotels") or ())
    if part == "flight":
        flights, hotels = flights[number - 1 : number], []
    elif part == "hotel":
        flights, hotels = [], hotels[number - 1 : number]
    parts = [money(one["total"]), *map(_leg, flights), *map(_stay, hotels)]
    difference = one.get("difference_to_now") or one.get("difference_to_cheapest")
    if difference and float(difference["amount"]):
        more = float(difference["amount"]) > 0
        amount = money({**difference, "amount": str(difference["amount"]).lstrip("-")})
        parts.append(
            f"{amount} {'more' if more else 'less'} than {'now' if one.get('difference_to_now') else 'the cheapest'}"
        )
    return " · ".join(parts)


def _leg(leg: Mapping[str, Any]) -> str:
    leaves, lands = str(leg["departs"]["local"]), str(leg["arrives"]["local"])
    later = f" (+{leg['days_later']})" if leg.get("days_later") else ""
    stops = "non-stop" if not leg.get("stops") else f"{leg['stops']} stop{'s' * (leg['stops'] > 1)}"
    return f"{day(leaves[:10])} {leaves[11:]}–{lands[11:]}{later} {'–'.join(leg['route'])} {stops}, {', '.join(leg['airlines'])}"


def _stay(stay: Mapping[str, Any]) -> str:
    stars = "★" * int(stay.get("stars") or 0)
    area = f", {stay['area']}" if stay.get("area") else ""
    return f"{stay['name']} {stars}{area}, {stay['nights']} nights"


def details(one: Mapping[str, Any]) -> Iterator[str]:
    """Yield all that is known of one option."""
    yield (f"Option {one['number']}: " if one.get("number") else "") + option_line(one)
    for leg in one.get("flights") or ():
        bags = f"{leg.get('carry_on', 0)} carry-on, {leg.get('checked_bags', 0)} checked bags each"
        yield f"- {'–'.join(leg['route'])}: {leg.get('fare') or leg.get('cabin')}, {bags}, {terms(leg['terms'])}"
    for stay in one.get("hotels") or ():
        tax = f", local tax {money(stay['local_tax'])} paid there" if stay.get("local_tax") else ""
        board = str(stay.get("board", "")).replace("_", " ")
        yield f"- {stay['name']}: {stay.get('room')}, {board}, {terms(stay['terms'])}{tax}"


def terms(terms: Mapping[str, Any]) -> str:
    """Return what cancelling costs."""
    if not terms.get("refundable"):
        return "not refundable"
    until = terms.get("free_until")
    return (
        f"free to cancel until {day(until['local'][:10])} {until['local'][11:]} {until['zone']}"
        if until
        else "refundable"
    )


def unmet(known: Known) -> list[str]:
    """Return the wishes that no fact meets, or that nothing can tell."""
    told = [*(known.facts.get("not_found") or ()), *(known.facts.get("untold") or ())]
    return [f"Not met, or not known to me: {'; '.join(str(one) for one in told)}."] if told else []
