"""The document maker: checklist and budget by rules, offline, and the things for the bag by climate, days and children.

Each item of the checklist is there because a fact of this trip asks for it, and says so.
"""

from collections.abc import Iterator

from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Category, Checklist
from tripintent.state.planning.facts import TripFacts
from tripintent.tools.planning.budget_making import BudgetMaker
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.list_papers import health, money, papers
from tripintent.tools.planning.list_way import arrange, journey
from tripintent.tools.planning.looked_up import (
    BABY_AGE,
    FREE_MOVEMENT,
    GROWN_UP_PLAY,
    HIGH,
    SEAT_AGE,
    LookedUp,
    WantedItem,
    wanted,
)
from tripintent.tools.planning.showing import phrases
from tripintent.tools.ports.clock import Rates
from tripintent.tools.ports.planning import Purchased
from tripintent.tools.shipped import table

_LONG_VOLTS = 150
_FEW_DAYS, _MANY_DAYS = 7, 10
_FAR_NORTH = 58.0
_DARK, _LIGHT = frozenset({11, 12, 1}), frozenset({5, 6, 7})


def clothes(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield clothes for the bands of the trip."""
    days = trip.words.days(min(trip.facts.length, _FEW_DAYS))
    bands = trip.climates.keys()
    if {"hot", "warm"} & bands:
        yield wanted("clothes", "light_clothes", "band", days=days, **trip.band("hot", "warm"))
        yield wanted("clothes", "sun_hat", "band", **trip.band("hot", "warm"))
    if "warm" in bands:
        yield wanted("clothes", "evening", "band", **trip.band("warm"))
    if "mild" in bands or not bands:
        yield wanted("clothes", "layers", "band" if bands else "season", days=days, **trip.band("mild"))
    high = [town.name for town, _ in trip.towns if (trip.knowledge.altitude(town) or 0) >= HIGH]
    if {"cool", "cold"} & bands:
        yield wanted("clothes", "warm_clothes", "band", days=days, **trip.band("cool", "cold"))
    elif high:  # mild by day, near zero at night
        yield wanted("clothes", "warm_clothes", "altitude", days=days, place=trip.words.formats.listed(high))
    if "cold" not in bands and "ski" in trip.facts.needs:
        yield wanted("clothes", "winter_shoes", "need")
    if "cold" in bands:
        yield wanted("clothes", "coat", "band", **trip.band("cold"))
        yield wanted("clothes", "winter_shoes", "band", **trip.band("cold"))
    rainy = [
        place
        for name, (band, places) in trip.climates.items()
        if name != "cold" and band.rain != "dry"
        for place in places
    ]
    if rainy:
        yield wanted("clothes", "rain_jacket", "rain", place=trip.words.formats.listed(list(dict.fromkeys(rainy))))
    walks = set(trip.facts.interests) != {"beach"} and ("business" not in trip.facts.needs or trip.facts.interests)
    if walks and "cold" not in bands and "ski" not in trip.facts.needs:
        yield wanted("clothes", "shoes", "places" if len(trip.towns) > 1 else "always")
    if trip.facts.length > _MANY_DAYS:
        yield wanted("clothes", "laundry", "length")


def things(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield devices, and things for what is planned."""
    yield wanted("things", "charger")
    yield from _power(trip)
    roaming = [c for c in trip.abroad if not {c, trip.home} <= FREE_MOVEMENT - {"CH"}]
    if roaming:
        yield wanted("things", "roaming", "abroad", country=trip.named(roaming))
    for interest in trip.facts.interests:
        on_snow = interest in ("nature", "sports") and "ski" in trip.facts.needs
        for key in table("tools/planning/data/things.toml")["interest"].get(interest, ()) if not on_snow else ():
            yield wanted("things", key, "interest", interest=trip.words.text("interests", interest))
    for need in trip.facts.needs:
        for key in table("tools/planning/data/things.toml")["need"].get(need, ()):
            yield wanted("things", key, "need")
    yield from _daylight(trip)


def _power(trip: LookedUp) -> Iterator[WantedItem]:
    home = trip.knowledge.power(trip.home) if trip.home else None
    plugs: dict[str, list[str]] = {}
    for country in trip.abroad:
        there = trip.knowledge.power(country)
        if there is None:
            continue
        if home is None or not there.fits(home):
            plugs.setdefault(", ".join(there.plugs), []).append(country)
        if home and (home.volts > _LONG_VOLTS) != (there.volts > _LONG_VOLTS):
            yield wanted("things", "voltage", "voltage", f"-{there.volts}", volts=there.volts, home_volts=home.volts)
    for kinds, countries in plugs.items():
        yield wanted("things", "adapter", "plugs", f"-{kinds}", country=trip.named(countries), plugs=kinds)


def _daylight(trip: LookedUp) -> Iterator[WantedItem]:
    if trip.facts.first_day is None:
        return
    north = max((trip.knowledge.latitude(town) or 0 for town, _ in trip.towns), default=0)
    if north >= _FAR_NORTH and trip.facts.first_day.month in _DARK:
        yield wanted("things", "dark", "north")
    if north >= _FAR_NORTH and trip.facts.first_day.month in _LIGHT:
        yield wanted("things", "bright", "north")


def children(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield what babies and children need, by age."""
    ages = trip.facts.ages
    if trip.babies:
        for key in ("nappies", "baby_food", "pram"):
            yield wanted("children", key, "baby")
        if trip.abroad:
            yield wanted("children", "baby_papers" if trip.within else "baby_passport", "baby")
        if trip.facts.sleeps:
            yield wanted("children", "cot", "baby")
        if trip.facts.flies:
            yield wanted("children", "baby_flight", "baby")
    if trip.children:
        if not ages or any(BABY_AGE <= age < GROWN_UP_PLAY for age in ages):
            yield wanted("children", "play", "child")
        if trip.abroad:
            yield wanted("children", "child_papers" if trip.within else "child_passport", "child")
        if trip.facts.flies and any(BABY_AGE <= age < SEAT_AGE for age in ages):
            yield wanted("children", "seats_together", "child")
    if trip.babies or any(age < SEAT_AGE for age in ages):
        yield wanted("children", "child_seat", "baby" if trip.babies else "child")


_SECTIONS = (papers, money, health, clothes, things, children, journey, arrange)
_ORDER = ("papers", "money", "health", "clothes", "things", "children", "journey", "todo")


class RuleMaker:
    """Makes documents from facts. The same facts give the same document."""

    def __init__(self, knowledge: OfflineKnowledge, rates: Rates) -> None:
        self._knowledge, self._budgets = knowledge, BudgetMaker(knowledge, rates)

    def budget(self, facts: TripFacts, bought: Purchased, language: str) -> Budget:
        """Return where the money goes."""
        return self._budgets.make(facts, bought, language)

    def checklist(self, facts: TripFacts, bought: Purchased, language: str) -> Checklist:
        """Return the checklist that fits this trip, its items keyed."""
        words = phrases(language)
        trip = LookedUp(facts, bought, self._knowledge, words)
        wanted = list({one.key + one.suffix: one for section in _SECTIONS for one in section(trip)}.values())
        categories = tuple(
            Category(id="", key=name, category=words.text("checklist", name), items=items)
            for name in _ORDER
            if (items := tuple(trip.item(one) for one in wanted if one.category == name))
        )
        place = words.towns([town.name for town in facts.destinations])
        title = words.text("checklist", "title", place=place)
        unknown = [town.name for town, country in trip.towns if country is None]
        notes = (words.text("checklist", "unknown_place", place=words.formats.listed(unknown)),) if unknown else ()
        return Checklist(title=title, categories=categories, notes=notes, language=words.code)
