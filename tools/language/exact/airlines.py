"""Airlines by name and code."""

from functools import cache

from tripintent.tools.language.exact.tables import load_data
from tripintent.tools.places.folding import fold


@cache
def names() -> dict[str, str]:
    """Return the canonical name by every folded spelling, codes left out."""
    return {fold(spelling): names[0] for names in load_data("airlines").values() for spelling in names}


def canonical(name: str) -> str | None:
    """Return the airline's name for any spelling or its two-letter code; None for one that is not known."""
    return names().get(fold(name)) or by_code(name.strip().upper())


def by_code(code: str) -> str | None:
    """Return the airline's name for its two-letter code."""
    names = load_data("airlines").get(code)
    return names[0] if names else None
