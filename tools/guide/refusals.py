"""The guide's words for what was refused: why, and what may stand in its place."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from tripintent.state.framing.changed_days import NO_PLACE
from tripintent.tools.guide.draft import Call, Menu, MenuChoice, change, days_of_month
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.saying import day, told
from tripintent.tools.guide.words import GuideWords, shape, table
from tripintent.tools.planning.showing import phrases
from tripintent.tools.toolbox.base import NO_SUCH
from tripintent.tools.toolbox.booking import BELOW_NOW

_IDS = ("bok_", "bndl_", "hld_")


def days_refused(together: Sequence[Mapping[str, Any]], call: Call, known: GuideSituation) -> tuple[str, Menu] | None:
    """Return in words why days of the trip were refused, all for one reason, and the question for others; None of other things."""
    found = {path: one for one in together if (path := str(one.get("path"))) in call.arguments}
    days = [path for path in ("depart", "return_day") if path in found]
    if len(days) < len(together):
        return None
    of_bookings = any(str(other).startswith(_IDS) for one in together for other in one.get("candidates") or ())
    say, why = known.say, with_days(_plain(str(together[0]["why"])), known.say)
    refused = say("Not done: {what}.", what=told(change(**{path: call.arguments[path] for path in days}), known))
    lines = [
        MenuChoice(
            with_days(" – ".join(fit), say),
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


def rejected(one: Mapping[str, Any], call: Call, say: GuideWords, today: date) -> tuple[str, Menu | None]:
    """Return in words why an argument was refused, and the question for another; no words where the question says it."""
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


def _months(call: Call, today: date, say: GuideWords) -> Iterator[MenuChoice]:
    """Yield the months of which a call asks: the days of the trip are in the one that is taken."""
    for month in range(1, 13):
        days = change(depart=days_of_month(today.year + (month < today.month), month))
        yield MenuChoice(say.formats.month(month), (*days, Call(call.name, {**call.arguments, "month": month})))


def _candidate(said: str, say: GuideWords) -> str:
    """Return what may stand in a place as a person reads it: a day, an entry of the plan with its hour."""
    return with_days(re.sub(r"T(\d\d:\d\d)$", r" \1", shape("id_before").sub("", said)), say)


_OF_ARGUMENTS = (NO_SUCH, "this is needed", "text is wanted")
"""What is said of an argument that has no name in words: then its own."""


def _whose(path: str, call: Call) -> str:
    """Return the name of the person of whom a path of ``people`` speaks, as it was given."""
    at, people = re.match(r"people\[(\d+)\]", path), call.arguments.get("people")
    one = people[int(at[1])] if at and isinstance(people, list) and int(at[1]) < len(people) else None
    return " ".join(str(one[n]) for n in ("given_name", "family_name") if one.get(n)) if isinstance(one, dict) else ""


def lets_go(refused: Mapping[str, object]) -> bool:
    """Tell whether a call was refused because it would let a hold go."""
    return refused.get("path") == "let_hold_go" or "let_hold_go" in str(refused.get("why"))


def hold_goes(call: Call, say: GuideWords) -> Menu:
    """Return the question whether a call shall be done though it lets the hold go."""
    go = Call(call.name, {**call.arguments, "let_hold_go": True})
    return Menu(
        say("I haven’t changed anything yet: that would let your hold go."),
        (MenuChoice(say("change it and let the hold go"), (go,)), MenuChoice(say("keep what is held"))),
    )


def reason(why: str, say: GuideWords) -> str:
    """Return why something of a call was not taken, as its reader says it: without paths, ids and schemas."""
    return with_days(_plain(why).partition(": {")[0], say)


def reason_of_argument(why: str, say: GuideWords) -> str:
    """Return a reason behind the path of an argument: that by its name in words, or not at all."""
    path, _, said = _plain(why).partition(": ") if _PATH.match(why) else ("", "", _plain(why))
    name = say(table("names")[part]) if (part := path.rpartition(".")[2]) in table("names") else ""
    told = with_days(said, say)
    return f"{name}{say.formats.colon}{told}" if name else told


_PATH = re.compile(r"[a-z_\[\].\d]+: ")


def _plain(why: str) -> str:
    """Return a reason without paths and ids, which are for programs."""
    said = shape("for_programs").split(why)[0]
    said = re.sub(r": [^:]*`.*", "", said)
    plain = re.sub(r"\W*\(?bok_\w+\)?|\s*\((?:itinerary|party|constraints)\b[^)]*\)", "", said)
    return plain.strip(" :")


def with_days(text: str, say: GuideWords) -> str:
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
