"""Facts as the nodes pass them, for every kind of message and in every variant that a template decides on."""

from typing import Any, get_args

import pytest

from tripintent.state.caps import What

SIX = ("en", "es", "fr", "de", "pt", "it")
FLIGHT_TITLE = "Flight BOS–LIS, Mon 14 Jun 2027 08:05, Atlantic Air AA 12"
HOTEL_TITLE = "Casa Alta, room, 28 Dec to 04 Jan 2028"


def money(amount: str, currency: str = "USD") -> dict[str, str]:
    return {"amount": amount, "currency": currency}


NOT_QUOTED = [
    {"mode": "train", "from": "Lisbon", "to": "Porto", "date": "2027-06-16"},
    {"mode": "car", "from": "Porto", "to": "Faro", "date": None},
    {"mode": "ground", "from": None, "to": None, "date": None},
]
RISK = {"id": "x", "code": "host:own", "severity": "warn", "path": "", "text": "Said by a host.", "confirm": True}
RISKS = [{**RISK, "facts": {}}]
BOOKING = {
    "booking_id": "bk_1",
    "item_type": "flight",
    "title": FLIGHT_TITLE,
    "locator": "ABC123",
    "tickets": ["220-1"],
    "total": money("1234.50"),
    "status": "confirmed",
    "stale": False,
}
STAY = {**BOOKING, "item_type": "hotel", "title": HOTEL_TITLE, "locator": "", "tickets": [], "total": None}
WAYS = [
    {"hint": "fewer_stars", "count": 3, "cheapest": money("90", "EUR"), "name": "Riva", "stars": 2.0, "day": None},
    {"hint": "other_day", "count": 3, "cheapest": money("80", "EUR"), "name": "", "stars": None, "day": "2027-03-12"},
]
LIMITS = [{**WAYS[1], "hint": "max_stops", "day": None}]
EMPTY_FLIGHT = {"kind": "flight", "from": "Boston", "to": "Lisbon", "date": "2027-06-14", "error": None}
EMPTY_HOTEL = {"kind": "hotel", "place": "Lisbon", "date": "2027-06-14", "until": "2027-06-21", "error": "It is down."}
HINTS = [["more_stops"], ["other_day"], ["nearby_airport", "PVD", "Providence"]]
KNOWN = {"named": [], "half": [], "undated": [], "young": [], "gender": False, "heads": 1}

REFUSED = {
    "reason": "too dear",
    "by": "",
    "what": "purchase",
    "state": "rejected",
    "released": ["Flight JFK-SFO"],
    "booked": True,
}
FACTS: dict[str, list[dict[str, Any]]] = {
    "options": [{}],
    "no_options": [
        {
            "dropped": {"max_stops": 3, "policy.max_class": 1},
            "assumptions": [],
            "relaxed": LIMITS,
            "ruled_out": False,
            "simulated": True,
        },
        {"dropped": {"policy.max_stops": 9}, "relaxed": [], "ruled_out": True, "simulated": False},
    ],
    "nothing_to_quote": [{"not_quoted": NOT_QUOTED, "booked": False}, {"not_quoted": [], "booked": True}],
    "chosen": [{"blocked": False, "held": False}, {"blocked": True, "held": False}],
    "known_people": [{"names": ["Ann Smith", "Bob Smith"]}],
    "ask_details": [
        {
            **KNOWN,
            "missing": ["party.guests[0].name", "party.contact.email"],
            "named": ["Ann", "Bob"],
            "gender": True,
            "heads": 2,
        },
        {**KNOWN, "missing": ["party.contact.phone"], "undated": ["Cy"]},
        {**KNOWN, "missing": ["party.guests[0].date_of_birth"], "young": ["Cy"]},
    ],
    "released": [
        {"titles": [FLIGHT_TITLE], "asked": True, "approval_void": True},
        {"titles": [HOTEL_TITLE], "asked": False, "approval_void": False},
        {"titles": [], "asked": True, "approval_void": False, "booked": True},
        {"titles": [], "asked": True, "approval_void": False, "booked": False},
    ],
    "holds_expired": [{"titles": [FLIGHT_TITLE, HOTEL_TITLE], "approval_void": True}],
    "offers_gone": [{}],
    "unknown_bundle": [{"number": 9, "known": 2}, {"number": 9, "known": 1}, {"number": None, "known": 0}],
    "no_mix": [{"dropped": {"leg_order": 1, "offer_gone": 2}}, {"dropped": {}}],
    "reapproval_needed": [
        {"differences": ["It is dearer."], "dearer_by": money("12"), "simulated": True, "stale": []},
        {"differences": ["It is worse."], "dearer_by": None, "simulated": True, "stale": []},
    ],
    "refused": [
        {"code": "busy", "message": "said by the desk"},
        {"code": "a_host's", "message": "said by a host"},
        {"code": "missing_confirmation", "message": "tick it: budget", "unconfirmed": RISKS},
    ],
    "purchase_failed": [
        {
            "message": "The bank refused.",
            "state": "REJECTED",
            "declined": True,
            "bookings": [BOOKING],
            "simulated": True,
            "stale": [],
        }
    ],
    "in_review": [
        {
            "message": "A reply was lost.",
            "state": "MANUAL_REVIEW",
            "loss": money("40"),
            "bookings": [BOOKING],
            "simulated": True,
        },
        {"message": "A reply was lost.", "state": "UNKNOWN", "loss": None, "bookings": [], "simulated": True},
    ],
    "declined": [
        REFUSED,
        {**REFUSED, "reason": "", "by": "boss", "state": "expired"},
        {**REFUSED, "by": "boss", "released": [], "booked": False},
        {**REFUSED, "reason": "", "what": "cancel", "state": "void", "released": []},
    ],
    "too_late": [{"what": w, "state": s} for w in ("purchase", "cancel") for s in ("consumed", "void", "expired")],
    "watched": [
        {
            "findings": [
                {
                    "kind": "schedule_changed",
                    "title": "Flight JFK-SFO",
                    "was": ["ZZ100 JFK 08:00"],
                    "now": ["ZZ100 JFK 10:00"],
                },
                {"kind": "cheaper", "title": "Hotel", "paid": money("90"), "now": money("80"), "saves": money("10")},
                {
                    "kind": "check_in",
                    "title": "Flight JFK-SFO",
                    "flight": "ZZ100 2027-03-11 08:00",
                    "locator": "RZ0001",
                },
            ],
            "simulated": True,
        },
        {
            "findings": [
                {"kind": "check_in", "title": "Flight JFK-SFO", "flight": "ZZ100 2027-03-11 08:00", "locator": None}
            ],
            "simulated": True,
        },
    ],
    "change_accepted": [{"title": "Flight JFK-SFO"}],
    "nothing_to_cancel": [{}],
    "already_travels": [{}],
    "which_part": [{}],
    "cancel_costs": [{}],
    "search_empty": [
        {**EMPTY_FLIGHT, "hints": HINTS, "relaxed": WAYS, "simulated": True, "retryable": False},
        {**EMPTY_HOTEL, "hints": [], "relaxed": [], "simulated": False, "retryable": False},
    ],
    "search_failed": [
        {**EMPTY_FLIGHT, "hints": [], "relaxed": [], "simulated": False, "retryable": True},
        {**EMPTY_HOTEL, "hints": [], "relaxed": [], "simulated": False, "retryable": False},
    ],
    "search_instead": [
        {**EMPTY_HOTEL, "hints": [], "relaxed": [], "simulated": False, "retryable": False, "name": "Hilton"}
    ],
    "nothing_to_retry": [{}],
    "card_masked": [{}],
    "reconciled": [{"state": "PAYMENT_REVIEW", "note": "being found out"}, {"state": "PURCHASED", "note": ""}],
    "import_problems": [{"paths": ["party.travelers", "itinerary.segments[0]"]}],
    "malformed_event": [{"where": "event", "problem": "Input should be an object"}],
    "unclear_answer": [{}],
    "too_much": [
        {"what": what, "count": 2500, "limit": 30, "kept": kept} for what in get_args(What) for kept in (False, True)
    ],
    "too_long": [{"characters": 100000, "limit": 4000}],
    "hold_first": [
        {
            "held": [{"title": FLIGHT_TITLE, "total": money("9"), "expires_at": None}],
            "before": money("9"),
            "after": after,
            "missing": [],
            "approval": approval,
            "simulated": True,
            "labels": ["change it", "keep it"],
        }
        for after in (money("12"), None)
        for approval in (True, False)
    ],
    "hold_kept": [{}],
    "nothing_waits": [{}],
    "model_away": [{}],
    "model_cut": [{}],
    "model_no_tools": [{}],
    "cost_limit_near": [{}],
    "cost_limit_exceeded": [{}],
    "rate_limit_exceeded": [{}],
    "empty_message": [{}],
    "unreadable_message": [{}],
    "step_limit": [{}],
    "let_go": [{}],
    "keep_hold": [{}],
    "noted": [{"state": s} for s in ("completed", "presenting_options", "risk_checked", "intake")],
}
PRICED = ("no_options", "search_empty", "hold_first", "reapproval_needed", "in_review", "watched")


@pytest.fixture(params=SIX)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SIX[1:])
def translated(request: pytest.FixtureRequest) -> str:
    """Every language but English, in which the tools speak for themselves."""
    return str(request.param)
