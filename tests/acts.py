"""Typed acts in place of sentences: what a traveller does, as events that graph, session and HTTP API take alike.

An act is an event, or a function that makes one of the trip as it stands (``cheapest``). A driver works acts one after the
other, each as a turn of its own, and returns what came of the last one.
"""

from collections.abc import Callable, Mapping
from typing import Any

import httpx

from tripintent.app.incoming import Answer
from tripintent.app.results import TurnResult
from tripintent.app.session import Session
from tripintent.state.booking import ApprovalAnswer
from tripintent.state.trip import TripIntent

Event = dict[str, Any]
Act = Event | Callable[[TripIntent], Event]


def called(name: str, /, **arguments: Any) -> Event:
    """Call a tool of the toolbox."""
    return {"type": "TOOL_CALL", "name": name, "arguments": arguments}


def plan(origin: str, to: str, depart: str, back: str = "", adults: int = 1, **changes: Any) -> Event:
    """Plan a whole trip: there and back, or one way where no day of return is given. ``changes`` are any of TripChanges."""
    days = {"depart": depart, **({"return_day": back} if back else {"one_way": True})}
    return called(
        "update_trip", **{"origin": origin, "stops": [{"place": to}], "party": {"adults": adults}, **days, **changes}
    )


def change(**changes: Any) -> Event:
    """Change what is planned; let a hold go with ``let_hold_go=True``."""
    return called("update_trip", **changes)


def choose(option: int | str = 1) -> Event:
    """Choose an option by its number in the list, or by its id."""
    return called("choose", option=str(option))


def cheapest(trip: TripIntent) -> Event:
    """Choose the cheapest option that there is."""
    assert trip.working_memory.ranking, "no options to choose from"
    return choose(trip.working_memory.ranking.ordered("cheapest").bundles[0].bundle_id)


def hold() -> Event:
    """Hold what is chosen."""
    return called("hold")


def release() -> Event:
    """Let go what is held."""
    return called("release_hold")


def buy() -> Event:
    """Ask for the approval of the purchase."""
    return called("request_purchase")


def again() -> Event:
    """Repeat what failed."""
    return called("try_again")


def person(name: str, born: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a person of ``people``: given and family name in one, and the date of birth."""
    given, _, family = name.partition(" ")
    return {"given_name": given, "family_name": family, **({"date_of_birth": born} if born else {}), **more}


def people(*who: Mapping[str, Any]) -> Event:
    """Say who travels."""
    return called("set_travellers", people=[dict(one) for one in who])


def cancel(item: str = "all", **which: Any) -> Event:
    """Ask for the cancellation of what is booked: all, the flights, the hotels."""
    return {"type": "USER_CANCELS_BOOKING", "item": item, **which}


def move(item: str = "all", **days: Any) -> Event:
    """Ask for other days of a booked part: ``date`` of the flight or check-in, ``until`` of the check-out, ``which`` way."""
    which = {name: days.pop(name) for name in ("which", "place") if name in days}
    return {"type": "USER_CHANGES_BOOKING", "part": {"item": item, **which}, **days}


def days(**wishes: Any) -> Event:
    """Plan the days."""
    return called("plan_days", **wishes)


def documents(*kinds: str) -> Event:
    """Make checklist, itinerary or budget."""
    return called("create_documents", kinds=list(kinds))


ANN = person("Ann Smith", "1985-03-04", email="ann@example.org")
ANN_IN_FULL = {**ANN, "gender": "f", "phone": "+44 20 7183 8750"}
BOB = person("Bob Smith", "1983-07-09")
ANNA = person("Anna Muster", "1990-04-12", email="anna@example.org", phone="+49 151 23456789")


def yes(card: Mapping[str, Any], **args: Any) -> dict[str, Any]:
    """Return the approval of a card whose every confirmation was read."""
    confirmed = [one["id"] for one in card["confirmations"]]
    return {"decisions": [{"type": "approve", "args": {"confirmations": confirmed, **args}}]}


def agreed(approval: Any, **more: Any) -> ApprovalAnswer:
    """Return a person's yes to an approval as the ledger has it, every point confirmed."""
    ids = {name: getattr(approval, name) for name in ("approval_id", "trip_id", "thread_id")}
    return ApprovalAnswer(**{**ids, "decision": "approve", "confirmations": approval.confirmations, **more})


def no(reason: str = "") -> dict[str, Any]:
    """Return the refusal of a card."""
    return {"decisions": [{"type": "reject", "message": reason}]}


def to_approval(wish: Act, *who: Mapping[str, Any], option: Act = cheapest) -> tuple[Act, ...]:
    """Return the acts from nothing to a card that waits."""
    return wish, option, hold(), people(*who)


async def do(session: Session, thread: str, *acts: Act) -> TurnResult:
    """Work acts on a thread of a session."""
    result = None
    for act in acts:
        result = await session.event(thread, act(await session.trip(thread)) if callable(act) else act)
    assert result, "no act"
    return result


async def agree(session: Session, thread: str) -> TurnResult:
    """Approve the card that waits on a thread of a session, with all that it asks to confirm."""
    card = await session.waiting(thread)
    assert card, "no approval waits"
    return await session.approve(thread, Answer(confirmations=tuple(one["id"] for one in card.args["confirmations"])))


async def post(http: httpx.AsyncClient, thread: str, *acts: Event) -> httpx.Response:
    """Work acts on a conversation of a server, each as an event."""
    response = None
    for act in acts:
        response = await http.post(f"/api/threads/{thread}/events", json=act)
        assert response.status_code == 200, response.text
    assert response, "no act"
    return response


def words_of(result: TurnResult) -> str:
    """Return what a turn said."""
    return "\n".join(result.messages)


def functions_of(result: TurnResult) -> list[str]:
    """Return the functions of a desk that answered a turn."""
    return [str(one["function"]) for one in result.functions]
