"""What phrases about bookings, money, documents and knowledge do to a draft."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

from tripintent.tools.guide.acts import Got, act, at_last, money_of
from tripintent.tools.guide.acts_of_legs import booked_leg, booked_way, leg_named
from tripintent.tools.guide.acts_of_options import details
from tripintent.tools.guide.acts_of_people import person_named
from tripintent.tools.guide.acts_of_plan import one_of
from tripintent.tools.guide.acts_of_stays import stay_until
from tripintent.tools.guide.draft import GuideDraft, MenuChoice, cancelling, choice
from tripintent.tools.guide.pattern import names_in
from tripintent.tools.guide.words import table, words
from tripintent.tools.language.exact.tokens import fold
from tripintent.tools.ports.places import INTERESTS


@act
def hold(draft: GuideDraft, got: Got) -> bool:
    """A hold of what is chosen, or of the only option; without a choice it is asked which."""
    known = draft.known
    if known.facts.get("in_doubt"):
        draft.social = "in_doubt"
    elif draft.calls and draft.calls[-1].name == "choose":
        draft.call("hold")
    elif known.has("card"):
        draft.social = "card"
    elif known.has("chosen"):
        draft.call("hold")
    else:
        draft.social = "which" if known.options else "nothing"
        draft.notes += [] if known.options else [known.say("Choose one of the options first; then I’ll hold it.")]
    return True


@act
def buy(draft: GuideDraft, got: Got) -> bool:
    """The card of the purchase: what is not held yet is held first."""
    if draft.known.has("held") and not draft.known.has("card"):
        draft.call("request_purchase")
        return True
    return bool(hold(draft, got))


@act
def release(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """Give back what is held; of a hold that is not there it is said that nothing is held."""
    if draft.known.facts.get("in_doubt"):
        return hold(draft, got)
    if draft.known.can("release_hold"):
        draft.call("release_hold")
    elif "hold" in said:
        draft.social = "holding"
    return draft.known.can("release_hold") or draft.social == "holding"


@act
def cancel(draft: GuideDraft, got: Got, item: str = "", way: str = "", *, asks: bool = False) -> bool:
    """A card that cancels what is booked; before anything is booked, what is held is let go, and of offers the terms are told.

    A part of what is not bought is no longer wished for; ``way``: one flight alone; ``asks``: the words are about the terms.
    Days name what lies on them, or the last nights of a stay.
    """
    days = [day for one in got for day in (one.value.first, one.value.last) if day]
    if days and draft.known.booked:
        return _cancel_on(draft, item, *days)
    ids = [str(one["booking_id"]) for one in draft.known.booked if not item or one.get(item)]
    if way:
        leg = booked_leg(draft, home=way == "home")
        ids = [leg] if leg else []
    if asks and (ids or not (draft.known.booked or way)):
        draft.social = f"terms:{item}"
    elif ids:
        draft.call("request_cancellation", booking_ids=ids)
    elif draft.known.booked or way:
        return False
    elif item and {one.get("item") for one in draft.known.facts.get("held") or ()} == {item}:
        return release(draft, got)  # all that is held
    elif item == "hotel":
        draft.set(lodging={"needed": False})
    elif item:
        draft.set(flights_needed=False)
    elif not release(draft, got):
        draft.social = "terms"
    return True


@act
def cancel_way(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """A card that cancels the booked flight that is named by its towns, or by its place among them."""
    flights, place = draft.known.booked_flights, got[0].value
    if not flights:
        return not isinstance(place, int) and cancel(draft, (), item="flight")
    if isinstance(place, int):
        ids = [str(one["booking_id"]) for one in flights[place - 1 : place]]
    else:
        ids = [*filter(None, [booked_way(draft, leg_named(draft, got, said))])]
    if ids:
        draft.call("request_cancellation", booking_ids=ids)
    return bool(ids)


@act
def cancel_it(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """What waits: after a purchase the card, or a change that is chosen, of which it is asked whether it is meant; else what is booked."""
    known, say = draft.known, draft.known.say
    waits = known.booked and not draft.words & words("supposing")
    if waits and known.has("card"):
        if known.facts["card"].get("kind") == "cancel":
            draft.social = "card"
        else:
            draft.call("decline_card")
        return True
    if waits and (known.has("chosen") or known.options):
        gone = (cancelling(one, say) for one in known.booked)
        return draft.ask(say("Which one?"), choice(say("take back the last change"), "undo"), *gone, leave=True)
    return "cancel" in said and cancel(draft, got)


def _cancel_on(draft: GuideDraft, item: str, first: date, last: date | None = None) -> bool:
    """A card that cancels the flight of a day, or the stays within days; of a longer stay the last nights are given back."""
    known, day = draft.known, str(first)
    ids = [one["booking_id"] for one in known.booked_flights if str(one["flight"]["departs"]["local"])[:10] == day]
    if item == "hotel":
        stays = ((one["booking_id"], one["hotel"]) for one in known.booked_stays)
        ids = [id_ for id_, one in stays if _lies_on(str(one["check_in"]), str(one["check_out"]), day, last)]
    if ids:
        draft.call("request_cancellation", booking_ids=ids)
    ends = any(str(one["hotel"]["check_out"]) == str(last) for one in known.booked_stays)
    return bool(ids) or (ends and stay_until(draft, first))


def _lies_on(check_in: str, check_out: str, first: str, last: date | None) -> bool:
    return first <= check_in and check_out <= str(last) if last else first == check_in


@act
def expense(
    draft: GuideDraft, got: Got, *, bare: bool = False, by: bool = False, last: bool = False, plain: bool = False
) -> bool:
    """Money that who writes spent, or who is named (``by``, where ``last`` behind it), and who shares it.

    ``bare``: without a word of spending, which says so of a booked trip alone; said first it is something that one buys there, as
    it is where nothing leads to it (``plain``).
    """
    got = (got[-1], *got[:-1]) if last else got
    if plain and not {*re.findall(r"\w+", fold(got[-1].said))} & words("spent_on"):
        return False
    first = re.findall(r"\w+", fold(got[0].said)) if bare and got[0].kind == "text" else []
    if bare and not (draft.known.booked and {*first} <= words("spent_on")):
        return False
    payer = [{"name": got[0].said}] if by else []
    if any(re.search(r"\d[^,]* (?:for|on) ", one.said) for one in got if one.kind == "text"):
        return False  # a second sum in the words of the first
    if sum(one.kind != "text" for one in got) > 1:
        currency = money_of(got[0]).get("currency")
        for paid, what in zip(got[::2], got[1::2], strict=True):
            draft.call("record_expense", amount=money_of(paid, currency), what=str(what.value))
        return True
    paid, what, *sharing = sorted(got[by:], key=lambda one: one.kind == "text")
    shared = [name.strip() for one in sharing for name in re.split(r",|\band\b", str(one.value))]
    if not shared and (tail := _SHARERS.search(what.said)):
        names = names_in(tail["names"])
        if all(one == "me" or person_named(draft, one) for one in names):
            shared = names if tail["how"] == "for" else [got[0].said if by else "me", *names]
            what = replace(what, value=what.said[: tail.start()])
    shared = [one for one in shared if not {*re.findall(r"\w+", one.casefold())} <= words("everybody")]
    more = {"paid_by": payer, "shared_by": [{"name": one} for one in shared if one]}
    said = {name: who for name, who in more.items() if who}
    draft.call("record_expense", amount=money_of(paid), what=str(what.value), **said)
    return True


_SHARERS = re.compile(r"\s+(?P<how>for|with) (?P<names>\w+(?:(?:,? and |, )\w+)*)$")
"""Those who share an expense, by their names at its end: "lunch for Bob and Carla", "a taxi with Ann"."""


@act
def was(draft: GuideDraft, got: Got, *, turned: bool = False) -> bool:
    """What an expense on the list really was (``turned``: said last), by its words; without them it is asked which."""
    listed: dict[str, str] = draft.known.facts.get("expenses") or {}
    named = {id_: told.rpartition(", ")[0] for id_, told in listed.items()}
    if said := next((one.said.casefold() for one in got if one.kind == "text"), ""):
        named = {id_: what for id_, what in named.items() if {*said.split()} <= {*what.casefold().split()}}
    sums = [money_of(one) for one in got if one.kind != "text"]
    amount = sums[-1 if turned else 0]
    lines = [
        choice(listed[id_], "correct_expense", expense=id_, what=what, amount=amount) for id_, what in named.items()
    ]
    return one_of(draft, lines)


@act
def was_for(draft: GuideDraft, got: Got, *, paid: bool = False) -> bool:
    """For whom the last expense was, or who ``paid`` it: those who are named, the one who writes, or everybody."""
    last = next(reversed(draft.known.facts.get("expenses") or {}), None)
    said = got[-1].said if got else "me"
    everybody = {*re.findall(r"\w+", said.casefold())} <= words("everybody")
    names = [] if everybody else ["me" if one in ("i", "I", "myself") else one for one in names_in(said)]
    strangers = [one for one in names if one != "me" and not person_named(draft, one)]
    if not last or any(one.islower() or one.casefold() in draft.town_names for one in strangers):
        return False
    people = [{"name": one} for one in names]
    draft.call("correct_expense", expense=last, **({"paid_by": people} if paid else {"shared_by": people}))
    return True


@act
def strike(draft: GuideDraft, got: Got) -> None:
    """An expense that was none, by its words."""
    draft.call("correct_expense", expense=str(got[0].value), delete=True)


@act
def tool(draft: GuideDraft, got: Got, name: str, **arguments: Any) -> None:
    """A tool that needs no more words; a conversation keeps the trip that is booked in it."""
    if name == "start_over" and draft.known.booked:
        draft.social = "another_trip"
    else:
        draft.call(name, **arguments)


@act
def look(draft: GuideDraft, got: Got, topic: str) -> bool:
    """Something that the knowledge has; words that carry no meaning are no country of a passport."""
    places = [str(one.value) for one in got if one.kind == "place"]
    places = places[:1] if topic == "entry" else places  # not from where one comes
    if topic == "airport_time" and not places and draft.known.next_flight:
        places = [str(draft.known.next_flight["route"][0])]
    if topic == "transfer" and not places:
        places = _airport_and_hotel(draft)
    month = next((one.value.first.month for one in got if one.kind == "window"), None)
    passports = [str(one.value) for one in got if one.kind == "text"]
    if any(set(one.casefold().split()) <= words("idle") for one in passports):
        return False
    more = {"places": places, "month": month, "passports": passports}
    draft.call("lookup", topic=topic, **{name: value for name, value in more.items() if value})
    return True


@act
def way(draft: GuideDraft, got: Got) -> bool:
    """How far two things are apart: sights, towns, or the hotel of what is chosen or shown first."""
    hotels = [str(stay["name"]) for *_, stays in draft.known.parts() for stay in stays]
    ends = [str(one.value) for one in got]
    if any(one in ("hotel", "it") for one in ends) and not hotels:
        return False
    draft.call("lookup", topic="distance", places=[hotels[0] if one in ("hotel", "it") else one for one in ends])
    return True


def _airport_and_hotel(draft: GuideDraft) -> list[str]:
    flights = [leg for _, legs, _ in draft.known.parts() for leg in legs]
    hotels = [stay for *_, stays in draft.known.parts() for stay in stays]
    return [str(flights[0]["route"][-1]), str(hotels[0]["name"])] if flights and hotels else []


@act
def submenu(draft: GuideDraft, got: Got, name: str, *, bare: bool = False) -> bool:
    """One of the letters below the options, by its letter or, ``bare``, by its word alone."""
    if draft.known.empty or (name == "flights" and not draft.known.legs) or (bare and not draft.is_short):
        return False
    if name == "budget" and draft.known.facts.get("bookings"):
        draft.call("create_documents", kinds=[name])
    else:
        draft.social = f"menu:{name}"
    return True


def _social(name: str) -> None:
    def say(draft: GuideDraft, got: Got) -> None:
        draft.social = draft.social or name

    say.__name__, say.__doc__ = name, f"A courtesy or a wish of the conversation: {name}."
    act(say)


@act
def difference(draft: GuideDraft, got: Got, *, back: bool = False, loses: bool = False) -> bool:
    """What a change comes to, chosen or by the options that are shown; what was given ``back`` is told of what is booked.

    ``loses``: what is lost with it; where nothing changes, with a cancellation.
    """
    known = draft.known
    if not back and not (known.booked and (known.has("chosen") or known.options)):
        return cancel(draft, (), asks=True) if loses else details(draft, got)
    if "request_change" in str(known.facts.get("menu")):
        return False  # another change is offered
    draft.social = draft.social or ":".join(("difference", *(str(one.value) for one in got)))
    return True


@act
def due(draft: GuideDraft, got: Got) -> bool:
    """What is still to pay: of a booked trip what is paid and what is due there, else what it comes to."""
    if not draft.known.booked or draft.known.has("chosen"):
        return details(draft, ())
    draft.social = "spent"
    return True


@act
def lands(draft: GuideDraft, got: Got) -> None:
    """When one lands, in a town or at the end of each way."""
    draft.social = ":".join(("lands", *(str(one.value) for one in got)))


@act
def travel(draft: GuideDraft, got: Got) -> bool:
    """A trip, and nothing of it yet: where, how long and with whom is asked."""
    if draft.known.empty:
        draft.social = draft.social or "travel"
    return draft.known.empty


for _one in words("socials"):
    _social(_one)


@act
def documents(draft: GuideDraft, got: Got, kinds: list[str]) -> None:
    """Checklist, itinerary, budget: ordered by name."""
    call = next((one for one in draft.calls if one.name == "create_documents"), None)
    if call:
        call.arguments["kinds"] = [*dict.fromkeys((*call.arguments["kinds"], *kinds))]
    else:
        draft.call("create_documents", kinds=list(kinds))


@act
def show_days(draft: GuideDraft, got: Got, said: str = "") -> None:
    """The plan of days as it is; before there is one the trip, or by its own name one is made."""
    if draft.known.entries:
        draft.call("show_documents", kinds=["itinerary"])
    elif {"itinerary", "day", "days"} & set(said.split()) and (draft.known.booked or "plan" not in said.split()):
        documents(draft, got, ["itinerary"])
    else:
        draft.social = draft.social or "show_trip"


@act
def spent(draft: GuideDraft, got: Got) -> None:
    """What is spent so far: a budget that can be and is not there yet is made, else its sums, or what is booked and noted, tell it."""
    known, limits = draft.known, draft.known.plan.get("constraints") or {}
    counted = known.empty or known.facts.get("budget")
    if counted or (known.booked and not (limits.get("budget_total") and known.origin)):
        draft.social = "spent"
        return
    documents(draft, got, ["budget"])


@act
def wants(draft: GuideDraft, got: Got, kinds: list[str]) -> None:
    """Documents that are spoken of and not ordered: what they lack is asked for."""
    draft.wanted += kinds
    if all(one.name != "requirements_status" for one in draft.calls):
        draft.call("requirements_status")


@at_last
def both(draft: GuideDraft, got: Got) -> bool:
    """The two that were spoken of last, else the two that were offered; beside a wish it is said of something else."""
    if draft.update or draft.stops or draft.calls or draft.open:
        return False
    named = [*(draft.known.facts.get("spoken_of") or ())]
    offered = [*(draft.known.facts.get("offered") or ())]
    documents(draft, got, next((two for two in (named, offered) if len(two) == 2), ["checklist", "budget"]))
    return True


@at_last
def go_ahead(draft: GuideDraft, got: Got) -> bool:
    """A yes to the documents that were offered; beside a list of options it is asked what it is a yes to.

    Beside a wish it only leads it in: "make it three adults".
    """
    if draft.update or draft.stops or draft.calls or draft.open:
        return True
    kinds, say = [*(draft.known.facts.get("offered") or ())], draft.known.say
    if draft.known.has("card"):
        draft.social = "card"
        return True
    if not kinds:
        return False
    if draft.known.options and not draft.known.has("chosen"):
        make = choice(say("the documents"), "create_documents", kinds=kinds)
        best = choice(say("option 1"), "choose", option=str(draft.known.options[0]["number"]))
        return draft.ask(say("Which one?"), make, best, MenuChoice(say("leave it")))
    documents(draft, got, kinds)
    return True


@act
def likes(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """What one likes to see and do: more of it, beside what was said before; without a word of liking it replaces that."""
    if not words("liking") & set(said.split()) and len(draft.words) > _BARE:
        return False
    found = [
        name
        for word, name in (*zip(INTERESTS, INTERESTS, strict=True), *table("liked").items())
        if word in said.split()
    ]
    before = (draft.known.plan.get("preferences") or {}).get("interests") or ()
    now = draft.update.get("interests") or before
    draft.update["interests"] = [*dict.fromkeys((*now, *found))]
    return True


_BARE = 5
"""Words of a message that says what one likes without a word of liking."""
