"""Requests for some legs and people of a trip: taken back in parts, and no part asked for twice."""

from typing import Any, NamedTuple

import pytest

from tripintent.state.frame import Extent, SpecialRequest
from tripintent.state.settling import asked_too, taken_off


class Ask(NamedTuple):
    """A request, or one taken back."""

    request: SpecialRequest
    off: bool


def ask(*, off: bool = False, kind: str = "aisle seat", **extent: Any) -> Ask:
    return Ask(SpecialRequest(kind=kind, said=kind, to="airline", **extent), off)


def left(said: tuple[Ask, ...], *, plain: bool = True) -> list[tuple[Any, ...]]:
    """Return what is asked for: legs, people, and what was taken off of each. ``plain``: one goes there and back."""
    asked: tuple[SpecialRequest, ...] = ()
    for one in said:
        asked = (taken_off if one.off else asked_too)(asked, one.request, plain=plain)
    return [(one.legs, one.who, tuple((part.legs, part.who) for part in one.without)) for one in asked]


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
    assert left(said) == asked


def test_what_was_taken_off_is_asked_for_again_beside_the_rest() -> None:
    """It does not narrow what was left."""
    said = (ask(), ask(off=True, legs=("return",)), ask(legs=("return",)))
    assert left(said) == [((), (), ((("return",), ()),)), (("return",), (), ())]


def test_the_way_there_and_back_is_not_all_of_three_flights() -> None:
    """What is left is the flight between."""
    said = (ask(), ask(off=True, legs=("outbound", "return")))
    assert left(said, plain=False) == [((), (), ((("outbound", "return"), ()),))]


def test_an_extent_covers_what_is_within_it() -> None:
    """Everything covers all, and names count without their case."""
    assert Extent().covers(Extent(legs=(2,), who=("Ann",)))
    assert not Extent(legs=(2,)).covers(Extent())
    assert Extent(who=("ann", "Bob")).covers(Extent(legs=("return",), who=("Ann",)))
