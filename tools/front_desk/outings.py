"""What is near the house, a day out on foot, and what would have to be looked up on the internet."""

from collections.abc import Sequence

from tripintent.state.concierge.memory import Memory
from tripintent.tools.front_desk import answers, around
from tripintent.tools.front_desk.hearing import clauses_of
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.speech import day, say, turn
from tripintent.tools.knowledge.passages import fold, glossary
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.places.scan import scan
from tripintent.tools.ports.desk_service import Reply, Situation

AROUND, DAY_TRIP, INTERNET = "DO_AROUND_AGENT", "DAY_TRIP_PLANNER", "INTERNET_SEARCH"
SHOWN = 3
START, STOP, LEAST, END = 10 * 60, 150, 60, 17 * 60
"""The minute at which a day begins, how many it gives to a stop, and at least; and the minute at which it ends at the latest."""
LUNCH = "restaurant"
LATEST_START = 13 * 60
"""The hour until which one that is named is when the day begins."""
DAY, WITH_CHILDREN = ("museum", "park"), ("boat", "park")
"""What is seen on a day out where a guest names nothing."""


EVENING = 9
"""The hour before which an hour to be back by is one after noon: "back by 4"."""


def wanted(text: str, memory: Memory) -> str:
    """Return the function of words about a day out, or about places just named of which they ask what no map tells; else nothing."""
    if (
        AROUND in memory.functions
        and memory.place
        and turn("of_them").search(fold(text))
        and around.tells(around.UNKNOWN, text)
    ):
        return AROUND
    again = DAY_TRIP in memory.functions and "?" not in text
    other = again and (around.tells(around.SHORTER, text) or around.kinds_in(text))
    return DAY_TRIP if other or "daytrip" in glossary().concepts(fold(text)) else ""


def nearby(desk: House, at: Situation) -> Reply:
    """Name places near the house. What the map has not is looked for in the house's texts, else it is offered to pass it on."""
    language, text = at.language, at.decision.text
    kinds = around.plainly_in(text) or around.kinds_in(text)
    unknown = [say("around_unknown", language)] if around.tells(around.UNKNOWN, text) else []
    if not kinds and at.memory.place and unknown:  # "which of them is open on Monday?"
        return _offered(desk, at, *unknown)
    told = at.decision.model_copy(update={"params": {**at.decision.params, "search_phrase": ", ".join(kinds) or text}})
    at = at._replace(decision=told, memory=at.memory.model_copy(update={"place": ", ".join(kinds)}))
    near, lines = places(desk, kinds, language)
    if near:
        return Reply("\n".join([say("around", language), *dict.fromkeys(near), *lines, *unknown]), at.memory, told)
    said = answers.answer(desk, at)
    if said.decision.sources:
        return said._replace(decision=told)
    return _offered(desk, at, *(lines or [say("around_nothing", language)]))


def places(desk: House, kinds: Sequence[str], language: str) -> tuple[list[str], list[str]]:
    """Return the places of some kinds that are near, a line each; and of which kinds there are none, with the nearest."""
    near, lines = list[str](), list[str]()
    for kind in kinds:
        found = around.nearest(kind, desk.service.position, desk.service.name) if desk.service.position else []
        walks = [one for one in found if one.minutes <= around.NEAR][:SHOWN]
        near += [_line("around_line", one, language) for one in walks]
        lines += [] if walks else [say("around_none", language, what=around.called(kind, language))]
        lines += [_line("around_far", one, language) for one in found[:1] if not walks]
    return near, lines


def _line(kind: str, near: around.Near, language: str) -> str:
    facts = {"name": near.place.name, "what": f" ({around.called(near.place.kind, language)})", "minutes": near.minutes}
    return say(kind, language, **facts, distance=around.said_km(near.km))


def _offered(desk: House, at: Situation, *lines: str) -> Reply:
    """Return lines with the offer to pass the question on to a person."""
    return Reply("\n".join([*lines, desk.offer(at)]), at.memory.offered_to_pass(at.decision.text), at.decision)


def day_trip(desk: House, at: Situation) -> Reply:
    """Plan a day out on foot that ends where it began, with the kinds of place, the length and the hour that the guest names."""
    language, text, house = at.language, at.decision.text, desk.service.position
    town = _elsewhere(desk, text, language)
    if house is None or town:
        return _offered(desk, at, say("daytrip_unknown", language, what=town or text))
    kinds = _kinds_of(at)
    untold = _untold(at, kinds)
    here, seen, lines = house, set[str](), list[str]()
    back_by, rest = _back_by(text, language)
    named, unwanted = desk.stays.minute(text, language, at.now.date()) or END, _unwanted(at)
    clock, named = (max(START, named), END) if named <= LATEST_START and not back_by else (START, named)
    end = min(END, back_by or named)
    for kind in kinds:
        ways = [kind, LUNCH] if kind in around.MEALS else [kind]
        near = (one for way in ways for one in around.nearest(way, here, desk.service.name))
        walks = (one for one in near if one.minutes <= around.NEAR and one.place.kind not in unwanted)
        stop = next((one for one in walks if one.place.name not in seen), None)
        if stop is None or clock + LEAST > end:
            continue
        time = f"{clock // 60:02d}:{clock % 60:02d}"
        lines.append(say("daytrip_line", language, time=time, name=stop.place.name, minutes=stop.minutes))
        clock, here = clock + STOP, stop.place.at
        seen.add(stop.place.name)
    end = min(end, clock)
    back = say("daytrip_end", language, time=f"{end // 60:02d}:{end % 60:02d}", minutes=around.walk(here, house))
    wish = desk.stays.read(turn("day_out").sub(" ", rest), language, at.now.date(), None)
    on = wish.start if "day" in wish.said else None
    said = f"{day(on, language)}. " if on else ""
    title = f"{said}{say('daytrip', language)}"
    memory = at.memory.model_copy(update={"outing": kinds})
    told = at._replace(memory=memory)
    if untold:
        limits = say("daytrip_unknown", language, what=", ".join(untold))
        plan = [title, *lines, back]
        return _offered(desk, told, *([*plan, limits] if _named(at) else [limits, *plan]))
    return Reply("\n".join([title, *lines, back]), memory, at.decision)


def _kinds_of(at: Situation) -> tuple[str, ...]:
    """Return the kinds of the stops: those that are named, with lunch between two; else those of the plan before, or the usual ones."""
    text, before, named = at.decision.text, at.memory.outing, _named(at)
    eaten, seen = ([one for one in named if (one in around.MEALS) == meal] for meal in (True, False))
    usual = WITH_CHILDREN if "child" in glossary().concepts(fold(text)) else DAY
    unwanted = _unwanted(at)
    if before and not seen and usual == DAY and not unwanted:
        plan = tuple(eaten[0] if eaten and one in around.MEALS else one for one in before)
    else:
        left = [one for one in dict.fromkeys((*usual, *DAY, *WITH_CHILDREN)) if one not in unwanted]
        first, second = (*seen, *seen)[: len(DAY)] or (*left, *left)[: len(DAY)]
        plan = (first, (*eaten, LUNCH)[0], second)
    return plan[:-1] or plan if around.tells(around.SHORTER, text) else plan


def _named(at: Situation) -> tuple[str, ...]:
    """Return the kinds of place that the words name."""
    said = " ".join(one.text for one in clauses_of(at.decision.text) if not one.denied)
    return tuple(one for one in around.kinds_in(said) if one not in (LUNCH, "hotel", *_unwanted(at)))


def _unwanted(at: Situation) -> set[str]:
    """Return the kinds of place that the words do not want."""
    return {kind for one in clauses_of(at.decision.text) if one.denied for kind in around.kinds_in(one.text)}


def _untold(at: Situation, plan: Sequence[str]) -> list[str]:
    """Return the guest's words for what the plan cannot take into account, and the kinds for which the day is too short."""
    left = (around.called(one, at.language) for one in _named(at) if one not in plan and one in around.kinds())
    return [*around.beyond_in(at.decision.text), *left]


def _back_by(text: str, language: str) -> tuple[int | None, str]:
    """Return the minute by which a guest wants to be back, and the other words: "entro le 17" is no day of a month."""
    match = turn("back_by").search(fold(text))
    if match is None or (match["word"] or "") in lexicon(language).months or int(match["hour"]) > 24:
        return None, text
    hour = int(match["hour"]) + (12 if int(match["hour"]) < EVENING else 0)
    return hour * 60 + int(match["minute"] or 0), f"{fold(text)[: match.start()]} {fold(text)[match.end('hour') :]}"


def _elsewhere(desk: House, text: str, language: str) -> str:
    """Return the town that words name, if it is another than the house's own."""
    for spot in scan(text):
        word = text[spot.start : spot.end]
        named = spot.sure or (spot.start > 0 and word[:1].isupper() and language != "de")
        if named and not spot.code and fold(word) not in fold(f"{desk.service.address} {desk.service.name}"):
            return word
    return ""


def internet(desk: House, at: Situation) -> Reply:
    """Answer from the house's texts where they say something, say that the internet is not searched, and offer a person."""
    told = at.decision.model_copy(update={"params": {"search_phrase": at.decision.text}})
    known = answers.clearly(desk, turn("searching").sub(" ", fold(at.decision.text)), at.language)
    return _offered(desk, at._replace(decision=told), *known, say("internet_off", at.language))
