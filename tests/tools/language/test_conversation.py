"""Turns: questions, offers, corrections, chit-chat."""

import pytest

from tripintent.state.frame import Frame
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.talk.asked import asked_slots

KNOWN = ("Boston to Rome, May 3 to May 10, two tickets, economy",)


@pytest.mark.parametrize(
    "text",
    [
        "Is the Rome hotel near the beach?",
        "does it have a pool?",
        "What time does the flight land?",
        "how much is it?",
        "is it refundable?",
        "is 1 refundable?",
        "are 1 and 2 non-stop?",
        "does 3 have breakfast?",
        "which airport does it leave from?",
        "may I know the phone number?",
        "are pets allowed?",
        "is July 5 cheaper?",
        "which one is refundable?",
        "what is the fastest?",
        "tell me more about option 2",
        "I want more details about the second one",
        "does number 3 have breakfast?",
        "is option two non-stop?",
        "show my trip",
        "can you show me my bookings",
        "what is booked?",
        "how much is it in euros?",
        "compare 1 and 3",
    ],
)
def test_side_questions_change_nothing(hear, text):
    """A question about what is on the table leaves the frame equal."""
    before = hear.talk(*KNOWN)
    reading = hear.reading(text, frame=before)
    assert reading.frame == before
    assert reading.changed == ()
    assert reading.question == text


FOREIGN_QUESTIONS = [
    ("es", "¿cuál es reembolsable?"),
    ("es", "¿la segunda incluye desayuno?"),
    ("es", "muéstrame mi viaje"),
    ("fr", "est-ce que l'option 2 comprend le petit déjeuner ?"),
    ("fr", "dites-m'en plus sur l'option 2"),
    ("de", "welche ist erstattbar?"),
    ("de", "zeig mir meine Reise"),
    ("pt", "qual é a mais rápida?"),
    ("it", "quanto costa in dollari?"),
]


@pytest.mark.parametrize(("language", "text"), FOREIGN_QUESTIONS)
def test_side_questions_in_other_languages(hear, language, text):
    """A question about what is on the table changes nothing in any of the languages."""
    before = hear.talk(*KNOWN)
    reading = hear.reading(text, frame=before, language=language)
    assert (reading.frame, reading.question) == (before, text)


def test_an_unread_question_is_a_question(hear):
    """A question of which nothing is read is answered as one, and not passed over."""
    assert hear.reading("any earlier flight at all?", frame=hear.talk(*KNOWN)).question is not None
    assert hear.reading("ok?").question is None


FOREIGN_SEARCHES = [
    ("es", "¿hay vuelos a París el martes?", "PAR"),
    ("es", "¿cuánto cuesta un vuelo de Madrid a París?", "PAR"),
    ("de", "gibt es Flüge nach Paris?", "PAR"),
    ("fr", "y a-t-il des vols pour Paris ?", "PAR"),
]


@pytest.mark.parametrize(("language", "text", "code"), FOREIGN_SEARCHES)
def test_searches_put_as_questions_in_other_languages(hear, language, text, code):
    """A question for flights to a place is a wish in any of the languages."""
    reading = hear.reading(text, language=language)
    assert (reading.question, reading.frame.visits[0].place.code) == (None, code)


@pytest.mark.parametrize(
    "text", ["start over", "let's start over", "forget everything", "empezar de nuevo", "von vorne anfangen"]
)
def test_starting_over(hear, text):
    """Who starts over is asked anew: nothing said before stays, and every doubt is settled."""
    reading = hear.reading(text, frame=hear.talk(*KNOWN))
    assert reading.frame == Frame()
    assert set(reading.changed) == set(Frame.model_fields)


def test_starting_over_with_a_new_trip(hear):
    """What follows the wish to start over is the new trip; the words inside of a sentence are none."""
    known = hear.talk(*KNOWN)
    anew = hear("start over: Oslo to Lima on June 3", frame=known)
    assert (anew.origin.code, anew.visits[0].place.code, anew.travelers) == ("OSL", "LIM", None)
    assert hear("we start over in Boston", frame=known).travelers == 2


@pytest.mark.parametrize("text", ["hello there", "thanks a lot!", "haha", "ok", "🙂", "", "   ", "asdf qwer", "I see"])
def test_chit_chat_changes_nothing(hear, text):
    """An empty change leaves the frame equal."""
    before = hear.talk(*KNOWN)
    assert hear(text, frame=before) == before


def test_questions_that_search_do_change(hear):
    """A question for flights is a wish."""
    assert hear("are there any flights to Oslo on Monday?").visits[0].place.code == "OSL"
    assert hear("what about Vancouver instead?", frame=hear.talk(*KNOWN)).visits[0].place.code == "YVR"


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("yes please", "yes"),
        ("sounds great", "yes"),
        ("no thanks", "no"),
        ("not right now", "no"),
        ("no kids", None),
        ("no problem", None),
        ("Boston", None),
        ("ok, what else is there?", None),
        ("oui, d'accord", "yes"),
        ("nein danke", "no"),
    ],
)
def test_stance(hear, text, stance):
    """Yes and no are told from words that contain them."""
    assert hear.reading(text, "Shall I go on?").stance == stance


def test_accepted_offers(hear):
    """A yes accepts what the assistant proposed; a no or an own wish does not."""
    offer = "I don't know where you start. Shall I search from Los Angeles?"
    assert hear.talk("to Miami please", (offer, "yes")).origin.code == "LAX"
    assert hear.talk("to Miami please", (offer, "no")).origin is None
    assert hear.talk("to Miami please", (offer, "yes, but from Burbank")).origin.code == "BUR"


def test_a_result_shown_is_no_offer_of_slots(hear):
    """Liking an option shown sets no star rating and no airline."""
    shown = "There is a 3 star hotel called Aurora. How does it sound?"
    assert hear("sounds good", shown) == Frame()


def test_several_answers_at_once(hear):
    """Answers in the order of the questions, or with words of their own."""
    asked = "To go on I need to know:\n1. Where are you travelling from?\n2. On which day do you leave?\n3. How many adults are travelling?"
    frame = hear.talk("to Paris", (asked, "Boston, March 3, 2"))
    assert (frame.origin.code, frame.depart.day, frame.travelers) == ("BOS", "2027-03-03", 2)


@pytest.mark.parametrize(
    ("asked", "answer", "slot", "value"),
    [
        (("adults",), "2", "adults", 2),
        (("rooms",), "just one", "rooms", 1),
        (("nights",), "three", "nights", 3),
        (("children",), "none", "children", 0),
        (("ages",), "7", "ages", (7,)),
        (("checked_bags",), "2", "checked_bags", 2),
    ],
)
def test_bare_numbers(hear, asked, answer, slot, value):
    """A bare number means what was asked for."""
    assert getattr(hear(answer, "…?", asked=asked), slot) == value


@pytest.mark.parametrize(
    ("asked", "answer", "slot", "day"),
    [
        (("depart",), "14", "depart", "2026-12-14"),
        (("return_",), "the 14th", "return_", "2026-12-14"),
        (("check_in",), "tomorrow", "check_in", "2026-11-21"),
        (("check_out",), "May 3rd", "check_out", "2027-05-03"),
        (("check_in", "check_out"), "May 3 to May 9", "check_out", "2027-05-09"),
    ],
)
def test_bare_days(hear, asked, answer, slot, day):
    """A bare day is the date that was asked for."""
    assert getattr(hear(answer, "…?", asked=asked), slot).day == day


@pytest.mark.parametrize(
    ("question", "slots"),
    [
        ("Where are you travelling from?", ("origin",)),
        ("Where would you like to go?", ("visits",)),
        ("What city are you leaving from, and where to?", ("origin", "visits")),
        ("When do you leave and when will you be back?", ("depart", "return_")),
        ("When would you like to check in and check out?", ("check_in", "check_out")),
        ("How many nights will you stay?", ("nights",)),
        ("How many people are travelling?", ("travelers",)),
        ("How many rooms do you need?", ("rooms",)),
        ("Which airline do you prefer?", ("airlines",)),
        ("I found 3 flights for $200.", ()),
        (None, ()),
    ],
)
def test_what_was_asked(question, slots):
    """The slots that a question asks for, in its order."""
    assert asked_slots(question) == slots


def test_corrections(hear):
    """The newest word wins; the rest stays."""
    frame = hear.talk(
        *KNOWN, "change the return to the 12th", "actually premium economy", "from Newark instead of Boston"
    )
    assert (frame.return_.day, frame.cabin, frame.origin.code) == ("2027-05-12", "premium_economy", "EWR")
    assert (frame.depart.day, frame.travelers) == ("2027-05-03", 2)


def test_changed_names_what_changed(hear):
    """The reading names the fields that the message set or took back."""
    assert set(hear.reading("make it one way", frame=hear.talk(*KNOWN)).changed) == {"trip_type", "return_"}


@pytest.mark.parametrize(
    ("question", "answer", "origin", "visit"),
    [
        ("Where would you like to go, from where, and when?", "Lisbon", None, "LIS"),
        ("Where would you like to go, from where, and when?", "Boston to Lisbon in May", "BOS", "LIS"),
        ("Where would you like to go, from where, and when?", "Lisbon, from Boston", "BOS", "LIS"),
        ("¿A dónde quiere ir, desde dónde y cuándo?", "Lisboa", None, "LIS"),
        ("From where to where?", "Boston, Lisbon", "BOS", "LIS"),
    ],
)
def test_both_ends_asked_at_once(hear, question, answer, origin, visit):
    """Where both ends are asked for, a bare place is the one that the question names first."""
    frame = hear(answer, question, asked=("origin", "visits", "depart"))
    assert (frame.origin and frame.origin.code, frame.visits[0].place.code) == (origin, visit)


def test_days_for_journey_and_hotel_asked_at_once(hear):
    """Where the days of the journey are asked for beside those of the hotel, days are the journey's."""
    asked = ("depart", "return_", "check_in", "check_out")
    frame = hear("dia 10 de junho, volta dia 24", frame=hear("from Lima to Lisbon"), language="pt", asked=asked)
    assert (frame.depart.day, frame.return_.day, frame.check_in) == ("2027-06-10", "2027-06-24", None)


def test_a_whole_journey_answers_the_first_question(hear):
    """After a question for everything at once, the days beside a route are the journey's, though a hotel was asked for too."""
    last = "Where would you like to go, from where, and when?\nDo you need a hotel? If so, from which day to which day?"
    asked = ("origin", "visits", "depart", "adults", "check_in", "check_out")
    frame = hear("Boston to Chicago June 3 to June 8", last, asked=asked)
    assert (frame.depart.day, frame.return_.day, frame.check_in) == ("2027-06-03", "2027-06-08", None)


def test_a_question_is_whole_with_what_it_asks_behind_and(hear):
    """What "do I have to" asks about is said before it."""
    text = "which airline is option 3 and do I have to change planes?"
    assert hear.reading(text, frame=hear.talk(*KNOWN)).question == text


PERSON = "Ann Smith, female, born 4 March 1985, ann@example.org, +44 20 7183 8750"


def test_a_person_is_no_place(hear):
    """A full name with a birth date or an e-mail is a person, whatever towns are called."""
    before = hear.talk("Boston to Lisbon for a week")
    assert hear.reading(PERSON, frame=before).changed == ()
    assert hear.reading("Ann Smith ann@example.org", frame=before).changed == ()


def test_a_person_beside_a_trip_leaves_the_trip(hear):
    """What stands beside the person is read."""
    frame = hear(f"Boston to Lisbon, June 14 to June 21 for me: {PERSON}")
    assert [visit.place.code for visit in frame.visits] == ["LIS"]
    assert (frame.depart.day, frame.return_.day) == ("2027-06-14", "2027-06-21")


def test_ages_are_nothing_else_besides(hear):
    """Numbers that are the ages of the children answer no other question of the last message."""
    before = hear.talk("Gatwick to Gran Canaria 20 Jan for a week, 1 adult and two kids")
    last = "1. Fable Hotel, 3 stars. How many stars should the hotel have?"
    frame = hear("8 and 11", last, before)
    assert (frame.ages, frame.stars) == ((8, 11), before.stars)


CHATTER = [
    "we are so excited and my mother can hardly wait, make it 4 tickets",
    "it has been a very long and hard year at work so business class please",
    "i need it for work",
]


@pytest.mark.parametrize("text", CHATTER)
def test_a_remark_without_a_wish_is_not_noted(hear, text):
    """How somebody feels is no request to an airline or a hotel."""
    assert hear(text, frame=hear.talk(*KNOWN)).requests == ()


@pytest.mark.parametrize(
    "text", ["nothing over 2500 pounds", "nothing more than 2500 pounds", "please don't go over 2500 pounds"]
)
def test_nothing_over_is_a_ceiling(hear, text):
    """It limits what is paid; it does not ask for dear trips."""
    frame = hear(text, frame=hear.talk(*KNOWN))
    assert (frame.budget, frame.budget_min, frame.currency) == (2500, None, "GBP")


def test_what_the_reply_assumes_is_no_question():
    """An assumption beside "Which one would you like?" asks for no slot: else the next day said would answer it."""
    assumed = "; ".join(read_words("en", "replies")["assumptions"].values())
    assert asked_slots(f"I assumed: {assumed}.\nWhich one would you like?") == ()


def test_a_day_trip_stays_on_one_day(hear):
    """There and back on one day: another day for it moves both."""
    trip = hear("flight from berlin to copenhagen tomorrow morning, back tomorrow night, 1 person")
    moved = hear("make that thursday", frame=trip)
    assert moved.depart.day == moved.return_.day > trip.depart.day
