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


@pytest.mark.parametrize(
    ("language", "question", "said"),
    [
        ("en", "can I add a bag?", "More bags than these are added at the airline"),
        ("de", "Kann ich weiteres Gepäck dazubuchen?", "bei der Fluggesellschaft"),
        ("es", "¿puedo añadir una maleta de equipaje?", "Más equipaje se añade con la aerolínea"),
        ("fr", "puis-je ajouter un bagage ?", "auprès de la compagnie"),
        ("it", "posso aggiungere un bagaglio?", "presso la compagnia"),
        ("pt", "posso acrescentar uma bagagem?", "junto da companhia"),
    ],
)
async def test_a_bag_for_what_is_booked(language, question, said):
    """What the fare carries is said, and who sells more."""
    flight = {"kind": "flight", "from": "BOS", "to": "LIS", "checked_bags": 1, "carry_on": 1}
    assert said in (await FactAnswers().answer(question, {"asked": True, "bought": [flight]}, {}, language) or "")


@pytest.mark.parametrize("question", ["can we choose our seats?", "is seat selection possible?"])
async def test_seats_of_what_is_booked_are_the_airlines(question):
    """No offer tells of seats."""
    said = await FactAnswers().answer(question, {"asked": True, "bought": [{"kind": "flight"}]}, {}, "en")
    assert said is not None
    assert said.endswith("Please ask the airline, with your booking code.")


async def test_what_nobody_here_sells_is_one_sentence():
    """The words "what about" ask for no description of every option."""
    said = await FactAnswers().answer("what about travel insurance?", {"asked": True, "options": []}, {}, "en")
    assert said == "I cannot arrange that here (travel insurance); you would do that yourself."
