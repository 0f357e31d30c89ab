"""Phase and state are read off the trip; what a change invalidates is told leg by leg and stay by stay."""

import pytest

from tripintent.state import derived
from tripintent.state.derived import ranking_key, risk_key
from tripintent.state.document import block_hashes, merge_concurrent
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import Failure, QuoteSet
from tripintent.state.standing import explain_patch, phase_of
from tripintent.state.trip import TripIntent


def test_the_way_from_the_first_words_to_the_booking(trip: TripIntent, full: TripIntent, booked: TripIntent):
    """Each step has its name."""
    assert phase_of(TripIntent()) == ("intake", "collecting_requirements")
    assert phase_of(trip) == ("quote", "quoting_flights")
    assert phase_of(full) == ("quote", "risk_checked")
    wished = apply_patch(full, Patch(merge={"working_memory": {"hold_requested": True}}))
    assert phase_of(wished) == ("book", "placing_holds")
    assert phase_of(booked) == ("completed", "completed")


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        ("risk_report", ("quote", "risk_checking")),
        ("selected", ("quote", "presenting_options")),
        ("ranking", ("quote", "ranking_bundles")),
    ],
)
def test_what_is_not_there_yet_names_the_step(full: TripIntent, lost: str, expected: tuple):
    """One answer less is one step back."""
    assert phase_of(apply_patch(full, Patch(merge={"working_memory": {lost: {"$delete": True}}}))) == expected


def test_a_failure_that_may_pass_is_retryable(full: TripIntent):
    """A time-out of one search makes the trip retryable."""
    key = next(iter(full.working_memory.quotes))
    failure = Failure(tool_name="flight_quote_search", error="no answer", retryable=True)
    failed = QuoteSet(key=key, kind="flight", outcome="failed", failure=failure)
    assert phase_of(apply_patch(full, Patch(merge={"working_memory": {"quotes": {key: failed}}}))) == (
        "error",
        "retryable",
    )


@pytest.mark.parametrize(
    ("purchase", "expected"),
    [
        ("EXECUTING", "purchasing"),
        ("PAYMENT_REVIEW", "manual_review"),
        ("MANUAL_REVIEW", "manual_review"),
        ("REAPPROVAL_NEEDED", "reapproval_needed"),
    ],
)
def test_a_purchase_in_progress_outranks_the_rest(full: TripIntent, purchase: str, expected: str):
    """What the ledger is doing is what the trip says."""
    assert phase_of(apply_patch(full, Patch(merge={"working_memory": {"purchase_state": purchase}}))) == (
        "book",
        expected,
    )


def test_two_threads_that_change_different_parts_lose_nothing(trip: TripIntent):
    """Our block on top of theirs; the blocks that we did not touch are theirs."""
    start = block_hashes(trip)
    ours = apply_patch(trip, Patch(merge={"party": {"travelers": {"adults": 3}}}))
    theirs = apply_patch(trip, Patch(merge={"constraints": {"currency": "EUR"}, "version": 4}))
    merged = merge_concurrent(start, ours, theirs)
    assert (merged.party.travelers.adults, merged.constraints.currency, merged.version) == (3, "EUR", 4)


def test_what_was_found_out_about_one_trip_is_never_said_of_another(full: TripIntent):
    """The last answer is kept by the trip itself: asked of another one, the question is put again."""
    key, risk = ranking_key(full), risk_key(full)
    dearer = apply_patch(full, Patch(merge={"constraints": {"budget_total": {"amount": "900", "currency": "EUR"}}}))
    assert ranking_key(dearer) != key
    assert risk_key(dearer) != risk
    assert (ranking_key(full), risk_key(full)) == (key, risk)


def segments(*days: str) -> dict:
    ends = [("BOS", "LIS"), ("LIS", "BOS")]
    return {
        "itinerary": {
            "segments": [
                {"origin": {"code": a, "said": a}, "destination": {"code": b, "said": b}, "depart_date": d}
                for (a, b), d in zip(ends, days, strict=True)
            ]
        }
    }


ALL_HOLDS = ("holds[hld_f1]", "holds[hld_f2]", "holds[hld_h1]")
FLIGHTS = ("flight_quotes_by_segment[0]", "flight_quotes_by_segment[1]")
RANKED = ("ranked_bundles", "risk_report", "selected")
ROWS = [
    ("one leg's date", segments("2027-06-14", "2027-06-22"), ("flight_quotes_by_segment[1]", *RANKED, "holds[hld_f2]")),
    (
        "one leg's origin",
        {
            "itinerary": {
                "segments": [
                    {**segments("2027-06-14", "2027-06-21")["itinerary"]["segments"][0], "origin": {"code": "JFK"}},
                    segments("2027-06-14", "2027-06-21")["itinerary"]["segments"][1],
                ]
            }
        },
        ("flight_quotes_by_segment[0]", *RANKED, "holds[hld_f1]"),
    ),
    (
        "flight preferences",
        {"preferences": {"flight": {"cabin": "business"}}},
        (*FLIGHTS, *RANKED, "holds[hld_f1]", "holds[hld_f2]"),
    ),
    (
        "hotel dates",
        {"itinerary": {"lodging": {"check_out": "2027-06-20"}}},
        ("hotel_quotes_by_stay[0]", *RANKED, "holds[hld_h1]"),
    ),
    (
        "hotel preferences",
        {"preferences": {"hotel": {"star_min": 4}}},
        ("hotel_quotes_by_stay[0]", *RANKED, "holds[hld_h1]"),
    ),
    ("no hotel", {"itinerary": {"lodging": {"needed": False}}}, ("hotel_quotes_by_stay[0]", *RANKED, "holds[hld_h1]")),
    ("party", {"party": {"travelers": {"adults": 3}}}, (*FLIGHTS, "hotel_quotes_by_stay[0]", *RANKED, *ALL_HOLDS)),
    ("an infant", {"party": {"travelers": {"infants": 1}}}, (*FLIGHTS, "hotel_quotes_by_stay[0]", *RANKED, *ALL_HOLDS)),
    ("budget", {"constraints": {"budget_total": {"amount": "1000", "currency": "USD"}}}, (*RANKED, *ALL_HOLDS)),
    ("refundability", {"constraints": {"refundable_preference": "refundable"}}, (*RANKED, *ALL_HOLDS)),
    ("policy", {"policy": {"rules": {"max_stops": 0}}}, RANKED),
    (
        "a leg more",
        {
            "itinerary": {
                "segments": [
                    *segments("2027-06-14", "2027-06-21")["itinerary"]["segments"],
                    {"origin": {"code": "BOS"}, "destination": {"code": "JFK"}, "depart_date": "2027-06-25"},
                ]
            }
        },
        RANKED,
    ),
    ("contact", {"party": {"contact": {"email": "a@example.org"}}}, ()),
    ("a named guest", {"party": {"guests": [{"name": "Ann Smith"}]}}, ()),
    ("nothing", {}, ()),
]


@pytest.mark.parametrize(("what", "merge", "cleared"), ROWS, ids=[r[0] for r in ROWS])
def test_a_change_clears_what_it_touches_and_nothing_else(full: TripIntent, what: str, merge: dict, cleared: tuple):
    """Only what really held an answer, and whose question changed, is named."""
    explained = explain_patch(full, Patch(merge=merge))
    assert set(explained.cleared) == set(cleared)
    assert len(explained.cleared) == len(set(explained.cleared))
    assert len(explained.reason) == len(explained.cleared)


def test_only_the_changed_leg_needs_a_new_quote_and_taken_back_it_finds_the_old_one(full: TripIntent):
    """Answers are keyed by their question: nothing has to be dropped."""
    moved = apply_patch(full, Patch(merge=segments("2027-06-14", "2027-06-22")))
    assert [(a.query.kind, a.number) for a in derived.unquoted(moved)] == [("flight", 1)]
    back = apply_patch(moved, Patch(merge=segments("2027-06-14", "2027-06-21")))
    assert derived.unquoted(back) == ()
    assert derived.current_ranking(back) == derived.current_ranking(full)
    assert derived.current_risk(back) is not None
    assert derived.stale_holds(back) == ()


def test_an_expired_answer_is_none_unless_a_hold_keeps_it(full: TripIntent):
    """After half an hour quotes are gone; held ones live as long as the hold."""
    later = {"request": {"now_iso": "2027-03-01T10:00:00+00:00"}}
    assert derived.unquoted(apply_patch(full, Patch(merge=later))) == ()
    unheld = apply_patch(full, Patch(merge={**later, "working_memory": {"holds": []}}))
    assert len(derived.unquoted(unheld)) == 3


def test_bookings_stay_and_are_marked_stale(booked: TripIntent):
    """A booking is never erased; the one whose leg changed says why it no longer fits."""
    moved = Patch(merge=segments("2027-06-14", "2027-06-22"))
    assert [c for c in explain_patch(booked, moved).cleared if c.startswith("bookings")] == ["bookings[bok_f2].stale"]
    marked = derived.as_planned(apply_patch(booked, moved), booked.working_memory.bookings)
    assert [(b.booking_id, b.stale) for b in marked] == [("bok_f1", False), ("bok_h1", False), ("bok_f2", True)]
    assert marked[2].stale_reason
    assert marked[2].locator == "ABC123"


def test_a_booked_leg_is_not_asked_again(booked: TripIntent):
    """After the purchase only changed parts are quoted."""
    assert derived.unquoted(booked) == ()
    moved = apply_patch(booked, Patch(merge=segments("2027-06-14", "2027-06-22")))
    assert [(a.query.kind, a.number) for a in derived.unquoted(moved)] == [("flight", 1)]


@pytest.mark.parametrize(
    ("merge", "tools"),
    [
        (segments("2027-06-14", "2027-06-22"), ("flight_quote_search",)),
        ({"preferences": {"hotel": {"star_min": 4}}}, ("hotel_quote_search",)),
        ({"party": {"travelers": {"adults": 3}}}, ("flight_quote_search", "hotel_quote_search")),
        ({"constraints": {"budget_total": {"amount": "10", "currency": "USD"}}}, ("trip_option_ranker",)),
        ({"party": {"travelers": {"adults": None}}}, ("generate_followup_questions",)),
        ({"extras": {"note": "x"}}, ()),
    ],
)
def test_the_next_tools_follow_from_what_is_unanswered(full: TripIntent, merge: dict, tools: tuple):
    """Suggestions look at per-leg answers, not at flat lists."""
    assert explain_patch(full, Patch(merge=merge)).suggested_next_tools == tools


@pytest.mark.parametrize(
    ("merge", "paths"),
    [
        ({"party": {"travelers": {"adults": 3}}}, ("party.travelers.adults",)),
        (segments("2027-06-14", "2027-06-22"), ("itinerary.segments",)),
        ({"extras": {"x": 1}}, ("extras.x",)),
        ({"constraints": {"budget_total": {"amount": "5", "currency": "EUR"}}}, ("constraints.budget_total",)),
        ({"status": {"notes": ["n"]}}, ("status.notes",)),
        ({}, ()),
    ],
)
def test_changed_paths_name_leaves_lists_and_added_keys(full: TripIntent, merge: dict, paths: tuple):
    """A list that differs is one path, an added key is that key's path, a change of type is that path."""
    assert explain_patch(full, Patch(merge=merge)).changed_paths == paths
