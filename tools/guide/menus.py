"""The menus of each stage: lines that stand for calls."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from math import ceil
from typing import Any

from langchain_core.messages import BaseMessage, ToolMessage

from tripintent.tools.formats import formats_of
from tripintent.tools.guide import asking
from tripintent.tools.guide.acts import iso
from tripintent.tools.guide.acts_of_legs import booked_leg
from tripintent.tools.guide.acts_of_stays import more_booked_nights
from tripintent.tools.guide.draft import Call, GuideDraft, Menu, MenuChoice, cancelling, change, choice
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.saying import day
from tripintent.tools.guide.words import GuideWords, table

_ENGLISH, _JUNE = formats_of("en-GB"), date(2027, 6, 14)
EXAMPLES: tuple[str, ...] = tuple(table("examples"))
"""First sentences for an empty page; a page fills in a month that comes."""


def letters(known: GuideSituation, keys: str = "MCDFHPBUS", more: Call | None = None) -> tuple[MenuChoice, ...]:
    """Return the lines that letters stand for, without flights or hotels where none is; ``more`` is the next page of the list above."""
    keys = keys.replace("H", "") if known.lodging.get("needed") is False else keys
    keys = keys if known.legs else keys.replace("F", "")
    return tuple(
        MenuChoice(known.say(table("letters")[key]), (more,) if more and key == "M" else (), key=key) for key in keys
    )


def stage(known: GuideSituation) -> Menu:
    """Return what can be done now: the question for what is missing, or the menu of the stage."""
    say = known.say
    if known.has("card"):
        card = known.facts["card"]
        waits = table("waits")["approver" if card.get("approver") else str(card.get("kind") or "purchase")]
        what = "; ".join(say.titled(str(one["title"])) for one in card.get("replaces") or ())
        return Menu(say(waits, who=card.get("approver"), what=what), tuple(_priced(known)))
    if known.facts.get("in_doubt"):
        again = choice(say("look once more what became of it"), "try_again")
        return Menu(say("It isn’t certain yet what was bought. Nothing will be bought twice."), (again,))
    if known.has("chosen") and asking.asks_people(known):
        return chosen(known)._replace(question=asking.who(known), form="people")
    if known.empty:
        return Menu(say("Where would you like to go? For example: {example}.", **examples(known)), form="trip")
    if known.has("missing") and not known.has("chosen"):
        return asking.asked(known)
    if known.has("partly") and known.booked:
        return _partly(known)
    if known.has("chosen") or (known.has("lapsed") and not known.options):
        return chosen(known)
    if known.options:
        return Menu(say("Write the number of an option to choose it, or a letter:"), letters(known))
    if not known.booked and known.facts.get("bookings"):
        cancelled = any(one.get("status") == "cancelled" for one in known.facts["bookings"])
        over = (MenuChoice(say("my bookings"), opens="papers"), *letters(known, "S"))
        return Menu(say("What next?"), over if cancelled else letters(known, "DFHPBS"))
    if not known.booked and known.legs:
        return Menu(say("I can’t find a trip like that. What would you like to change?"), letters(known, "UDFHPBS"))
    if known.booked:
        return booked(known)
    return Menu(say("Tell me what to change, or write “help” to see what I understand."))


def still_printed(text: str, known: GuideSituation) -> Menu | None:
    """Return the menu of a choice where a message is a number or a line of it: a click was answered after it, without a menu."""
    if not any(map(known.has, ("chosen", "partly", "lapsed"))):
        return None
    menu = chosen(known) if known.has("card") else stage(known)
    named = text.casefold() in [one.label.casefold() for one in menu.numbered.values()]
    return menu if named or (text.isdecimal() and menu.numbered and not known.has("card")) else None


def numbered(known: GuideSituation) -> Menu:
    """Return the menu of the stage with lines in any case: towns to look for, or days, where words alone would answer."""
    menu = stage(known)
    if known.empty:
        wishes = table("starters").items()
        return menu._replace(choices=tuple(choice(known.say(said), "where_to", **wish) for said, wish in wishes))
    if menu.form not in ("day:depart", "day:return_day"):
        return menu
    field, first = menu.form.removeprefix("day:"), known.depart or known.today
    days = [iso(first + timedelta(days=by)) for by in (3, 7, 14, 28)]
    lines = (MenuChoice(day(one["day"], known.say), change(**{field: one})) for one in days)
    return menu._replace(choices=(*menu.choices, *lines))


def _priced(known: GuideSituation) -> Iterator[MenuChoice]:
    """Yield a line for each request that has a price with what is held, and no yes yet."""
    for kind, who in known.priced.items():
        asked: dict[str, Any] = {"kind": kind, "accept_price": True, **({"people": list(who)} if who else {})}
        label = known.say("add: {what}, at the price on the card", what=known.say(kind))
        yield MenuChoice(label, change(requests=[asked]))


def leads_to_card(turn: Sequence[BaseMessage], known: GuideSituation, *, pressed: bool) -> bool:
    """Tell whether a choice was made, also in place of what was held, or a form of people came as asked or as a press, and nothing lacks.

    Then it is held, and its card shown.
    """
    results = [one for one in turn if isinstance(one, ToolMessage)]
    calls = [call for one in turn for call in getattr(one, "tool_calls", ())]
    made, anew = {call["name"] for call in calls}, any(call["args"].get("let_hold_go") for call in calls)
    ready = known.has("chosen") and not known.has("missing") and not known.has("card") and known.can("request_purchase")
    well = all('"ok":true' in one.text and '"rejected"' not in one.text for one in results)
    asked = pressed or (known.facts.get("menu") or {}).get("form") == "people"
    named = anew or "choose" in made or ("set_travellers" in made and asked)
    return ready and well and named and not made & {"request_purchase", "hold"}


def chosen(known: GuideSituation) -> Menu:
    """Return what can be done with a chosen trip, or with what is held of it."""
    say, option, held = known.say, known.facts.get("chosen") or {}, known.has("held")
    buy = choice(say("go on to the card that buys it"), "request_purchase")
    unheld = known.has("unheld")
    hold = buy if unheld else choice(say("Hold this trip: free, nothing is paid"), "hold")
    lapsed, again = known.has("lapsed"), bool(known.facts.get("bookings")) and not known.booked
    # a page has a form, and what was cancelled is no first wish
    last = not lapsed and (asking.asks_people(known) or (again and not held))
    lines = [] if last else [choice(say("search again"), "try_again") if lapsed else buy if held else hold]
    if option.get("hotels"):
        lines.append(choice(say("other hotels"), "list_options", alternatives={"part": "hotel"}))
    ways = len(option.get("flights") or ())
    if ways:
        lines.append(choice(say("other flights out"), "list_options", alternatives={"part": "flight", "number": 1}))
    if ways > 1:
        lines.append(choice(say("other flights back"), "list_options", alternatives={"part": "flight", "number": ways}))
    lines += [back_to_list(say)] if known.can("list_options") else []
    lines += [choice(say("let the hold go"), "release_hold")] if held and not unheld else [hold] if last else []
    return Menu(say("What next?"), tuple(lines))


def _partly(known: GuideSituation) -> Menu:
    """Return what can be decided where only part of a purchase was bought."""
    say, listed = known.say, (back_to_list(known.say),) if known.can("list_options") else ()
    papers = MenuChoice(say("my bookings"), opens="papers")
    question = say("Only part of it is booked. Keep that, choose the rest from the list, or cancel it.")
    buys = (choice(say("go on to the card that buys it"), "request_purchase"),) if known.has("chosen") else ()
    return Menu(question, (*buys, MenuChoice(say("change or cancel"), opens="change_booking"), papers, *listed))


def back_to_list(say: GuideWords) -> MenuChoice:
    """Return the line that shows the whole trips again, from the first."""
    return choice(say("back to the list"), "list_options")


def _next_with_money(known: GuideSituation) -> str:
    """Return the question what comes next, with how expenses are written; without a budget also how one is, above what is paid."""
    say = known.say
    if own := known.limit("trip"):
        return say("What next? For expenses write “spent 40 {currency} on dinner”.", currency=own["currency"])
    paid = known.paid or {"amount": "1000", "currency": "USD"}
    more = Decimal(paid["amount"]) * Decimal("1.2")
    step = Decimal(5).scaleb(more.adjusted() - 1)
    told = {"limit": f"{step * ceil(more / step):,.0f}", "currency": paid["currency"]}
    return say("What next? For money write “budget {limit} {currency}”, and “spent 40 {currency} on dinner”.", **told)


def booked(known: GuideSituation) -> Menu:
    """Return what can be done after a purchase, with money as it was paid."""
    say = known.say
    return Menu(
        _next_with_money(known),
        (
            choice(say("the days"), "show_documents", kinds=["itinerary"])
            if known.entries
            else choice(say("plan the days"), "plan_days"),
            choice(say("checklist"), "create_documents", kinds=["checklist"]),
            choice(say("budget"), "create_documents", kinds=["budget"]),
            MenuChoice(say("change or cancel"), opens="change_booking"),
            MenuChoice(say("my bookings"), opens="papers"),
        ),
    )


def changes(known: GuideSituation) -> Menu:
    """Return how each booked part can be changed or cancelled: each on a card of its own."""
    say, draft = known.say, GuideDraft(known, known.depart or date.min)
    lines: list[MenuChoice] = []
    home = booked_leg(draft, home=True)
    if home and known.back:
        for by, said in table("shifts")["booked"].items():
            moved = (known.back + timedelta(days=by)).isoformat()
            lines.append(choice(say(said), "request_change", booking_ids=[home], date=moved))
    nights = table("shifts")["nights_and_home" if home else "nights"]
    lines += [
        MenuChoice(say(nights[count]), longer) for count in (1, -1) if (longer := more_booked_nights(draft, count))
    ]
    lines += [cancelling(one, say) for one in known.booked]
    ids = [str(one["booking_id"]) for one in known.booked]
    lines += [choice(say("cancel everything"), "request_cancellation", booking_ids=ids)] if len(ids) > 1 else []
    return Menu(
        say(
            "You’ll see on a card what it costs first. For another day write “move the return to {back}”.",
            **_other_days(known),
        ),
        tuple(lines),
    )


def submenu(name: str, known: GuideSituation) -> Menu:
    """Return the menu behind a letter of the options' line; the number -1 of a flight is that of the last one."""
    if name in ("dates", "people"):
        return _dates(known) if name == "dates" else _people(known)
    (question, rows), last = table("submenus")[name].values(), {"part": "flight", "number": max(len(known.legs), 1)}
    lines: list[MenuChoice] = []
    for label, arguments in rows.items():
        if known.hotel_only and arguments == {"lodging": {"needed": False}}:
            continue
        part = arguments.get("alternatives")
        other = {"alternatives": last if part and part.get("number") == -1 else part}
        name, given = ("list_options", other) if part else ("update_trip", arguments)
        lines.append(choice(known.say(label), name, **given))
    return Menu(known.say(question), tuple(lines))


def _other_days(known: GuideSituation) -> dict[str, str]:
    """Return days that one may write in place of the trip's: each is a day later."""
    days = {"out": known.depart or known.today, "back": known.back or known.today}
    later = {name: one + timedelta(days=1) for name, one in days.items()}
    formats = known.say.formats if known.say.language == "en" else _ENGLISH  # as one writes it to the guide
    return {name: formats.day_of_month(one) for name, one in later.items()}


def examples(known: GuideSituation) -> dict[str, str]:
    """Return a whole wish and a change as one may write them, of the trip's own month and days."""
    change = "check-out on {back}" if known.hotel_only else "back on {back}"
    whole = 0 if known.say.language == "en" else 3  # whose money is another has an example without any
    first = EXAMPLES[2 if known.hotel_only else whole].format(month=_ENGLISH.month((known.depart or _JUNE).month))
    return {"example": first, "change": change.format(**_other_days(known)) if known.back else "back on 22 June"}


def _dates(known: GuideSituation) -> Menu:
    lines: list[MenuChoice] = []
    for field, known_day in (("depart", known.depart), ("return_day", known.back)):
        if known_day:
            moved = {said: iso(known_day + timedelta(days=by)) for by, said in table("shifts")[field].items()}
            lines += [MenuChoice(known.say(said), change(**{field: one})) for said, one in moved.items()]
    asked = known.say("Which day should move? Or write new ones: “out {out}, back {back}”.", **_other_days(known))
    return Menu(asked, tuple(lines), form="days")


def _people(known: GuideSituation) -> Menu:
    adults = int(known.party.get("adults") or 1)
    lines = [MenuChoice(known.say("one more adult"), change(party={"adults": adults + 1}))]
    lines += [MenuChoice(known.say("one adult less"), change(party={"adults": adults - 1}))] if adults > 1 else []
    return Menu(known.say("Who’s travelling? Or write it: “2 adults and a child of 6”."), tuple(lines))


def yes_or_leave(calls: tuple[Call, ...], say: GuideWords) -> tuple[MenuChoice, MenuChoice]:
    """Return the two lines of an offer."""
    return MenuChoice(say("do it"), calls), MenuChoice(say("leave it"))
