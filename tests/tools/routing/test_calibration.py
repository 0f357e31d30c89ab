"""What a probability is worth: a curve that never turns round, at whatever ends it bends."""

import pytest

from tripintent.tools.routing.router import FIRST, IN_TALK, SEVERAL


@pytest.mark.parametrize("curve", [FIRST, IN_TALK, SEVERAL])
def test_a_surer_choice_is_never_worth_less(curve):
    """The order of choices stays, and every value is a probability."""
    worth = [curve.of(step / 100) for step in range(101)]
    assert worth == sorted(worth)
    assert 0 <= worth[0] < 0.1
    assert 0.8 < worth[-1] <= 1


def test_in_the_midst_of_a_talk_no_choice_is_certain():
    """There even a sure choice is wrong now and then."""
    assert IN_TALK.of(0.95) < 0.95 < FIRST.of(0.95)
