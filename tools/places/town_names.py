"""Names of towns in the language of the reader: "Rom", "Parigi", "Lisbonne".

Unicode CLDR (through Babel) names the towns that time zones are called after, most capitals among them; ``town_names.yaml``
adds well-known others. A town that neither has keeps its name.
"""

from functools import cache

from babel import Locale

from tripintent.tools.places.folding import fold
from tripintent.tools.places.tables import table

_SOFT_HYPHEN = "\u00ad"
_EUROPEAN = {"pt": "pt_PT"}


def town_in(name: str, language: str) -> str:
    """Return the name of a town, known by its English name, as people of the language write it."""
    return _names(language).get(fold(name), name) if language != "en" else name


@cache
def _names(language: str) -> dict[str, str]:
    english = Locale("en").time_zones
    named = {}
    for zone, words in Locale.parse(_EUROPEAN.get(language, language)).time_zones.items():
        city = str(words.get("city", "")).replace(_SOFT_HYPHEN, "")
        if city and not any(mark in city for mark in "([,"):
            named[fold(english.get(zone, {}).get("city") or zone.rpartition("/")[2].replace("_", " "))] = city
    return named | {fold(town): names[language] for town, names in table("town_names").items() if language in names}
