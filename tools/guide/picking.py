"""Which line of a list a message means: by its number, with more after it, or by something that only one line has."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tripintent.tools.guide.draft import Call, Menu, MenuChoice
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.reading import clauses
from tripintent.tools.guide.saying import option_line
from tripintent.tools.guide.words import shape, table, words
from tripintent.tools.language.exact.tokens import fold

_LONGEST = 10
_WORD_OR_CLOCK = re.compile(r"\d+:\d\d|[^\W\d_]{3,}")


class Picked(NamedTuple):
    """A line of a list, and the words behind its number."""

    line: MenuChoice
    rest: str = ""
    printed: bool = False
    """By what it says: what the words say as a wish comes first."""


def number_of(text: str) -> int | None:
    """Return the number that a message is, and nothing else."""
    found = shape("number_of_a_line").fullmatch(text)
    return _value(found[1]) if found else None


def picked(text: str, menu: Menu | None, known: GuideSituation) -> Picked | None:
    """Return the line that is meant. A number is of the menu that was shown last, without one of the options on the screen."""
    more = next((one for one in menu.choices if one.key == "M" and one.calls), None) if menu else None
    if more and shape("more_of_the_list").fullmatch(text):
        return Picked(more)
    shown: Mapping[int, MenuChoice] = menu.numbered if menu else {}
    number = number_of(text)
    if menu and menu.asks == "answer" and len(shown) == 1 and {*_tokens(text)} & {*table("ordinals")}:
        number = None  # there is no first one of one
    if any(one.number for one in shown.values()):
        shown = {**_options(known), **shown}
    chooses = any([call.name for call in one.calls] == ["choose"] for one in shown.values())
    listed = shown if chooses else _options(known) if known.options else {}
    if number is not None and (not menu or "option" in text.casefold()):
        shown = listed or ({} if known.has("chosen") and "option" in text.casefold() else shown)
    if menu and number is None and menu.asks != "answer" and shape("agrees").fullmatch(text) and len(shown) in (1, 2):
        number = 1
    if number is None and shape("refuses").fullmatch(text):
        number = next((n for n, one in shown.items() if not one.calls and not one.opens), None)
    if number is not None:
        return Picked(shown[number]) if number in shown else None
    begins = shape("number_and_more").match(text)
    lines = listed if begins and "option" in begins[0].casefold() else shown or listed
    if begins and (line := lines.get(_value(begins[1]))):
        return Picked(line, text[begins.end() :])
    answers = [one for one in shown.values() if {call.name for call in one.calls} <= {"update_trip", "where_to"}]
    plain, telling = fold(text).strip(" .!"), " ".join(_telling(text))
    same = (one for one in answers if {plain, telling} & {fold(one.label), fold(re.split("[,:]", one.label)[0])})
    if answer := next(same, None) or _printed(text, answers):
        return Picked(answer)
    choices = [*(shown or listed).values()]
    if line := _printed(text, choices):
        return Picked(line, printed=True)
    parts = clauses(text)
    for n, part in enumerate(parts if len(parts) > 1 else ()):
        named = _WORD_OR_CLOCK.findall(fold(part))
        if (line := _printed(part, choices)) and (len(set(named) - words("pointing")) > 1 or ":" in "".join(named)):
            return Picked(line, " ".join((*parts[:n], *parts[n + 1 :])), printed=True)
    return None


def by_the_list(call: Call, menu: Menu | None, known: GuideSituation) -> Call:
    """Return a choice of two options with the ids of the list that was shown last; without a list, the call that shows it again."""
    if "hotel_of" not in call.arguments:
        return call
    lines = menu.numbered.items() if menu else ()
    ids = {str(n): str(id_) for n, one in lines for _, said in one.calls if (id_ := said.get("option"))}
    named = {name: ids.get(number, number) for name, number in call.arguments.items()}
    return Call(call.name, named) if ids or known.options else Call("list_options", {})


def _options(known: GuideSituation) -> Mapping[int, MenuChoice]:
    """Return the options of the list as lines, by their numbers; those below the first on the screen are known by these alone."""
    shown = {int(one["number"]): option_line(one, known.say) for one in known.options if one.get("number")}
    every = known.numbers if known.can("choose") else ()
    return {n: MenuChoice(shown.get(n, ""), (Call("choose", {"option": str(n)}),)) for n in every}


def _printed(text: str, lines: Sequence[MenuChoice]) -> MenuChoice | None:
    """Return the only line that has every telling word of a short message: a hotel, an hour, a price, what an answer says."""
    said = _telling(text)
    if not said or len(said) > _LONGEST:
        return None
    found = [one for one in lines if set(said) <= set(_tokens(one.label))]
    return found[0] if len(found) == 1 < len(lines) else None


def _telling(text: str) -> list[str]:
    """Return the words that say which line is meant; none of a question, or where something is denied."""
    said = [word for word in _tokens(text) if word not in words("pointing") and word not in words("idle")]
    return [] if "?" in text or set(said) & (words("denials") | words("questions")) else said


def _tokens(text: str) -> list[str]:
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", fold(text))
    return re.findall(r"\d+(?:[:.]\d+)*|[^\W\d_]+", plain)


def _value(said: str) -> int:
    return {**table("numbers"), **table("ordinals")}.get(said.casefold()) or int(said)
