"""One call to a host: what goes out, what comes back, and what a failure means."""

import asyncio

import pytest

from tripintent.tools.errors import (
    CommitRejected,
    InvalidRequest,
    OfferGone,
    RateLimited,
    SupplierError,
    SupplierTimeout,
    SupplierUnavailable,
    Unknown,
)
from tripintent.tools.host.shapes import Holds, Options
from tripintent.tools.registry.arguments import FlightSearchArguments, HoldArguments, HoldItemArguments

SEARCH = FlightSearchArguments(origin="JFK", destination="SFO", departure_date="2026-03-11")
HOLD = HoldArguments(idempotency_key="op-1", items=(HoldItemArguments(item_type="flight", option_id="f1"),))


async def search(caller):
    return await caller.call("flight_quote_search", SEARCH, Options)


async def hold(caller):
    return await caller.call("reservation_hold_create", HOLD, Holds)


async def test_the_host_is_asked_by_its_own_names(host, caller):
    """Portfolio, organisation, tool and the registry's handler go out, with JSON arguments."""
    host.answers["flight_quote_search"] = {"options": []}
    await search(caller)
    portfolio, org, tool, handler, arguments = host.calls[0]
    assert (portfolio, org, tool, handler) == ("p1", "acme", "flight_quote_search", "acme/flights")
    assert arguments["constraints"] == {"max_stops": None, "avoid_red_eye": False, "preferred_airlines": []}
    assert (arguments["trip_type"], arguments["cabin"]) == ("one_way", None)


@pytest.mark.parametrize(
    "reply",
    [
        {"options": [1]},
        {"success": True, "output": {"options": [1]}},
        {
            "success": True,
            "input": {},
            "output": {"success": True, "output": {"options": [1]}, "stack": []},
            "stack": [],
        },
        {"output": {"options": [1]}},
    ],
)
async def test_envelopes_are_opened(host, caller, reply):
    """The output is found bare, in an envelope, and in an envelope within one."""
    host.answers["flight_quote_search"] = reply
    assert (await search(caller)).options == (1,)


CODES = {
    "timeout": (SupplierTimeout, Unknown),
    "unavailable": (SupplierUnavailable, Unknown),
    "rate_limited": (RateLimited, CommitRejected),
    "invalid_request": (InvalidRequest, CommitRejected),
    "sold_out": (OfferGone, OfferGone),
    "Payment-Declined": (InvalidRequest, CommitRejected),
    "no such code": (SupplierUnavailable, Unknown),
    "": (SupplierUnavailable, Unknown),
}


@pytest.mark.parametrize(("code", "kinds"), CODES.items())
async def test_failures_have_types(host, caller, code, kinds):
    """A search's failure says whether to ask again; a commit's failure is certain only where the host says so."""
    reply = {"success": False, "error": {"code": code, "message": "sorry"}, "stack": []}
    host.answers |= {"flight_quote_search": reply, "reservation_hold_create": {"output": reply}}
    for call, kind in zip((search, hold), kinds, strict=True):
        with pytest.raises(SupplierError, match="sorry") as caught:
            await call(caller)
        assert type(caught.value) is kind


async def test_retry_after_comes_along(host, caller):
    """A rate limit carries the seconds to wait."""
    host.answers["flight_quote_search"] = {"success": False, "error": {"code": "rate_limited", "retry_after": 7}}
    with pytest.raises(RateLimited) as caught:
        await search(caller)
    assert caught.value.retry_after == 7


async def _never(_):
    await asyncio.sleep(5)


LOST = {
    "an exception": (RuntimeError("boom"), SupplierUnavailable),
    "silence": (_never, SupplierTimeout),
    "a list": ([], SupplierError),
    "nothing": (None, SupplierError),
    "a wrong shape": ({"options": 3, "holds": 3}, SupplierError),
    "an error alone": ({"error": "down"}, SupplierUnavailable),
}


@pytest.mark.parametrize("name", LOST)
async def test_a_lost_commit_is_unknown(host, caller, name):
    """Whatever goes wrong without a clear refusal: a search failed, a commit may have happened."""
    answer, kind = LOST[name]
    host.answers |= {"flight_quote_search": answer, "reservation_hold_create": answer}
    with pytest.raises(kind) as caught:
        await search(caller)
    assert not isinstance(caught.value, Unknown)
    with pytest.raises(Unknown):
        await hold(caller)


async def test_errors_do_not_repeat_the_hosts_data(host, caller):
    """What a wrong shape contains stays out of the error's text."""
    host.answers["flight_quote_search"] = {"options": "passport X123"}
    with pytest.raises(SupplierError) as caught:
        await search(caller)
    assert "X123" not in str(caught.value)
