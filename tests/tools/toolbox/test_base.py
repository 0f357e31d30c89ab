"""The base of the toolbox: what a model gets to see, and bad arguments in words that mend them."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from tripintent.tools.toolbox.base import Arguments, BadArguments, Tool
from tripintent.tools.toolbox.toolbox import tools


class Who(Arguments):
    name: str = ""


class Board(Arguments):
    who: Annotated[tuple[Who, ...], Field(min_length=1)] = (Who(),)
    board: Literal["room_only", "half_board"] = "room_only"
    nights: int = 1


async def work(_: Any, arguments: Board) -> Any:
    return arguments


TOOL = Tool("board", "trip", "READ", Board, work, "Set the board.")


@pytest.mark.parametrize("said", ["half board", "HALF_BOARD", "Half-Board"])
def test_a_closed_value_that_is_clear_is_taken(said: str) -> None:
    """However it is spelled; a number as text is a number."""
    assert TOOL.read({"board": said, "nights": "3"}) == Board(board="half_board", nights=3)
    assert TOOL.read({"who": [{"name": 1}]}) == Board(who=(Who(name="1"),))


@pytest.mark.parametrize(
    ("given", "path", "candidate"),
    [
        ({"board": "brunch"}, "board", "half_board"),
        ({"bord": "half_board"}, "bord", "board"),
        ({"who": [{"nam": "A"}]}, "who[0].nam", "who[].name"),
    ],
)
def test_bad_arguments_say_what_would_be_right(given: dict[str, Any], path: str, candidate: str) -> None:
    """The path, the reason, and the values or names there are."""
    with pytest.raises(BadArguments) as caught:
        TOOL.read(given)
    (one,) = caught.value.rejected  # a list of one who is wrong is not too short
    assert one.path == path
    assert candidate in one.candidates


@pytest.mark.parametrize("tool", tools(), ids=lambda one: one.name)
def test_each_tool_is_described(tool: Tool) -> None:
    """A model reads what it does and when to call it; the schema carries no titles."""
    assert tool.description
    assert "title" not in tool.schema()
