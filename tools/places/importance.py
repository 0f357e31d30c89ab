"""Which airports a traveller can plausibly use, and which of two is the more useful: a documented heuristic.

The airport data lists 7,900 IATA codes, air bases and grass strips among them, without passenger numbers. So:

* military fields, heliports and seaplane bases have no scheduled service, unless their name says they are shared;
* an airport with a traffic tier (``tripintent.tools.places.hubs``) has;
* an untiered one has when it is called international or regional, or when it is remote: no tiered airport is within
  ``REMOTE_KM`` (there a turboprop is how people travel), and it is not a general-aviation field by its name.
"""

import re

from tripintent.tools.places.hubs import tier

REMOTE_KM = 110.0
"""An airport farther than this from every tiered one is taken to have service of its own."""

SHADOW_KM = 45.0
"""Within this distance of a tiered airport, an untiered one is taken to have no scheduled service."""

_MILITARY = re.compile(
    r"\b(air base|afb|army|naval|nas|air force|air station|raf|raaf|military|heliport|helipad|seaplane|proving ground)"
    r"\b",
    re.IGNORECASE,
)
_SHARED_USE = re.compile(r"\b(international|regional|municipal)\b", re.IGNORECASE)
_SERVED_BY_NAME = re.compile(r"\b(international|intl|regional)\b", re.IGNORECASE)
_GENERAL_AVIATION = re.compile(
    r"\b(executive|county|municipal|airpark|airstrip|field|aerodrome|mine|station|downs|ranch|private)\b", re.IGNORECASE
)


def is_civil(code: str, name: str) -> bool:
    """Tell whether the airport is open to the public at all, by its name; a tiered one always is."""
    return tier(code) > 0 or not _MILITARY.search(name) or bool(_SHARED_USE.search(name))


def has_service(code: str, name: str, nearest_tiered_km: float) -> bool:
    """Tell whether scheduled flights are plausible, given the distance to the nearest tiered airport."""
    if tier(code):
        return True
    if nearest_tiered_km < SHADOW_KM:
        return False
    if _SERVED_BY_NAME.search(name):
        return True
    return nearest_tiered_km > REMOTE_KM and not _GENERAL_AVIATION.search(name)


def importance(code: str, name: str) -> float:
    """Return how useful the airport is to a traveller, from 0.75 (untiered) to 4 (an intercontinental hub)."""
    named = 0.5 if _SERVED_BY_NAME.search(name) else 0.0
    return named + (tier(code) + 0.5 if tier(code) else 0.75)
