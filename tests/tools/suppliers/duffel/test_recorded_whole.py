"""Every recorded reply of Duffel is read without loss, or is named as one that the adapter has no use for."""

import json
import os
import runpy
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import httpx
import pytest
from pydantic import AliasChoices, BaseModel

from tripintent.tools.errors import InvalidRequest, RateLimited, SupplierUnavailable, Unknown
from tripintent.tools.suppliers.duffel import order_wire, wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, of_commit, of_read
from tripintent.tools.suppliers.duffel.offers import schedule_change
from tripintent.tools.suppliers.shared.over_http import read_as

FOLDER = Path(os.environ.get("TRIPINTENT_RECORDED", Path(__file__).parents[5] / "shared/data")) / "duffel"
FILES = {str(path.relative_to(FOLDER)): path for path in FOLDER.rglob("*.json")}
pytestmark = pytest.mark.skipif(not FILES, reason="no recorded replies here: set TRIPINTENT_RECORDED to their folder")

READ = {
    "offer": (wire.DuffelOffer, ("get-offer-by-id", "get-offers", "offers_by", "components/offers/")),
    "order": (
        order_wire.DuffelOrder,
        ("-hold-order", "-instant-order", "get-order-by-id", "get-orders", "update-order", "java/order.json", "order_page", "order_update"),
    ),
    "payment": (order_wire.DuffelPayment, ("create-payment.json", "java/payment.json")),
    "cancellation": (order_wire.DuffelCancellation, ("order-cancellation", "order_cancellation")),
    "airline change": (order_wire.AirlineChange, ("airline_initiated_change",)),
    "change offer": (wire.ChangeOffer, ("change-offer", "change_offer")),
    "change request": (wire.ChangeRequest, ("create-order-change-request", "get-order-change-request-by", "order_change_requests")),
    "change": (wire.OrderChange, ("order-change.json", "get-order-change-by-id", "order_change.json")),
    "service": (wire.DuffelService, ("order_available_services",)),
    "search": (wire.OfferRequest, ("offer-request", "offer_request", "get-offer-requests")),
}  # fmt: skip
ERRORS = {
    "401_authorization": (InvalidRequest, None),
    "404_not_found": (InvalidRequest, "not_found"),
    "422_validation_error": (InvalidRequest, "validation_required"),
    "429_rate_limit": (RateLimited, "rate_limit_exceeded"),
    "500_airline_internal": (SupplierUnavailable, "airline_internal"),
}
NO_USE = (
    "aircraft", "airline-", "airline_by", "airlines", "airport", "payment-intent", "refund", "webhook",
    "accommodation", "partial-", "update-offer-passenger",
)  # fmt: skip
"""What is asked for nowhere: lists of names, payment intents and refunds, and how webhooks are set up."""  # fmt: skip


def kind_of(name):
    """Return what a file is a reply of: the longest name that fits."""
    fits = [(len(part), kind) for kind, (_, parts) in READ.items() for part in parts if part in name]
    return max(fits)[1] if fits else None


def rows(body):
    data = body.get("data", body)
    return data if isinstance(data, list) else [data]


def lost(model, raw, path=""):
    """Yield what a reader's value says otherwise than the reply."""
    for name, field in type(model).model_fields.items():
        alias = field.validation_alias
        names = [name, *(alias.choices if isinstance(alias, AliasChoices) else ())]
        said = next((raw[one] for one in names if raw.get(one) is not None), None)
        if said is not None:
            yield from differs(getattr(model, name), said, f"{path}.{name}")


def differs(value, said, path):
    if isinstance(value, BaseModel):
        yield from lost(value, said, path)
    elif isinstance(value, tuple):
        if len(value) != len(said):
            yield f"{path}: {len(value)} of {len(said)}"
        for number, (one, other) in enumerate(zip(value, said, strict=False)):
            yield from differs(one, other, f"{path}[{number}]")
    elif isinstance(value, datetime):
        if value != datetime.fromisoformat(said):
            yield f"{path}: {value} for {said}"
    elif isinstance(value, Decimal):
        if str(value) != str(said):
            yield f"{path}: {value} for {said}"
    elif value != said:
        yield f"{path}: {value!r} for {said!r}"


def test_every_recorded_reply_has_a_reader_or_is_of_no_use():
    """No file is left out in silence."""
    left = [name for name in FILES if not (kind_of(name) or "exceptions" in name or any(one in name for one in NO_USE))]
    assert not left


@pytest.mark.parametrize("kind", READ)
def test_it_is_read_without_loss(kind):
    """Each amount, moment and name that is read is what the reply says."""
    model = READ[kind][0]
    found = {name: path for name, path in FILES.items() if kind_of(name) == kind and not any(n in name for n in NO_USE)}
    seen = 0
    for name, path in found.items():
        for raw in rows(json.loads(path.read_text())):
            assert not list(lost(read_as(model, raw, MANNERS), raw)), name
            seen += 1
    assert seen


def test_an_airlines_change_names_the_flights_before_and_after():
    """Of the recorded ones, one was accepted and one cancelled; both name their flights."""
    for name in ("airline_initiated_change", "airline_initiated_change_cancelled"):
        raw = json.loads(FILES[f"java/{name}.json"].read_text())["data"]
        change = schedule_change(read_as(order_wire.AirlineChange, raw, MANNERS))
        assert not change.open
        assert change.was
        assert len(change.now) == sum(len(way["segments"]) for way in raw["added"])


@pytest.mark.parametrize("name", ERRORS)
def test_every_recorded_error_is_one_of_ours(name):
    """With its code and its words; for a commit what the table does not know is in doubt."""
    kind, code = ERRORS[name]
    answer = httpx.Response(int(name[:3]), content=FILES[f"java/exceptions/{name}.json"].read_bytes())
    error = of_read(answer)
    assert type(error) is kind
    assert error.code == code or code is None
    assert str(error) in answer.json()["errors"][0]["message"]
    assert isinstance(of_commit(answer), Unknown) == (answer.status_code in (429, 500))


def test_a_seat_map_of_the_emulator_is_read_without_loss(places, clock):
    """Seat maps were not among the recorded replies here; the shape they have is kept beside the emulator."""
    services = runpy.run_path(str(Path(__file__).parents[3] / "emulators/duffel_services.py"))
    offer = {"id": "off_1", "passengers": [{"id": "pas_1"}], "slices": [{"id": "sli_1", "segments": [{"id": "seg_1"}]}]}
    (raw,) = services["seat_maps_of"](offer, "GBP", free=False)
    assert not list(lost(read_as(wire.SeatMap, raw, MANNERS), raw))
