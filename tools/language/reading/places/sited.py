"""Names that are no stop of the route: an airport of the same city, a place not to change at, an area of the destination."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tripintent.state.frame import Frame, Place
from tripintent.state.operations import Operation, Unread, Want
from tripintent.tools.language.exact.lexicon import small_words
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import PlaceMention
from tripintent.tools.language.reading.places.visits import is_same
from tripintent.tools.language.reading.scope import Scopes
from tripintent.tools.language.reading.talk.courtesies import idle_spans
from tripintent.tools.places.folding import fold, name_key
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.metro import METROS
from tripintent.tools.places.scan import is_prominent

_WORDS_BETWEEN = 3
_ACROSS_TOWN_KM = 45
_A_RIDE_KM = 120
"""So far an airport may be from home and still be the one that is used."""
_LEAD = 45
_IN = re.compile(
    r"(?:\s+\w+){0,3}?\s+(?:in|on|at|near|by|around|en|cerca de|a|à|dans|pres de|im|in der|am|an der|bei|na|no"
    r"|em|perto d[aoe]|nel|nella|a|vicino a|del?|d[aeo])\s+(?:the |la |el |le |il |o |os |as |den |der |dem )?$"
)
_NAME_BEHIND = re.compile(
    r"\s+(?:in|at|on|near|en|à|a|dans|im|in der|na|no|em|nel|nella|di)\s+(?:the |la |el |le )?"
    r"(?P<name>(?!(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December)\b)[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2})"
)
_AIRPORT = re.compile(r"\bairport\b")
_GENERIC = frozenset({"international", "intl", "airport", "the", "of"})
_OR = re.compile(r"\s*,?\s*(?:or|o|ou|oder|oppure|/)\s+(?:from |to )?")


class Sited(NamedTuple):
    """The places that are stops, and what the other names say."""

    stops: list[PlaceMention]
    operations: list[Operation]
    areas: tuple[tuple[int, int], ...] = ()


def sited(  # noqa: PLR0917 - one message and its trip
    message: Message, language: str, scopes: Scopes, places: list[PlaceMention], frame: Frame, gazetteer: Gazetteer
) -> Sited:
    """Part the names of a message into stops, airports, places to change at and areas, by their words and the trip."""
    reader = _Reader(message, language, scopes, places, frame, gazetteer)
    stops: list[PlaceMention] = []
    operations: list[Operation] = []
    for place in reader.joined():
        found = list(reader.beside(place))
        operations += found
        if not found:
            stops.append(reader.start(place))
    operations += [*reader.named_airports(), *reader.unknown_areas()]
    return Sited(stops, [*operations, *reader.operations])


class _Reader:
    """Reads one message's names against the trip."""

    def __init__(  # noqa: PLR0917 - one message and its trip
        self,
        message: Message,
        language: str,
        scopes: Scopes,
        places: list[PlaceMention],
        frame: Frame,
        gazetteer: Gazetteer,
    ) -> None:
        self._message, self._language, self._scopes = message, language, scopes
        self._places, self._frame, self._gazetteer = places, frame, gazetteer
        self.operations: list[Operation] = []

    def joined(self) -> Iterator[PlaceMention]:
        """Yield the places; two airports of one city, said as alternatives, are that city and a wish for the two."""
        skip = -1
        for i, place in enumerate(self._places):
            if i <= skip:
                continue
            group = [place]
            while i + len(group) < len(self._places):
                other = self._places[i + len(group)]
                between = self._message.folded[group[-1].end : other.start]
                if not (
                    other.place.kind == place.place.kind == "airport"
                    and _OR.fullmatch(between)
                    and self._city(other.place)
                    and self._city(other.place) == self._city(place.place)
                ):
                    break
                group.append(other)
            if len(group) == 1:
                yield self._city_in_french(place)
                continue
            skip = i + len(group) - 1
            codes = tuple(p.place.code for p in group if p.place.code)
            self.operations.append(self._want("airports", codes, group[0].start, group[-1].end, "require"))
            whole = self._gazetteer.resolve(self._city(place.place) or "")
            if any(is_same(whole, known) or self._city(known) == self._city(whole) for known in self._ends()):
                continue  # it only narrows a city that is part of the trip
            yield place._replace(
                end=group[-1].end,
                place=whole.model_copy(update={"said": self._message.text[place.start : group[-1].end]}),
            )

    def _city_in_french(self, place: PlaceMention) -> PlaceMention:
        """Read "de Québec" as the city: the province has an article ("du Québec")."""
        lead = self._message.folded[: place.start]
        if self._language != "fr" or place.place.kind != "region" or not re.search(r"\b(?:de|a|pour|vers)\s+$", lead):
            return place
        city = self._gazetteer.resolve(f"{place.place.said} city")
        return place._replace(place=city.model_copy(update={"said": place.place.said})) if city.code else place

    def beside(self, place: PlaceMention) -> Iterator[Operation]:
        """Yield what a name says where it is no stop."""
        if any(r.cue <= place.start < r.start for r in self._scopes.reaches) or self._is_idle(place):
            yield Unread(text=self._message.text[place.start : place.end], start=place.start, end=place.end)
            return
        turned = self._turned(place)
        known = [p for p in self._ends() if p is not None]
        if turned:
            yield from self._avoided(place, known)
            return
        city = self._city(place.place)
        same_city = city and any(self._city(p) == city and not is_same(p, place.place) for p in known)
        if same_city and place.place.kind == "airport":
            wish = self._scopes.strength_of(place.start, place.end) == "wish"
            yield self._want("airports", (place.place.code,), place.start, place.end, "prefer" if wish else "require")
        elif self._is_area(place, known):
            yield self._want("area", self._message.text[place.start : place.end], place.start, place.end, "require")

    def start(self, place: PlaceMention) -> PlaceMention:
        """Read a place near the known origin, and far from every stop, as where the trip starts ("use Edinburgh then")."""
        frame = self._frame
        if place.strong or place.role not in {"unknown", "destination"} or frame.origin is None or not frame.visits:
            return place
        if any(
            is_same(place.place, end) or self._city(end) == self._city(place.place)
            for end in [frame.origin]
            if place.place.code
        ):
            return place._replace(role="origin", basis="cue")
        near = {airport.code for airport, _ in self._gazetteer.near(place.place, _A_RIDE_KM, 8)}
        stops = [
            *(v.place for v in frame.visits),
            *(p.place for p in self._places if p is not place and p.role != "denied"),
        ]
        if not near & set(self._codes(frame.origin)) or any(near & set(self._codes(p)) for p in stops):
            return place
        return place._replace(role="origin", basis="cue")

    def named_airports(self) -> Iterator[Operation]:
        """Yield airports of the trip's cities that are named by what tells them apart ("City airport", "Linate airport")."""
        text = self._message.folded
        if not _AIRPORT.search(text):
            return
        for city in sorted({code for p in self._ends() if (code := self._city(p)) in METROS and code}):
            whole = fold(METROS[city].name)
            for code in METROS[city].airports:
                airport = self._gazetteer.airport(code)
                words = [
                    w
                    for w in re.findall(r"\w+", fold(airport.name if airport else ""))
                    if w not in _GENERIC and w != whole
                ]
                match = re.search(rf"\b{re.escape(' '.join(words))} airport\b", text) if words else None
                if match and not any(p.start <= match.start() < p.end for p in self._places):
                    avoid = self._scopes.turn_of(*match.span()) is not None
                    wish = self._scopes.strength_of(*match.span()) == "wish"
                    yield self._want(
                        "airports", (code,), *match.span(), "avoid" if avoid else "prefer" if wish else "require"
                    )

    def unknown_areas(self) -> Iterator[Operation]:
        """Yield a capitalised name behind a word for a hotel that no catalogue knows: a part of town ("hotel in Menteng")."""
        trip = bool(self._frame.visits) or any(p.role == "destination" for p in self._places)
        for noun in pattern("needs", "lodging", self._language).finditer(self._message.folded) if trip else ():
            match = _NAME_BEHIND.match(self._message.text, noun.end())
            if match is None or any(p.start < match.end("name") and p.end > match.start("name") for p in self._places):
                continue
            if fold(match["name"]) in small_words(self._language) or self._scopes.turn_of(*match.span("name")):
                continue
            yield self._want("area", match["name"], *match.span("name"), "require")

    def _is_idle(self, place: PlaceMention) -> bool:
        """Tell whether a name is part of a phrase that names nothing ("hang on")."""
        return any(a <= place.start < b for a, b in idle_spans(self._message.folded))

    def _turned(self, place: PlaceMention) -> bool:
        reach = self._scopes.reach_of(place.start)
        if reach is None or reach.turn == "needless":
            return False
        between = self._message.folded[reach.start : place.start]
        return len(between.split()) <= _WORDS_BETWEEN and (reach.turn == "deny" or self._is_via(place, reach.cue))

    def _avoided(self, place: PlaceMention, known: list[Place]) -> Iterator[Operation]:
        """Yield what is ruled out: changing there, an airport of a city of the trip, an area; a stop is left to the route."""
        named = [p.place for p in self._places if p is not place]
        codes = self._codes(place.place)
        if self._is_via(place, place.start) and codes:
            yield self._want("via", codes, place.start, place.end, "avoid")
            return
        if any(is_same(place.place, p) for p in known) and place.place.kind != "airport":
            return
        city = self._city(place.place)
        if place.place.kind == "airport" and city and any(self._city(p) == city for p in [*known, *named]):
            yield self._want("airports", codes, place.start, place.end, "avoid")
        elif place.place.kind in {"region", "country"} or (named and not self._frame.visits):
            return
        elif self._in_town(place.place, known):
            yield self._want("area", self._message.text[place.start : place.end], place.start, place.end, "avoid")
        elif (
            codes
            and known
            and not named
            and (self._frame.avoid_via or self._talks_of_changing() or is_prominent(name_key(place.place.said)))
        ):
            yield self._want("via", codes, place.start, place.end, "avoid")

    def _is_area(self, place: PlaceMention, known: list[Place]) -> bool:
        """Tell whether a name behind a word for a hotel is where in the city it should be, and no city of the trip."""
        lead = self._message.folded[max(0, place.start - _LEAD) : place.start]
        nouns = list(pattern("needs", "lodging", self._language).finditer(lead))
        of_hotel = bool(nouns) and _IN.fullmatch(lead[nouns[-1].end() :]) is not None
        if not of_hotel and (place.basis == "cue" or place.place.kind == "airport"):
            return False
        others = [p.place for p in self._places if p is not place and p.role == "destination" and p.strong]
        trip = [*others, *(v.place for v in self._frame.visits)]
        if not trip or any(is_same(place.place, p) for p in [*known, *others]):
            return False
        if of_hotel:
            return self._in_town(place.place, trip) or not is_prominent(name_key(place.place.said))
        return self._in_town(place.place, trip)

    def _is_via(self, place: PlaceMention, start: int) -> bool:
        lead = self._message.folded[max(0, start - _LEAD) : place.start]
        return bool(re.search(pattern("needs", "via", self._language).pattern + r"\W*(?:\w+\s+){0,1}$", lead))

    def _talks_of_changing(self) -> bool:
        return bool(pattern("needs", "changing_there", self._language).search(self._message.folded))

    def _ends(self) -> list[Place]:
        frame = self._frame
        ends = [frame.origin, frame.return_from, frame.return_to, *(v.place for v in frame.visits)]
        ends += [end for leg in frame.legs for end in (leg.origin, leg.destination)]
        return [p for p in ends if p is not None]

    def _in_town(self, place: Place, known: Iterable[Place]) -> bool:
        """Tell whether a place lies within a city of the trip."""
        near = (
            {airport.code for airport, _ in self._gazetteer.near(place, _ACROSS_TOWN_KM, 6)}
            if place.kind != "region"
            else set()
        )
        towns = {p.code: p for p in known if p.code and not is_same(p, place)}
        return any(near & set(self._codes(p)) for p in towns.values())

    def _city(self, place: Place | None) -> str | None:
        """Return the metropolitan code of an airport or city."""
        if place is None or place.code is None:
            return None
        if place.code in METROS:
            return place.code
        return next((code for code, metro in METROS.items() if place.code in metro.airports), place.code)

    def _codes(self, place: Place) -> tuple[str, ...]:
        if place.code is None:
            return ()
        members = tuple(a.code for a in self._gazetteer.airports_for(place.code))
        return tuple(dict.fromkeys((place.code, *members)))

    def _want(self, slot: str, value: Any, start: int, end: int, polarity: Any) -> Want:
        said = self._message.text[start:end]
        return Want.model_construct(
            op="want", slot=slot, value=value, polarity=polarity, text=said, start=start, end=end, certainty=0.9
        )
