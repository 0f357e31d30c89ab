"""The registry's booking tools as LangChain tools, on the ports of a house: what the ReAct contestant works with."""

import json
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from typing import Any

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.travellers import Contact
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.reading import read
from tripintent.tools.host.ranking import host_flight, host_hotel
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest
from tripintent.tools.ports.outcomes import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RankRequest, RiskRequest
from tripintent.tools.toolbox.searched import title_of

BUY = "booking_confirm_and_purchase"


def tools_of(ports: Ports) -> list[BaseTool]:
    """Return the seven tools under the registry's names and argument schemas; offers are kept in the offer store."""
    works = (
        ("trip_requirements_extract", _extract),
        ("flight_quote_search", _flights),
        ("hotel_quote_search", _hotels),
        ("trip_option_ranker", _rank),
        ("policy_and_risk_check", _risk),
        ("reservation_hold_create", _hold),
        (BUY, _buy),
    )
    return [_tool(ports, name, work) for name, work in works]


def _tool(ports: Ports, name: str, work: Callable[..., Awaitable[Any]]) -> BaseTool:
    async def call(config: RunnableConfig, **arguments: Any) -> str:
        thread = str(config.get("configurable", {}).get("thread_id", ""))
        return json.dumps(await work(ports, thread, arguments), default=str)

    definition = ports.registry.get(name)
    schema: Any = dict(definition.parameters)
    return StructuredTool.from_function(
        coroutine=call, name=name, description=definition.description, args_schema=schema, infer_schema=False
    )


async def _extract(ports: Ports, _: str, given: dict[str, Any]) -> Any:
    """Return what the guide reads of the message; a host's own extractor would be a further call of its model."""
    places = ports.places if isinstance(ports.places, Gazetteer) else Gazetteer()
    reading = read(given["user_message"], GuideSituation(), ports.clock.now().date(), places)
    return [call.arguments for call in reading.draft.done()]


async def _flights(ports: Ports, thread: str, given: dict[str, Any]) -> Any:
    query = FlightQuery(
        origin=given["origin"],
        destination=given["destination"],
        depart_date=given["departure_date"],
        adults=given["travelers"]["adults"],
        cabin="economy",
    )
    return await _found(ports, thread, given, await ports.flights.search(query))


async def _hotels(ports: Ports, thread: str, given: dict[str, Any]) -> Any:
    query = HotelQuery(
        location=given["destination"],
        check_in=given["dates"]["start_date"],
        check_out=given["dates"]["end_date"],
        occupancies=(Occupancy(adults=given["party"]["adults"]),),
    )
    return await _found(ports, thread, given, await ports.hotels.search(query))


async def _found(ports: Ports, thread: str, given: dict[str, Any], offers: Sequence[Offer]) -> Any:
    shown = offers[: given.get("result_limit", 10)]
    key = f"{given.get('segment_index')}/{given.get('stay_index')}"
    await ports.offers.put(thread, key, shown, min(o.expires_at for o in shown))
    return {"options": [host_flight(o) if isinstance(o, FlightOffer) else host_hotel(o) for o in shown]}


async def _rank(ports: Ports, thread: str, given: dict[str, Any]) -> Any:
    flights = [await _offers(ports, thread, options) for options in given["flight_options_by_segment"]]
    hotels = [await _offers(ports, thread, options) for options in given["hotel_options_by_stay"]]
    request = RankRequest(
        flights=tuple(tuple(o for o in leg if isinstance(o, FlightOffer)) for leg in flights),
        hotels=tuple(tuple(o for o in stay if isinstance(o, HotelOffer)) for stay in hotels),
    )
    result = await ports.ranker.rank(request)
    return {"bundles": [b.model_dump(mode="json") for b in result.bundles]}


async def _risk(ports: Ports, thread: str, given: dict[str, Any]) -> Any:
    flights = await _offers(ports, thread, given["selected_flights"])
    hotels = await _offers(ports, thread, given["selected_hotels"])
    request = RiskRequest(
        flights=tuple(o for o in flights if isinstance(o, FlightOffer)),
        hotels=tuple(o for o in hotels if isinstance(o, HotelOffer)),
        total=Money(amount=sum((o.total_price.amount for o in (*flights, *hotels)), Decimal(0))),
        now=ports.clock.now(),
    )
    return {"risks": [i.model_dump(mode="json") for i in await ports.risk.check(request)]}


async def _hold(ports: Ports, thread: str, given: dict[str, Any]) -> Any:
    """Hold, and have the ledger issue the approval that a person gives on the middleware's card."""
    offers = await _offers(ports, thread, given["items"])
    items = tuple(HoldItem(offer=o, key=o.option_id, requirement_key=o.option_id, title=title_of(o)) for o in offers)
    people = FreeFormPeople().read(given["idempotency_key"], ports.clock.now().date(), "en").travellers
    contact = Contact(email="ann@example.org")
    request = HoldRequest(trip_id=thread, bundle_id="react", items=items, travellers=people, contact=contact)
    standing = await ports.desk.hold(request)
    issued = await ports.desk.request_approval(
        ApprovalRequest(trip_id=thread, travellers=people, contact=contact, payment_method_id="pm_sim_visa_4242")
    )
    if isinstance(issued, Refused):
        raise TypeError(issued.message)
    approval_id = issued.approval.approval_id
    return {"holds": [h.model_dump(mode="json") for h in standing.holds], "approval_token": approval_id}


async def _buy(ports: Ports, thread: str, given: dict[str, Any]) -> Any:
    answer = ApprovalAnswer(approval_id=given["approval_token"], trip_id=thread, decision="approve")
    outcome = await ports.desk.purchase(thread, await ports.desk.seal(answer))
    return outcome.model_dump(mode="json")


async def _offers(ports: Ports, thread: str, options: Sequence[dict[str, Any]]) -> list[Offer]:
    known = await ports.offers.options(thread, [option["option_id"] for option in options])
    return [known[option["option_id"]] for option in options if option["option_id"] in known]
