"""Requests for some legs and people of a trip: taken back in parts, and no part asked for twice."""

from typing import Any

import pytest

from tripintent.state.applying import applied
from tripintent.state.frame import Extent, Frame, Place, SpecialRequest, Visit
from tripintent.state.operations import Ask

THERE_AND_BACK = Frame(visits=(Visit(place=Place(said="Lisbon")),))
THREE_FLIGHTS = Frame(visits=(Visit(place=Place(said="Lisbon")), Visit(place=Place(said="Rome"))))


def ask(*, off: bool = False, kind: str = "aisle seat", **extent: Any) -> Ask:
    request = SpecialRequest(kind=kind, said=kind, to="airline", **extent)
    return Ask(request=request, polarity="no_matter" if off else "require")


def left(frame: Frame, *said: Ask) -> list[tuple[Any, ...]]:
    """Return what is asked for: legs, people, and what was taken off of each."""
    return [
        (one.legs, one.who, tuple((part.legs, part.who) for part in one.without))
        for one in applied(frame, said).requests
    ]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ((ask(), ask(legs=("outbound",))), [(("outbound",), (), ())]),
        ((ask(legs=("outbound",)), ask()), [((), (), ())]),
        ((ask(legs=("outbound",)), ask(legs=("return",))), [(("outbound",), (), ()), (("return",), (), ())]),
        ((ask(legs=(1, 2)),), [((), (), ())]),
        ((ask(), ask(off=True, legs=("return",))), [((), (), ((("return",), ()),))]),
        ((ask(), ask(off=True, legs=("return",)), ask(off=True, legs=(1,))), []),
        ((ask(legs=(1,)), ask(off=True, legs=("outbound",))), []),
        ((ask(legs=(1,)), ask(off=True, legs=("return",))), [(("outbound",), (), ())]),
        ((ask(who=("Ann", "Bob")), ask(off=True, who=("ann",))), [((), ("Bob",), ())]),
        ((ask(), ask(off=True, who=("child",))), [((), (), (((), ("child",)),))]),
        ((ask(), ask(off=True)), []),
        ((ask(), ask(kind="window seat", off=True)), [((), (), ())]),
    ],
)  # fmt: skip
def test_a_request_is_for_what_was_said_last(said: tuple[Ask, ...], asked: list[Any]) -> None:
    """More of it or less of it, and nothing of another kind."""
    assert left(THERE_AND_BACK, *said) == asked


def test_what_was_taken_off_is_asked_for_again_beside_the_rest() -> None:
    """It does not narrow what was left."""
    said = (ask(), ask(off=True, legs=("return",)), ask(legs=("return",)))
    assert left(THERE_AND_BACK, *said) == [((), (), ((("return",), ()),)), (("return",), (), ())]


def test_the_way_there_and_back_is_not_all_of_three_flights() -> None:
    """What is left is the flight between."""
    said = (ask(), ask(off=True, legs=("outbound", "return")))
    assert left(THREE_FLIGHTS, *said) == [((), (), ((("outbound", "return"), ()),))]


def test_an_extent_covers_what_is_within_it() -> None:
    """Everything covers all, and names count without their case."""
    assert Extent().covers(Extent(legs=(2,), who=("Ann",)))
    assert not Extent(legs=(2,)).covers(Extent())
    assert Extent(who=("ann", "Bob")).covers(Extent(legs=("return",), who=("Ann",)))
