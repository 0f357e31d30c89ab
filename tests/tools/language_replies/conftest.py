"""Facts as the nodes pass them, for every kind of message and in every variant that a template decides on."""

from typing import Any, get_args

import pytest

from tripintent.state.caps import What

WAITS = ("purchase", "more", "change", "cancel")
SIX = ("en", "es", "fr", "de", "pt", "it")
FLIGHT_TITLE = "Flight BOS–LIS, Mon 14 Jun 2027 08:05, Atlantic Air AA 12"
HOTEL_TITLE = "Casa Alta, room, 28 Dec to 04 Jan 2028"


def money(amount: str, currency: str = "USD") -> dict[str, str]:
    return {"amount": amount, "currency": currency}


def flight(**facts: Any) -> dict[str, Any]:
    return {
        "kind": "flight",
        "title": FLIGHT_TITLE,
        "total": money("1234.50"),
        "simulated": True,
        "terms": {"refundable": False},
        "route": ["BOS", "LIS"],
        "depart_at": "2027-06-14T08:05:00-04:00",
        "arrive_at": "2027-06-15T06:10:00+01:00",
        "days_later": 1,
        "stops": 0,
        "minutes": 425,
        "airlines": ["Atlantic Air"],
        "cabin": "economy",
        "fare_brand": None,
        **facts,
    }


def hotel(**facts: Any) -> dict[str, Any]:
    return {
        "kind": "hotel",
        "title": HOTEL_TITLE,
        "total": money("800"),
        "simulated": True,
        "terms": {"refundable": True},
        "name": "Casa Alta",
        "stars": 4.0,
        "area": None,
        "room": "",
        "rooms": 2,
        "board": "breakfast",
        "check_in": "2027-06-15",
        "check_out": "2027-06-21",
        **facts,
    }


def option(number: int, **facts: Any) -> dict[str, Any]:
    return {
        "number": number,
        "bundle_id": f"bndl_{number:010x}",
        "total": money("2034.50"),
        "rates_date": None,
        "labels": ["best_overall", "cheapest"],
        "why": "A sentence of the ranker.",
        "tradeoffs": ["a trade-off of the ranker"],
        "scores": {"price": 0.9},
        "over_budget": None,
        "refundable": False,
        "stops": 0,
        "minutes": 425,
        "stars": 4.0,
        "simulated": True,
        "flights": [flight()],
        "hotels": [hotel()],
        **facts,
    }


DAYS = {
    "earliest": "2027-03-10",
    "latest": "2027-03-14",
    "less": [
        {"day": "2027-03-11", "back": "2027-03-15", "total": money("90", "EUR"), "less": money("12", "EUR")},
        {"day": "2027-03-13", "back": None, "total": money("95", "EUR"), "less": money("7", "EUR")},
    ],
}

GIVES_UP = {
    "price_over_cheapest": 100.0,
    "minutes_over_fastest": 65.0,
    "stops_over_fewest": 1.0,
    "stars_under_best": 1.0,
    "refundable_from": 2500.0,
}
OPTIONS = [
    option(1),
    option(2, scores=GIVES_UP, labels=["alternative"], over_budget=money("34.50"), rates_date="2027-02-26"),
    option(3, scores={"discomfort_over_best": 2.0}, labels=[], stars=None, hotels=[], refundable=True),
]
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
OPTION_FACTS: dict[str, Any] = {
    "options": OPTIONS,
    "more": 7,
    "considered": 100,
    "assumptions": ["economy", "near:Sintra:Lisbon:LIS:25", "reading:Birmingham:Birmingham, Alabama:BHM"],
    "dropped": {"max_stops": 3},
    "not_quoted": NOT_QUOTED,
    "simulated": True,
    "unfound": [],
    "single": [],
    "strangers": [],
    "unmet": [],
    "days": None,
    "choose_first": True,
    "unselected": True,
}
WAYS = [
    {"hint": "fewer_stars", "count": 3, "cheapest": money("90", "EUR"), "name": "Riva", "stars": 2.0, "day": None},
    {"hint": "other_day", "count": 3, "cheapest": money("80", "EUR"), "name": "", "stars": None, "day": "2027-03-12"},
]
LIMITS = [{**WAYS[1], "hint": "max_stops", "day": None}]
UNFOUND = [
    {"kind": "flight", "from": "Lisbon", "to": "Porto", "date": "2027-03-11"},
    {"kind": "hotel", "place": "Porto", "from": None, "to": None, "date": "2027-03-11"},
]
CHOSEN: dict[str, Any] = {
    "bundle_id": "bndl_1",
    "total": money("2034.50"),
    "rates_date": None,
    "offers": [flight(), hotel()],
    "risks": RISKS,
    "blocks": [],
    "held": False,
    "stale_bookings": [
        {"title": FLIGHT_TITLE, "paid": money("9"), "fee": money("5"), "refund": money("4")},
        {"title": HOTEL_TITLE, "paid": money("9"), "fee": None, "refund": None, "problem": ""},
    ],
    "simulated": True,
}
BOUGHT: dict[str, Any] = {
    "total": money("2034.50"),
    "cheaper_by": money("3"),
    "already": False,
    "bookings": [BOOKING, STAY],
    "simulated": True,
    "stale": [STAY],
}
EMPTY_FLIGHT = {"kind": "flight", "from": "Boston", "to": "Lisbon", "date": "2027-06-14", "error": None}
EMPTY_HOTEL = {"kind": "hotel", "place": "Lisbon", "date": "2027-06-14", "until": "2027-06-21", "error": "It is down."}
HINTS = [["more_stops"], ["other_day"], ["nearby_airport", "PVD", "Providence"]]

COST = {"title": FLIGHT_TITLE, "fee": money("50"), "refund": money("100"), "paid": money("150"), "problem": ""}
MOVED = {"problem": "changed", "state": "changed", "refund": money("50"), "refund_to": "payment"}
NO_COST = {**COST, "fee": None, "refund": None, "problem": "not_cancellable", "message": "no"}
GONE = {"title": FLIGHT_TITLE, "state": "cancelled", "fee": money("50"), "refund": money("100"), "message": ""}

FACTS: dict[str, list[dict[str, Any]]] = {
    "options": [
        {**OPTION_FACTS, "days": {**DAYS, "flights": True}},
        {**OPTION_FACTS, "days": {**DAYS, "flights": False}},
        *({**OPTION_FACTS, "days": {**DAYS, "flights": flights, "less": []}} for flights in (True, False)),
        {**OPTION_FACTS, "options": [option(1)], "more": 0, "assumptions": [], "not_quoted": []}
        | {"choose_first": False, "unselected": False},
        {
            **OPTION_FACTS,
            "unfound": UNFOUND,
            "strangers": ["Lufthansa"],
            "unmet": [{"slot": "board", "new": True, "kind": "text", "value": "breakfast"}],
        }
        | {
            "single": [
                {"name": "Riva", "place": "Porto", "relaxed": WAYS},
                {"name": "Riva", "place": "Porto", "relaxed": []},
            ]
        },
    ],
    "days_compared": [
        {
            "flights": flights,
            "days": [
                {"day": "2027-03-12", "back": "2027-03-16", "total": money("90", "EUR")},
                {"day": "2027-03-13", "back": None, "total": money("95", "EUR")},
            ],
            "searched": 9,
            "earliest": "2027-03-10",
            "latest": "2027-03-18",
            "simulated": True,
        }
        for flights in (True, False)
    ],
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
    "chosen": [CHOSEN, {**CHOSEN, "blocks": RISKS}],
    "ask_details": [
        {
            "missing": ["party.guests[0].name", "party.contact.email"],
            "named": ["Ann", "Bob"],
            "half": [],
            "undated": [],
            "young": [],
            "gender": True,
            "heads": 2,
        },
        {
            "missing": ["party.contact.phone"],
            "named": [],
            "half": [],
            "undated": ["Cy"],
            "young": [],
            "gender": False,
            "heads": 1,
        },
        {
            "missing": ["party.guests[0].date_of_birth"],
            "named": [],
            "half": [],
            "undated": [],
            "young": ["Cy"],
            "gender": False,
            "heads": 1,
        },
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
        {"reason": "too dear", "what": "purchase", "state": "rejected", "released": True},
        {"reason": "", "what": "purchase", "state": "expired", "released": True},
        {"reason": "", "what": "purchase", "state": "void", "released": False},
        {"reason": "", "what": "cancel", "state": "rejected", "released": False},
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
    "rebooking": [
        {"replaces": [COST], "steps": ["buy", "cancel"], "total": money("90"), "back": money("4")}
        | {"difference": money("86"), "dearer": True, "simulated": True},
        {"replaces": [{**COST, **MOVED}], "steps": ["change"], "total": money("2"), "back": money("4")}
        | {"difference": money("2"), "dearer": False, "simulated": True},
        {"replaces": [COST, NO_COST], "steps": ["buy", "change", "cancel"], "total": money("90"), "back": None}
        | {"difference": None, "dearer": True, "simulated": True},
    ],
    "cancel_costs": [
        {"items": [COST], "fee": money("50"), "refund": money("100"), "simulated": True},
        {"items": [COST, COST, NO_COST], "fee": money("100"), "refund": money("200"), "simulated": True},
    ],
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
    "noted": [
        *({"state": s} for s in ("completed", "presenting_options", "risk_checked", "intake")),
        *({"state": "awaiting_purchase_approval", "waits": one} for one in WAITS),
    ],
}
PRICED = (
    "days_compared",
    "no_options",
    "search_empty",
    "hold_first",
    "reapproval_needed",
    "in_review",
    "rebooking",
    "cancel_costs",
    "watched",
)


@pytest.fixture(params=SIX)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SIX[1:])
def translated(request: pytest.FixtureRequest) -> str:
    """Every language but English, in which the tools speak for themselves."""
    return str(request.param)


@pytest.fixture
def facts() -> dict[str, list[dict[str, Any]]]:
    return FACTS


@pytest.fixture
def priced() -> tuple[str, ...]:
    """Kinds whose facts, as given here first, have a price."""
    return PRICED
