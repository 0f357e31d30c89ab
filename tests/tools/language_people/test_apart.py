"""Names, births and addresses are cut out of a message that also chooses and wishes for a hold, in six languages."""

from datetime import date

import pytest

from tripintent.tools.language.people import FreeFormPeople

TODAY = date(2026, 11, 22)
READER = FreeFormPeople()

ANN = ("Ann Smith-Jones", "1985-03-04")
EMMA = ("Emma Neri", "2017-02-02")

AT_ONCE = [
    ("en", "ok fine 1. hold it. Ann Smith-Jones, march 4th 85. a@b.com", [ANN]),
    ("en", "great number one, hold it: Ann Smith-Jones 4.3.1985, kid Emma Neri 2 feb 2017, a@b.com", [ANN, EMMA]),
    ("en", "1 please. hold it, me = ann smith-jones 4 march 1985 a@b.com", [ANN]),
    ("es", "vale la 1. reservala. soy Ann Smith-Jones nacida el 4 de marzo de 1985 y ella Emma Neri 2/2/17, correo a@b.com", [ANN, EMMA]),
    ("fr", "ok la 1, réserve. moi Ann Smith-Jones née le 4 mars 1985 et ma fille Emma Neri 02/02/2017, mail a@b.com", [ANN, EMMA]),
    ("de", "gut, nummer 1. reservieren. Ann Smith-Jones geb. 4.3.1985 und meine Tochter Emma Neri 2.2.2017, a@b.com", [ANN, EMMA]),
    ("pt", "a 1, pode reservar. Ann Smith-Jones nascida a 4 de março de 1985 e a minha filha Emma Neri 2/2/2017 a@b.com", [ANN, EMMA]),
    ("it", "la prima va bene, bloccala. io Ann Smith-Jones 04/03/1985, mia figlia Emma Neri 2/2/2017. a@b.com", [ANN, EMMA]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "who"), AT_ONCE)
def test_a_choice_a_hold_and_people_in_one_message(language: str, text: str, who: list[tuple[str, str]]) -> None:
    """The people are read whole beside what is said of the options."""
    about, _ = READER.apart(text, TODAY)
    people = READER.read(about, TODAY, language)
    assert [(f"{t.given_name} {t.family_name}", t.date_of_birth) for t in people.travellers] == who
    assert people.contact.email == "a@b.com"


@pytest.mark.parametrize(
    "text",
    [
        "fly from boston to rome on 12 june 2027, back 20 june 2027",
        "from 12/3/27 to 15/3/27, 2 adults",
        "flights for New York and San Francisco",
        "can i fly from Berlin to New York on 3 March 2027",
        "we want to go to Paris on 24 december",
        "Seattle to Honolulu Feb 3 - Feb 15, 2 adults",
        "2 adults Zurich to Athens 5 June - 12 June, hotel near the sea",
        "Zurich to Athens 5 June-30 June",
        "Zurich to Athens 5 June, 10 nights",
        "Zurich to Athens 5 June 10 nights",
        "Zurich to Athens 5 june 12 people",
        "von Hamburg nach Lissabon 8. Mai - 15. Mai",
        "de Madrid a Roma 14 de febrero - 17 de febrero",
        "Zurich to Athens 12 June 27",
        "Zurich to Athens 12/6/27",
    ],
)
def test_a_journey_is_about_nobody(text: str) -> None:
    """Days of travel and names of places are left alone."""
    assert READER.apart(text, TODAY) == ("", text)


@pytest.mark.parametrize("add", ["add", "añade", "ajoutez", "adicione", "aggiungi"])
def test_a_word_of_adding_is_no_name(add: str) -> None:
    """Who is added keeps the own name."""
    about, _ = READER.apart(f"ok, {add} Carl Smith, 2/1/1990", TODAY)
    assert [t.given_name for t in READER.read(about, TODAY, "es").travellers] == ["Carl"]


def test_a_journey_keeps_its_days_beside_a_birth() -> None:
    """Only the person is cut out."""
    about, rest = READER.apart("rome 14 to 17 march 2027 from oslo. Ann Smith 4 March 1985", TODAY)
    assert (about, rest) == ("Ann Smith 4 March 1985", "rome 14 to 17 march 2027 from oslo.")


@pytest.mark.parametrize("language", ["es", "fr", "de", "pt", "it"])
def test_outside_of_english_the_day_comes_first(language: str) -> None:
    """03/04/1982 is 3 April in the other languages; in English it is asked about, unless another date shows the order."""
    assert READER.read("Karim Benali 03/04/1982", TODAY, language).travellers[0].date_of_birth == "1982-04-03"
    assert READER.read("Karim Benali 03/04/1982", TODAY, "en").doubts[0].reason == "ambiguous_date"
    two = READER.read("Karim Benali 03/04/1982, Ann Benali 15/2/1990", TODAY, "en")
    assert [t.date_of_birth for t in two.travellers] == ["1982-04-03", "1990-02-15"]


def test_a_number_is_about_people_as_an_address_is():
    """A telephone number with its country's code goes with the names, wherever it stands."""
    said = "Eva Huber, born 4 May 1980, phone +43 660 1234567, eva@example.org"
    assert READER.apart(said, TODAY) == (said, "")
    assert READER.apart("hold it. my mobile is +43 660 7654321", TODAY) == ("my mobile is +43 660 7654321", "hold it.")
