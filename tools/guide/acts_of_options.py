"""What phrases about the options do to a draft: one is chosen, others are listed, more is told of one."""

from datetime import timedelta
from typing import Any, get_args

from tripintent.tools.guide.acts import LATER, Got, act, money_of
from tripintent.tools.guide.acts_of_legs import leg_named, move_leg
from tripintent.tools.guide.draft import GuideDraft
from tripintent.tools.guide.words import table, words
from tripintent.tools.toolbox.where_to import Like


def _number(got: Got) -> int | None:
    said = next((one for one in got if one.kind in ("n", "ordinal", "hotel")), None)
    return int(said.value) if said else None


@act
def choose(draft: GuideDraft, got: Got, *, hold: bool = False) -> bool | str:
    """One of the options in the list, and a hold of it."""
    shown = draft.known.numbers if draft.known.options else ()
    if "show" in draft.words and not hold:  # "show me the second one" looks at it
        more = [one for one in draft.done() if one.name != "list_options"]
        return not more and _number(got) in shown and details(draft, got) if draft.again else LATER
    if draft.known.has("chosen") and not shown:
        return _list(draft)  # of which list the number is, is not known any more: it is shown again
    if not draft.known.can("choose") or _number(got) not in shown:
        return False
    draft.call("choose", option=str(_number(got)))
    if hold:
        draft.call("hold")
    return True


@act
def choose_two(draft: GuideDraft, got: Got, *, turned: bool = False) -> bool:
    """The flights of one option with the hotel of another; ``turned``: the hotel is said first."""
    option, hotel_of = (str(one.value) for one in (got[::-1] if turned else got))
    if draft.known.can("choose"):
        draft.call("choose", option=option, hotel_of=hotel_of)
    return draft.known.can("choose")


@act
def that_one(draft: GuideDraft, got: Got) -> bool:
    """What the chosen option is like, said beside its number."""
    return any(one.name == "choose" for one in draft.calls)


@act
def choose_by(draft: GuideDraft, got: Got, sort: str, *, bare: bool = False, first: bool = False) -> bool | str:
    """The cheapest, the fastest, the best: among those on the screen, else the first of a list sorted by it.

    ``bare``: without a word of taking it; then it is a choice alone, and beside a wish the order of the list, as always
    with ``first``.
    """
    if bare and not draft.again:
        return LATER
    beside = bare and (first or draft.update or draft.stops)
    best = {"price": "cheapest", "duration": "fastest", "best": "best_overall"}[sort]
    found = next((one for one in draft.known.options if best in (one.get("best_at") or ())), None)
    if beside or found is None:
        if draft.known.empty and (beside or sort == "price"):  # nothing is there to choose from yet
            draft.set(price_first=True)
            return True
        return _list(draft, sort=sort)
    draft.call("choose", option=str(found["number"]))
    return True


def _list(draft: GuideDraft, **how: Any) -> bool:
    if draft.known.can("list_options"):
        draft.call("list_options", **how)
    return draft.known.can("list_options")


@act
def show(draft: GuideDraft, got: Got, **how: object) -> bool | str:
    """The options, sorted, by a bound, or their next page; "shorter" beside nights or days is said of the stay."""
    if how.get("sort") == "duration" and draft.words & words("lengths"):
        return bool(draft.update or draft.stops) or (not draft.again and LATER)
    return _list(draft, **how)


@act
def other(draft: GuideDraft, got: Got, sort: str = "best", when: str = "", said: str = "", **part: Any) -> bool:
    """Other flights or hotels, with everything else kept; in a first message it says what counts.

    ``home`` (of ``part``): the last flight, else the one that is named by its towns or its day; ``when``: earlier or later
    than the one that is chosen, else that of the first option.
    """
    home, last = part.pop("home", False), max(len(draft.known.legs), 1)
    if got and part["part"] == "flight":
        part["number"] = leg_named(draft, got, said)
        home = part["number"] == last > 1
        if not part["number"] or (draft.known.booked and 1 < part["number"] < last):
            return False
    elif got:  # the hotel of one of the towns
        towns, town = [one.casefold() for one in draft.known.stops], str(got[0].value).casefold()
        if town not in towns:
            return False
        part["number"] = towns.index(town) + 1
    if home:
        part["number"], draft.homeward = last, True
    if sort == "price" and draft.known.empty:
        draft.set(price_first=True)
        return True
    how: dict[str, Any] = {"sort": sort} if sort != "best" else {}
    if when:
        clock = draft.known.leaves(int(part["number"]), timedelta(minutes=1 if when == "later" else -1))
        if clock is None:
            return False
        if draft.known.booked:
            hours = {"after" if when == "later" else "before": clock.time().isoformat("minutes")}
            return move_leg(draft, home=home, leaves=hours)
        side = "at_least" if when == "later" else "at_most"
        how = {"sort": "departure", "where": [{"fact": "leaves", side: clock.time().isoformat("minutes")}]}
    return _list(draft, alternatives=part, **how)


@act
def show_under(draft: GuideDraft, got: Got) -> bool:
    """Trips below a price."""
    money = money_of(got[0])
    bound: dict[str, object] = {"fact": "total", "at_most": float(money["amount"])}
    if currency := money.get("currency"):
        bound["currency"] = currency
    return _list(draft, where=[bound], sort="price")


@act
def watch_under(draft: GuideDraft, got: Got) -> None:
    """Watch the price, and tell what is below an amount; the budget stays as it is."""
    priced = next((one["total"]["currency"] for one in draft.known.options), None)
    draft.call("watch_price", limit=money_of(got[0], priced or draft.known.currency or "USD"))


@act
def somewhere(draft: GuideDraft, got: Got, said: str = "") -> bool | str:
    """Towns for who does not know where to go: by the climate of a month, and what one likes. A town beside it is where one goes."""
    if draft.known.stops or not draft.again:
        return False if draft.known.stops else LATER
    spoken = said.split()
    wish: dict[str, object] = {
        "climate": [grade for word in spoken for grade in table("climates").get(word, ())],
        "likes": [one for one in get_args(Like) if one in spoken],
    }
    if got:
        wish["month"] = got[0].value.first.month
        draft.set(depart={"earliest": got[0].value.first.isoformat(), "latest": got[0].value.last.isoformat()})
    if not draft.stops:
        draft.call("where_to", **{name: value for name, value in wish.items() if value})
    return True


@act
def details(draft: GuideDraft, got: Got) -> bool:
    """All that is known of one option, or of some of those on the screen, side by side."""
    named = [str(one.value) for one in got if one.kind in ("n", "ordinal")]
    shown = set(map(str, draft.known.numbers))
    if draft.known.booked and not (named or draft.known.has("chosen") or draft.known.options):
        draft.social = "papers"
        return True
    if not draft.known.can("option_details") or (len(named) > 1 and not set(named) <= shown):
        return False
    for one in named or ["chosen" if draft.known.has("chosen") else "1"]:
        draft.call("option_details", option=one)
    return True
