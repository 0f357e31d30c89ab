"""What words about towns do: the start, the stops and their order, and the ends of the way home."""

from datetime import date, timedelta
from typing import Any

from tripintent.tools.guide.acts import LATER, Got, act, iso, said_day, value_of
from tripintent.tools.guide.draft import GuideDraft, MenuChoice, changing
from tripintent.tools.guide.known import day_of
from tripintent.tools.guide.words import table, words


@act
def route(draft: GuideDraft, got: Got, *, turned: bool = False) -> bool:
    """From one place to another (``turned``: to it, from there): the first begins the trip, those after it go on from where one is."""
    start, to = (str(one.value) for one in (got[::-1] if turned else got))
    if not draft.stops and (start.casefold(), to.casefold()) in draft.known.ways:
        draft.goes_on = {} if to.casefold() == draft.start.casefold() else None
        return True  # a way of the trip is spoken of
    if not draft.stops and start.casefold() in (one.casefold() for one in draft.towns[-1:]):
        draft.stops = [{"place": one} for one in draft.towns]  # on from where the known trip ends
    elif not draft.stops or "origin" not in draft.update:
        draft.set(origin=start)
        draft.stop(to)
        draft.named = None if turned else draft.named
        return True
    elsewhere = start.casefold() != draft.stops[-1]["place"].casefold()
    if elsewhere and to.casefold() != draft.start.casefold():
        return False
    if elsewhere:  # the way home begins in another town
        draft.home["origin"] = start
    if to.casefold() == draft.start.casefold():
        draft.goes_on = {}
        return True
    draft.goes_on = {"place": to}  # a town may come twice
    draft.stops.append(draft.goes_on)
    return True


@act
def origin(draft: GuideDraft, got: Got) -> bool:
    """Where the trip starts: a town that it goes to is no new start."""
    place = str(got[0].value)
    if draft.known.origin and place.casefold() in (one.casefold() for one in draft.known.stops):
        return False
    draft.set(origin=place)
    draft.named = None
    return True


@act
def stop(draft: GuideDraft, got: Got) -> bool:
    """A town: the destination; beside a known one it is asked whether it comes as well or instead."""
    place = str(got[0].value)
    if place.casefold() in (one.casefold() for one in draft.towns):
        draft.spoken_of.add(place.casefold())
        return True
    if draft.start and place.casefold() == draft.start.casefold():
        return not draft.known.origin  # the start is no stop
    if place.casefold() in draft.known.areas:
        draft.set(lodging={"area": place})
        return True
    if not draft.known.stops or draft.stops:
        draft.stop(place)
        return True
    return more_or_instead(draft, next(iter(draft.misspelt.get(place, ())), place))


def ask_misspelt(draft: GuideDraft) -> None:
    """Ask which town is meant by a name that none has; the other end of the way is as it was said."""
    for said, near in draft.misspelt.items():
        asked = draft.known.say("I know no town “{name}”. Which one do you mean?", name=said)
        if draft.update.get("origin") == said:
            del draft.update["origin"]
            draft.ask(asked, *(changing(one, origin=one) for one in near))
        elif any(stop["place"] == said for stop in draft.stops):
            stops = draft.stops
            draft.stops = [stop for stop in stops if stop["place"] != said]
            meant = {one: [{**stop, "place": one} if stop["place"] == said else stop for stop in stops] for one in near}
            draft.ask(asked, *(changing(one, stops=meant[one]) for one in near))


def more_or_instead(draft: GuideDraft, place: str, **stop_facts: object) -> bool:
    """Ask whether a town comes as well as the known ones, or in their place."""
    say, towns, named = draft.known.say, draft.known.stops, {"place": place, **stop_facts}
    kept = ", ".join(towns)
    return draft.ask(
        say("{place}: one more stop, or instead of {towns}?", place=place, towns=kept),
        changing(
            say("one more stop, after {place}", place=towns[-1]), stops=[*({"place": one} for one in towns), named]
        ),
        changing(say("{place} instead", place=place), stops=[named]),
        MenuChoice(f"{kept}{say.formats.colon}{say('leave it as it is')}"),
    )


@act
def hotel_in(draft: GuideDraft, got: Got) -> bool:
    """A hotel in a town: said first, and without a word of flying, it is all that is asked for."""
    bed_first(draft)
    if draft.known.bedless and str(got[0].value) in draft.known.stops:
        draft.set(lodging={"needed": True})
    return stop(draft, got) is not False


def bed_first(draft: GuideDraft) -> None:
    """Note that a hotel is what a first message speaks of before any town."""
    draft.hotel_alone |= draft.known.empty and not draft.stops and not draft.words & words("flying")


@act
def town(draft: GuideDraft, got: Got) -> bool:
    """A town alone: what is missing of where to and from; beside a whole route it is asked what it shall be."""
    place, known = str(got[0].value), draft.known
    if draft.stops and not draft.start:
        return False  # another town beside one: whether it is the start was not said
    if draft.towns or known.stops:
        new = place.casefold() not in (t.casefold() for t in draft.towns)
        if new and not (known.booked and known.hotel_only) and not known.origin and "origin" not in draft.update:
            draft.set(origin=place)
            return True
        return stop(draft, got) is not False
    draft.stop(place)
    return True


@act
def home_from(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """The way home by both of its ends, which are the start and the last town."""
    ends = [str(one.value) for one in got]
    end, start = ends if said.find(" to ") < said.find(" from ") else ends[::-1]
    if not draft.towns and draft.known.empty and "return" in said:  # "return flight from Boston to Lisbon"
        draft.set(origin=start)
        draft.stop(end)
        return True
    if not draft.towns:
        return False
    if not draft.start:
        draft.set(origin=end)
    draft.homeward = True
    if start.casefold() != draft.towns[-1].casefold():
        draft.home["origin"] = start
    if end.casefold() != draft.start.casefold():
        draft.home["destination"] = end
    return True


@act
def same_day(draft: GuideDraft, got: Got) -> bool:
    """Back on the day of the meeting, else of leaving, in the evening; on one day no hotel is needed."""
    meeting = next((one["day"] for one in draft.update.get("meetings") or ()), None)
    day = day_of(meeting["day"]) if meeting else draft.known.meeting or draft.depart
    if not day or draft.known.booked:
        return False
    ends = next((one.get("end") for one in draft.update.get("meetings") or ()), None)
    # home on that day, not on the next morning
    hours = {"leave": {"after": ends or "16:00"}, "land": {"before": "23:59"}}
    draft.set(return_day=iso(day), flights={"back": hours})
    if day == draft.depart:
        draft.set(lodging={"needed": False})
    return True


@act
def towns_or(draft: GuideDraft, got: Got) -> bool:
    """Ask which of several towns is meant; each answer has the rest of the message. One alone is beside the town named before it."""
    said, say, named = [str(one.value) for one in got], draft.known.say, draft.named
    if not named and len(said) == 1 and "origin" in draft.update and "origin" not in draft.seeded:
        draft.set(origin=said[0])  # of two starts it is asked
        return True
    if not named and (draft.stops or len(said) == 1):
        return len(said) == 1 and town(draft, got) is not False
    kept = [one for one in draft.stops if one is not named]
    if named:
        draft.stops, said = kept, [named["place"], *said]
    names = [one for one in said if one.casefold() != draft.start.casefold()]
    lines = (changing(name, stops=[*kept, {**(named or {}), "place": name}]) for name in names)
    return draft.ask(say("Which town first? I look at one at a time, then at the other."), *lines)


@act
def towns(draft: GuideDraft, got: Got) -> bool:
    """Towns in a row, of a new trip: in the order in which they are said."""
    if draft.known.stops:
        return False
    for one in got:
        draft.stop(str(one.value))
    return True


def goes_by(said: str) -> dict[str, str]:
    """Return by what one goes, where that is said."""
    return next(({"mode": str(mode)} for word, mode in table("vehicles").items() if word in said.split()), {})


@act
def next_stop(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """One more town after the others, and by what one goes there; the way home is flown."""
    place = str(got[0].value)
    if goes_by(said) and place.casefold() == draft.start.casefold():
        return False
    if not draft.stops:
        draft.stops = [{"place": one} for one in draft.known.stops]
    draft.spoken_of |= {place.casefold()} & {one["place"].casefold() for one in draft.stops}
    draft.stop(place).update(goes_by(said))
    return True


@act
def settled(draft: GuideDraft, got: Got, *, asks: bool = False) -> bool:
    """The town that it is after all, or that is asked about: in the place of others; behind a town, or where one is missing, as well."""
    if draft.start and draft.towns and not draft.named:
        return other_town(draft, got, asks=asks)
    return next_stop(draft, got) if draft.named else town(draft, got) is not False


@act
def other_town(draft: GuideDraft, got: Got, *, turned: bool = False, asks: bool = False) -> bool:
    """A town in place of another (``turned``: another for it), or as the start; ``asks``: what it would cost is asked."""
    names = [str(one.value) for one in (got[::-1] if turned else got)]
    towns, say = list(draft.known.stops), draft.known.say
    if asks and names[0] in towns and len(names) > 1:
        names.reverse()  # that of the other town is looked up
    if asks and names[0] in towns and not (draft.known.booked or draft.named) and draft.words & words("compares"):
        return draft.ask(say("These prices are for {place}. With which town shall I compare them?", place=names[0]))
    if asks and (draft.known.booked or draft.named or names[0] in towns):
        draft.social = "another_trip" if draft.known.booked else "" if draft.named else "price_each"
        return bool(draft.social)
    if len(names) > 1 and names[1].casefold() in (one.casefold() for one in towns):
        draft.stops = _in_place_of(names[1], names[0], draft)
    elif len(names) > 1 and names[1].casefold() == draft.start.casefold():
        draft.set(origin=names[0])
    elif len(names) > 1 and towns:
        return False
    elif len(towns) > 1 and not draft.stops:
        lines = [changing(one, stops=_in_place_of(one, names[0], draft)) for one in towns]
        alone = changing(say("all of them"), stops=[{"place": names[0]}])
        return draft.ask(say("{place}: instead of which town?", place=names[0]), *lines, alone, leave=True)
    else:
        draft.stops = [{"place": names[0]}]
    return True


def _in_place_of(gone: str, new: str, draft: GuideDraft) -> list[dict[str, Any]]:
    """Return the towns of the trip with a new one in the place of one, for its nights."""
    renamed = {gone.casefold(): new}
    return [{"place": renamed.get(one.casefold(), one), **draft.known.nights_in(one)} for one in draft.known.stops]


@act
def drop_stop(draft: GuideDraft, got: Got) -> bool | str:
    """One town less; the only one is not dropped. Its nights go, too, or are spent in the last town: where no day tells, it is asked."""
    gone, known, say = str(got[0].value).casefold(), draft.known, draft.known.say
    towns = draft.stops or [{"place": one} for one in known.stops]
    kept = [one for one in towns if one["place"].casefold() != gone]
    if not kept or gone not in (one.casefold() for one in known.stops):
        return False
    if not draft.again:
        return LATER  # nights or days may be said after it
    draft.stops, nights, told = kept, known.nights.get(gone), draft.homeward or "depart" in draft.update
    if not nights or not known.back or not draft.back or told or known.booked:
        return True
    sooner = draft.back - timedelta(days=nights)
    if any("nights" in one for one in kept):
        draft.update["return_day"] = iso(sooner)
        return True
    last = {**kept[-1], "nights": known.nights.get(kept[-1]["place"].casefold(), 0) + nights}
    longer = say("{count} nights in {town}", count=last["nights"], town=last["place"])
    home = changing(say("home on {day}", day=say.formats.day(sooner)), stops=kept, return_day=iso(sooner))
    draft.stops = []
    return draft.ask(say("Which days?"), home, changing(longer, stops=[*kept[:-1], last]), leave=True)


@act
def in_turn(draft: GuideDraft, got: Got, *, swapped: bool = False) -> bool:
    """The towns of the trip in another order: as they are said, two ``swapped``, or the other way round; each keeps its nights."""
    known = {one.casefold(): one for one in draft.known.stops}
    names = [str(one.value).casefold() for one in got] or [*known][::-1]
    if swapped and not {*names} <= {*known}:
        return False
    if swapped:
        other = dict(zip(names, names[::-1], strict=True))
        names = [other.get(one, one) for one in known]
    if got and (len(known) < 2 or draft.stops):  # of a first message, towns in a row
        return town(draft, got[:1]) is not False and next_stop(draft, got[1:]) is None
    if len(known) < 2 or {*names} != {*known} or draft.known.booked:
        return False
    draft.stops = [{"place": known[one], **draft.known.nights_in(one)} for one in names]
    return True


@act
def stay_days(draft: GuideDraft, got: Got, said: str = "") -> bool | str:
    """The days in one of several towns of the trip: they follow one another by their days, from the first to the last of all."""
    place, days = str(got[0].value).casefold(), got[1].value
    if len(draft.known.stops) < 2 and draft.stops and draft.stops[0]["place"].casefold() != place:
        if not draft.again:
            return LATER  # those of the first town may be said after it
        draft.stop_of_trip(str(got[0].value)).update(arrive=iso(days.first))
        draft.update["return_day"] = iso(days.last)
        return True
    if len(draft.known.stops) < 2:
        draft.set(depart=iso(days.first), return_day=iso(days.last))
        return (stop if said.startswith("in ") else town)(draft, got[:1]) is not False
    if place not in (one.casefold() for one in draft.known.stops) or draft.known.booked:
        return False
    draft.stop_of_trip(place).update(arrive=iso(days.first), nights=(days.last - days.first).days)
    draft.stops.sort(key=lambda one: one.get("arrive", {}).get("day", "9"))
    there = [(date.fromisoformat(one["arrive"]["day"]), one["nights"]) for one in draft.stops if "arrive" in one]
    draft.update["depart"] = iso(there[0][0])
    draft.update["return_day"] = iso(there[-1][0] + timedelta(days=there[-1][1]))
    return True


@act
def back_to(draft: GuideDraft, got: Got) -> bool:
    """Where the way back ends: only another place than the start says something."""
    place, start = str(got[0].value), draft.start
    if start and place.casefold() != start.casefold():
        draft.home["destination"] = place
    return True


@act
def back_from(draft: GuideDraft, got: Got) -> bool:
    """Where the way back begins: from another town than the last, an open jaw."""
    place = str(got[0].value)
    if place.casefold() != (draft.towns[-1].casefold() if draft.towns else ""):
        draft.home["origin"] = place
    if got[1:]:
        draft.set(return_day=said_day(got[1].value))
    return True


@act
def stop_nights(draft: GuideDraft, got: Got) -> bool | str:
    """Nights in one of the towns."""
    place = str(value_of(got, "place"))
    number = next(int(one.value) for one in got if one.kind != "place")
    if draft.jaw:
        if not draft.again:
            return LATER  # the days may be said after it
        if place.casefold() in (one.casefold() for one in draft.jaw):
            draft.jaw_nights[place.casefold()] = number
            return True
        if not draft.stops:
            return False
    known = next((one for one in draft.towns if one.casefold() == place.casefold()), None)
    if not known and draft.known.stops and not draft.stops:
        return more_or_instead(draft, place, nights=number)
    if draft.known.empty and not draft.stops and draft.next_word in {"and", *draft.town_names}:
        draft.shared = number  # of both, where the next town has none of its own
    draft.stop_of_trip(known or place)
    nights_there(draft, number)
    return True


def nights_there(draft: GuideDraft, count: int) -> None:
    """Set the nights of the town that was named last; the others of a trip keep theirs, and the day of coming back follows."""
    stop = next((one for one in draft.stops if one is draft.named), draft.stops[-1])
    stop["nights"], was = count, draft.known.nights
    if "then" in draft.words and any("nights" in one for one in draft.stops if one is not stop):
        draft.stops.sort(key=lambda one: ("nights" not in one, one is stop))  # as they are said, one after the other
    if draft.known.back and stop["place"].casefold() in was:
        more = sum(int(one["nights"]) - was.get(one["place"].casefold(), 0) for one in draft.stops if "nights" in one)
        draft.seeded.add("return_day")
        draft.set(return_day=iso(draft.known.back + timedelta(days=more)))
