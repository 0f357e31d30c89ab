"""Reading threads into views."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from langgraph.types import StateSnapshot

from tripintent.app.document import published_documents
from tripintent.app.exports.wording import passengers
from tripintent.app.http.localized import Localized, cities_of, journey_of, offers_shown, places_named
from tripintent.app.http.suggestions import suggestions_of
from tripintent.app.http.views import (
    MessageView,
    ThreadLine,
    ThreadView,
    TripView,
    details_of,
    message_view,
    pending_view,
    staff_view,
)
from tripintent.app.results import card_of
from tripintent.app.running import closed_card, is_spoken, pending_of, staff_wait_of
from tripintent.app.threads import codes_of, summary_of
from tripintent.app.user_session import UserSession
from tripintent.app.words import tag_of
from tripintent.nodes.booking.facts.news import found_since, watch_merge, watch_news
from tripintent.nodes.booking.facts.options import bundle_facts, offer_facts, offers_of
from tripintent.state.booking import UNDER_WAY, Approval
from tripintent.state.bundles import Bundle
from tripintent.state.derived import current_ranking
from tripintent.state.designer.itinerary import itinerary_of
from tripintent.state.designer.profile import trip_profile
from tripintent.state.offers import FlightOffer
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.standing import cheapest_whole, something_bought, watch_end
from tripintent.state.trip import TripIntent, told_below
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.nearness import NearSpot, spot_of
from tripintent.tools.toolbox.screen_facts import WatchFacts
from tripintent.tools.toolbox.searched import rooms_of_other_nights
from tripintent.tools.toolbox.stand import can_now


async def snapshot_of(session: UserSession, thread: str) -> StateSnapshot:
    """Return the newest state of a thread."""
    return await session.graph.aget_state({"configurable": {"thread_id": thread}})


def version_of(snapshot: StateSnapshot, news: Sequence[AuditEvent] = ()) -> str:
    """Return what changes with every step, and with what was found since."""
    step = str(snapshot.config.get("configurable", {}).get("checkpoint_id", "none"))
    return f"{step}.{len(news)}" if news else step


async def news_of(session: UserSession, thread: str, snapshot: StateSnapshot) -> tuple[AuditEvent, ...]:
    """Return what was found about the bookings and is not told in the conversation yet; its next turn tells it."""
    return await found_since(trip_of(snapshot), session.acting(thread))


async def is_settled(session: UserSession, closed: Approval) -> bool:
    """Check whether nothing of a decided approval is under way any more: then its conversation hears what became of it."""
    if closed.state == "void":
        return False  # another conversation about the trip asks again
    return (await session.ports.desk.ledger_status(closed.trip_id)).purchase_state not in UNDER_WAY


async def unfinished(
    session: UserSession, thread: str, snapshot: StateSnapshot, closed: Approval | None, *, working: bool
) -> tuple[bool, bool]:
    """Return whether a turn is worked on (``working``: in this process), and whether one was cut off, maybe at a ``closed`` card."""
    open_end = bool(snapshot.next) and (not snapshot.interrupts or closed is not None) and not working
    elsewhere = open_end and await session.is_busy(thread)
    return working or elsewhere, open_end and not elsewhere


async def thread_view(session: UserSession, thread: str, snapshot: StateSnapshot, *, working: bool) -> ThreadView:
    """Return the whole thread; ``working``: a turn of it runs in this process."""
    closed = await closed_card(snapshot, session.ports.desk)
    pending = None if closed else card_of(pending_of(snapshot))
    at_work, cut_off = await unfinished(session, thread, snapshot, closed, working=working)
    trip = trip_of(snapshot)
    messages = [
        message_view(m, trip.request.tag) for m in await session.messages_of(thread, snapshot.values) if is_spoken(m)
    ]
    found = await news_of(session, thread, snapshot)
    if found:
        news = await watch_news(trip, found, session.acting(thread))
        messages += [message_view(one, trip.request.tag) for one in news]
    options = [one for m in messages for one in m.facts.get("options", ())]
    heard = apply_patch(trip, Patch(by="view", merge={"working_memory": watch_merge(trip, found)}))
    return ThreadView(
        thread_id=thread,
        locale=tag_of(trip),
        version=version_of(snapshot, found),
        now=(now := session.ports.clock.now()).isoformat(),
        working=at_work,
        cut_off=cut_off,
        messages=messages,
        pending=pending_view(pending, trip, now),
        details=details_of(trip, messages),
        staff=staff_view(staff_wait_of(snapshot)),
        trip=await with_offers(trip_view(trip, heard), trip, session.acting(thread), options),
        profile=trip_profile(itinerary_of(snapshot.values), trip),
        documents=published_documents(snapshot.values),
        chips=suggestions_of(
            heard, waiting=pending is not None, decides=_held_back(snapshot, messages), menu=_asked(messages)
        ),
    )


def _asked(messages: Sequence[MessageView]) -> bool:
    """Tell whether the last words have a menu to press, or a form for the whole trip."""
    question = messages[-1].facts.get("question", {}) if messages else {}
    return bool(question.get("options")) or question.get("about") == "trip"


def _held_back(snapshot: StateSnapshot, messages: Sequence[MessageView]) -> dict[str, str]:
    """Return the answers, by their names, to what would let a hold go, while that waits."""
    waits = (turn := snapshot.values.get("turn")) is not None and bool(turn.held_back)
    asked = next((one for one in reversed(messages) if one.kind == "hold_first"), None)
    return dict(asked.facts.get("labels", {})) if waits and asked else {}


def trip_of(snapshot: StateSnapshot) -> TripIntent:
    """Return the trip of a thread, an empty one before the first turn."""
    return snapshot.values.get("trip_intent") or TripIntent()


async def options_shown(bundles: Sequence[Bundle], trip: TripIntent, ports: Ports) -> list[dict[str, Any]]:
    """Return options with the facts of their flights and hotels, numbered."""
    return await _options(bundles, trip, ports, await spot_of(trip, ports)) if bundles else []


async def _options(
    bundles: Sequence[Bundle], trip: TripIntent, ports: Ports, spot: NearSpot | None
) -> list[dict[str, Any]]:
    worded, offers = Localized(trip.request.tag), await offers_of(bundles, trip, ports)
    facts = (bundle_facts(one, trip, offers, ports, spot) for one in bundles)
    return [worded.option({**one, "number": number}) for number, one in enumerate(facts, 1)]


async def options_to_mix(bundles: Sequence[Bundle], trip: TripIntent, ports: Ports) -> list[dict[str, Any]]:
    """Return options with, for each of their stays, the same room for the other nights in which a flight can land."""
    if not bundles:
        return []
    worded, spot = Localized(trip.request.tag), await spot_of(trip, ports)
    alike = await rooms_of_other_nights({i for one in bundles for i in one.hotel_option_ids}, trip, ports)
    rooms = {
        option: [worded.offer(offer_facts(one, trip, ports, spot)) for one in some] for option, some in alike.items()
    }
    return [
        one | {"other_nights": [rooms.get(i, []) for i in bundle.hotel_option_ids]}
        for one, bundle in zip(await _options(bundles, trip, ports, spot), bundles, strict=True)
    ]


async def with_offers(view: TripView, trip: TripIntent, ports: Ports, options: Iterable[Mapping[str, Any]]) -> TripView:
    """Return the view with the facts of the trip's offers, and the cities of all that is shown beside ``options``."""
    offers = await offers_shown(trip, ports)
    told = [flight for one in options for flight in one["flights"]]
    ranking = current_ranking(trip)  # the page fetches all of it, and shows where each stops
    listed = await offers_of(ranking.bundles, trip, ports) if ranking else {}
    stops = (hop.destination for one in listed.values() if isinstance(one, FlightOffer) for hop in one.segments)
    codes = (*codes_of(trip), *stops)
    places = places_named([*offers.values(), *told], codes, ports.places, trip.request.tag)
    cities = cities_of(codes_of(trip), ports.places, trip.request.tag)
    return view.model_copy(update={"offers": offers, "places": places, "cities": cities})


def trip_view(trip: TripIntent, heard: TripIntent | None = None) -> TripView:
    """Return where the trip is; ``heard``: with what was found since its last turn."""
    memory, ranking, watch = trip.working_memory, current_ranking(trip), (heard or trip).working_memory.price_watch
    if watch and watch_end(trip, date.fromisoformat(trip.request.now_date)):
        watch = None
    worded = Localized(trip.request.tag)
    return TripView(
        trip_id=trip.trip_id,
        names=passengers(trip),
        phase=trip.status.phase,
        state=trip.status.state,
        selected_bundle_id=memory.selected.bundle_id,
        ranked=len(ranking.bundles) if ranking else 0,
        choices=tuple(one.bundle_id for one in ranking.bundles) if ranking else (),
        holds=tuple(one.model_copy(update={"title": worded.title(one.title)}) for one in memory.holds),
        bookings=tuple(one.model_copy(update={"title": worded.title(one.title)}) for one in memory.bookings),
        replaced=tuple(one.booking_id for one in memory.bookings if one.has_successor),
        assumptions=trip.status.assumptions,
        can=tuple(can_now(trip)),
        watch=WatchFacts(event="on", below=watch.below, until=watch.until) if watch else None,
        watchable=told_below(best.whole) if (best := cheapest_whole(trip)) and not something_bought(trip) else None,
        **vars(journey_of(trip)),
    )


async def thread_lines(session: UserSession, threads: Iterable[str], language: str = "") -> list[ThreadLine]:
    """Return the list of the given threads, the newest first; one that no one wrote in yet is left out."""
    found = [(thread, await snapshot_of(session, thread)) for thread in threads]
    places = session.ports.places
    lines = [_line(thread, snapshot, places, language) for thread, snapshot in found if snapshot.created_at]
    return sorted(lines, key=lambda line: line.updated_at or "", reverse=True)


def _line(thread: str, snapshot: StateSnapshot, places: Places, language: str) -> ThreadLine:
    line, journey = vars(summary_of(thread, snapshot)), vars(journey_of(trip_of(snapshot), places, language))
    return ThreadLine.model_validate({**line, **journey})
