"""Invented hotels' names, the parts of town they lie in, and what they offer, with the words travellers use for these."""

from collections.abc import Mapping
from typing import NamedTuple

from tripintent.state.frame import StayKind

STEMS = (
    "Imaginary",
    "Figment",
    "Make-Believe",
    "Fairytale",
    "Daydream",
    "Pretend",
    "Fable",
    "Neverland",
    "Storybook",
    "Wonderland",
    "Utopia",
    "Nowhere",
    "Paper Moon",
    "Castle in the Air",
    "Once Upon a Time",
    "Cloud Cuckoo",
)
NOUNS: Mapping[int, tuple[str, ...]] = {
    1: ("Hostel", "Bunkhouse"),
    2: ("Inn", "Lodge", "Guesthouse"),
    3: ("Hotel", "Rooms", "House"),
    4: ("Suites", "Plaza", "Garden Hotel"),
    5: ("Palace", "Grand Hotel", "Residence"),
}
KINDS: Mapping[str, StayKind] = {
    "Hostel": "hostel",
    "Bunkhouse": "hostel",
    "Inn": "guesthouse",
    "Lodge": "guesthouse",
    "Guesthouse": "guesthouse",
    "Rooms": "rental",
    "House": "boutique",
    "Suites": "rental",
    "Garden Hotel": "boutique",
    "Residence": "rental",
}
"""Kinds of stay by words of the name; the others are hotels."""


class Area(NamedTuple):
    """A part of town, how far from the centre it lies in km, and how its prices compare."""

    name: str
    nearest: float
    farthest: float
    price: float
    words: tuple[str, ...]


AREAS = (
    Area("City centre", 0.1, 0.9, 1.12, ("centre", "center", "central", "downtown", "midtown", "main square")),
    Area("Old town", 0.3, 1.3, 1.1, ("old town", "old city", "historic", "medina")),
    Area("Station district", 0.7, 2.2, 0.95, ("station", "train", "railway")),
    Area("Riverside", 0.8, 2.6, 1.05, ("river", "canal", "riverside")),
    Area("Museum quarter", 0.7, 2.2, 1.04, ("museum", "gallery", "theatre", "theater")),
    Area(
        "Waterfront", 1.0, 4.5, 1.1, ("beach", "sea", "seaside", "harbour", "harbor", "waterfront", "marina", "ocean")
    ),
    Area("Business district", 1.2, 4.0, 1.0, ("business", "financial", "convention", "conference", "fair")),
    Area("Market district", 0.9, 2.6, 0.98, ("market", "shopping", "mall", "bazaar")),
    Area("University quarter", 1.4, 3.6, 0.92, ("university", "campus", "college")),
    Area("Park side", 1.8, 5.0, 0.96, ("park", "garden", "quiet", "green", "forest")),
    Area("Airport", 9.0, 22.0, 0.85, ("airport", "terminal")),
)


def area_meant(said: str) -> Area | None:
    """Return the part of town that words like "near the river" mean; None for the name of a real quarter."""
    text = said.casefold()
    return next((area for area in AREAS if area.name.casefold() in text or any(w in text for w in area.words)), None)
