"""The outside airline of ``examples/airline``: tasks that only book are reached through the toolbox, and its policy is kept."""

import json
from datetime import timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from examples.airline import end_states, fetch
from examples.airline.airline import Airline
from examples.airline.supplier import AirlineSupplier
from tests.emulators import airline as rows

from tripintent.state.queries import FlightQuery
from tripintent.state.travellers import Traveller
from tripintent.tools.clock import FixedClock
from tripintent.tools.errors import CommitRejected
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.orders import OrderRequest

OUT, BACK = "2024-05-20", "2024-05-25"
ANN = Traveller(given_name="Ann", family_name="Lee", date_of_birth="1985-03-04")


def _task(number, flights, payments, **more):
    """Return a task in the benchmark's form: what its solution books."""
    booked = {
        "user_id": "ann",
        "origin": "JFK",
        "destination": "SFO",
        "flight_type": "one_way",
        "cabin": "economy",
        "flights": [{"flight_number": one, "date": day} for one, day in flights],
        "passengers": [{"first_name": "Ann", "last_name": "Lee", "dob": "1985-03-04"}],
        "payment_methods": [{"payment_id": one, "amount": amount} for one, amount in payments],
        "total_baggages": 0,
        "nonfree_baggages": 0,
        "insurance": "no",
    }
    actions = [{"name": "get_user_details", "arguments": {}}, {"name": "book_reservation", "arguments": booked | more}]
    return {"id": number, "evaluation_criteria": {"actions": actions}}


STOP = [("HAT002", OUT), ("HAT003", OUT)]
THERE_AND_BACK = {"flight_type": "round_trip", "cabin": "basic_economy", "total_baggages": 1}


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (_task("stop", STOP, [("certificate_1", 100), ("credit_card_1", 10)]), "reached"),
        (
            _task(
                "back",
                [("HAT001", OUT), ("HAT005", BACK)],
                [("gift_card_1", 39), ("gift_card_2", 91)],
                **THERE_AND_BACK,
            ),
            "reached",
        ),
        (_task("bags", STOP, [("credit_card_1", 160)], total_baggages=3, nonfree_baggages=1), "reached"),
        (_task("less", STOP, [("gift_card_2", 109)]), "payment_methods is"),
        (_task("poor", STOP, [("gift_card_1", 110)]), "0 reservations in place of one"),
    ],
    ids=lambda given: given["id"] if isinstance(given, dict) else "",
)
async def test_an_end_state_is_reached_or_what_differs_is_said(task, said, tmp_path, capsys):
    """Flights, people, bags and each payment are the solution's; where they are not, the line says so and counts."""
    refused = {"id": "other", "evaluation_criteria": {"actions": [{"name": "cancel_reservation", "arguments": {}}]}}
    (tmp_path / "tasks.json").write_text(json.dumps([refused, task]))
    (tmp_path / "db.json").write_text(json.dumps(rows.database(OUT, BACK)))
    assert await end_states.main(tmp_path) == (said != "reached")
    assert f"task {task['id']}: {said}" in capsys.readouterr().out


@pytest.fixture
def supplier(tmp_path):
    (tmp_path / "db.json").write_text(json.dumps(rows.database(OUT, BACK)))
    airline = Airline(tmp_path / "db.json", tmp_path / "books.json", "ann")
    return AirlineSupplier(airline, clock=FixedClock(end_states.NOW), places=Gazetteer())


async def _bought(supplier, reference="a", trip="t", pays="credit_card_1", **asked):
    query = FlightQuery(**{"origin": "JFK", "destination": "SFO", "depart_date": OUT, "adults": 1} | asked)
    offer = (await supplier.flights.search(query))[0]
    request = OrderRequest(client_ref=reference, offer=offer, travellers=(ANN,), metadata={"trip": trip})
    return await supplier.orders.book(request, pays)


@pytest.mark.parametrize(
    ("cabin", "hours", "code"), [("economy", 25, "not_refundable"), ("business", 25, None), ("economy", 24, None)]
)
async def test_cancelling_follows_the_policy(supplier, cabin, hours, code):
    """A day after the booking all comes back; later only from business class."""
    order = await _bought(supplier, cabin=cabin)
    supplier.orders.clock.advance(timedelta(hours=hours))
    if code:
        with pytest.raises(CommitRejected) as refused:
            await supplier.orders.quote_cancellation(order.order_id)
        assert refused.value.code == code
    else:
        quote = await supplier.orders.quote_cancellation(order.order_id)
        assert (await supplier.orders.cancel(quote, "c")).status == "cancelled"


async def test_both_ways_of_a_trip_are_one_reservation(supplier):
    """It is not cancelled in part; the way back of another trip is a reservation of its own."""
    way = await _bought(supplier)
    back = {"origin": "SFO", "destination": "JFK", "depart_date": BACK}
    home, other = await _bought(supplier, "b", **back), await _bought(supplier, "c", "u", **back)
    assert (way.locator == home.locator, way.locator == other.locator) == (True, False)
    with pytest.raises(CommitRejected, match="as a whole"):
        await supplier.orders.quote_cancellation(way.order_id)


async def test_at_most_one_certificate_pays(supplier):
    """Nothing is taken from a profile where the policy lets these means not pay together."""
    with pytest.raises(CommitRejected, match="at most 1 of the kind certificate"):
        await _bought(supplier, pays="certificate_1+certificate_1")
    assert supplier.orders.airline.user.payment_methods["certificate_1"].amount == rows.PURSES["certificate_1"]


def test_what_cannot_be_fetched_is_said(tmp_path):
    """The words name the address and what to do; no half file stays."""
    with pytest.raises(SystemExit, match=r"cannot be fetched: .* Try again, or put the file into the folder"):
        fetch.fetch(tmp_path, "http://127.0.0.1:9/data")
    assert not list(tmp_path.iterdir())


def test_what_is_fetched_is_kept(tmp_path):
    """Three files come from the address, and a file that is there is not asked for again."""
    served, folder = tmp_path / "served", tmp_path / "data"
    served.mkdir()
    for name in fetch.FILES:
        (served / name).write_text(name)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(served))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        fetch.fetch(folder, f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    assert [(folder / name).read_text() for name in fetch.FILES] == [*fetch.FILES]
    fetch.fetch(folder, "http://127.0.0.1:9")
