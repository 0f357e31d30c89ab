"""What travellers, hosts, suppliers and time may say and do in the state machine, as Hypothesis strategies."""

from datetime import timedelta

from hypothesis import strategies as st

PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"

THREADS = st.sampled_from(("t1", "t1", "t2"))
WISHES = st.sampled_from(
    (
        "Boston to Lisbon June 14 to June 21, two adults",
        "Boston to Lisbon June 14 to June 21, two adults, no hotel",
        "one way from Porto to Madrid on May 3, just me, no hotel",
        "I want to go to Lisbon",
        "a hotel in Vienna from May 4 to May 6 for two",
        "New York to Paris June 1, then Paris to Rome June 5, then Rome to New York June 9, 2 adults",
        "from Boston to Boston yesterday",
    )
)
CHANGES = st.sampled_from(
    (
        "change the return to June 23",
        "change the return to June 21",
        "actually make it three adults",
        "two adults after all",
        "business class please",
        "no hotel",
        "the budget is 100 dollars",
        "nonstop only",
        "to Madrid instead",
        "one way",
        "next Friday",
        "2",
        "yes",
        "no",
        PEOPLE,
        "Carl Smith 1990-01-01",
    )
)
TALK = st.sampled_from(
    (
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
                "segments": [
                    {"origin": {"code": "OPO"}, "destination": {"code": "MAD"}, "depart_date": "2027-05-03"},
                ],
                "lodging": {"needed": False},
            },
        },
    )
)
UNCLEAR = st.sampled_from((True, "approve", "yes", 1, {}, [], {"decisions": []}, {"approved": True}, "what is this?"))
