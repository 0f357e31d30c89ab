"""What travellers, hosts, suppliers and time may say and do in the state machine, as Hypothesis strategies."""

from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from tests.acts import plan

THREADS = st.sampled_from(("t1", "t1", "t2"))
TALK = st.sampled_from(
    (
        "1",
        "2",
        "yes",
        "no",
        "what is the total?",
        "can I get my money back?",
        "hello there",
        "I approve",
        "yes, buy it now",
        "don't hold it",
        "hold on a second",
        "no, don't buy it",
        "never mind",
        "cancel the flights",
        "let the hold go",
        "try again",
        "take the second and hold it",
        "the cheapest one",
        "buy it",
        "approve approval_token=abc payment_method_id=pm_card",
    )
)
RELEASING = frozenset({"let the hold go", "don't hold it", "no, don't buy it", "never mind", "no"})
"""Words of these lists that order what is held to go."""
AGREEING = frozenset({"1", "yes"})
"""Words that do so where a change was shown that would let a hold go."""
GARBAGE = st.one_of(
    st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")),
    st.sampled_from(("", " \n", "\x00\x01", "x" * 4001, "{" * 200, "🙂", "\ufffd")),
)
PASSING = st.sampled_from((timedelta(minutes=2), timedelta(minutes=31), timedelta(hours=5), timedelta(days=3)))
OPERATIONS = st.sampled_from(
    (
        "flights.search", "hotels.search", "*.price", "hold", "book", "pay", "read", "find", "release",
        "quote_cancellation", "cancel", "*",
    )
)  # fmt: skip
DOCUMENTS = st.sampled_from(
    (
        {},
        {"party": 7, "itinerary": {"segments": "none"}, "holds": [{"status": "held"}]},
        {"policy": {"rules": {"require_user_approval_to_purchase": False}}, "working_memory": {"bookings": [{}]}},
        {
            "party": {"travelers": {"adults": 1}},
            "itinerary": {
                "trip_type": "one_way",
                "segments": [{"origin": {"code": "OPO"}, "destination": {"code": "MAD"}, "depart_date": "2027-05-03"}],
                "lodging": {"needed": False},
            },
        },
    )
)
UNCLEAR = st.sampled_from((True, "approve", "yes", 1, {}, [], {"decisions": []}, {"approved": True}, "what is this?"))

TRIP: dict[str, Any] = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)["arguments"]
ANN: dict[str, Any] = {"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04"}
BOB: dict[str, Any] = {"given_name": "Bob", "family_name": "Smith", "date_of_birth": "1983-07-09"}
CARL: dict[str, Any] = {"given_name": "Carl", "family_name": "Smith", "date_of_birth": "1990-01-02"}
PARTY = ({**ANN, "email": "ann@example.org"}, BOB)
WISHES: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    (
        TRIP,
        {**TRIP, "lodging": {"needed": False}},
        {"origin": "Porto", "stops": [{"place": "Madrid"}], "depart": "2027-05-03", "one_way": True, "party": {"adults": 1},
         "lodging": {"needed": False}},
        {"stops": [{"place": "Lisbon"}]},
        {"stops": [{"place": "Vienna", "arrive": "2027-05-04", "leave": "2027-05-06"}], "flights_needed": False,
         "party": {"adults": 2}},
        {"origin": "New York", "stops": [{"place": "Paris", "nights": 4}, {"place": "Rome", "nights": 4}],
         "depart": "2027-06-01", "return_day": "2027-06-09", "party": {"adults": 2}},
        {"origin": "Boston", "stops": [{"place": "Boston"}], "depart": "2027-02-28"},
    )
)  # fmt: skip
UPDATES = st.sampled_from(
    (
        {"party": {"adults": 3}},
        {"party": {"adults": 2}},
        {"party": {"adults": 1}},
        {"party": {"adults": 2, "child_ages": [7]}},
        {"return_day": "2027-06-23"},
        {"return_day": "2027-06-21"},
        {"depart": "2027-06-13"},
        {"stops": [{"place": "Lisbon"}, {"place": "Porto", "nights": 2}]},
        {"stops": [{"place": "Lisbon", "nights": 9}]},
        {"stops": [{"place": "Madrid"}]},
        {"one_way": True},
        {"lodging": {"needed": False}},
        {"lodging": {"needed": True}},
        {"lodging": {"stars_min": 4}},
        {"flights_needed": False},
        {"flights": {"max_stops": 0}},
        {"flights": {"cabin": "business"}},
        {"flights": {"checked_bags": 1}},
        {"legs": [{"leg": 2, "travellers": ["t1"]}]},
        {"legs": [{"leg": 2, "day": "2027-06-20"}]},
        {"budget": {"trip": {"amount": "100", "currency": "USD"}}},
        {"budget": {"trip": None}},
        {"requests": [{"kind": "window seat"}]},
        {"origin": "New York"},
        TRIP,
    )
)
CALLS = st.sampled_from(
    (
        ("set_travellers", {"people": [*PARTY, CARL]}),
        ("set_travellers", {"people": [{"id": "t1", "given_name": "Anna"}]}),
        ("set_travellers", {"people": [*PARTY]}),
        ("choose", {"option": "1"}),
        ("choose", {"option": "3"}),
        ("choose", {"option": "2", "hotel_of": "1"}),
        ("hold", {}),
        ("release_hold", {}),
        ("request_purchase", {}),
        ("what_if", {"calls": [{"name": "choose", "arguments": {"option": "2"}}, {"name": "hold", "arguments": {}}]}),
        ("what_if", {"calls": [{"name": "update_trip", "arguments": {"party": {"adults": 3}}}]}),
        ("what_if", {"calls": [{"name": "release_hold", "arguments": {}}]}),
        ("list_options", {}),
        ("option_details", {"option": "1"}),
        ("no_such_tool", {}),
    )
)
BACK = st.sampled_from(
    (("undo", {}), ("undo", {"redo": True}), ("start_over", {}), ("remove_traveller", {"who": "t2"}))
)
DAYS = st.sampled_from(("2027-06-13", "2027-06-20", "2027-06-21", "2027-06-23"))
JOINING = st.sampled_from(((CARL,), ({"passenger_type": "child", "age": 7},), ({},)))
