"""Days that may move, in six languages: by how many the whole journey may."""

import pytest

from tripintent.state.frame import Frame, When
from tripintent.state.operations import Shift

MARGINS = [
    ("dates flexible +/- 2 days", 2),
    ("my dates are flexible", 3),
    ("June 14 plus or minus 3 days", 3),
    ("we can shift a day or two if cheaper", 2),
    ("give or take a day", 1),
    ("flexible by 5 days", 5),
    ("±30 days", 7),
    ("would it be cheaper a day or two earlier?", 3),
    ("which dates are cheapest?", 3),
    ("meine Daten sind flexibel, +- 2 Tage", 2),
    ("die Termine sind flexibel", 3),
    ("mis fechas son flexibles", 3),
    ("fechas flexibles, dos días antes o después", 2),
    ("mes dates sont flexibles", 3),
    ("à deux jours près, je suis flexible sur les dates", 2),
    ("le mie date sono flessibili", 3),
    ("più o meno due giorni", 2),
    ("as minhas datas são flexíveis", 3),
    ("dois dias antes ou depois", 2),
]


@pytest.mark.parametrize(("text", "days"), MARGINS)
def test_dates_that_may_move_are_read_with_their_days(hear, text, days):
    """Without a number it is three days either way; seven are the most."""
    assert hear(text).flexible_days == days


@pytest.mark.parametrize("text", ["my dates are not flexible", "meine Daten sind fix", "las fechas no son flexibles"])
def test_fixed_dates_take_the_margin_back(hear, text):
    """What was flexible before is not any more; a flexible fare or ticket is no date."""
    assert hear(text, frame=Frame(flexible_days=3)).flexible_days is None
    assert hear("a flexible ticket please").flexible_days is None


def test_the_cheapest_dates_are_those_in_view(hear):
    """Words for the cheapest dates move the whole trip to the cheapest of the days in view; without any they ask for them."""
    frame = Frame(depart=When(said="june 14", day="2027-06-14"), return_=When(said="21", day="2027-06-21"))
    reading = hear.reading("take the cheapest dates", frame=frame, days=("2027-06-12", "2027-06-14"))
    assert [op.days for op in reading.operations if isinstance(op, Shift)] == [-2]
    assert (reading.frame.depart.day, reading.frame.return_.day) == ("2027-06-12", "2027-06-19")
    assert hear("take the cheapest dates", frame=frame).flexible_days == 3
