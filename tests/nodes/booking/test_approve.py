"""Answers to the approval card, in the forms that clients send."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.nodes.booking.approve import named_approval, read_reply
from tripintent.state.booking import Approval, ApprovalAnswer
from tripintent.state.money import Money

APPROVAL = Approval(
    approval_id="apr_now",
    trip_id="t1",
    cart_hash="c" * 64,
    total=Money(amount="510.08", currency="USD"),
    confirmations=("night:flights[0]", "budget"),
    created_at=datetime(2027, 3, 1, 9, tzinfo=UTC),
    expires_at=datetime(2027, 3, 1, 12, tzinfo=UTC),
)
CARD_ARGS = {
    "approval_id": "apr_now",
    "cart_hash": "c" * 64,
    "total": {"amount": "510.08", "currency": "USD"},
    "payment_method_id": "pm_1",
    "confirmations": [{"id": "budget", "text": "…", "confirmed": False}],
}


def answered(raw: Any) -> ApprovalAnswer:
    reply = read_reply(raw, APPROVAL)
    assert reply.answer is not None, f"taken as words: {reply.text!r}"
    return reply.answer


APPROVES = {
    "HITLRequest": {"decisions": [{"type": "approve"}]},
    "one decision": {"type": "approve"},
    "a list with one": [{"type": "approve"}],
    "Agent Inbox, old form": [{"type": "accept", "args": None}],
    "Agent Inbox, old form with args": [{"type": "accept", "args": {"action": "purchase", "args": {}}}],
    "edit without a change": {
        "decisions": [{"type": "edit", "edited_action": {"name": "purchase", "args": CARD_ARGS}}]
    },
    "JSON in a string": '{"decisions": [{"type": "approve"}]}',
    "a list in a string": '[{"type": "accept"}]',
    "capitals": {"type": "APPROVE"},
    "decision instead of type": {"decision": "approve"},
}


@pytest.mark.parametrize("raw", APPROVES.values(), ids=APPROVES)
def test_every_form_of_yes_is_one_yes(raw: Any) -> None:
    """Whatever client says yes, it is a yes to the approval and the cart that this interrupt showed."""
    answer = answered(raw)
    assert (answer.decision, answer.approval_id, answer.shown_cart_hash) == ("approve", "apr_now", "c" * 64)
    assert answer.seal == ""


REJECTS = {
    "HITLRequest": ({"decisions": [{"type": "reject", "message": "too dear"}]}, "too dear"),
    "without a reason": ({"decisions": [{"type": "reject"}]}, ""),
    "Agent Inbox ignore": ([{"type": "ignore", "args": None}], ""),
    "AG-UI cancel": ({"__agui_cancelled__": True}, "cancelled in the client"),
    "AG-UI cancel in a string": ('{"__agui_cancelled__": true}', "cancelled in the client"),
    "cancel": ({"type": "cancel", "reason": "later"}, "later"),
}


@pytest.mark.parametrize(("raw", "reason"), REJECTS.values(), ids=REJECTS)
def test_every_form_of_no_is_one_no(raw: Any, reason: str) -> None:
    """A no keeps its reason."""
    answer = answered(raw)
    assert (answer.decision, answer.reason, answer.approval_id) == ("reject", reason, "apr_now")


WORDS = {
    "plain text": ("yes, buy it", "yes, buy it"),
    "text in brackets": ("[later] can we leave on Friday?", "[later] can we leave on Friday?"),
    "a broken object": ("{decisions: approve", "{decisions: approve"),
    "Agent Inbox response": ([{"type": "response", "args": "a day later, please"}], "a day later, please"),
    "respond": ({"decisions": [{"type": "respond", "message": "which hotel?"}]}, "which hotel?"),
    "a JSON string": ('["take me to Rome"]', "take me to Rome"),
    "words that spell out a yes": ({"type": "response", "message": '{"type": "approve"}'}, '{"type": "approve"}'),
}


@pytest.mark.parametrize(("raw", "text"), WORDS.values(), ids=WORDS)
def test_words_are_words(raw: Any, text: str) -> None:
    """Text alone never approves, whatever it says; it is kept as it was written."""
    assert read_reply(raw, APPROVAL) == (None, text)


UNCLEAR = {
    "nothing": None,
    "an empty object": {},
    "an empty list": [],
    "no decision": {"decisions": []},
    "two decisions": {"decisions": [{"type": "approve"}, {"type": "reject"}]},
    "twice yes": [{"type": "approve"}, {"type": "approve"}],
    "an unknown type": {"type": "maybe"},
    "true": True,
    "a number": 1,
    "a resume of the wrong shape": {"resume": {"type": "approve"}},
    "a list in a list": [["approve"]],
}


@pytest.mark.parametrize("raw", UNCLEAR.values(), ids=UNCLEAR)
def test_an_unclear_answer_decides_nothing(raw: Any) -> None:
    """What is no clear decision is none, and invents no words of the traveller."""
    assert read_reply(raw, APPROVAL) == (None, "")


DETAILS = {
    "args": {"type": "approve", "args": {"payment_method_id": "pm_2", "confirmations": ["budget"], "by": "boss"}},
    "beside the type": {"type": "approve", "payment_method_id": "pm_2", "confirmations": ["budget"], "by": "boss"},
    "edited action": {
        "type": "edit",
        "edited_action": {
            "name": "purchase",
            "args": {"payment_method_id": "pm_2", "confirmations": ["budget"], "by": "boss"},
        },
    },
    "Agent Chat UI strings": {
        "type": "edit",
        "edited_action": {
            "name": "purchase",
            "args": {"payment_method_id": "pm_2", "confirmations": '["budget"]', "by": "boss"},
        },
    },
    "a list in words": {
        "type": "approve",
        "args": {"payment_method_id": "pm_2", "confirmations": "budget, ", "by": "boss"},
    },
    "args as a string": {
        "type": "accept",
        "args": '{"payment_method_id": "pm_2", "confirmations": ["budget"], "by": "boss"}',
    },
    "the card's rows, ticked": {
        "type": "approve",
        "args": {"payment_method_id": "pm_2", "by": "boss", "confirmations": [{"id": "budget", "confirmed": True}]},
    },
}


@pytest.mark.parametrize("one", DETAILS.values(), ids=DETAILS)
def test_details_are_found_wherever_a_client_puts_them(one: dict[str, Any]) -> None:
    """Payment method, confirmations and name come through from every place and type."""
    answer = answered({"decisions": [one]})
    assert (answer.payment_method_id, answer.confirmations, answer.by) == ("pm_2", ("budget",), "boss")


def test_a_card_sent_back_unread_confirms_nothing() -> None:
    """Rows without a tick, as every client echoes them, are not confirmations."""
    args = {"confirmations": [{"id": "budget", "confirmed": False}, {"id": "night:flights[0]"}]}
    assert answered({"type": "approve", "args": args}).confirmations == ()


def test_an_answer_that_names_another_approval_keeps_that_name() -> None:
    """A stale answer is not bent onto what waits now: the ledger refuses it by name."""
    assert answered({"type": "approve", "args": {"approval_id": "apr_old"}}).approval_id == "apr_old"


NAMED = {
    "args": ({"decisions": [{"type": "approve", "args": {"approval_id": "apr_1"}}]}, "apr_1"),
    "beside the type": ([{"type": "ignore", "approval_id": "apr_1"}], "apr_1"),
    "args as a string": ('{"type": "accept", "args": "{\\"approval_id\\": \\"apr_1\\"}"}', "apr_1"),
    "a yes without": ({"type": "approve"}, ""),
    "a cancel without": ({"__agui_cancelled__": True}, ""),
    "words": ("yes, buy it", None),
    "words as an object": ({"type": "response", "message": "apr_1"}, None),
    "two decisions": ({"decisions": [{"type": "approve"}, {"type": "approve"}]}, None),
}


@pytest.mark.parametrize(("raw", "name"), NAMED.values(), ids=NAMED)
def test_a_decision_says_which_approval_it_is_about(raw: Any, name: str | None) -> None:
    """Its name is found wherever its arguments are; what decides nothing has none."""
    assert named_approval(raw) == name


def test_json_without_end_is_words() -> None:
    """A string that no reader gets through decides nothing."""
    assert read_reply("[" * 100_000, APPROVAL).answer is None


@pytest.mark.parametrize(
    "change",
    [
        {"total": {"amount": "1.00", "currency": "USD"}},
        {"total": json.dumps({"amount": "1.00", "currency": "USD"})},
        {"cart_hash": "d" * 64},
    ],
)
def test_who_edits_the_price_has_not_agreed(change: dict[str, Any]) -> None:
    """An edit of total or cart is not a yes to the total that was shown."""
    edited = {"type": "edit", "edited_action": {"name": "purchase", "args": {**CARD_ARGS, **change}}}
    assert read_reply({"decisions": [edited]}, APPROVAL) == (None, "")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda v: (
        st.lists(v, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "args", "decisions", "confirmations", "x"]), v)
    ),
    max_leaves=8,
)


@given(JSON)
def test_no_answer_breaks_the_reader(raw: Any) -> None:
    """Any JSON is read without an error, and none without a deciding word decides."""
    reply = read_reply(raw, APPROVAL)
    said = json.dumps(raw).casefold()
    if not any(word in said for word in ("approve", "accept", "edit", "reject", "ignore", "cancel", "decline")):
        assert reply.answer is None
