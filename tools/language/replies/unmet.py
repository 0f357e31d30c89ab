"""The sentence that says which wishes nothing shown has: each value as people say it."""

from collections.abc import Mapping, Sequence
from typing import Any

from tripintent.tools.language.replies import codes
from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.texts import Texts


def unmet(wishes: Sequence[Mapping[str, object]], texts: Texts, formats: Formats) -> str:
    """Return which wishes nothing shown has."""
    return texts.word("card.unmet").format("; ".join(_change(one, texts, formats) for one in wishes))


def _change(change: Mapping[str, object], texts: Texts, formats: Formats) -> str:
    """Return a value as people say it; a wish that may stay open says so ("non-stop flights, if possible")."""
    said = _said(change, texts, formats)
    return texts.word("heard.ideally").format(said) if change.get("soft") else said


def _said(change: Mapping[str, Any], texts: Texts, formats: Formats) -> str:
    """Return a value in the language's own turn where it has one ("2 adults"), else behind what it is."""
    value, slot = _value(change, texts, formats), change["slot"]
    if change["kind"] != "gone":
        raw = {"True": "yes", "False": "no"}.get(str(change["value"]), str(change["value"]))
        ideal = texts.words.get(f"said.{slot}.{raw}.ideally") if change.get("soft") else None
        turn = ideal or texts.words.get(f"said.{slot}.{raw}") or texts.words.get(f"said.{slot}")
        if turn:
            return turn.format(value)
    return f"{texts.line('fields', slot)}: {value}"


def _value(change: Mapping[str, Any], texts: Texts, formats: Formats) -> str:
    kind, value = change["kind"], change["value"]
    if kind == "gone":
        return texts.word("heard.open")
    if kind == "day":
        return formats.day(value)
    if kind == "days":
        return texts.word("heard.between").format(*(formats.day(one) for one in value))
    if kind == "window":
        low, high = value
        name = "between" if low and high else "from" if low else "until"
        return texts.word(f"heard.{name}").format(*(one for one in (low, high) if one))
    if kind == "flag":
        return texts.word("heard.yes" if value else "heard.no")
    if kind == "money":
        return texts.word("heard.each").format(formats.money(value)) if change.get("each") else formats.money(value)
    if kind == "near":
        return near(change, texts)
    if kind == "place":
        towns = [value] if isinstance(value, str) else value
        return formats.listed([formats.town(str(one)) for one in towns])
    if isinstance(value, Sequence) and not isinstance(value, str):
        return formats.listed([codes.word(str(one), "plain", texts) for one in value])
    return codes.word(str(value), "plain", texts)


def near(wish: Mapping[str, Any], texts: Texts) -> str:
    """Return the place to be near, and how far is near where that was said."""
    km, minutes, name = wish.get("km"), wish.get("minutes"), str(wish["value"])
    if minutes:
        return texts.word("heard.near_minutes").format(name, minutes)
    return texts.word("heard.near_km").format(name, f"{km:g}") if km else name
