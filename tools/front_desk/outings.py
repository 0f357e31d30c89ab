"""What is near the house, a day out on foot, and what would have to be looked up on the internet."""

import re

from tripintent.state.concierge.memory import Memory
from tripintent.tools.front_desk import answers, around
from tripintent.tools.front_desk.parts import Desk
from tripintent.tools.front_desk.speech import day, say
from tripintent.tools.knowledge.text import fold, glossary
from tripintent.tools.places.scan import scan
from tripintent.tools.ports.desk_service import Reply, Situation

AROUND, DAY_TRIP, INTERNET = "DO_AROUND_AGENT", "DAY_TRIP_PLANNER", "INTERNET_SEARCH"
SHOWN = 3
START, STOP, LEAST, END = 10 * 60, 150, 60, 17 * 60
"""The minute at which a day begins, how many it gives to a stop, and at least; and the minute at which it ends at the latest."""
LUNCH = "restaurant"
DAY, WITH_CHILDREN = ("museum", "park"), ("boat", "park")
"""What is seen on a day out where a guest names nothing."""


_OF_THEM = re.compile(r"\b(?:which|they|lequel|laquelle|lesquel\w*|welche\w*|cual\w*|quali?|quais|these|those)\b")


def wanted(text: str, memory: Memory) -> str:
    """Return the function of words about a day out, or about places just named of which they ask what no map tells; else nothing."""
    if (
        AROUND in memory.functions
        and memory.place
        and _OF_THEM.search(fold(text))
        and around.tells(around.UNKNOWN, text)
    ):
        return AROUND
    again = DAY_TRIP in memory.functions and "?" not in text
    other = again and (around.tells(around.SHORTER, text) or around.kinds_in(text))
    return DAY_TRIP if other or "daytrip" in glossary().concepts(fold(text)) else ""


def nearby(desk: Desk, at: Situation) -> Reply:
    """Name places near the house. What the map has not is looked for in the house's texts, else it is offered to pass it on."""
    language, text, position = at.language, at.decision.text, desk.service.position
    named = str(at.decision.params.get("search_phrase") or "")  # a model's
    own, given = around.kinds_in(text), around.kinds_in(named)
    kinds = tuple(one for one in given if one in own) or own or given  # the guest's words outrank a model's
    unknown = [say("around_unknown", language)] if around.tells(around.UNKNOWN, text) else []
    if not kinds and at.memory.place and unknown:  # "which of them is open on Monday?"
        return _offered(desk, at, *unknown)
    told = at.decision.model_copy(update={"params": {**at.decision.params, "search_phrase": ", ".join(kinds) or text}})
    at = at._replace(decision=told, memory=at.memory.model_copy(update={"place": ", ".join(kinds)}))
    near, lines = list[str](), list[str]()
    for kind in kinds:
        found = around.nearest(kind, position, desk.service.name) if position else []
        walks = [one for one in found if one.minutes <= around.NEAR][:SHOWN]
        near += [_line("around_line", one, language) for one in walks]
        lines += [] if walks else [say("around_none", language, what=around.called(kind, language))]
        lines += [_line("around_far", one, language) for one in found[:1] if not walks]
    if near:
        return Reply("\n".join([say("around", language), *dict.fromkeys(near), *lines, *unknown]), at.memory, told)
    said = answers.answer(desk, at)
    if said.decision.sources or not kinds:
        return said._replace(decision=told, found=False)
    return _offered(desk, at, *lines)


def _line(kind: str, near: around.Near, language: str) -> str:
    facts = {"name": near.place.name, "what": f" ({around.called(near.place.kind, language)})", "minutes": near.minutes}
    return say(kind, language, **facts, distance=around.said_km(near.km))


def _offered(desk: Desk, at: Situation, *lines: str) -> Reply:
    """Return lines with the offer to pass the question on to a person."""
    offer = say("offer", at.language, reach=desk.reach(at.language), to=desk.staff(at.language))
    return Reply("\n".join([*lines, offer]), at.memory.offered_to_pass(at.decision.text), at.decision)


def day_trip(desk: Desk, at: Situation) -> Reply:
    """Plan a day out on foot that ends where it began, with the kinds of place, the length and the hour that the guest names."""
    language, text, house = at.language, at.decision.text, desk.service.position
    if house is None or _elsewhere(desk, text, language):
        return _offered(desk, at, say("daytrip_unknown", language))
    kinds = _kinds_of(at)
    clock, here, seen, lines = START, house, set[str](), list[str]()
    end = min(END, desk.stays.minute(text, language, at.now.date()) or END)
    for kind in kinds:
        found = (one for one in around.nearest(kind, here, desk.service.name) if one.minutes <= around.NEAR)
        stop = next((one for one in found if one.place.name not in seen), None)
        if stop is None or clock + LEAST > end:
            continue
        time = f"{clock // 60:02d}:{clock % 60:02d}"
        lines.append(say("daytrip_line", language, time=time, name=stop.place.name, minutes=stop.minutes))
        clock, here = clock + STOP, stop.place.at
        seen.add(stop.place.name)
    end = min(end, clock)
    back = say("daytrip_end", language, time=f"{end // 60:02d}:{end % 60:02d}", minutes=around.walk(here, house))
    wish = desk.stays.read(text, language, at.now.date(), None)
    said = f"{day(wish.start, language)}. " if wish.start and "day" in wish.said else ""
    title = f"{said}{say('daytrip', language)}"
    memory = at.memory.model_copy(update={"outing": kinds})
    told = at._replace(memory=memory)
    if around.tells(around.UNKNOWN, text):
        return _offered(desk, told, title, *lines, back, say("daytrip_unknown", language))
    return Reply("\n".join([title, *lines, back]), memory, at.decision)


def _kinds_of(at: Situation) -> tuple[str, ...]:
    """Return the kinds of the stops: those that are named, with lunch between two; else those of the plan before, or the usual ones."""
    text, before = f"{at.decision.text} {at.decision.params.get('interests') or ''}", at.memory.outing
    named = tuple(one for one in around.kinds_in(text) if one not in (LUNCH, "hotel"))[: len(DAY)]
    usual = WITH_CHILDREN if "child" in glossary().concepts(fold(text)) else DAY
    if before and not named and usual == DAY:
        plan = before
    else:
        first, second = (*named, *named)[: len(DAY)] or usual
        plan = (first, LUNCH, second)
    return plan[:-1] or plan if around.tells(around.SHORTER, text) else plan


def _elsewhere(desk: Desk, text: str, language: str) -> bool:
    """Check whether words name another town than the house's own."""
    for spot in scan(text):
        word = text[spot.start : spot.end]
        named = spot.sure or (spot.start > 0 and word[:1].isupper() and language != "de")
        if named and not spot.code and fold(word) not in fold(f"{desk.service.address} {desk.service.name}"):
            return True
    return False


def internet(desk: Desk, at: Situation) -> Reply:
    """Answer from the house's texts where they say something, say that the internet is not searched, and offer a person."""
    phrase = at.decision.params.get("search_phrase") or at.decision.text
    told = at.decision.model_copy(update={"params": {**at.decision.params, "search_phrase": phrase}})
    said = answers.answer(desk, at)
    known = [said.text] if said.decision.sources and not said.request else []
    return _offered(desk, at._replace(decision=told), *known, say("internet_off", at.language))
