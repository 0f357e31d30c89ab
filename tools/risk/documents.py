"""Entry documents: whether they are needed is not known here, that somebody must look is."""

from collections.abc import Iterator, Sequence

from babel import Locale

from tripintent.state.bundles import Issue
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ranking.words import joined


def document_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield one issue to confirm when the trip touches a country other than the traveller's own.

    Without a known home country, that of the first take-off means it. Airports of unknown country say nothing.
    """
    hops = [hop for offer in request.flights for hop in offer.segments]
    touched = [c for hop in hops for c in (hop.origin_country, hop.destination_country) if c]
    home = request.home_country or next(iter(touched), None)
    abroad = [country for country in dict.fromkeys(touched) if country != home]
    if abroad:
        text = f"Check passports, visas and entry rules for {_named(abroad)}, transit included."
        facts = {"countries": ",".join(abroad), "home_country": home or ""}
        yield Issue(code="entry_documents", severity="info", text=text, confirm=True, facts=facts)


def _named(countries: Sequence[str]) -> str:
    """Return the English names (CLDR) of ISO 3166 codes; an unknown code stays."""
    names = Locale("en").territories
    return joined([names.get(code, code) for code in countries])
