"""Papers, money and health of a trip: by border, passport, currency and climate."""

from collections.abc import Iterator

from tripintent.state.planning.facts import Town
from tripintent.tools.planning.looked_up import FREE_MOVEMENT, HIGH, LookedUp, WantedItem, wanted
from tripintent.tools.ports.planning import Visa

_FEW_DAYS = 7
SCHENGEN = FREE_MOVEMENT - {"IE", "CY"}
"""Countries without controls between them: one visa is for all of them."""
_HEALTH_CARD = FREE_MOVEMENT | {"GB"}
"""Whose public insurance gives a card for the others (EHIC, GHIC)."""


def papers(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield identity papers, visas, insurance, confirmations."""
    if not trip.abroad and trip.countries:
        yield wanted("papers", "id_home", "inside")
    elif trip.within and trip.abroad:
        yield wanted("papers", "id_card", "abroad")
    else:
        outside = not {*(trip.facts.passports or (trip.home,))} <= FREE_MOVEMENT and trip.home not in FREE_MOVEMENT
        schengen = outside and set(trip.abroad) & SCHENGEN
        yield wanted("papers", "passport_schengen" if schengen else "passport", "abroad")
    if not trip.within:
        yield from _visas(trip)
    one_adult = trip.facts.people > 1 and trip.facts.adults == 1
    if one_adult and (trip.babies or trip.children) and trip.abroad:
        yield wanted("papers", "consent", "parent")
    if trip.abroad:
        yield wanted("papers", "insurance", "abroad")
    if trip.home in _HEALTH_CARD and trip.abroad and set(trip.abroad) & FREE_MOVEMENT:
        yield wanted("papers", "health_card", "abroad")
    titles = [one.title for one in trip.bought.bookings if one.is_taken and one.title]
    if titles:
        yield wanted("papers", "confirmations", "booked", count=len(titles))
    if trip.facts.drives:
        yield wanted("papers", "licence", "drive")
    if "dog" in trip.facts.needs and trip.abroad:
        yield wanted("papers", "dog_papers", "dog")
    if "pregnant" in trip.facts.needs and trip.facts.flies:
        yield wanted("papers", "pregnant_note", "pregnant")
    if "diving" in trip.facts.needs:
        yield wanted("papers", "dive_card", "need")


def _visas(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield entry rules by passport. The Schengen countries are one: one visa, and one count of days."""
    if not trip.facts.passports:
        for country in trip.abroad:
            yield wanted("papers", "visa_ask", "abroad", f"-{country}", country=trip.words.country(country))
    for passport in trip.facts.passports:
        area = [country for country in trip.abroad if country in SCHENGEN]
        groups = [area] if len(area) > 1 else [[country] for country in area]
        for countries in [*groups, *([country] for country in trip.abroad if country not in SCHENGEN)]:
            yield from _visa(trip, passport, countries)
    if trip.abroad and not trip.facts.returns:
        yield wanted("papers", "onward", "one_way")


def _visa(trip: LookedUp, passport: str, countries: list[str]) -> Iterator[WantedItem]:
    name, suffix = trip.named(countries), "SCHENGEN" if len(countries) > 1 else countries[0]
    rule = trip.knowledge.visa(passport, countries[0])
    if rule is None:
        yield wanted("papers", "visa_ask", "abroad", f"-{suffix}", country=name)
    elif rule.rule != "home":
        owner, day = trip.words.country(passport), trip.words.formats.full_date(rule.as_of)
        facts: dict[str, object] = {"country": name, "passport": owner, "days": rule.days or "", "date": day}
        yield wanted(
            "papers", _visa_key(rule, trip.facts.length, len(countries)), "visa", f"-{suffix}-{passport}", **facts
        )


def _visa_key(rule: Visa, length: int, countries: int) -> str:
    if rule.rule == "required" and countries > 1:
        return "visa_schengen"
    if rule.rule != "free":
        return f"visa_{rule.rule}"
    if not rule.days:
        return "visa_free_open"
    return "visa_too_long" if rule.days < length else "visa_free"


def money(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield cash by currency, and cards."""
    here = trip.knowledge.currency(trip.home) if trip.home else None
    paying: dict[str, list[str]] = {}
    for country in trip.abroad:
        found = trip.knowledge.currency(country)
        if found and found != here:
            paying.setdefault(found, []).append(country)
    for code, countries in paying.items():
        facts = {"currency": trip.words.formats.currency(code), "country": trip.named(countries)}
        yield wanted("money", "cash", "currency", f"-{code}", **facts)
    yield wanted("money", "card", "abroad" if trip.abroad else "always")
    if paying:
        everywhere = trip.named([country for some in paying.values() for country in some])
        yield wanted("money", "card_abroad", "abroad", country=everywhere)


def health(trip: LookedUp) -> Iterator[WantedItem]:
    """Yield medicine, protection by climate and height, vaccinations."""
    facts, bands = trip.facts, trip.climates
    yield wanted("health", "medicine")
    if facts.length >= _FEW_DAYS or trip.children or trip.babies:
        yield wanted("health", "first_aid", "length")
    if trip.babies or any(age < 12 for age in facts.ages):
        yield wanted("health", "child_medicine", "baby" if trip.babies else "child")
    if {"hot", "warm"} & bands.keys() or {"beach"} & set(facts.interests) or "ski" in facts.needs:
        sunny = bool({"hot", "warm"} & bands.keys())
        yield wanted("health", "sunscreen", "band" if sunny else "sun", **trip.band("hot", "warm"))
    tropics = [(town, country) for town, country in trip.towns if _tropical(trip, town)]
    for town, country in tropics:
        if {town.name} & {place for name in ("hot", "warm") if name in bands for place in bands[name][1]}:
            yield wanted("health", "repellent", "tropics", country=trip.words.country(country))
    asked = list(dict.fromkeys(country for _, country in tropics if country in trip.abroad))
    if asked:
        yield wanted("health", "vaccination", "tropics", country=trip.named([one for one in asked if one]))
    for town, _ in trip.towns:
        high = trip.knowledge.altitude(town)
        if high is not None and high >= HIGH:
            yield wanted(
                "health",
                "altitude",
                "altitude",
                f"-{town.name}",
                place=trip.words.towns([town.name]),
                metres=trip.words.formats.number(high),
            )
    if "diabetes" in facts.needs:
        yield wanted("health", "insulin", "need")
    if "allergy" in facts.needs:
        yield wanted("health", "allergy_card", "need")
    if {"pregnant", "diving"} <= set(facts.needs):
        yield wanted("health", "no_dive", "pregnant")
    if facts.diet and trip.abroad:
        yield wanted(
            "health",
            "diet_card",
            "diet",
            diet=trip.words.formats.listed([trip.words.text("diet", d) for d in facts.diet]),
        )


def _tropical(trip: LookedUp, town: Town) -> bool:
    latitude = trip.knowledge.latitude(town)
    return latitude is not None and abs(latitude) < 23.4
