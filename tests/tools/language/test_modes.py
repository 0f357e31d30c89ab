"""How one travels to each place."""

import pytest

VISITS = [
    ("train from Rome to Florence and then fly to London", ["train", "flight"]),
    (
        "Take the train from Rome to Florence, then fly Florence to London, then bus from London to Oxford",
        ["train", "flight", "bus"],
    ),
    ("Fly from Boston to Paris, then take the train to Lyon", ["flight", "train"]),
    ("From Rome to Florence by train, then to London", ["train", None]),
    ("From Boston to Paris, Lyon and Nice by train", [None, "train", "train"]),
    ("Take the train from Rome to Florence and Venice", ["train", "train"]),
    ("train from Rome to Florence, then fly back to Rome", ["train"]),
    ("from Boston to Paris, then by train to Amsterdam", [None, "train"]),
    ("Boston to Rome, then drive to Siena", [None, "car"]),
    ("fly from Boston to Rome and Florence", [None, None]),
]


@pytest.mark.parametrize(("text", "modes"), VISITS)
def test_each_visit_has_its_own_mode(hear, text, modes):
    """A mode belongs to the place whose words it stands in."""
    assert [v.mode for v in hear(text).visits] == modes


def test_named_legs_have_modes_of_their_own(hear):
    """The train is on the first leg, the flight on the second."""
    frame = hear("train from Rome to Florence on June 3, then fly Florence to London on June 6")
    assert [(leg.origin.code, leg.destination.code, leg.mode) for leg in frame.legs] == [
        ("ROM", "FLR", "train"),
        ("FLR", "LON", "flight"),
    ]
    assert [leg.depart.day for leg in frame.legs] == ["2027-06-03", "2027-06-06"]


def test_legs_without_dates_start_at_the_first(hear):
    """Each leg begins where the one before ended: home is where the first one starts."""
    frame = hear("train from Rome to Florence, then fly Florence to London, then bus London to Oxford")
    assert (frame.origin.code, [v.place.name for v in frame.visits]) == ("ROM", ["Florence", "London", "Oxford"])
    assert [v.mode for v in frame.visits] == ["train", "flight", "bus"]
