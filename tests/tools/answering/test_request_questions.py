"""Whether a cot, a dog or a wheelchair is possible: the offers do not say it, and one sentence says what can be done."""

import pytest

from tripintent.tools.language.replies.answering.answers import FactAnswers


@pytest.mark.parametrize(
    ("language", "question", "said"),
    [
        ("en", "do you have cribs?", "“we need: cribs” and it goes to the hotel"),
        ("en", "can we bring our dog?", "“we need: our dog” and it goes to the airline"),
        ("de", "Gibt es ein Kinderbett?", "„wir brauchen: Kinderbett“"),
        ("es", "¿se puede llevar un perro?", "«necesitamos: perro»"),
        ("fr", "y a-t-il un lit bébé ?", "« il nous faut : lit bébé »"),
        ("it", "c'è una culla?", "«ci serve: culla»"),
        ("pt", "tem berço?", '"precisamos: berço"'),
    ],
)
async def test_what_the_offers_do_not_say_can_be_requested(language, question, said):
    """The thing is named in the traveller's own words, with whom it is asked of."""
    assert said in (await FactAnswers().answer(question, {"asked": True}, {}, language) or "")


async def test_once_booked_the_seller_is_asked():
    """Nothing can be passed on any more."""
    bought = {"asked": True, "bought": [{"kind": "hotel"}]}
    said = await FactAnswers().answer("do you have cribs?", {**bought, "options": []}, {}, "en")
    assert said == "What is booked does not say that (cribs). Please ask the hotel, with your booking code."


async def test_a_request_is_no_question():
    """What was just noted is not answered once more."""
    assert await FactAnswers().answer("we need: cribs", {"asked": False}, {}, "en") is None
