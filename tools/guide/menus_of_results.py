"""The menus of what calls found: options, towns, and what would come of a wish."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tripintent.tools.guide.draft import Call, Menu, MenuChoice, choice
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.menus import back_to_list, letters, yes_or_leave
from tripintent.tools.guide.refusals import reason_of_argument, with_days
from tripintent.tools.guide.saying import option_line, told
from tripintent.tools.guide.words import GuideWords, table, words
from tripintent.tools.places.towns import town_in

MOST_TOLD = 6  # towns, and other fares and rates of an option, that are told


def listed(call: Call, facts: Mapping[str, Any], known: GuideSituation) -> Menu | None:
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


def tried(call: Call, facts: Mapping[str, Any], known: GuideSituation) -> Menu | None:
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
    refused = [
        reason_of_argument(str(why), say) for one in facts.get("calls") or () for why in one.get("rejected") or ()
    ]
    if refused:
        return Menu(say("I can’t do that: {why}", why="; ".join(refused)))
    best = facts.get("chosen") or next(iter(facts.get("options") or ()), None)
    undone = [f"undo_{(one.get('facts') or {}).get('of')}" for one in facts.get("calls") or () if one["name"] == "undo"]
    what = told([Call(name, {}) for name in undone if name in table("does")] or calls, known)
    changes = calls[0].name == "update_trip"
    unknown = with_days("; ".join(map(str, facts.get("not_found") or ())), say)
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


def towns_found(call: Call, facts: Mapping[str, Any], say: GuideWords) -> Menu | None:
    """Return towns that fit a wish, as a menu."""
    if call.name != "where_to" or not facts.get("towns"):
        return None
    lines: list[MenuChoice] = []
    for one in facts["towns"][:MOST_TOLD]:
        band = one.get("climate")
        town = f"{town_in(one['name'], say.language)} ({say.formats.country(one['country'])})"
        named = town + (f", {say(table('weather')[band])}" if band else "")
        lines.append(MenuChoice(named, (Call("update_trip", {"stops": [{"place": one["name"]}]}),)))
    return Menu(say("Where would you like to go? Choose a town, or write one."), tuple(lines))


def quoted(call: Call, facts: Mapping[str, object], say: GuideWords) -> Menu | None:
    """Return the question whether what was quoted shall be asked for, on a card."""
    if call.name not in table("ordered") or not (facts.get("options") or facts.get("lines")):
        return None
    costs = say("You’ll see on a card what it costs before anything is done.")
    return Menu(costs, yes_or_leave((Call(table("ordered")[call.name], call.arguments),), say))


def mended(call: Call, facts: Mapping[str, Any], say: GuideWords) -> Menu | None:
    """Return what can be done about the first clash that an edit made: moved to where it fits, or taken out."""
    names, found = entries_changed(facts, say), [one for one in facts.get("clashes") or () if one["facts"].get("moves")]
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


def entries_changed(facts: Mapping[str, Any], say: GuideWords) -> dict[str, str]:
    """Return the entries of the days that changed, by their ids, each with its hours."""
    entries = [one for day_ in facts.get("days") or () for one in day_.get("entries") or ()]
    hours = {
        one["id"]: [say.formats.clock(at) for name in ("start", "end") if (at := one.get(name))] for one in entries
    }
    return {one["id"]: f"{one['title']} {'–'.join(hours[one['id']])}".strip() for one in entries}
