"""Pictures of a trip as SVG with text alternatives, drawn here."""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Response

from tripintent.app.http.journey import offers_shown
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb
from tripintent.app.pictures.price_time import price_time
from tripintent.app.pictures.route_map import route_map
from tripintent.app.pictures.route_of import legs_of, route_through
from tripintent.state.derived import current_ranking
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

SVG = "image/svg+xml"
router = APIRouter(prefix="/api/threads", tags=["pictures"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)})


async def _route(trip: TripIntent, ports: Ports) -> str:
    """Draw the way of the chosen or booked flights through their stops, or else the legs as they are wished."""
    offers = await offers_shown(trip, ports)
    flown = sorted((o for o in offers.values() if o["kind"] == "flight"), key=lambda o: str(o["depart_at"]))
    legs = tuple(leg for flight in flown for leg in route_through(flight["route"], ports.places))
    return route_map(legs or legs_of(trip, ports.places), trip.request.language)


async def _price_time(trip: TripIntent, ports: Ports) -> str:
    del ports
    ranking = current_ranking(trip)
    return price_time(ranking.bundles if ranking else (), trip.working_memory.selected.bundle_id, trip.request.language)


PICTURES: dict[str, Callable[[TripIntent, Ports], Awaitable[str]]] = {"route": _route, "price-time": _price_time}


@router.get("/{thread_id}/pictures/{name}.svg", responses={200: {"content": {SVG: {}}, "description": "The picture."}})
async def read_picture(thread_id: str, name: str, web: CurrentWeb, user: CurrentUser) -> Response:
    """Return `route` (great circles on a map) or `price-time` (all ranked trips). 404 while there is nothing to draw."""
    session = await web.enter(thread_id, user)
    draw = PICTURES.get(name)
    picture = await draw(await session.trip(thread_id), session.acting(thread_id)) if draw else ""
    if not picture:
        raise Problem(404, "no_picture", f"There is no picture {name!r} of this trip; known: {', '.join(PICTURES)}.")
    return Response(picture, media_type=SVG)
