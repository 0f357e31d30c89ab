"""What phrases about the options do to a draft: one is chosen, others are listed, more is told of one."""

from typing import Any

from tripintent.tools.guide.acts import LATER, Got, act
from tripintent.tools.guide.draft import GuideDraft


def _number(got: Got) -> int | None:
    said = next((one for one in got if one.kind in ("n", "ordinal")), None)
    return int(said.value) if said else None


@act
def choose(draft: GuideDraft, got: Got) -> bool:
    """One of the options in the list."""
    shown = [one.get("number") for one in draft.known.options]
    if not draft.known.can("choose") or _number(got) not in shown:
        return False
    draft.call("choose", option=str(_number(got)))
    return True


@act
def hold_option(draft: GuideDraft, got: Got) -> bool:
    """One of the options, and a hold of it."""
    if not choose(draft, got):
        return False
    draft.call("hold")
    return True


@act
def choose_by(draft: GuideDraft, got: Got, sort: str, *, bare: bool = False) -> bool | str:
    """The cheapest, the fastest, the best: among those on the screen, else the first of a list sorted by it.

    ``bare``: without a word of taking it; then it is a choice alone, and beside a wish the order of the list.
    """
    if bare and not draft.again:
        return LATER
    if bare and (draft.update or draft.stops):
        if draft.known.empty:
            draft.set(price_first=True)
            return True
        return _list(draft, sort=sort)
    best = {"price": "cheapest", "duration": "fastest", "best": "best_overall"}[sort]
    found = next((one for one in draft.known.options if best in (one.get("best_at") or ())), None)
    if found is None:
        return _list(draft, sort=sort)
    draft.call("choose", option=str(found["number"]))
    return True


def _list(draft: GuideDraft, **how: Any) -> bool:
    if draft.known.can("list_options"):
        draft.call("list_options", **how)
    return draft.known.can("list_options")


@act
def show(draft: GuideDraft, got: Got, **how: Any) -> bool:
    """The options, sorted or by a bound."""
    return _list(draft, **how)


@act
def more(draft: GuideDraft, got: Got) -> bool:
    """The next page of the options."""
    return _list(draft, page=2)


@act
def other(draft: GuideDraft, got: Got, sort: str = "best", *, home: bool = False, **part: Any) -> bool:
    """Other flights or hotels, with everything else kept; in a first message it says what counts. ``home``: the last flight."""
    if home:
        part["number"] = max(len(draft.known.legs), 1)
    if sort == "price" and draft.known.empty:
        draft.set(price_first=True)
        return True
    return _list(draft, alternatives=part, **({"sort": sort} if sort != "best" else {}))


@act
def compare(draft: GuideDraft, got: Got) -> bool:
    """All that is known of some options, side by side."""
    shown = [one.get("number") for one in draft.known.options]
    numbers = [int(one.value) for one in got]
    if not draft.known.can("option_details") or not set(numbers) <= set(shown):
        return False
    for number in numbers:
        draft.call("option_details", option=str(number))
    return True


@act
def details(draft: GuideDraft, got: Got) -> bool:
    """All that is known of one option."""
    number = _number(got)
    if draft.known.booked and not number and not draft.known.has("chosen"):
        draft.social = "papers"
        return True
    if not draft.known.can("option_details"):
        return False
    draft.call("option_details", option=str(number) if number else "chosen" if draft.known.has("chosen") else "1")
    return True


@act
def hotel_of(draft: GuideDraft, got: Got) -> bool:
    """The hotel of another option, with the flights of the chosen one or the first."""
    if not draft.known.can("choose"):
        return False
    chosen = draft.known.facts.get("chosen") or {}
    draft.call("choose", option=str(chosen.get("option") or 1), hotel_of=str(_number(got)))
    return True
