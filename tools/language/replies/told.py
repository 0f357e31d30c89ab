"""The sentences that say first and in short what was understood: what changed, what is noted for whom, and what nothing here can act on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tripintent.tools.language.replies import codes
from tripintent.tools.language.replies.formats import Formats, sentence
from tripintent.tools.language.replies.texts import Texts


def told(heard: Mapping[str, Any], texts: Texts, formats: Formats) -> str:
    """Return one or two short sentences about the changes and requests of a message."""
    return " ".join(_sentences(heard, texts, formats))


def _sentences(heard: Mapping[str, Any], texts: Texts, formats: Formats) -> Iterator[str]:
    if heard.get("anew"):
        yield texts.word("heard.anew")
    if heard["restored"]:
        yield texts.word("heard.restored")
    for name, new in (("noted", True), ("changed", False)):
        changes = [_change(one, texts, formats) for one in heard["changes"] if bool(one.get("new")) == new]
        if changes:
            yield texts.word(f"heard.{name}").format("; ".join(changes))
    if heard.get("bought"):
        yield texts.word("heard.bought")
    if off := [_asked(one, texts, formats) for one in heard.get("off") or ()]:
        yield texts.word("heard.off").format(formats.listed(off))
    for to in ("airline", "hotel", "elsewhere", "note"):
        asked = [one for one in heard["requests"] if one["to"] == to]
        said = formats.listed([_asked(one, texts, formats) for one in asked])
        if asked and to == "elsewhere":
            yield sentence(texts.word("heard.elsewhere").format(formats.listed(_not_sold(asked, texts), "or"), said))
        elif asked:
            late = "_late" if to in heard.get("booked", ()) else ""
            yield texts.word(f"heard.{to}{late}").format(said)


def _asked(one: Mapping[str, Any], texts: Texts, formats: Formats) -> str:
    """Return a request in the traveller's words, and behind them the flights and people that it is for alone."""
    place = "stay" if one["to"] == "hotel" else "flight"
    alone = [_extent(one, place, texts)]
    alone += [texts.word("leg.not").format(_extent(part, place, texts)) for part in one.get("without") or ()]
    beside = "; ".join(filter(None, alone))
    return " ".join(filter(None, [formats.quoted(str(one["said"] or one["kind"])), beside and f"({beside})"]))


def _extent(one: Mapping[str, Any], place: str, texts: Texts) -> str:
    legs = [
        texts.word(f"leg.{place}").format(leg) if isinstance(leg, int) else texts.word(f"leg.{leg}")
        for leg in one.get("legs") or ()
    ]
    words = (texts.words.get(f"leg.{who}") or str(who) for who in one.get("who") or ())
    return ", ".join([*legs, *words])


def unmet(wishes: Sequence[Mapping[str, object]], texts: Texts, formats: Formats) -> str:
    """Return which wishes nothing shown has."""
    return texts.word("card.unmet").format("; ".join(_change(one, texts, formats) for one in wishes))


def _not_sold(asked: Sequence[Mapping[str, object]], texts: Texts) -> list[str]:
    """Return what was asked for in plain words, each kind once ("restaurant tables")."""
    codes_of = (f"elsewhere.{str(one['kind']).replace(' ', '_')}" for one in asked)
    return list(dict.fromkeys(texts.words.get(code) or texts.word("elsewhere.other") for code in codes_of))


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
