"""The sights of a plan's towns, and which of them a name means."""

from collections.abc import Sequence
from typing import cast, get_args

from rapidfuzz.fuzz import ratio

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import usual_duration
from tripintent.state.designer.sameness import plain, similar_words
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.attractions import Attraction, Attractions, Interest, SightKind

_KIND_WORDS = frozenset(word for kind in get_args(SightKind) for word in kind.split("_"))
_TOWNS = 3
"""Towns of a trip that are looked up."""
_SPELLING = 80.0
"""How alike two spellings of one word are, of 100: "Colloseum" is the Colosseum."""
_SAME_KIND = 85.0
"""How alike a word and the name of a kind are, of 100: "museums" are of the kind museum."""
_LONG = 5
"""Letters of a word that can tell a sight from the others."""


def interests_of(document: ItineraryDocument) -> tuple[Interest, ...]:
    """Return the interests of the plan that sights are known by."""
    known = set(get_args(Interest))
    return cast("tuple[Interest, ...]", tuple(i for i in document.trip_preferences.interests if i in known))


async def sights_of(document: ItineraryDocument, source: Attractions | None) -> tuple[Attraction, ...]:
    """Return what there is to see in the towns of a plan; nothing where nothing is known."""
    if source is None:
        return ()
    found: list[Attraction] = []
    for destination in document.destinations[:_TOWNS]:
        try:
            found += await source.search(destination.name, interests=interests_of(document))
        except ToolError:
            continue  # another destination may still be known; none at all is said as such
    return tuple(found)


def meant(sight: Attraction, names: Sequence[str]) -> bool:
    """Tell whether names of interests, kinds of sights or sights mean this one."""
    return any(
        name in sight.interests
        or ratio(plain(name), sight.kind.replace("_", " ")) >= _SAME_KIND
        or any(similar_words(name, one) for one in (sight.name, *sight.also))
        for name in names
    )


def sight_named(name: str, sights: Sequence[Attraction]) -> Attraction | None:
    """Return the one sight that a name means, in any spelling near to ours; None when it may be several, or is not a sight."""
    alike = [s for s in sights if any(similar_words(name, n) for n in (s.name, *s.also))]
    same = [s for s in alike if plain(name) in {plain(n) for n in (s.name, *s.also)}]
    if len(alike) == 1 or same:
        return (same or alike)[0]
    if alike or usual_duration(name).confidence != "low":
        return None  # a dinner near a sight is not the sight
    words = plain(name).split()
    told = [w for w in words if len(w) >= _LONG and w not in _KIND_WORDS]
    meant = {
        s.id: s
        for s in sights
        for w in told
        if any(ratio(w, x) >= _SPELLING for n in (s.name, *s.also) for x in plain(n).split())
    }
    return next(iter(meant.values())) if len(meant) == 1 and len(told) * 2 >= len(words) else None
