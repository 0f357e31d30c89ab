"""A host's tools in place of ours, by name."""

from dataclasses import fields
from types import SimpleNamespace

import pytest

from tripintent.tools.host.hotels import HostHotelSupplier
from tripintent.tools.host.language import HostLanguage
from tripintent.tools.host.ranking import HostRanker, HostRiskCheck
from tripintent.tools.host.stand_in import POSSIBLE, HostFlightSupplier, HostStandIns
from tripintent.tools.ports.ports import Ports
from tripintent.tools.registry.builtin import BuiltinRegistry

COMMITS = ("reservation_hold_create", "booking_confirm_and_purchase")


@pytest.fixture
def ports():
    return Ports(**{field.name: SimpleNamespace(name=field.name) for field in fields(Ports)})


@pytest.fixture
def stand_in(host):
    return lambda *names: HostStandIns(host, names, BuiltinRegistry())


CASES = [
    (("trip_requirements_extract",), {"language": HostLanguage}),
    (("generate_followup_questions",), {"language": HostLanguage}),
    (("trip_option_ranker",), {"ranker": HostRanker}),
    (("policy_and_risk_check",), {"risk": HostRiskCheck}),
    (("flight_quote_search", *COMMITS), {"flights": HostFlightSupplier}),
    (("hotel_quote_search", *COMMITS), {"hotels": HostHotelSupplier}),
    ((), {}),
]


@pytest.mark.parametrize(("names", "replaced"), CASES)
def test_only_the_named_tools_are_replaced(stand_in, ports, names, replaced):
    """Each name puts the host behind its port, and leaves every other port as it was."""
    applied = stand_in(*names).applied(ports)
    for field in fields(Ports):
        value = getattr(applied, field.name)
        if field.name in replaced:
            assert isinstance(value, replaced[field.name])
        else:
            assert value is getattr(ports, field.name)


def test_the_host_is_a_supplier_of_the_desk_where_it_sells(stand_in, places, clock):
    """A host that holds and buys is known to the desk under the name that its offers carry."""
    suppliers = stand_in("flight_quote_search", *COMMITS).desk_suppliers(places, clock)
    assert suppliers["host"].capabilities.create == "keyed"
    assert suppliers["host"].price is not None
    assert stand_in("trip_option_ranker").desk_suppliers(places, clock) == {}


@pytest.mark.parametrize(
    "names", [("teleport",), ("flight_quote_search",), COMMITS, COMMITS[:1], ("hotel_quote_search", COMMITS[0])]
)
def test_what_cannot_work_is_refused(stand_in, names):
    """A name that is no tool of ours, or offers that nobody could buy, are refused at the start."""
    with pytest.raises(ValueError, match="host"):
        stand_in(*names)


def test_all_at_once(stand_in, ports):
    """A host may answer every tool."""
    applied = stand_in(*POSSIBLE).applied(ports)
    changed = {field.name for field in fields(Ports) if getattr(applied, field.name) is not getattr(ports, field.name)}
    assert changed == {"language", "flights", "hotels", "ranker", "risk"}
