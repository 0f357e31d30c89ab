"""The menus of each stage: numbered lines that stand for calls, and the question for what is missing."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from langchain_core.messages import BaseMessage, ToolMessage

from tripintent.tools.guide.acts_of_days import booked_leg
from tripintent.tools.guide.draft import Call, Choice, Draft, Known, Menu, change

LETTERS = (
    "1–3 choose · M more · C cheaper · D dates · F flights · H hotel · P people · B budget · U undo · S start again"
)
EXAMPLE = "Boston to Lisbon June 14 to 21, two adults, hotel in the centre, under $3,000"


def stage(known: Known) -> Menu:
    """Return what can be done now: the question for what is missing, or the menu of the stage."""
    if known.has("card"):
        return Menu(
            "The card waits for your decision: approve or refuse it on the card itself. Until then you can ask, or change something."
        )
    if known.has("chosen") and _missing_people(known):
        return _who(known)
    if known.empty:
        return Menu(f"Where would you like to go? For example: {EXAMPLE}.")
    if known.has("missing") and not known.has("chosen"):
        return asked(known)
    if known.has("chosen") and not known.booked:
        return chosen(known)
    if known.options:
        return Menu(LETTERS)
    if not known.booked and known.legs:
        return Menu(
            "I find no trip like that. U takes the last change back; or D dates · F flights · H hotel · P people · B budget."
        )
    if known.booked:
        return booked()
    return Menu("Write what should change, or “help” for all that I understand.")


def leads_to_card(turn: Sequence[BaseMessage], known: Known) -> bool:
    """Tell whether a choice, or the names for it, was made this turn and nothing is missing: then it is held, and its card shown."""
    results = [one for one in turn if isinstance(one, ToolMessage)]
    made = {call["name"] for one in turn for call in getattr(one, "tool_calls", ())}
    ready = known.has("chosen") and not known.has("missing") and not known.has("card") and known.can("request_purchase")
    well = all('"ok":true' in one.text for one in results)
    return ready and well and bool(made & {"choose", "set_travellers"}) and not made & {"request_purchase", "hold"}


def _missing_people(known: Known) -> bool:
    return any("guests" in one or "contact" in one for one in known.facts.get("missing") or ())


def _who(known: Known) -> Menu:
    """Return the question who travels, for all of them at once; once somebody is known, for what is missing alone."""
    people = [str(one).partition(": ")[2].partition(",")[0] for one in known.facts.get("travellers") or ()]
    if all(one == "name not known" for one in people):
        heads = sum(int(known.party.get(kind) or 0) for kind in ("adults", "children", "infants"))
        everybody = f"all {heads}" if heads > 1 else "whoever travels"
        return Menu(
            f"Who travels? In one message, for {everybody}: the name as in the passport and the date of birth, and one e-mail "
            "address. For example: “Ann Smith 4 March 1985, Bob Smith 9 July 1983, ann@example.org”."
        )
    return Menu(f"I still need, in one message: {'; '.join(_lacks(known, people))}.")


def _lacks(known: Known, people: Sequence[str]) -> Iterator[str]:
    for path in map(str, known.facts.get("missing") or ()):
        part = path.rpartition(".")[2].replace("_", " ")
        number = path.partition("[")[2].partition("]")[0]
        if not number.isdigit():
            yield {"email": "an e-mail address", "phone": "a telephone number"}.get(part, part)
            continue
        name = people[int(number)] if int(number) < len(people) else "name not known"
        whose = f"traveller {int(number) + 1}" if name == "name not known" else name
        yield f"the {part} of {whose}" + (" (Mr or Ms)" if part == "gender" else "")


def asked(known: Known) -> Menu:
    """Return one question, with ready answers, for the first thing that is missing."""
    missing = [str(one) for one in known.facts.get("missing") or ()]
    for part, menu in _QUESTIONS.items():
        if any(part in one for one in missing):
            more = ", ".join(
                said for name, said in _TOGETHER.items() if name != part and any(name in one for one in missing)
            )
            return menu._replace(question=f"{menu.question} You can add at once: {more}.") if more else menu
    return Menu(f"I still need: {', '.join(one.rpartition('.')[2].replace('_', ' ') for one in missing[:3])}.")


_TOGETHER = {"origin": "“from Boston”", "segments[0].depart_date": "“June 14 to 21”", "adults": "“2 adults”"}
"""What may stand in one answer with what is asked first."""
ADULTS = Menu(
    "How many adults travel?",
    tuple(Choice(f"{n} adult{'s' * (n > 1)}", change(party={"adults": n})) for n in (1, 2, 3, 4)),
)
_QUESTIONS: Mapping[str, Menu] = {
    "segments[0].destination": Menu("Where would you like to go?"),
    "origin": Menu(
        "Where does the trip start?", (Choice("no flights, a hotel is enough", change(flights_needed=False)),)
    ),
    "segments[0].depart_date": Menu("On which day do you leave?"),
    "child_ages": Menu("How old are the children on the day of travel?"),
    "adults": ADULTS,
    "trip_type": Menu("On which day do you come back?", (Choice("one way", change(one_way=True)),)),
    "segments[1].depart_date": Menu("On which day do you come back?", (Choice("one way", change(one_way=True)),)),
    "check_": Menu(
        "Until which day do you need the hotel? Write the day of leaving, or:",
        (Choice("no hotel", change(lodging={"needed": False})),),
    ),
}
"""Questions in the order in which they are asked."""


def chosen(known: Known) -> Menu:
    """Return what can be done with a chosen trip."""
    lines = [Choice("hold it: free, nothing is paid", (Call("hold", {}),))]
    option = known.facts.get("chosen") or {}
    if option.get("hotels"):
        lines.append(Choice("other hotels", (Call("list_options", {"alternatives": {"part": "hotel"}}),)))
    if option.get("flights"):
        out = {"alternatives": {"part": "flight", "number": 1}}
        lines.append(Choice("other flights out", (Call("list_options", out),)))
    return Menu("What next?", (*lines, Choice("back to the list", (Call("list_options", {}),))))


def booked() -> Menu:
    """Return what can be done after a purchase."""
    return Menu(
        "What next?",
        (
            Choice("plan the days", (Call("plan_days", {}),)),
            Choice("checklist", (Call("create_documents", {"kinds": ["checklist"]}),)),
            Choice("budget: write “budget $1,500”, and “spent $40 on dinner”"),
            Choice("change or cancel", opens="change_booking"),
            Choice("my bookings", opens="papers"),
        ),
    )


def changes(known: Known) -> Menu:
    """Return how each booked part can be changed or cancelled: each on a card of its own."""
    draft = Draft(known, known.depart or date.min)
    lines: list[Choice] = []
    home = booked_leg(draft, home=True)
    if home and known.back:
        for by, words in ((1, "a day later"), (-1, "a day earlier")):
            moved = (known.back + timedelta(days=by)).isoformat()
            lines.append(Choice(f"fly home {words}", (Call("request_change", {"booking_ids": [home], "date": moved}),)))
    lines += [
        Choice(f"cancel {one.get('title')}", (Call("request_cancellation", {"booking_ids": [one["booking_id"]]}),))
        for one in known.booked
    ]
    if len(known.booked) > 1:
        ids = [str(one["booking_id"]) for one in known.booked]
        lines.append(Choice("cancel everything", (Call("request_cancellation", {"booking_ids": ids}),)))
    return Menu(
        "A card shows what it costs before anything is done. For another day write “move the return to 16 June”.",
        tuple(lines),
    )


def submenu(name: str, known: Known) -> Menu:
    """Return the menu behind a letter of the options' line."""
    if name == "dates":
        return _dates(known)
    if name == "people":
        return _people(known)
    return _SUBMENUS[name]


def _dates(known: Known) -> Menu:
    lines: list[Choice] = []
    days = (("the way out", "depart", known.depart), ("the way back", "return_day", known.back))
    for words, field, day in days:
        for by, said in ((-1, "a day earlier"), (1, "a day later")):
            if day:
                lines.append(
                    Choice(f"{words} {said}", change(**{field: {"day": (day + timedelta(days=by)).isoformat()}}))
                )
    return Menu("Which day should move? Or write new ones: “out 14 June, back 21 June”.", tuple(lines))


def _people(known: Known) -> Menu:
    adults = int(known.party.get("adults") or 1)
    lines = [Choice("one more adult", change(party={"adults": adults + 1}))]
    if adults > 1:
        lines.append(Choice("one adult less", change(party={"adults": adults - 1})))
    return Menu("Who travels? Or write it: “2 adults and a child of 6”.", tuple(lines))


_SUBMENUS: Mapping[str, Menu] = {
    "flights": Menu(
        "Flights:",
        (
            Choice("non-stop only", change(flights={"max_stops": 0})),
            Choice("at most one stop", change(flights={"max_stops": 1})),
            Choice("other flights out", (Call("list_options", {"alternatives": {"part": "flight", "number": 1}}),)),
            Choice("other flights back", (Call("list_options", {"alternatives": {"part": "flight", "number": 2}}),)),
            Choice("with a checked bag each", change(flights={"checked_bags": 1})),
            Choice("hours: write “leave after 10:00” or “back before 18:00”"),
        ),
    ),
    "hotel": Menu(
        "Hotel:",
        (
            Choice("other hotels, same flights", (Call("list_options", {"alternatives": {"part": "hotel"}}),)),
            Choice("4 stars or more", change(lodging={"stars_min": 4})),
            Choice("in the centre", change(lodging={"area": "city centre"})),
            Choice("with breakfast", change(lodging={"board": "breakfast"})),
            Choice("that can be cancelled free of charge", change(lodging={"refundable": True})),
            Choice("no hotel", change(lodging={"needed": False})),
        ),
    ),
    "budget": Menu("What may it cost at most? Write an amount: “under $2,500 in total”, or “$150 a night”."),
}
