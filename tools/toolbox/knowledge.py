"""The knowledge toolset: facts of travel, and money in another currency. What is not known is said to be so: nothing here guesses."""

from datetime import date

from pydantic import Field

from tripintent.state.acts import Outcome
from tripintent.state.money import Money
from tripintent.state.planning.facts import facts_of
from tripintent.tools.errors import ToolError
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.facts import Facts
from tripintent.tools.toolbox.known import TOPICS, LookupRequest, town_of
from tripintent.tools.toolbox.travel_facts import Lack, PlaceFact


class Lookup(Arguments):
    """What is looked up, and where."""

    topic: str = Field(
        max_length=60,
        description="entry, plugs, currency, time, climate, holidays, altitude, distance, transfer or airport_time",
    )
    places: tuple[str, ...] = Field(
        default=(),
        max_length=8,
        description="towns, countries, airports, sights, hotels of trip or options; else the trip's",
    )
    month: int | None = Field(default=None, ge=1, le=12, description="climate, holidays; else the trip's")
    passports: tuple[str, ...] = Field(default=(), max_length=8, description="for entry: countries, 'PT' or 'Portugal'")


class LookupResult(Facts):
    """What a look-up found. ``known`` is false where nothing at all is known."""

    topic: str
    known: bool
    found: tuple[PlaceFact, ...] = ()
    why: str = ""
    lacks: Lack = ""
    topics: tuple[str, ...] = Field(default=(), description="what can be looked up, where the topic is unknown")
    assumed: tuple[str, ...] = ()


@tool("knowledge", "READ")
async def lookup(scene: Scene, said: Lookup) -> LookupResult:
    """Look up a fact of travel: entry rules by passport, plugs, currency, local time, climate, holidays, altitude, distances.

    Call it when the traveller asks for such a fact, or a plan depends on it. It knows no sea temperature, restaurants or prices.
    Args: topic; places (two for a distance or transfer); month; passports for entry.
    Returns: for each place the fact with its date or source, or known false and why; say then that it is not known.
    Raises: nothing; an unknown topic is answered with the topics that there are.
    """
    topic = said.topic.strip().casefold().replace(" ", "_")
    knowledge = scene.ports.knowledge
    if topic not in TOPICS:
        return LookupResult(
            topic=said.topic, known=False, why="there is no source for this: it is not known", topics=tuple(TOPICS)
        )
    if knowledge is None:
        return LookupResult(topic=said.topic, known=False, why="no source of facts is set here")
    trip = facts_of(scene.trip)
    own = [(town.name, town) for town in trip.destinations]
    places = [(name, town_of(scene, name)) for name in said.places] or own
    if not places:
        why = "name the places: the trip has none yet"
        return LookupResult(topic=topic, known=False, why=why, lacks="places")
    found = tuple(await TOPICS[topic](LookupRequest(scene, knowledge, trip, places, said.month, said.passports)))
    assumed = () if said.places else (f"places: the trip's, {', '.join(name for name, _ in own)}",)
    return LookupResult(topic=topic, known=any(one.known for one in found), found=found, assumed=assumed)


class Conversion(Arguments):
    """An amount, and the currency that it is wanted in."""

    money: Money
    to: str = Field(pattern="^[A-Za-z]{3}$", description="ISO 4217: 'EUR'")


class Converted(Facts):
    """An amount in another currency, by the reference rates of a day; what is charged is in the supplier's own."""

    money: Money
    rates_of: date


@tool("knowledge", "READ")
async def convert_money(scene: Scene, said: Conversion) -> Act | Converted:
    """Convert an amount with the dated reference rates.

    Call it when an amount is to be told or compared in another currency.
    Args: money, and the currency to convert it to.
    Returns: the amount, and the day of the rates.
    Raises: rejected with the currencies that there are.
    """
    try:
        money = scene.ports.rates.convert(said.money, said.to.upper())
    except ToolError as error:
        known = tuple(sorted(scene.ports.rates.currencies()))
        return Act(Outcome.refused(str(error), "money.currency" if said.money.currency not in known else "to", known))
    return Converted(money=money, rates_of=scene.ports.rates.dated())
