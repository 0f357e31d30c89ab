"""Phase and state are read off the trip."""

import pytest

from tripintent.state.derived import ranking_key, risk_key
from tripintent.state.document import block_hashes, merge_concurrent
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import Failure, QuoteSet
from tripintent.state.standing import phase_of
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
