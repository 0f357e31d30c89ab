"""All ranked options, with everything that a card shows."""

from tripintent.app.http.localized import Localized
from tripintent.nodes.booking.facts.option_facts import bundle_facts
from tripintent.state.derived import current_ranking
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def all_options(trip: TripIntent, ports: Ports) -> list[dict[str, object]]:
    """Return the options of the present ranking, best first; none when something of the trip has changed since."""
    ranking = current_ranking(trip)
    bundles = ranking.bundles if ranking else ()
    worded = Localized(trip.request.language)
    return [worded.option(await bundle_facts(number, bundle, trip, ports)) for number, bundle in enumerate(bundles, 1)]
