"""Routes that holidays and old ties make: which airports people fly to for the sun, and from how far without a stop.

The list follows what is commonly known of charter and holiday traffic in the mid 2020s; it is not a data set.
"""

from functools import cache

from babel.languages import get_official_languages

from tripintent.tools.places.hubs import tier
from tripintent.tools.ports.places import Airport

_CODES = """
PMI IBZ MAH AGP ALC TFS LPA ACE FUE FAO FNC PDL OLB CAG CTA PMO BRI BDS NAP RMI VCE NCE BIA AJA FSC SPU DBV ZAD PUY TIV
HER CHQ RHO CFU ZTH KGS JTR JMK MLA LCA PFO AYT DLM BJV VAR BOJ TLV AQJ HRG SSH RAK AGA DJE MIR NBE SID RAI BVC MCO SFB
FLL MIA TPA RSW PBI SRQ LAS PSP HNL OGG KOA LIH SJD PVR CUN CZM PUJ POP SDQ LRM MBJ NAS AUA CUR SXM UVF ANU BGI GCM
PLS STT SJU HAV VRA GND POS LIR SJO BZE CTG GIG REC FOR SSA NAT MCZ FLN BRC MLE MRU SEZ ZNZ MBA GOI CMB DPS LBJ HKT USM
KBV PQC DAD CXR CEB KLO MPH PPS LGK BKI OKA ISG GUM SPN NAN PPT RAR VLI CNS OOL HTI
"""
SUN = frozenset(_CODES.split())
"""Holiday airports: seaside, islands, theme parks."""

INLAND = frozenset({"MCO", "SFB", "LAS", "PSP", "RAK"})
"""Those of them that have no shore."""

NEAR_KM = 1_800.0
SUNWARD_KM = 4_800.0
"""A holiday flight: short in any direction, or longer towards the equator."""

SUNWARD_DEGREES = 3.0
FAR_KM = {3: 9_500.0, 2: 7_500.0}
"""By the tier of the origin: how far it sends holiday flights over an ocean."""

OWN_AREA_KM = 200.0
"""A large airport farther than this from every world hub serves an area of its own, and so has its own long holiday flights."""

TIED_REACH = 1.35
TIED_SHARE = 1.15
"""Countries that speak one language fly this much farther to each other, and on this many more of the routes."""

_SPOKEN = {"US": {"en"}, "AU": {"en"}, "NZ": {"en"}, "MX": {"es"}}
"""Languages that all speak where the Unicode data does not call them official."""


def holiday_flights(home: Airport, sun: Airport, km: float, nearest_hub_km: float) -> int:
    """Return the non-stop flights a day from a home airport to a holiday airport; 0 where there would be none.

    Args:
        home: Where the travellers live; a known airport, tier 1 or above.
        sun: Where they go.
        km: Great-circle distance of the two.
        nearest_hub_km: From the home airport to the nearest world hub, 0 for a hub itself.
    """
    if sun.code not in SUN or not tier(home.code):
        return 0
    size = tier(home.code)
    sunward = abs(home.lat) - abs(sun.lat) >= SUNWARD_DEGREES or home.country == sun.country
    if km <= NEAR_KM or (km <= SUNWARD_KM and sunward):
        return max(1, size - int(km > NEAR_KM))
    own_area = size == 3 or nearest_hub_km > OWN_AREA_KM
    known = tier(sun.code) >= 2 or (size == 3 and tied(home.country, sun.country))
    return int(sunward and known and own_area and km <= FAR_KM.get(size, 0.0))


@cache
def tied(one: str, other: str) -> bool:
    """Tell whether two countries (ISO 3166-1 alpha-2) share an official language, or the one that all speak there."""
    return one != other and bool(_languages(one) & _languages(other))


def _languages(country: str) -> set[str]:
    return {*get_official_languages(country)} | _SPOKEN.get(country, set())
