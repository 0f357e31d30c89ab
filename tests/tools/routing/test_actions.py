"""Words that act, in the situation in which they act."""

import pytest

from tripintent.state.events import UserSelectedBundle
from tripintent.tools.language.reading.commands.router import route

CHOICES = {
    "bndl_mc_01": "1",
    "BNDL_MC_02": "2",
    "take bndl_mc_03 please": "3",
    "I'll take Bndl_Mc_02.": "2",
    "option bndl_mc_01": "1",
    "(bndl_mc_02)": "2",
    "bndl_nowhere": "bndl_nowhere",
    "the second one": "2",
    "The second one.": "2",
    "second": "2",
    "the 2nd one": "2",
    "the first option please": "1",
    "option 2": "2",
    "Option two": "2",
    "option b": "2",
    "#3": "3",
    "number 3": "3",
    "no. 3": "3",
    "2": "2",
    "2.": "2",
    "two": "2",
    "2 please": "2",
    "option 12": "#12",
    "the last one": "3",
    "take 2": "2",
    "I'll go with number 1": "1",
    "let's go with the third": "3",
    "I'd like the second one please": "2",
    "I want the first one": "1",
    "give me the third option": "3",
    "we prefer the second": "2",
    "no, the second one": "2",
    "ok the 2nd. no wait the 1st.": "1",
    "oh no actually the second one": "2",
    "ach nein doch lieber das erste": "1",
    "ah non finalement la première": "1",
    "ay no mejor la primera": "1",
    "ah no anzi la prima": "1",
    "ah não afinal a primeira": "1",
    "the second one looks good": "2",
    "the second one works for me, thanks": "2",
    "can you take the second one?": "2",
    "the cheapest": "3",
    "the cheapest one please": "3",
    "cheapest": "3",
    "the least expensive option": "3",
    "the most expensive one": "2",
    "the fastest": "2",
    "the quickest trip": "2",
    "the slowest one": "3",
    "the fastest flight": "2",
    "the one without a stop": "2",
    "the non-stop one": "2",
    "the nonstop": "2",
    "the direct one": "2",
    "the one with the fewest stops": "2",
    "the refundable one": "3",
    "the one with free cancellation": "3",
    "the best hotel": "2",
    "the one with the best hotel": "2",
    "the best one": "1",
    "your recommendation": "1",
    "the cheapest refundable one": "3",
    "the cheapest non-stop option": "2",
    "I'll take the one that is refundable": "3",
    "ill take option 2": "2",
    "I’ll take option 2": "2",
    "the one that's cheapest": "3",
    "the one with fewer stops": "2",
    "the cheap one": "3",
    "'bndl_mc_02'": "2",
    "choose `bndl_mc_01`": "1",
}


@pytest.mark.parametrize(("text", "bundle"), CHOICES.items())
def test_choice(said, text, bundle):
    """A choice by id, number or quality selects that option and says nothing else."""
    assert said(text) == [f"select {bundle}"]


ACTIONS = {
    "hold it": ["hold"],
    "Hold it!": ["hold"],
    "hold": ["hold"],
    "please hold it for me": ["hold"],
    "place a hold": ["hold"],
    "place a hold on it please": ["hold"],
    "put it on hold": ["hold"],
    "put the second one on hold": ["select 2", "hold"],
    "reserve it": ["hold"],
    "can you hold it?": ["hold"],
    "could you please hold it for us?": ["hold"],
    "hold it until Friday": ["hold"],
    "hold it til Friday": ["hold"],
    "hold it, please hold it": ["hold"],
    "hold option 3": ["select 3", "hold"],
    "yes, hold it": ["hold"],
    "buy it": ["buy"],
    "book it": ["buy"],
    "Book it, please.": ["buy"],
    "purchase": ["buy"],
    "go ahead and book": ["buy"],
    "go ahead and book it": ["buy"],
    "I want to buy it": ["buy"],
    "I'd like to book this trip": ["buy"],
    "confirm the purchase": ["buy"],
    "approve": ["buy"],
    "I approve": ["buy"],
    "buy the cheapest": ["select 3", "buy"],
    "book the second one": ["select 2", "buy"],
    "try again": ["retry"],
    "please try again": ["retry"],
    "retry": ["retry"],
    "let the hold go": ["release"],
    "release the hold": ["release"],
    "cancel the hold please": ["release"],
    "take the second and hold it": ["select 2", "hold"],
    "take the second, then hold it and buy it": ["select 2", "hold", "buy"],
    "the second one looks good, please hold it": ["select 2", "hold"],
    "Take option 1. Hold it.": ["select 1", "hold"],
    "ok take the second one hold it please": ["select 2", "hold"],
    "can you take the second and hold it?": ["select 2", "hold"],
    "the cheapest one, hold it and make it business class instead": [
        "say make it business class instead",
        "select 3",
        "hold",
    ],
    "the cheapest one with 2 bags in it": ["say with 2 bags in it", "select 3"],
    "hold the cheapest with breakfast": ["say with breakfast", "select 3", "hold"],
    "the cheapest, is breakfast included?": ["say the cheapest, is breakfast included?"],
    "the second one with breakfast": ["say the second one with breakfast"],
    "il più economico ma diretto": ["say diretto", "select 3"],
    "il più economico con colazione": ["say con colazione", "select 3"],
    "die billigste mit Gepäck": ["say mit Gepäck", "select 3"],
    "la más barata con desayuno": ["say con desayuno", "select 3"],
    "la moins chère avec petit-déjeuner": ["say avec petit-déjeuner", "select 3"],
    "a mais barata com café da manhã": ["say com café da manhã", "select 3"],
    "take the second but make it business class": ["select 2", "say make it business class"],
    "Add a bag and hold it": ["say Add a bag", "hold"],
    "take the second one because it is non-stop": ["select 2", "say it is non-stop"],
    "hold it. Is breakfast included?": ["hold", "say Is breakfast included?"],
    "take the second but don't hold it": ["select 2", "say don't hold it"],
    "not the first, the second": ["say not the first", "select 2"],
    "wait a second, hold it": ["say wait a second", "hold"],
    "don't buy it, hold it": ["say don't buy it", "hold"],
    "take the first, actually no, the second": ["select 2"],
    "give me the second one, no the third": ["select 3"],
    "hold it, no wait, take the second": ["select 2"],
    "the second one, wait, no, the first": ["select 1"],
    "book it for me and my wife": ["buy"],
    "hold it while I ask my wife": ["hold", "say I ask my wife"],
    "take the second one but with a different hotel": ["select 2", "say with a different hotel"],
    "cancel my flight": ["say cancel my flight"],
    "no": ["say no"],
}


@pytest.mark.parametrize(("text", "events"), ACTIONS.items())
def test_action(said, text, events):
    """Commands come as events in the order of their words, other words as text at their place.

    A wish comes before the option that a quality names: it is the cheapest of what is found then.
    """
    assert said(text) == events


APPROVAL_WAITING = {
    "no": ["reject"],
    "No thanks.": ["reject"],
    "reject": ["reject"],
    "I reject it": ["reject"],
    "I disapprove": ["reject"],
    "don't buy it": ["reject"],
    "please don't buy it": ["reject"],
    "do not buy": ["reject"],
    "never mind": ["reject"],
    "cancel": ["reject"],
    "I don't want this after all": ["reject"],
    "no, it's too expensive": ["reject", "say it's too expensive"],
    "no, the second one": ["reject", "select 2"],
    "No, make it Saturday": ["reject", "say make it Saturday"],
    "yes": ["say yes"],
    "no problem": ["say no problem"],
    "no wait": ["say no wait"],
    "no, is it refundable?": ["say no, is it refundable?"],
    "what if I say no?": ["say what if I say no?"],
    "should I reject it?": ["say should I reject it?"],
    "approve": ["buy"],
    "is there no breakfast": ["say is there no breakfast"],
}


@pytest.mark.parametrize(("text", "events"), APPROVAL_WAITING.items())
def test_while_an_approval_waits(said, text, events):
    """Words of refusal reject a waiting approval; no words approve it."""
    assert said(text, approval_waiting=True) == events


BOOKED = {
    "cancel my flight": ["cancel flight"],
    "cancel the hotel please": ["cancel hotel"],
    "I want to cancel my booking": ["cancel all"],
    "please cancel everything": ["cancel all"],
    "can you cancel my hotel?": ["cancel hotel"],
    "how do I cancel my flight": ["say how do I cancel my flight"],
    "don't cancel my flight": ["say don't cancel my flight"],
    "cancel the old flight": ["cancel flight"],
    "please cancel my previous hotel": ["cancel hotel"],
    "cancel the old booking": ["cancel all"],
    "cancela el vuelo anterior": ["cancel flight"],
    "storniere den alten Flug": ["cancel flight"],
    "should I cancel the old flight?": ["say should I cancel the old flight?"],
    "cancel my subscription": ["say cancel my subscription"],
    "cancel": ["say cancel"],
    "we got to cancel": ["cancel all"],
    "I can't go any more": ["cancel all"],
    "sorry, we can't travel any more, my mother is ill": ["cancel all"],
    "wir können leider nicht mehr reisen": ["cancel all"],
    "ich kann nicht mehr fliegen": ["cancel all"],
    "ich muss stornieren, meine Mutter ist krank": ["cancel all"],
    "necesito cancelar": ["cancel all"],
    "preciso cancelar": ["cancel all"],
    "wir möchten alles stornieren": ["cancel all"],
    "ich muss den Flug stornieren": ["cancel flight"],
    "bitte das Hotel stornieren": ["cancel hotel"],
    "I can't go on Monday": ["say I can't go on Monday"],
    "if I can't go any more, what do I get back?": ["say if I can't go any more, what do I get back?"],
    "I can't go any more, move it to July": ["say I can't go any more, move it to July"],
    "we are three now, add Carl Smith": ["add Carl Smith"],
    "please add my daughter Mia Smith, 5": ["add Mia Smith"],
    "add my wife Ann Smith, born 4 March 1985": ["add Ann Smith", "say Ann Smith, born 4 March 1985"],
    "add a hotel in Rome": ["say add a hotel in Rome"],
}


@pytest.mark.parametrize(("text", "events"), BOOKED.items())
def test_with_bookings(said, text, events):
    """A booking is cancelled by plain words only, and what is meant comes along."""
    assert said(text, has_bookings=True) == events


@pytest.mark.parametrize("text", ["3, buy it", "3 and buy it", "3. Buy it", "three, buy it", "buy 3", "buy three"])
def test_a_number_before_nothing_but_commands_chooses(said, text: str):
    """The number is the choice, so that no other trip is bought; before other words it stays text."""
    assert said(text) == ["select 3", "buy"]
    assert said("3, no hotel") == ["say 3, no hotel"]
    assert said("buy 3 seats") == ["say buy 3 seats"]
    assert said("book one") == ["say book one"]


ASKED_LISTS = {
    "is there anything cheaper?": "cheapest",
    "do you have something cheaper?": "cheapest",
    "¿hay algo más barato?": "cheapest",
    "gibt es etwas Günstigeres?": "cheapest",
    "are there more options?": "more",
    "show me more": "more",
}


@pytest.mark.parametrize(("text", "order"), ASKED_LISTS.items())
def test_a_list_may_be_asked_for(options, text, order):
    """A question for other options shows them: a list changes nothing."""
    assert [event.model_dump() for event in route(text, options)] == [{"type": "USER_WANTS_OPTIONS", "order": order}]


IN_VIEW = {
    "the second one": "bndl_mc_02",
    "ok the first one": "bndl_mc_03",
    "the last one": "bndl_mc_02",
    "option 3": "bndl_mc_03",
    "I'll take the one with the best hotel": "bndl_mc_02",
    "the cheapest": "bndl_mc_03",
}


@pytest.mark.parametrize(("text", "chosen"), IN_VIEW.items())
def test_an_ordinal_counts_what_is_on_the_screen(options, text, chosen):
    """A list by price shows number 3 first and then number 2: "the first one" is the upper one, "option 3" a number."""
    unseen = options[0].model_copy(update={"bundle_id": "bndl_mc_04", "stars": 5.5})
    (event,) = route(text, [*options, unseen], shown=(2, 1))
    assert event.bundle_id == chosen


def test_words_that_change_nothing_between_two_commands(said):
    """A "please" or "then" between a choice and what to do with it keeps neither from acting."""
    assert said("yes the first one please book it") == ["select 1", "buy"]
    assert said("the second one is fine hold it") == ["select 2", "hold"]
    assert said("the first one please dont book it") == ["say the first one please dont book it"]


CANCELLED_HOLDS = {
    "en": "cancel the reservation and take the refundable one",
    "es": "cancela la reserva y elige la reembolsable",
    "fr": "annule la réservation et prends la remboursable",
    "de": "storniere die reservierung und nimm die erstattbare variante von 1",
    "pt": "cancela a reserva e escolhe a reembolsável",
    "it": "annulla la prenotazione e prendi quella rimborsabile",
}


@pytest.mark.parametrize("language", CANCELLED_HOLDS)
def test_what_is_held_can_be_cancelled_in_plain_words(options, language):
    """While nothing is bought, "cancel the reservation" gives back what is held; what is wanted instead stays."""
    for waits in (True, False):
        first, *rest = route(CANCELLED_HOLDS[language], options, approval_waiting=waits)
        assert first.type == "USER_RELEASES_HOLD"
        assert [e.type for e in rest] != []


CANCELS = ("cancel it", "i want to cancel", "ich muss stornieren", "storniere es bitte", "je veux annuler", "quiero cancelar",
           "devo annullare", "quero cancelar")  # fmt: skip
ASKS = ("can i cancel it?", "could we cancel this", "can I cancel it and get my money back?", "kann ich das stornieren?",
        "puis-je annuler ?", "¿puedo cancelarlo?", "posso annullare?", "posso cancelar?", "may i reject it")  # fmt: skip


@pytest.mark.parametrize("text", CANCELS)
def test_to_cancel_what_waits_refuses_it_and_else_gives_back_what_is_held(options, text):
    assert [e.type for e in route(text, options, approval_waiting=True)] == ["USER_REJECTS"]
    assert [e.type for e in route(text, options)] == ["USER_RELEASES_HOLD"]


@pytest.mark.parametrize("text", ASKS)
def test_whether_one_may_cancel_is_a_question(options, text):
    """Nothing is given up by it; "can I hold it?" stays a request."""
    for waits in (True, False):
        assert {e.type for e in route(text, options, approval_waiting=waits)} == {"USER_MESSAGE"}
    assert route("can i hold the second one?", options)[-1].type == "USER_REQUEST_HOLD"


ORDERS_THAT_ASK_TOO = {
    "1 please, and does the hotel have a pool?": ["select 1", "say does the hotel have a pool?"],
    "ok the 2nd one, but is it refundable if I get ill?": ["select 2", "say is it refundable if I get ill?"],
    "hold number 2, and is breakfast included?": ["select 2", "hold", "say is breakfast included?"],
    "la 3 va bene, la culla c'è?": ["select 3", "say la culla c'è?"],
    "la 1 mais avec une valise, combien ça fait en tout ?": [
        "select 1",
        "say avec une valise, combien ça fait en tout ?",
    ],
    "on prend la 2, y a un parking ?": ["select 2", "say y a un parking ?"],
    "die 2 bitte, ist das hotel am strand?": ["select 2", "say ist das hotel am strand?"],
    "nos quedamos con la 2, ¿tiene piscina?": ["select 2", "say ¿tiene piscina?"],
    "vamos com a 2, tem piscina?": ["select 2", "say tem piscina?"],
}


@pytest.mark.parametrize("text", ORDERS_THAT_ASK_TOO)
def test_a_question_behind_an_order_does_not_take_it_back(said, text):
    assert said(text) == ORDERS_THAT_ASK_TOO[text]


NOT_YET = ("option 2, does it have a pool?", "la 1, elle a une piscine ?", "hold it?", "the second?",
           "book the second one, unless it has no pool?", "I'd take the second one, or is the first better?",
           "should I take the second one, or is the first better?")  # fmt: skip


@pytest.mark.parametrize("text", NOT_YET)
def test_what_is_asked_about_supposed_or_wavered_over_is_not_ordered(said, text):
    assert said(text) == [f"say {text}"]


THAT_ONE = ("ok take that but with 1 bag per person", "ok that one", "we'll go with that one", "ja die nehmen wir", "prenons celle-là",
            "nos quedamos con esa", "prendiamo quella", "ficamos com essa")  # fmt: skip


@pytest.mark.parametrize("text", THAT_ONE)
def test_that_one_is_the_option_that_was_spoken_of_last(options, text):
    first = route(text, options, described=options[1].bundle_id)[0]
    assert first == UserSelectedBundle(bundle_id=options[1].bundle_id)
    assert route(text, options)[0].type == "USER_MESSAGE"
