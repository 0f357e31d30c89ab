"""Small things that strangers say in Spanish, French, German and Portuguese, and corrections of days without their month."""

import pytest


@pytest.mark.parametrize(
    ("first", "text"),
    [
        ("Madrid to Rome May 3 to May 10", "no, from the 4th to the 11th"),
        ("de Madrid a Roma del 3 al 10 de mayo", "no, del 4 al 11"),
        ("de Lyon à Rome du 3 au 10 mai", "plutôt du 4 au 11"),
        ("von Berlin nach Rom vom 3. bis 10. Mai", "lieber vom 4. bis 11."),
    ],
)
def test_two_days_corrected_stay_in_their_month(hear, first, text):
    """Two days without a month are of the month talked of, not of the next one."""
    frame = hear.talk(first, text)
    assert (frame.depart.day, frame.return_.day) == ("2027-05-04", "2027-05-11")


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("vol de Paris à Rome pour 2, pas cher", 2),
        ("Wir sind zu viert und wollen nach Rom", 4),
        ("ich fliege nach Rom, doch nur zu dritt", 3),
        ("ich reise allein nach Rom", 1),
    ],
)
def test_heads_abroad(hear, text, heads):
    """Heads are counted in the ways of each language."""
    assert hear(text).travelers == heads


def test_a_short_name_behind_an_article(hear):
    """A word for the way on ends a place in any language ("do rio para salvador")."""
    assert hear("quero um voo do rio para salvador dia 10 de janeiro").origin.code == "RIO"


def test_the_pool_of_a_hotel_in_a_message_about_flights(hear):
    """What a hotel shall have counts where a hotel is talked of, flights or not."""
    assert hear("a flight from Boston to Rome and a hotel with a pool").amenities == ("pool",)
    assert hear("a flight from Boston to Rome with wifi").amenities == ()


@pytest.mark.parametrize(
    ("text", "area"),
    [("hôtel à Nice pas loin de la plage", "plage"), ("a hotel in Nice not far from the beach", "the beach")],
)
def test_not_far_is_near(hear, text, area):
    """What is not far is near."""
    assert hear(text).area == area
