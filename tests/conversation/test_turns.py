"""Turns that a chat model holds: calls one after the other, cards by code, checked words, the approval as an edge behind them."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage
from tests.conversation.conftest import BOB, PEOPLE, TO_CARD, TRIP

from tripintent.app.incoming import Answer

T = "t1"


def results(values: Any) -> list[dict[str, Any]]:
    """Return what the model was told of its calls."""
    return [json.loads(one.text) for one in values["messages"] if isinstance(one, ToolMessage)]


async def values(session: Any) -> Any:
    return (await session._snapshot(T)).values


def answered(messages: Any) -> bool:
    """Tell whether every call of the model has its result."""
    asked = {call["id"] for one in messages if isinstance(one, AIMessage) for call in one.tool_calls}
    return asked == {one.tool_call_id for one in messages if isinstance(one, ToolMessage)}


def confirmed(turn: Any) -> Answer:
    return Answer(confirmations=tuple(one["id"] for one in turn.interrupt.args["confirmations"]))


async def test_a_turn_that_only_answers_is_one_call(talk: Any) -> None:
    """Rules first, the situation last; nothing is searched."""
    session, model = await talk("Hello! Where would you like to go?")
    turn = await session.say(T, "hi there")
    assert turn.messages == ["Hello! Where would you like to go?"]
    (request,) = model.seen
    assert request[0].type == "system"
    assert request[-1].text.startswith("<situation>")
    assert len("".join(one.text for one in request)) < 24_000


async def test_one_call_leads_to_options_and_words(talk: Any) -> None:
    """The card of options comes before the model's words, and the result says where the trip stands."""
    session, model = await talk([TRIP], "Option 1 is the cheapest.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    assert [one.kind for one in turn.said] == ["options", "planning", "said"]
    assert turn.trip.working_memory.ranking
    assert len(model.seen) == 2
    assert results(await values(session))[0]["ok"]
    assert answered((await values(session))["messages"])


async def test_flights_alone_get_no_hotel_and_no_question_about_one(talk: Any) -> None:
    """The rules say it, and one word of the call is enough."""
    alone = {**TRIP[1], "lodging": {"needed": False}}
    session, model = await talk([("update_trip", alone)], "Option 1 is the cheapest.")
    turn = await session.say(T, "Flights from Boston to Lisbon June 14 to 21, two adults")
    assert "a wish for flights alone has `lodging.needed` false" in model.seen[0][0].text
    assert not any(bundle.hotel_option_ids for bundle in turn.trip.working_memory.ranking.bundles)
    assert not turn.trip.status.missing_required


async def test_two_writes_in_one_message_run_one_after_the_other(talk: Any) -> None:
    """The second sees what came of the first: the people are placed in the party that the first call made."""
    session, _ = await talk([TRIP, PEOPLE], "Done.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, Ann and Bob Smith")
    assert [one.name for one in turn.trip.party.guests] == ["Ann Smith", "Bob Smith"]
    assert [one["ok"] for one in results(await values(session))] == [True, True]


async def test_a_bad_value_is_mended_in_the_same_turn(talk: Any) -> None:
    """The error says what would be right; nothing of the bad call is done."""
    bad = ("update_trip", {**TRIP[1], "depart": "the fourteenth"})
    session, _ = await talk([bad], [TRIP], "Here are your options.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    first, second = results(await values(session))
    assert not first["ok"] or first["rejected"]
    assert second["ok"]
    assert turn.trip.itinerary.segments[0].depart_date == "2026-06-14"


async def test_nonsense_calls_change_nothing(talk: Any) -> None:
    """A tool that is not there, arguments that are none: each is answered, the conversation goes on."""
    session, _ = await talk([("fly_me", {}), ("choose", {"option": {"x": 1}})], "I could not do that.")
    turn = await session.say(T, "hello")
    assert [one["ok"] for one in results(await values(session))] == [False, False]
    assert turn.messages == ["I could not do that."]


async def test_eight_calls_are_the_most(talk: Any) -> None:
    """A model that never ends is ended; what it did stands on its cards."""
    session, model = await talk(*([[TRIP]] * 9))
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    assert len(model.seen) == 8
    assert turn.said
    assert answered((await values(session))["messages"])


@pytest.mark.parametrize("error", [TimeoutError("slow"), ConnectionError("429"), ValueError("half an answer")])
async def test_a_model_that_fails_loses_no_words(talk: Any, error: Exception) -> None:
    """The words are read without it in this turn, and that is said; the next turn is the model's again."""
    session, _ = await talk(error, "Welcome back.")
    turn = await session.say(T, "Boston to Lisbon June 14 to June 21, two adults")
    assert "didn’t answer" in turn.messages[0]
    assert turn.trip.working_memory.ranking
    after = await session.say(T, "hi")
    assert (turn.model, after.model) == ("guide", session.model)
    assert after.messages == ["Welcome back."]


async def test_a_model_that_fails_in_the_middle_leaves_what_was_done(talk: Any) -> None:
    """The card stands, no call is unanswered, and it is said that no more comes."""
    session, _ = await talk([TRIP], ConnectionError("gone"))
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    assert [one.kind for one in turn.said] == ["options", "planning", "model_cut"]
    assert "didn’t finish" in turn.messages[-1]
    assert answered((await values(session))["messages"])


async def test_the_card_waits_through_a_question_and_is_bought_on_a_yes(talk: Any) -> None:
    """Asked, answered, the card again, approved, bought, receipt and words."""
    session, _ = await talk(*TO_CARD, "Please look at the card.", "Yes, you can ask.", "Have a good trip!")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, Ann and Bob Smith, book the first")
    card = turn.interrupt
    assert card is not None
    assert not turn.trip.working_memory.bookings
    asked = await session.say(T, "may I ask something?")
    assert asked.messages == ["Yes, you can ask."]
    assert asked.interrupt.args["approval_id"] == card.args["approval_id"]
    bought = await session.approve(T, confirmed(asked))
    assert {one.status for one in bought.trip.working_memory.bookings} == {"confirmed"}
    assert [one.kind for one in bought.said] == ["bought", "said"]
    assert bought.interrupt is None
    assert answered((await values(session))["messages"])


async def test_a_no_closes_the_card(talk: Any) -> None:
    """Nothing is bought, and the model hears of it."""
    session, model = await talk(*TO_CARD, "Please look at the card.", "All right, nothing was bought.")
    await session.say(T, "Boston to Lisbon June 14 to 21, Ann and Bob Smith, book the first")
    turn = await session.reject(T, "too dear")
    assert not turn.trip.working_memory.bookings
    assert turn.trip.working_memory.approval is None
    assert '"card"' not in model.seen[-1][-1].text


async def test_a_figure_that_stands_in_no_fact_goes_back_once(talk: Any) -> None:
    """Then its sentence goes, and the card stands."""
    session, model = await talk([TRIP], "It costs $4,321.09 in all.", "Option 1 is best. It costs $4,321.09.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    assert "4,321.09" not in " ".join(one.text for one in turn.said if one.kind == "said")
    assert "4,321.09" in model.seen[-1][-1].text
    assert turn.said[-1].text == "Option 1 is best."


@pytest.mark.parametrize(
    "claim", ["Your trip is booked.", "I have cancelled the hotel: it is cancelled.", "It is held for you."]
)
async def test_a_claim_that_no_fact_bears_out_is_not_said(talk: Any, claim: str) -> None:
    """Words about what was done are held against the facts."""
    session, _ = await talk([TRIP], claim, f"{claim} Have a look at the options.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    assert turn.said[-1].text == "Have a look at the options."


async def test_a_change_that_lets_a_hold_go_is_refused_until_it_is_said(talk: Any) -> None:
    """The model is told what would go; with the leave it is done."""
    other = ("update_trip", {"return_day": "2026-06-23"})
    sure = ("update_trip", {"return_day": "2026-06-23", "let_hold_go": True})
    session, _ = await talk(*TO_CARD, "Look.", [other], "That lets it go. Sure?", [sure], "Done.")
    await session.say(T, "Boston to Lisbon June 14 to 21, Ann and Bob Smith, book the first")
    kept = await session.say(T, "back on the 23rd")
    assert any(one.status == "held" for one in kept.trip.working_memory.holds)
    assert kept.interrupt is not None
    assert results(await values(session))[-1]["facts"]["would_let_go"]
    changed = await session.say(T, "yes, sure")
    assert changed.trip.itinerary.segments[-1].depart_date == "2026-06-23"
    assert changed.trip.working_memory.approval is None


async def test_numbers_of_papers_never_reach_the_model(talk: Any) -> None:
    """A mark stands in their place, and code puts them back where the model says the mark."""
    session, model = await talk("Thank you, I have seen <document 1>.")
    turn = await session.say(T, "my passport is X4412345Z1")
    assert "X4412345Z1" not in "".join(one.text for one in model.seen[0])
    assert "X4412345Z1" in turn.messages[0]


async def test_a_click_needs_no_model(talk: Any) -> None:
    """A button's call is worked and shown without a request."""
    session, model = await talk([TRIP], "Here they are.")
    await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    event = {"type": "TOOL_CALL", "name": "choose", "arguments": {"option": "2"}, "call_id": "c"}
    turn = await session.event(T, event)
    assert turn.trip.working_memory.selected.bundle_id
    assert len(model.seen) == 2


async def test_tools_that_can_do_nothing_are_not_offered(talk: Any) -> None:
    """At most fifteen, and none of the money path before there is an option."""
    session, model = await talk("Hello.", [TRIP], "There.", [("set_travellers", {"people": [BOB]})], "Bob.")
    await session.say(T, "hi")
    await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    await session.say(T, "I am Bob Smith")
    assert not {"choose", "hold", "request_purchase", "request_change"} & set(model.offered[0])
    assert {"choose", "list_options"} <= set(model.offered[2])
    assert max(map(len, model.offered)) <= 15


async def test_a_tool_that_is_not_laid_out_is_a_call_away(talk: Any) -> None:
    """It is offered from the next request on, and in the turns behind it."""
    spent = ("record_expense", {"amount": {"amount": 40, "currency": "EUR"}, "what": "dinner"})
    script = [[TRIP], "There.", [("more_tools", {"of": "money"})], [spent], "Noted.", "And now?"]
    session, model = await talk(*script)
    await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    await session.say(T, "I paid 40 euros for dinner")
    await session.say(T, "thanks")
    assert ["record_expense" in names for names in model.offered] == [False, False, False, True, True, True]
    assert "record_expense" in results(await values(session))[-2]["facts"]["tools"]


async def test_a_price_is_accepted_by_its_own_argument(talk: Any) -> None:
    """What is offered at a price with a hold is paid for on a yes, and the card says so."""
    seat = {"kind": "aisle seat", "to": "airline"}
    wish = ("update_trip", {**TRIP[1], "requests": [seat]})
    yes = ("update_trip", {"requests": [{**seat, "accept_price": True}]})
    asked = "An aisle seat costs more. Shall I add it?"
    session, _ = await talk([wish], *TO_CARD[1:], asked, [yes], [("request_purchase", {})], "Added.")
    before = await session.say(T, "Boston to Lisbon June 14 to 21, Ann and Bob Smith, aisle seats, book the first")
    offered = [r for h in before.trip.working_memory.holds for r in h.requests if r.kind == "aisle seat"]
    assert {one.state for one in offered} == {"offered"}
    after = await session.say(T, "yes, add the aisle seats")
    live = [h for h in after.trip.working_memory.holds if h.status == "held"]
    assert {r.state for h in live for r in h.requests if r.kind == "aisle seat"} == {"sent"}
    assert after.interrupt is not None


async def test_one_list_a_turn_and_the_last_one(talk: Any) -> None:
    """Options of calls in between are not shown: what stands at the end is."""
    sure = ("update_trip", {"flights": {"max_stops": 0}})
    session, _ = await talk([TRIP], [sure], "Non-stop, as you wish.")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults, non-stop")
    assert [one.kind for one in turn.said] == ["options", "planning", "said"]


async def test_a_place_that_is_not_known_is_said_not_to_be_measured(talk: Any) -> None:
    """A wish to be near it is kept, and the model can say that no way was measured."""
    near = {**TRIP[1], "lodging": {"near": {"to": "the Blue Dragon"}}}
    session, model = await talk([("update_trip", near)], "Here they are.")
    await session.say(T, "Boston to Lisbon June 14 to 21, two adults, near the Blue Dragon")
    assert "place the Blue Dragon: not known" in model.seen[1][-1].text


async def test_long_results_are_whole_json_and_tell_what_they_leave_out(talk: Any) -> None:
    """Fresh or older, on the way to the model or to a door: no result and no situation is cut in its middle."""
    plan = ("plan_days", {"likes": ["history", "food"]})
    long = {**TRIP[1], "return_day": "2026-06-30"}
    session, model = await talk(
        [("update_trip", long)],
        [plan],
        [("check_itinerary", {})],
        [("requirements_status", {})],
        [("undo", {})],
        "Planned.",
    )
    await session.say(T, "Boston to Lisbon June 14 to 30, two adults, plan our days")
    shown = [one.text for request in model.seen for one in request if isinstance(one, ToolMessage)]
    assert all(json.loads(text) for text in shown)
    assert max(map(len, shown)) <= 8_000
    (first, *_) = [json.loads(text) for text in shown if '"not_shown"' in text and len(text) > 600]
    assert first["not_shown"][0]["more"]
    situations = [
        request[-1].text.removeprefix("<situation>\n").removesuffix("\n</situation>") for request in model.seen
    ]
    assert all(json.loads(text) for text in situations)


async def test_ids_of_last_turn_still_name_what_they_named(talk: Any) -> None:
    """Entries of the days and expenses stand in the situation with their ids; one flight's code alone chooses it."""
    spent = ("record_expense", {"amount": {"amount": 40, "currency": "EUR"}, "what": "dinner"})
    session, model = await talk([TRIP], [("plan_days", {})], [spent], "Planned.", "What else?")
    turn = await session.say(T, "Boston to Lisbon June 14 to 21, two adults, plan our days; I paid 40 for dinner")
    await session.say(T, "take the castle out, and the dinner")
    facts = json.loads(model.seen[-1][-1].text.removeprefix("<situation>\n").removesuffix("\n</situation>"))
    documents = (await values(session))["documents"]
    assert list(facts["entries"]) == [one.id for one in documents["itinerary"].live]
    assert {documents["budget"].expenses[0].id: "dinner, 40.00 EUR"}.keys() == facts["expenses"].keys()
    assert len(json.dumps(facts["entries"])) <= 40 * 90
    other = facts["options"][1]["flights"][-1]["code"]
    event = {"type": "TOOL_CALL", "name": "choose", "arguments": {"option": other}, "call_id": "c"}
    chosen = (await session.event(T, event)).trip.working_memory.selected
    first = turn.trip.working_memory.ranking.bundles[0]
    assert chosen.flight_option_ids[0] == first.flight_option_ids[0]
    assert (chosen.hotel_option_ids, chosen.flight_option_ids[-1]) != (
        first.hotel_option_ids, first.flight_option_ids[-1])  # fmt: skip


async def test_another_choice_beside_a_hold_is_refused_until_it_is_said(talk: Any) -> None:
    """A choice that would let a hold go is no quiet yes: the model asks, and chooses again with the leave."""
    other, sure = ("choose", {"option": "2"}), ("choose", {"option": "2", "let_hold_go": True})
    session, _ = await talk(*TO_CARD, "Look.", [other], "That lets it go. Sure?", [sure], "Done.")
    await session.say(T, "Boston to Lisbon June 14 to 21, Ann and Bob Smith, book the first")
    kept = await session.say(T, "no, rather the second one")
    assert any(one.status == "held" for one in kept.trip.working_memory.holds)
    told = results(await values(session))[-1]
    assert (told["ok"], told["rejected"][0]["path"]) == (False, "let_hold_go")
    assert told["facts"]["would_let_go"]
    first = kept.trip.working_memory.selected.bundle_id
    changed = await session.say(T, "yes")
    assert changed.trip.working_memory.selected.bundle_id not in (None, first)
    assert not any(one.status == "held" for one in changed.trip.working_memory.holds)
    assert changed.trip.working_memory.approval is None


async def test_a_number_is_of_the_last_menu_while_the_model_is_away(talk: Any) -> None:
    """The notice that it is away stands before the guide's words, and takes their menu away from nobody."""
    away = [ConnectionError("gone") for _ in range(3)]
    session, _ = await talk(*away)
    await session.say(T, "Boston to Lisbon June 14, back June 21, two adults, something odd about zebras")
    turn = await session.say(T, "1")
    assert [one.destination.name for one in turn.trip.itinerary.segments] == ["Lisbon", "Boston"]


async def test_a_price_that_was_told_just_before_may_be_compared_with(talk: Any) -> None:
    """It stood on the card of the turn before; a change takes it from the facts, and nobody wants it unsaid."""
    session, model = await talk([TRIP], "Have a look.")
    first = await session.say(T, "Boston to Lisbon June 14 to 21, two adults")
    was = f"For two it was {first.trip.working_memory.ranking.bundles[0].whole.amount} USD."
    model.script = [[("update_trip", {"party": {"adults": 1}})], was, "Fine."]
    assert (await session.say(T, "and for me alone?")).messages[-1] == was
