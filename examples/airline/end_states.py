"""Reach the end states of the tasks that only book: ``python -m examples.airline.end_states FOLDER`` after ``fetch``.

No model takes part. What a task's own solution books is asked of our toolbox, one call after another, and approved as a person
would; then the reservation, the seats and the balances in the airline's books are held against that solution.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from examples.airline.airline import Airline
from examples.airline.supplier import AirlineSupplier
from examples.airline.tables import EASTERN, Reservation, User

from tripintent import Answer, Session, Settings, open_session
from tripintent.app.calls import call
from tripintent.tools.clock import FixedClock
from tripintent.tools.places.gazetteer import Gazetteer

NOW = datetime(2024, 5, 15, 15, tzinfo=EASTERN)
"""The time that the policy says it is."""
WRITES = ("book_reservation", "cancel_reservation", "update_reservation", "send_certificate")


class Task(NamedTuple):
    """A task whose solution changes the database by one booking alone."""

    number: str
    booked: Mapping[str, Any]


def tasks(file: Path) -> Iterator[Task]:
    """Yield the tasks that only book."""
    for task in json.loads(file.read_bytes()):
        done = [one for one in task["evaluation_criteria"]["actions"] or () if one["name"].startswith(WRITES)]
        if [one["name"] for one in done] == ["book_reservation"]:
            yield Task(task["id"], done[0]["arguments"])


def ways(booked: Mapping[str, Any]) -> list[list[Mapping[str, str]]]:
    """Return the flights of each way. A round trip turns where a flight leaves on a later day."""
    flights = booked["flights"]
    if booked["flight_type"] == "one_way":
        return [flights]
    days = [one["date"] for one in flights]
    turn = next(n for n in range(1, len(days)) if days[n] != days[n - 1])
    return [flights[:turn], flights[turn:]]


async def reached(task: Task, database: Path, books: Path) -> list[str]:
    """Book what the task's solution books, through the toolbox, and return what differs from it in the airline's books."""
    want = task.booked
    airline = Airline(database, books / "books.json", want["user_id"])
    before = airline.user.model_copy(deep=True)
    seller = AirlineSupplier(airline, clock=FixedClock(NOW), places=Gazetteer())
    async with open_session(Settings(data_dir=books, now=NOW), suppliers=[seller]) as session:
        await booked(session, f"customer/{task.number}", want)
    made = [airline.reservation(one) for one in airline.user.reservations if one not in before.reservations]
    return list(differences(want, made, before, airline.user))


async def booked(session: Session, thread: str, want: Mapping[str, Any]) -> None:
    """Call the tools that a model would call for it, then approve. Raises LookupError where the flights are not offered."""
    people = want["passengers"]
    there, *back = ways(want)
    wish: dict[str, Any] = {
        "origin": want["origin"],
        "stops": [{"place": want["destination"], "lodging": False}],
        "depart": {"day": there[0]["date"]},
        "party": {"adults": len(people)},
        "lodging": {"needed": False},
        "flights": {"cabin": want["cabin"], "checked_bags": want["total_baggages"] // len(people) or None},
    }
    wish |= {"return_day": {"day": back[0][0]["date"]}} if back else {"one_way": True}
    await call(session, thread, "update_trip", wish)
    await call(session, thread, "choose", {"option": await offered(session, thread, [there, *back])})
    names = [
        {"given_name": one["first_name"], "family_name": one["last_name"], "date_of_birth": one["dob"]}
        for one in people
    ]
    await call(session, thread, "set_travellers", {"people": names})
    asked = await call(session, thread, "request_purchase", {})
    if asked.waiting is None:
        raise LookupError(f"nothing waits for an approval: {asked.messages or asked.rejected}")
    seen = tuple(one.partition(":")[0] for one in asked.waiting.confirmations)
    means = "+".join(one["payment_id"] for one in want["payment_methods"])
    await session.approve(thread, Answer(payment_method_id=means, confirmations=seen))


async def offered(session: Session, thread: str, wanted: Sequence[Sequence[Mapping[str, str]]]) -> str:
    """Return the id of the option that has these flights, from all pages."""
    numbers = [[one["flight_number"] for one in way] for way in wanted]
    page, more = 1, True
    while more:
        found: Mapping[str, Any] = (
            await call(session, thread, "list_options", {"page": page, "also_alike": True})
        ).facts
        for option in found["options"]:
            if [one["flight_numbers"] for one in option["flights"]] == numbers:
                return str(option["option"])
        page, more = page + 1, found["more"]
    raise LookupError(f"no option has the flights {numbers}")


def differences(want: Mapping[str, Any], made: Sequence[Reservation], before: User, after: User) -> Iterator[str]:
    """Yield what differs between the solution and the books, in words."""
    if len(made) != 1:
        yield f"{len(made)} reservations in place of one"
        return
    have = made[0].model_dump()
    have |= {
        "flights": [{"flight_number": one.flight_number, "date": one.date} for one in made[0].flights],
        "payment_methods": have["payment_history"],
    }
    yield from (f"{name} is {have[name]!r}, not {value!r}" for name, value in want.items() if have[name] != value)
    for paid in want["payment_methods"]:
        purse, left = before.payment_methods[paid["payment_id"]], after.payment_methods.get(paid["payment_id"])
        due = None if purse.source == "certificate" else purse.amount and purse.amount - paid["amount"]
        if (left and left.amount) != due:
            yield f"{purse.id} has {left} left, not {due}"


async def main(folder: Path) -> int:
    """Print a line a task; return how many are not reached."""
    failed = 0
    for task in tasks(folder / "tasks.json"):
        with tempfile.TemporaryDirectory() as books:
            differs = await reached(task, folder / "db.json", Path(books))
        failed += bool(differs)
        print(f"task {task.number}: {'; '.join(differs) or 'reached'}")
    return failed


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))
