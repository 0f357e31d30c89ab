"""The guide's words: what calls would do, what came of them, and lists that no card shows."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Any

from langchain_core.messages import BaseMessage, ToolMessage

from tripintent.state.framing.changed_days import NO_PLACE
from tripintent.tools.guide import lookups
from tripintent.tools.guide.draft import Call, Menu, MenuChoice, change, choice, days_of_month
from tripintent.tools.guide.known import GuideSituation, day_of
from tripintent.tools.guide.lookups import day
from tripintent.tools.guide.menus import back_to_list, letters
from tripintent.tools.guide.words import GuideWords, shape, table, words
from tripintent.tools.places.airports import city_in, with_towns
from tripintent.tools.places.towns import town_in
from tripintent.tools.planning.showing import phrases
from tripintent.tools.toolbox.base import NO_SUCH
from tripintent.tools.toolbox.booking import BELOW_NOW

_IDS = ("bok_", "bndl_", "hld_")


def told(calls: Sequence[Call], known: GuideSituation) -> str:
    """Return in words what calls would do; an option by its number on the list that was shown last."""
    lines = (Menu.of(known.facts.get("menu")) or Menu("")).numbered.items()
    ids = {one.get("option"): one["number"] for one in known.options}
    ids |= {said["option"]: n for n, one in lines for name, said in one.calls if name == "choose"}
    stay = any(one.arguments.get("flights_needed") is False for one in calls)
    say = known.say.of_a_stay if stay else known.say
    return "; ".join(part for call in calls for part in _told(call, say, ids))


def _told(call: Call, say: GuideWords, ids: Mapping[Any, int]) -> Iterator[str]:
    if call.name == "update_trip":
        for name, value in call.arguments.items():
            yield from _field(name, value, say)
        return
    plain = {name: _value(value, say) for name, value in call.arguments.items()}
    if call.name == "choose" and not plain["option"].isdecimal():
        plain["option"] = str(ids.get(call.arguments["option"], ""))
    name = "record_expense" if call.arguments.get("amount") else call.name
    does = table("does").get(name, call.name.replace("_", " "))
    filled = say(does, **{"what": "", "people": "", **plain})
    days = [day(str(call.arguments[name]), say) for name in ("date", "until") if call.arguments.get(name)]
    if days and "date" not in call.arguments:
        days = [say("until {moment}", moment=days[0])]
    filled += f"{say.formats.colon}{' – '.join(days)}" if days and call.name == "request_change" else ""
    beside = (say(words, names=plain[name]) for name, words in table("beside").items() if plain.get(name))
    yield ", ".join((filled, *beside))


def _field(name: str, value: Any, say: GuideWords) -> Iterator[str]:
    if name == "let_hold_go":
        return
    said = say(table("names").get(name, name.replace("_", " ")))
    if value is None:
        yield say("{what}: any", what=said)
    elif name == "max_stops" and not value:
        yield say("non-stop only")
    elif isinstance(value, Mapping) and name in ("flights", "lodging", "budget", "party") and "amount" not in value:
        for part, inner in value.items():
            yield from _field(part, inner, say)
    elif name == "ideal":
        yield f"{said}{say.formats.colon}{', '.join(say(table('names').get(one, one)) for one in value)}"
    elif isinstance(value, bool):
        yield (
            said if value else say("no {what}", what=said) if name in words("needs") else say("not: {what}", what=said)
        )
    else:
        yield f"{said}{say.formats.colon}{_value(value, say)}"


def _value(value: object, say: GuideWords) -> str:
    if isinstance(value, Mapping):
        if names := [str(value[one]) for one in ("name", "given_name", "family_name") if value.get(one)]:
            return " ".join(names)
        if "amount" in value:
            return money(value, say)
        many = f"{len(value['people'])} × " if value.get("people") else ""
        plain = "".join(f"{mark}{_value(value[name], say)}" for name, mark in table("plain").items() if value.get(name))
        stay = nights(value["nights"], say) if value.get("nights") else ""
        rest = (
            f"{say(table('names').get(f'{k} of it', table('names').get(k, k.replace('_', ' '))))} {_value(v, say)}"
            for k, v in value.items()
            if k not in {*table("plain"), *words("unsaid")}
        )
        return ", ".join(filter(None, (many + plain.strip(" –"), stay, *rest)))
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(one, say) for one in value)
    return day(str(value), say) if day_of(str(value)) else say(str(value).replace("_", " "))


def nights(count: int, say: GuideWords) -> str:
    """Return how many nights."""
    return say("1 night") if count == 1 else say("{count} nights", count=count)


def money(value: Mapping[str, Any], say: GuideWords) -> str:
    """Return an amount."""
    return say.formats.money({"amount": str(value["amount"]), "currency": value.get("currency") or "USD"})


# ---- what came of calls


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
            words, choices = _days_refused(together, made, known) or _rejected(together[0], made, say, known.today)
            if any(map(_lets_go, together)):
                menu = _hold_goes(made, say)
            elif not why.startswith("kept"):  # what is kept and cannot be met is said with the unmet wishes
                lines += [] if why in whys else [words]
                whys.add(why)
                menu = menu or choices
        lines += _done(made, result, known, alone=len(made_calls) == 1, unnamed=unnamed)
        lines += _beyond(made, known)
        facts = result.get("facts") or {}
        lines += _TOLD[made.name](facts, say) if made.name in _TOLD else ()
        lines += lookups.told(facts, known) if made.name == "lookup" else ()
        menu = (
            menu
            or _listed(made, facts, known)
            or _tried(made, facts, known)
            or _towns(made, facts, say)
            or _quoted(made, facts, say)
            or _mended(made, facts, say)
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
    if made.name == "update_trip" and changed and set(made.arguments) <= words("on_no_card"):
        yield say("Noted: {what}.", what=told((made,), known))
    if made.name == "record_expense" and well:
        yield " ".join(_spent(made, result, say))
    if made.name == "request_change" and well and not (known.options or known.has("chosen")):
        yield say("I can’t find anything for that day.")
    if made.name == "request_change" and well and not _waits_in(made, known):
        yield say("That isn’t part of what waits: buy that or take it back first, then ask for this again.")
    if made.name == "hold" and unnamed and not result.get("rejected"):
        yield say("I’ll hold it as soon as I know who’s travelling.")
    if well and made.name == "correct_expense" and (now := (result.get("facts") or {}).get("expense")):
        yield say("Noted: {what}.", what=f"{money(now['amount'], say)}, {now['what']}")
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
        told.append(say("converted from {paid}, 1 {code} = {rate} {currency}, rate of {day}", **at))
    if int(facts.get("people") or 1) > 1:
        payers = ", ".join(str(each["name"]) for each in one.get("paid_by") or () if each["name"] != "me")
        by = say("paid by {names}") if "paid_by" in made.arguments else say("paid by you ({names})")
        told += [by.format(names=payers)] if payers else []
        told += [] if "shared_by" in made.arguments else [say("shared by everybody, as nobody else was named")]
    yield say("Noted: {what}.", what=", ".join(told))
    if left and facts.get("total"):
        yield left_of(left, facts["total"], say)


def left_of(left: Mapping[str, Any], total: Mapping[str, Any], say: GuideWords) -> str:
    """Return what is left of a budget, or by how much it is exceeded."""
    if (over := -Decimal(left["amount"])) > 0:
        return say("That’s {amount} more than the budget.", amount=money({**left, "amount": over}, say))
    return say("{left} left of {total}.", left=money(left, say), total=money(total, say))


def _worked(messages: Sequence[BaseMessage]) -> list[tuple[Call, Mapping[str, Any]]]:
    """Return the calls of a turn with what came of each."""
    asked = {call["id"]: call for one in messages for call in getattr(one, "tool_calls", ())}
    known = {name: Call(call["name"], dict(call["args"])) for name, call in asked.items()}
    return [
        (known.get(one.tool_call_id, Call("", {})), _read(one.text)) for one in messages if isinstance(one, ToolMessage)
    ]


def _lets_go(rejected: Mapping[str, object]) -> bool:
    return rejected.get("path") == "let_hold_go" or "let_hold_go" in str(rejected.get("why"))


def held_back(messages: Sequence[BaseMessage]) -> list[Call]:
    """Return the calls of a turn that wait for a yes because something is held, with those after them that failed without them.

    None once they were tried.
    """
    waiting: list[Call] = []
    for made, result in _worked(messages):
        if made.name in ("what_if", "start_over"):
            return []
        if any(map(_lets_go, result.get("rejected") or ())) or (waiting and result.get("rejected")):
            waiting.append(made)
    return waiting


def _read(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _days_refused(together: Sequence[Mapping[str, Any]], call: Call, known: GuideSituation) -> tuple[str, Menu] | None:
    """Return in words why days of the trip were refused, all for one reason, and the question for others; None of other things."""
    found = {path: one for one in together if (path := str(one.get("path"))) in call.arguments}
    days = [path for path in ("depart", "return_day") if path in found]
    if len(days) < len(together):
        return None
    of_bookings = any(str(other).startswith(_IDS) for one in together for other in one.get("candidates") or ())
    say, why = known.say, _with_days(_plain(str(together[0]["why"])), known.say)
    refused = say("Not done: {what}.", what=told(change(**{path: call.arguments[path] for path in days}), known))
    lines = [
        MenuChoice(
            _with_days(" – ".join(fit), say),
            change(**call.arguments | {path: {"day": one} for path, one in zip(days, fit, strict=True)}),
        )
        for fit in zip(*(found[path].get("candidates") or () for path in days), strict=False)
        if [*fit] == sorted(fit)
    ]
    if of_bookings:  # no other day of the plan helps
        return f"{refused} {why[:1].upper()}{why[1:]}.", Menu("")
    two = len(days) > 1
    asked = say("Which days would you like instead?" if two else "Which day would you like instead?")
    menu = Menu(asked, tuple(lines), form="days" if two else f"day:{days[0]}")
    return f"{refused} {why[:1].upper()}{why[1:]}.", menu


def _months(call: Call, today: date, say: GuideWords) -> Iterator[MenuChoice]:
    """Yield the months of which a call asks: the days of the trip are in the one that is taken."""
    for month in range(1, 13):
        days = change(depart=days_of_month(today.year + (month < today.month), month))
        yield MenuChoice(say.formats.month(month), (*days, Call(call.name, {**call.arguments, "month": month})))


def _rejected(one: Mapping[str, Any], call: Call, say: GuideWords, today: date) -> tuple[str, Menu | None]:
    path, why = str(one.get("path") or ""), str(one.get("why") or "")
    part = path.rsplit(".", maxsplit=1)[-1].split("[", maxsplit=1)[0]
    name = say(table("names").get(part, part if why in _OF_ARGUMENTS else ""))
    name = ", ".join(filter(None, (name, _whose(path, call))))
    # what documents lack is asked for with all that is asked
    if call.name == "create_documents" and one.get("candidates"):
        dated = "dates" in one["candidates"]
        return phrases(say.language).text("phrases", "undated_itinerary") if dated else "", None
    if one.get("code") == BELOW_NOW:
        look = MenuChoice(say("cheapest first"), (Call("list_options", {"sort": "price"}),))
        return "", Menu(say("It costs less than that already: have a look, or name a lower limit."), (look,))
    if call.name == "where_to" and path == "month":
        return "", Menu(say("In which month?"), tuple(_months(call, today, say)))
    unknown = _at(call.arguments, _steps(path)) if why == NO_PLACE else None
    why = reason(why, say)
    told = f"{name[:1].upper()}{name[1:]}{say.formats.colon}{why}" if name else why
    words = say("That didn’t work. {why}.", why=told) if name else say("That didn’t work: {why}.", why=why)
    choices = tuple(
        MenuChoice(_candidate(x, say), (Call(call.name, changed),))
        for x in [str(x) for x in one.get("candidates") or () if not str(x).startswith(_IDS)][:6]
        for chosen in [x.partition(": ")[0] if shape("id_before").match(x) else x]
        if why != NO_SUCH and call.name != "settle_up" and (changed := _put(call.arguments, path, chosen))
    )
    if unknown:
        asked = say("I know no town “{name}”. Which one do you mean?", name=unknown)
        return "", Menu(asked, choices)
    question = say("Which one?") if len(choices) > 1 else say("There’s only one: say “yes” to take it.")
    return words, Menu(question, choices) if choices else None


def _candidate(said: str, say: GuideWords) -> str:
    """Return what may stand in a place as a person reads it: a day, an entry of the plan with its hour."""
    return _with_days(re.sub(r"T(\d\d:\d\d)$", r" \1", shape("id_before").sub("", said)), say)


_OF_ARGUMENTS = (NO_SUCH, "this is needed", "text is wanted")
"""What is said of an argument that has no name in words: then its own."""


def _whose(path: str, call: Call) -> str:
    """Return the name of the person of whom a path of ``people`` speaks, as it was given."""
    at, people = re.match(r"people\[(\d+)\]", path), call.arguments.get("people")
    one = people[int(at[1])] if at and isinstance(people, list) and int(at[1]) < len(people) else None
    return " ".join(str(one[n]) for n in ("given_name", "family_name") if one.get(n)) if isinstance(one, dict) else ""


def reason(why: str, say: GuideWords) -> str:
    """Return why something of a call was not taken, as its reader says it: without paths, ids and schemas."""
    return _with_days(_plain(why).partition(": {")[0], say)


def _with_days(text: str, say: GuideWords) -> str:
    """Return a text for programs with its days as people say them."""
    days = shape("iso_day").findall(text)
    said = say(shape("iso_day").sub("{day}", text))
    return re.sub("{day}", lambda _: day(days.pop(0), say), said)


def _steps(path: str) -> list[str | int]:
    return [int(p) if p.isdigit() else p for p in path.replace("[", ".").replace("]", "").split(".") if p]


def _at(arguments: Any, parts: Sequence[str | int]) -> Any:
    """Return what stands at a path; None where it leads nowhere."""
    for part in parts:
        try:
            arguments = arguments[part]
        except (KeyError, IndexError, TypeError):
            return None
    return arguments


def _put(arguments: Mapping[str, Any], path: str, value: str) -> dict[str, Any] | None:
    """Return the arguments with another value at a path ("stops[0].place"); None where the path leads nowhere."""
    changed: Any = json.loads(json.dumps(arguments))
    parts = _steps(path)
    target = _at(changed, parts[:-1])
    if not parts or not isinstance(target, dict) or parts[-1] not in target:
        return None
    target[str(parts[-1])] = value
    if parts[-1] == "day":
        target.pop("weekday", None)
    return dict(changed)


def _hold_goes(call: Call, say: GuideWords) -> Menu:
    go = Call(call.name, {**call.arguments, "let_hold_go": True})
    return Menu(
        say("I haven’t changed anything yet: that would let your hold go."),
        (MenuChoice(say("change it and let the hold go"), (go,)), MenuChoice(say("keep what is held"))),
    )


def _listed(call: Call, facts: Mapping[str, Any], known: GuideSituation) -> Menu | None:
    """Return a list of options as a menu: each line chooses its option. What changes a booking is no whole trip to compare."""
    say, compared = known.say, {"difference_to_now": None} if known.booked else {}
    if call.name != "list_options" or not facts.get("options"):
        return None
    part = call.arguments.get("alternatives") or {}
    page, now = int(call.arguments.get("page") or 1), _parts(known.facts.get("chosen") or {})
    others = [one for one in facts["options"] if not part or _parts(one) != now]
    which = part.get("part", ""), part.get("number", 1)
    choices = tuple(
        choice(option_line({**one, **compared}, say, *which), "choose", option=str(one["option"])) for one in others
    )
    if set(call.arguments) <= {"page"}:  # its options keep the numbers of their cards
        after = int(known.facts.get("options_in_all") or 0) + (page - 1) * len(others)
        numbers = (int(one.get("number") or 0) or after + n for n, one in enumerate(others, 1))
        choices = tuple(line._replace(number=n) for line, n in zip(choices, numbers, strict=True))
    question = (
        say("Which one? Write its number, or a letter:")
        if len(choices) > 1
        else say("There’s only one: say “yes” to take it. Or a letter:")
        if choices
        else say("I couldn’t find one like that.")
    )
    if (
        (first := table("sorted_by").get(call.arguments.get("sort", "")))
        and not call.arguments.get("page")
        and not part
    ):
        question = f"{say(first)} {question}"
    if call.arguments.get("sort") == "price" and (mine := known.facts.get("chosen")):
        less = any(Decimal(one["total"]["amount"]) < Decimal(mine["total"]["amount"]) for one in others)
        question = question if less else f"{say('Nothing is cheaper than what you chose.')} {question}"
    more = Call("list_options", {**call.arguments, "page": page + 1})
    last = max((one.number for one in choices), default=0)
    back = (back_to_list(say)._replace(number=last and last + 1),) if part or page > 1 else ()
    return Menu(question, (*choices, *back, *letters(known, "MCDFHPB", more=more)))


def _parts(option: Mapping[str, Any]) -> list[Any]:
    """Return the codes of an option's flights and hotels: what is the same is told once."""
    return [one.get("code") for kind in ("flights", "hotels") for one in option.get(kind) or ()]


def _plain(why: str) -> str:
    """Return a reason without paths and ids, which are for programs."""
    said = shape("for_programs").split(why)[0]
    said = re.sub(r": [^:]*`.*", "", said)
    plain = re.sub(r"\W*\(?bok_\w+\)?|\s*\((?:itinerary|party|constraints)\b[^)]*\)", "", said)
    return plain.strip(" :")


def _reason(why: str, say: GuideWords) -> str:
    """Return a reason behind the path of an argument: that by its name in words, or not at all."""
    path, _, said = _plain(why).partition(": ") if _PATH.match(why) else ("", "", _plain(why))
    name = say(table("names")[part]) if (part := path.rpartition(".")[2]) in table("names") else ""
    told = _with_days(said, say)
    return f"{name}{say.formats.colon}{told}" if name else told


_PATH = re.compile(r"[a-z_\[\].\d]+: ")


def _tried(call: Call, facts: Mapping[str, Any], known: GuideSituation) -> Menu | None:
    """Return what would come of calls, with the offer to do them."""
    if call.name != "what_if":
        return None
    say, lost = known.say, known.has("chosen") and not facts.get("chosen")
    calls = tuple(Call(one["name"], dict(one.get("arguments") or {})) for one in call.arguments.get("calls") or ())
    if facts.get("asks_before_letting_go"):
        calls = tuple(
            one._replace(arguments={**one.arguments, "let_hold_go": True}) if one.name in words("letting_go") else one
            for one in calls
        )
    refused = [_reason(str(why), say) for one in facts.get("calls") or () for why in one.get("rejected") or ()]
    if refused:
        return Menu(say("I can’t do that: {why}", why="; ".join(refused)))
    best = facts.get("chosen") or next(iter(facts.get("options") or ()), None)
    undone = [f"undo_{(one.get('facts') or {}).get('of')}" for one in facts.get("calls") or () if one["name"] == "undo"]
    what = told([Call(name, {}) for name in undone if name in table("does")] or calls, known)
    changes = calls[0].name == "update_trip"
    unknown = _with_days("; ".join(map(str, facts.get("not_found") or ())), say)
    option = option_line({**best, "number": None}, say) if best else ""
    if changes:
        nothing = say("With {what} I find nothing.", what=what)
        found = say("With {what} the best would be: {option}.", what=what, option=option) if best else nothing
    else:
        found = say("Then the best would be: {option}.", option=option) if best else ""
    parts = [
        say("What you chose isn’t sold like that.") if lost and changes else "",
        "" if changes else say("I’d do this: {what}.", what=what),
        found,
        say("Not met, or I don’t know: {wishes}.", wishes=unknown) if unknown else "",
        say("That would let your hold go.") if facts.get("asks_before_letting_go") else "",
        say("Nothing is changed yet."),
    ]
    if changes and not (best or facts.get("card")):
        return Menu(" ".join(filter(None, parts)))  # nothing to be had by it
    return Menu(" ".join(filter(None, parts)), yes_or_leave(calls, say))


def yes_or_leave(calls: tuple[Call, ...], say: GuideWords) -> tuple[MenuChoice, MenuChoice]:
    """Return the two lines of an offer."""
    return MenuChoice(say("do it"), calls), MenuChoice(say("leave it"))


def _towns(call: Call, facts: Mapping[str, Any], say: GuideWords) -> Menu | None:
    """Return towns that fit a wish, as a menu."""
    if call.name != "where_to" or not facts.get("towns"):
        return None
    lines: list[MenuChoice] = []
    for one in facts["towns"][:_MOST]:
        band = one.get("climate")
        town = f"{town_in(one['name'], say.language)} ({say.formats.country(one['country'])})"
        named = town + (f", {say(table('weather')[band])}" if band else "")
        lines.append(MenuChoice(named, (Call("update_trip", {"stops": [{"place": one["name"]}]}),)))
    return Menu(say("Where would you like to go? Choose a town, or write one."), tuple(lines))


_MOST = 6  # towns, and other fares and rates of an option, that are told


def _quoted(call: Call, facts: Mapping[str, object], say: GuideWords) -> Menu | None:
    """Return the question whether what was quoted shall be asked for, on a card."""
    if call.name not in table("ordered") or not (facts.get("options") or facts.get("lines")):
        return None
    costs = say("You’ll see on a card what it costs before anything is done.")
    return Menu(costs, yes_or_leave((Call(table("ordered")[call.name], call.arguments),), say))


def _unfound(words: str, facts: Mapping[str, object], say: GuideWords) -> Iterator[str]:
    if not facts.get("options"):
        yield say(words)


def _detailed(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    if not facts.get("option"):
        return
    yield from details(facts["option"], say)
    if say.language == "en" and facts.get("why"):
        yield f"- {facts['why']}"
    for one in [*(facts.get("other_fares") or ()), *(facts.get("other_rates") or ())][:_MOST]:
        what = (
            f"{_ends(one, say)} {one['fare']}, {bags(one, say)}"
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


def _entries(facts: Mapping[str, Any], say: GuideWords) -> dict[str, str]:
    """Return the entries of the days that changed, by their ids, each with its hours."""
    entries = [one for day_ in facts.get("days") or () for one in day_.get("entries") or ()]
    hours = {
        one["id"]: [say.formats.clock(at) for name in ("start", "end") if (at := one.get(name))] for one in entries
    }
    return {one["id"]: f"{one['title']} {'–'.join(hours[one['id']])}".strip() for one in entries}


def _clashes(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    names = _entries(facts, say)
    for one in facts.get("clashes") or ():
        there = [names[known] for known in one["segments"] if known in names]
        if len(there) > 1:
            yield say("These don’t go together: {what}. Move or remove one of them.", what=", ".join(there))


def _mended(call: Call, facts: Mapping[str, Any], say: GuideWords) -> Menu | None:
    """Return what can be done about the first clash that an edit made: moved to where it fits, or taken out."""
    names, found = _entries(facts, say), [one for one in facts.get("clashes") or () if one["facts"].get("moves")]
    if call.name != "edit_itinerary" or not found:
        return None
    entry, free = found[0]["facts"]["moves"], found[0]["facts"].get("free")
    what, lines = names.get(entry, ""), list[MenuChoice]()
    if free and (move := {"op": "move", "entry": entry, "day": free[:10], "start": free[11:16]}):
        lines.append(
            choice(say("move {what} to {time}", what=what, time=say.formats.clock(free)), call.name, edits=[move])
        )
    lines.append(choice(say("remove {what}", what=what), call.name, edits=[{"op": "remove", "entry": entry}]))
    return Menu(say("What next?"), (*lines, MenuChoice(say("leave it as it is"))))


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


def _timed(entry: Mapping[str, Any], say: GuideWords) -> str:
    """Return an entry of the days behind its hour, where it has one."""
    clock = f"{say.formats.clock(entry['start'])} " if "T" in (entry.get("start") or "") else ""
    return f"{clock}{with_towns(entry['title'], entry.get('airports') or (), say.language)}"


def _days(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    for one in ((facts.get("documents") or {}).get("itinerary") or {}).get("days") or ():
        told = "; ".join(_timed(entry, say) for entry in one["entries"])
        yield f"- {day(one['day'], say)}{say.formats.colon}{told}"


def _owed(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    for one in facts.get("payments") or ():
        giver, receiver = (say("you") if one[name] == "me" else one[name] for name in ("from", "to"))
        yield say("{giver} to {receiver}: {amount}", giver=giver, receiver=receiver, amount=money(one["amount"], say))
    if facts.get("payments") == []:
        yield say("No one owes anyone anything.")


def _named(facts: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    people = [one for one in facts.get("people") or () if one.get("name")]
    born = [
        f"{one['name']}{f' ({say.formats.birth(born)})' if (born := day_of(one.get('date_of_birth'))) else ''}"
        for one in people
    ]
    if born:
        yield say("Noted, as in the passport: {people}.", people=", ".join(born))


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


def option_line(one: Mapping[str, Any], say: GuideWords, part: str = "", number: int = 1) -> str:
    """Return an option in a line; with ``part`` that flight or hotel of it alone, where all else is as before."""
    flights, hotels = list(one.get("flights") or ()), list(one.get("hotels") or ())
    if part == "flight":
        flights, hotels = flights[number - 1 : number], []
    elif part == "hotel":
        flights, hotels = [], hotels[number - 1 : number]
    parts = [
        price(one, say),
        *(_leg(leg, say) for leg in flights),
        *(_stay(stay, say) for stay in hotels),
    ]
    difference = one.get("difference_to_now") or one.get("difference_to_cheapest")
    if difference and float(difference["amount"]):
        more, now = float(difference["amount"]) > 0, bool(one.get("difference_to_now"))
        amount = money({**difference, "amount": str(difference["amount"]).lstrip("-")}, say)
        said = table("differences")["more" if more else "less"]["now" if now else "cheapest"]
        parts.append(say(said, amount=amount))
    if over := one.get("over_budget"):
        parts.append(say("{amount} over your budget", amount=money(over, say)))
    return " · ".join(parts)


def price(option: Mapping[str, Any], say: GuideWords) -> str:
    """Return what an option costs with what is paid at the hotel."""
    return money(option.get("total_with_local_tax") or option["total"], say)


def _ends(leg: Mapping[str, Any], say: GuideWords) -> str:
    return " – ".join(city_in(leg["route"][n], say.language) for n in (0, -1))


def _leg(leg: Mapping[str, Any], say: GuideWords) -> str:
    leaves, lands = str(leg["departs"]["local"]), str(leg["arrives"]["local"])
    later = f" (+{leg['days_later']})" if leg.get("days_later") else ""
    way = f"{day(leaves[:10], say)} {say.formats.clock(leaves)}–{say.formats.clock(lands)}{later} {_ends(leg, say)}"
    fare = f", {leg['fare']}" if leg.get("fare") else ""
    apart = f", {say('separate tickets')}" if leg.get("one_ticket") is False else ""
    return f"{way} {stops(leg, say)}{apart}, {', '.join(leg['airlines'])}{fare}"


def lands_in(leg: Mapping[str, Any], place: str, say: GuideWords) -> bool:
    """Tell whether a flight ends in a town."""
    return place.casefold() in (city_in(leg["route"][-1], say.language).casefold(), str(leg["route"][-1]).casefold())


def arrival(leg: Mapping[str, Any], say: GuideWords) -> str:
    """Return when a flight lands: its day, its hour, its ends."""
    lands = str(leg["arrives"]["local"])
    return f"{_ends(leg, say)}{say.formats.colon}{day(lands[:10], say)} {say.formats.clock(lands)}"


def stops(leg: Mapping[str, object], say: GuideWords) -> str:
    """Return how many stops a flight has."""
    count = leg.get("stops") or 0
    return say("non-stop") if not count else say("1 stop") if count == 1 else say("{count} stops", count=count)


def _stay(stay: Mapping[str, Any], say: GuideWords) -> str:
    stars = "★" * int(stay.get("stars") or 0)
    area = f", {say.of_hotel(stay['area'])}" if stay.get("area") else ""
    known = f", {terms(stay['terms'], say)}" if stay.get("terms") else ""
    if stay.get("metres") is not None and stay.get("near"):
        km, place = stay["metres"] / 1000, stay["near"]
        here = say("{metres} m from {place}", metres=stay["metres"], place=place)
        known = f", {here if km < 1 else say('{count} km from {place}', count=say.formats.number(round(km, 1)), place=place)}{known}"
    elif stay.get("km_to_centre") is not None:
        known = ", " + say("{count} km to the centre", count=say.formats.number(stay["km_to_centre"])) + known
    room = say.of_hotel(str(stay.get("room") or "").partition(", ")[0])
    many = f"{stay['rooms']} × " if int(stay.get("rooms") or 1) > 1 else ""
    board = f", {say(stay['board'].replace('_', ' '))}" if stay.get("board") not in (None, "room_only") else ""
    what = f", {many}{room}" if room else f", {many}{say('room')}" if many else ""
    return f"{stay['name']} {stars}{area}, {nights(stay['nights'], say)}{what}{board}{known}"


def details(one: Mapping[str, Any], say: GuideWords) -> Iterator[str]:
    """Yield all that is known of one option."""
    number = say("Option {number}", number=one["number"]) + ": " if one.get("number") else ""
    yield number + option_line(one, say)
    for leg in one.get("flights") or ():
        yield f"- {flight(leg, say)}"
    for stay in one.get("hotels") or ():
        yield f"- {hotel(stay, say)}"


def flight(leg: Mapping[str, Any], say: GuideWords) -> str:
    """Return a flight with its fare, bags and terms."""
    hours, minutes = divmod(int(leg["minutes"]), 60)
    lasts = say("{hours} h {minutes} min", hours=hours, minutes=minutes)
    waits = "".join(
        f", {say('{minutes} min in {airport}', minutes=count, airport=city_in(code, say.language))}"
        for code, count in (leg.get("connections") or {}).items()
    )
    return f"{_leg(leg, say)}, {lasts}{waits}, {bags(leg, say)}, {terms(leg['terms'], say)}"


def bags(leg: Mapping[str, Any], say: GuideWords) -> str:
    """Return the bags of a flight."""
    carried, checked = leg.get("cabin_bags_each"), leg.get("checked_bags_each")
    if checked is None:
        return say("bags not known") if carried is None else say("{carried} × cabin bag each", carried=carried)
    if carried is None:
        return say("{checked} checked bags each", checked=checked)
    if checked == 1:
        return say("{carried} × cabin bag, 1 checked bag each", carried=carried)
    return say("{carried} × cabin bag, {checked} checked bags each", carried=carried, checked=checked)


def hotel(stay: Mapping[str, Any], say: GuideWords) -> str:
    """Return a hotel with its room, board, amenities and what is paid there."""
    due = stay.get("local_tax")
    tax = ", " + say("local tax {amount} paid there", amount=money(due, say)) if due else ""
    board = say(str(stay["board"]).replace("_", " ")) if stay.get("board") else ""
    has = [say(str(one).replace("_", " ")) for one in stay.get("amenities") or ()]
    known = ", ".join(filter(None, (say.of_hotel(stay.get("room")), board, *has)))
    return f"{_stay(stay, say)}{f': {known}' if known else ''}{tax}"


def terms(terms: Mapping[str, Any], say: GuideWords) -> str:
    """Return what cancelling costs."""
    if not terms.get("refundable"):
        return say("not refundable")
    until = terms.get("free_until")
    said = say("free to cancel until {moment}", moment=moment(until, say)) if until else say("refundable")
    return f"{said} {say('(at the seller, not here)')}" if terms.get("by_seller") else said


def moment(when: Mapping[str, Any], say: GuideWords) -> str:
    """Return until when, by the clock of its place."""
    place = when.get("town") or str(when["zone"]).rpartition("/")[2].replace("_", " ")
    return say.formats.deadline(datetime.fromisoformat(when["local"]), town_in(place, say.language))


def far_off(update: Mapping[str, Any], known: GuideSituation) -> int | None:
    """Return which chosen hotel is not where an ``update`` wishes it, or over 1,500 m from there: it is kept, and others are to be seen."""
    hotels = (known.facts.get("chosen") or {}).get("hotels") or () if not known.booked else ()
    wished = {"near", "area"} & {*(update.get("lodging") or {})}
    far = (one.get("away_from") or int(one.get("metres") or 0) > 1500 for one in hotels if wished)
    return next((n for n, one in enumerate(far, 1) if one), None)


def unmet(known: GuideSituation) -> list[str]:
    """Return the wishes that no fact meets, or that nothing can tell."""
    told = [*(known.facts.get("not_found") or ()), *(known.facts.get("untold") or ())]
    wishes = _with_days("; ".join(map(str, told)), known.say)
    return [known.say("Not met, or I don’t know: {wishes}.", wishes=wishes)] if told else []
