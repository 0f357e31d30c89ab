"""What every tool of the toolbox keeps, whoever made it: schema, words, effect, and what becomes of bad values."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.acts import plan
from tests.contracts.from_schema import WILD, fitting, spoilt

from tripintent.app.calls import call
from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession
from tripintent.state.acts import Outcome
from tripintent.tools.toolbox.base import Act, Arguments, Effect, Scene, Tool
from tripintent.tools.toolbox.facts import Facts
from tripintent.tools.toolbox.toolbox import tools

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)
ALL_AT_MOST, EACH_AT_MOST = 20_000, 2_000
LARGE = {"update_trip": 6_600}
"""What says a whole trip in one call; it only falls."""
TRIES = settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
OWN = [one for one in tools() if issubclass(one.arguments, Arguments)]
every_tool = pytest.mark.parametrize("one", tools(), ids=lambda one: one.name)
reading = pytest.mark.parametrize("one", [one for one in tools() if one.effect == "READ"], ids=lambda one: one.name)


class World:
    """A trip with options, one of them chosen, on files whose rows can be compared."""

    def __init__(self, session: SyncSession, folder: Path) -> None:
        self.session, self._folder = session, folder

    def scene(self) -> Scene:
        session = self.session.session
        values = self.session.wait_for(session.values("t"))
        return Scene(
            trip=values["trip_intent"],
            ports=session.acting("t"),
            who=session.principal("t"),
            documents=values.get("documents") or {},
            planning=session.planning,
        )

    def run(self, one: Tool, arguments: dict[str, Any]) -> Act | Facts:
        return self.session.wait_for(one.run(self.scene(), arguments))

    def rows(self) -> dict[str, list[str]]:
        """Return everything that is stored: conversations, documents, ledger, the supplier's books."""
        return {file.name: _rows(file) for file in sorted(self._folder.glob("*.db"))}


def _rows(file: Path) -> list[str]:
    with sqlite3.connect(file) as connection:
        return [line for line in connection.iterdump() if not re.match(r'INSERT INTO "(locks|searches)"', line)]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("toolbox")
    with SyncSession(Settings(db=folder / "trips.db", data_dir=folder, language="offline", now=NOW)) as session:
        session.event("t", WISH)
        session.choose("t", 1)
        yield World(session, folder)


@every_tool
def test_the_schema_is_small_and_plain(one: Tool) -> None:
    """An object with described parts, of two kB at most, and no argument that a door would take for its own."""
    schema = one.schema()
    assert schema["type"] == "object"
    assert _size(one) <= LARGE.get(one.name, EACH_AT_MOST)
    assert not {"thread", "config", "runtime", "run_manager"} & set(schema.get("properties", {}))


def test_all_schemas_together_are_small() -> None:
    """A host's model gets all of our own in one request; the described system's 23 are as large again."""
    assert sum(map(_size, OWN)) <= ALL_AT_MOST


def _size(one: Tool) -> int:
    return len(json.dumps(one.schema(), separators=(",", ":")))


@pytest.mark.parametrize("one", OWN, ids=lambda one: one.name)
def test_a_model_reads_what_it_does_when_and_what_comes_back(one: Tool) -> None:
    """A verb first, when to call it, what comes back; what each argument is, and what is refused where there are any."""
    first, fields = one.description.split(" ")[0].rstrip(","), one.schema().get("properties", {})
    assert re.fullmatch(r"[A-Z][a-z]+", first)
    assert not first.endswith(("ing", "es")), "a verb first: Hold, Choose, Look"
    assert "Call it" in one.description
    assert "Returns: " in one.description
    assert "Args: " in one.description or all("description" in field for field in fields.values())
    assert one.effect == "READ" or not fields or "rejected" in one.description


@every_tool
def test_its_effect_is_stated(one: Tool) -> None:
    """READ, WRITE or GATED: nothing else, and nothing by default."""
    assert one.effect in get_args(Effect)


@every_tool
def test_bad_values_are_refused_in_words_that_mend_them(one: Tool, world: World) -> None:
    """Nearly right arguments and wild JSON: an outcome that says which part is wrong and why, or what fits; never a traceback."""

    @TRIES
    @given(spoilt(one.schema()))
    def tried(arguments: dict[str, Any]) -> None:
        _held(world.run(one, arguments), one)

    tried()
    unknown = world.run(one, {"nonsense": 1})
    assert isinstance(unknown, Act)
    assert not unknown.outcome.ok
    assert "nonsense" in {part.path for part in unknown.outcome.rejected}


@every_tool
def test_what_fits_is_worked_and_writes_nothing_by_itself(one: Tool, world: World) -> None:
    """Whatever it is asked: a tool returns patches, events or documents, and no row of any database changes."""
    before = world.rows()
    schema = one.schema()

    @TRIES
    @given(fitting(schema, schema.get("$defs", {})))
    def tried(arguments: dict[str, Any]) -> None:
        _held(world.run(one, arguments), one)

    tried()
    assert world.rows() == before


def _held(done: Act | Facts, one: Tool) -> None:
    """Check what every result keeps."""
    if isinstance(done, Facts):
        assert one.effect == "READ"
        json.dumps(done.model_dump(mode="json"), allow_nan=False)
        return
    changes = (*done.patches, *done.events, *done.documents)
    assert not (changes and one.effect == "READ")
    assert not (changes and not done.outcome.ok), "what is refused changes nothing"
    assert done.outcome.ok or done.outcome.rejected, "what is refused says why"
    assert all(len(part.why) > 3 and "Traceback" not in part.why for part in done.outcome.rejected)
    assert Outcome.model_validate_json(done.outcome.model_dump_json()) == done.outcome


@reading
def test_a_look_leaves_trip_ledger_and_documents_byte_for_byte(one: Tool, world: World) -> None:
    """Through the door, with the graph behind it: no row is written, also for what a look refuses."""
    before, schema = world.rows(), one.schema()

    @TRIES
    @given(fitting(schema, schema.get("$defs", {})) | spoilt(schema))
    def tried(arguments: dict[str, Any]) -> None:
        world.session.wait_for(call(world.session.session, "t", one.name, arguments))

    tried()
    assert world.rows() == before


@pytest.mark.parametrize("name", ["choose", "hold", "no_such_tool", "", "a" * 500, "\ud800"])
def test_wild_calls_through_the_door_are_answered(world: World, name: str) -> None:
    """A name or arguments that are none: an outcome, and the conversation goes on."""

    @settings(TRIES, max_examples=5)
    @given(st.dictionaries(st.text(max_size=8), WILD, min_size=1, max_size=3))
    def tried(arguments: dict[str, Any]) -> None:
        result = world.session.wait_for(call(world.session.session, "t", name, arguments))
        assert not result.ok
        assert result.rejected
        assert result.trip

    tried()


def test_two_writes_at_once_run_one_after_the_other(world: World) -> None:
    """Each is a turn of its own on the state after the one before, and neither is told to come again."""
    before, rows = world.session.trip("t").request.turn, world.rows()

    async def both() -> list[Any]:
        session = world.session.session
        return await asyncio.gather(*(call(session, "t", "choose", {"option": str(n)}) for n in (2, 1)))

    first, second = world.session.wait_for(both())
    assert [one.trip["chosen"]["number"] for one in (first, second)] == [2, 1]
    assert world.session.trip("t").request.turn == before + 2
    assert world.rows() != rows, "what is compared above would show it"
