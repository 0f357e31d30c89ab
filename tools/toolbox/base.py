"""The base of the toolbox: a tool is a function with one argument model, an effect, and a docstring that a model reads.

``READ`` tools return facts and touch nothing. ``WRITE`` and ``GATED`` tools return an ``Act``: typed patches, events and changed
documents, which the graph works; what follows is decided by its tables. ``GATED`` tools run only in a turn that the traveller's own
message or click began.
"""

import inspect
import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, TypeVar, cast, get_type_hints

from pydantic import BaseModel, ConfigDict, PrivateAttr, ValidationError
from rapidfuzz import process

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.context import Principal
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import TripDocuments
from tripintent.state.events import PublicEvent, ToolCall
from tripintent.state.patch import Patch
from tripintent.state.planning.checklist import Checklist, step_back
from tripintent.state.queries import fingerprint
from tripintent.state.trip import Step, TripIntent
from tripintent.tools import shipped
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Drawable, Ports, Surveyed
from tripintent.tools.toolbox.facts import Facts
from tripintent.tools.toolbox.schema import schema_of

KEPT = 8
"""Steps that can be taken back."""
Effect = Literal["READ", "WRITE", "GATED"]
Toolset = Literal["trip", "options", "booking", "itinerary", "documents", "knowledge", "concierge"]


class Arguments(BaseModel):
    """Arguments of a tool. Dates are YYYY-MM-DD, times HH:MM, money ``{amount, currency}``."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    keeps: ClassVar[str] = ""
    """The list whose entries keep what can be read of them, where one field of theirs cannot."""
    _unread: tuple[Rejected, ...] = PrivateAttr(())

    @property
    def unread(self) -> tuple[Rejected, ...]:
        """What was left out, each with what would be right."""
        return self._unread


class NoArguments(Arguments):
    """No arguments."""


Look = Callable[[Sequence[ToolCall]], Awaitable[tuple[Surveyed, Ports]]]
"""Runs calls on a copy of the scene's trip; returns the copy with the ports that read its offers."""


@dataclass(frozen=True)
class Scene:
    """What a tool sees: the trip and its documents as they are now, the ports of who runs, and the words of the turn."""

    trip: TripIntent
    ports: Ports
    who: Principal = field(default_factory=Principal)
    documents: TripDocuments = field(default_factory=dict)
    planning: PlanningPorts | None = None
    said: str = ""
    survey: Look | None = None

    def seeing(self, documents: TripDocuments, planning: PlanningPorts | None) -> "Scene":
        """Return the scene with the trip's documents."""
        return replace(self, documents=documents, planning=planning)


DONE = Outcome()


@dataclass(frozen=True)
class Act:
    """What a WRITE tool hands the graph: patches of the trip, events, whole changed documents by kind, what it says of them, a card."""

    outcome: Outcome = DONE
    patches: tuple[Patch, ...] = ()
    events: tuple[PublicEvent, ...] = ()
    documents: TripDocuments = field(default_factory=dict)
    card: Drawable | None = None


Work = Callable[[Scene, Any], Awaitable[Act | Facts]]
W = TypeVar("W", bound=Work)


class BadArguments(ValueError):
    """Arguments that do not fit the tool: ``rejected`` says of each what would be right."""

    def __init__(self, rejected: tuple[Rejected, ...]) -> None:
        super().__init__("; ".join(f"{one.path}: {one.why}" for one in rejected))
        self.rejected = rejected


@dataclass(frozen=True)
class Tool:
    """One tool of the toolbox."""

    name: str
    toolset: Toolset
    effect: Effect
    arguments: type[BaseModel]
    work: Work
    description: str

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the arguments."""
        return schema_of(self.arguments)

    def read(self, given: Mapping[str, object]) -> BaseModel:
        """Return the arguments. Raises BadArguments that says how to mend them."""
        try:
            return self.arguments.model_validate(given)
        except ValidationError as error:
            mended = _mended(dict(given), error)
        try:
            return self.arguments.model_validate(mended)
        except ValidationError as error:
            found = error.errors(include_url=False)
            inner = {one["loc"][:n] for one in found for n in range(len(one["loc"]))}
            told = [one for one in found if one["type"] != "too_short" or one["loc"] not in inner]  # wrong, not too few
            rejected = tuple(_wrong(one, self.arguments) for one in told)
            places = [one["loc"][:3] for one in told]
            keeps = self.arguments.keeps if issubclass(self.arguments, Arguments) else ""
            if not keeps or any(at[0] != keeps or len(at) < 3 or at[2] == "id" for at in places):
                raise BadArguments(rejected) from error  # without the right id it would be somebody else
        rows = [
            {k: v for k, v in row.items() if (keeps, n, k) not in places}
            for n, row in enumerate(cast("list[dict[str, object]]", mended[keeps]))
        ]
        rest = cast("type[Arguments]", self.arguments).model_validate({**mended, keeps: rows})
        rest._unread = rejected  # noqa: SLF001 - a model's private field
        return rest

    async def run(self, scene: Scene, given: Mapping[str, object]) -> Act | Facts:
        """Read the arguments and do the work. Bad arguments are an act of which nothing was done, in words that mend them."""
        try:
            arguments = self.read(given)
        except BadArguments as error:
            return Act(Outcome(ok=False, rejected=error.rejected))
        found = await self.work(scene, arguments)
        return _stepped(scene, found, self.name) if isinstance(found, Act) and self.name != "undo" else found


def _stepped(scene: Scene, act: Act, label: str) -> Act:
    """Return the act with the steps by which undo takes back what it changed of the plan of days and the checklist."""
    steps = list[Step]()
    for kind, new in act.documents.items():
        old = scene.documents.get(kind)
        if isinstance(new, ItineraryDocument) and new.past and new != old:
            steps.append(Step(label=label, document=kind, mark=fingerprint(new.past[-1])))
        elif isinstance(new, Checklist) and isinstance(old, Checklist) and new.categories != old.categories:
            steps.append(step_back(old, new, label))
    merge = {"steps": (*scene.trip.steps, *steps)[-KEPT:], "taken_back": ()}
    return replace(act, patches=(*act.patches, Patch(merge=merge))) if steps else act


_REGISTERED: dict[str, Tool] = {}


def tool(toolset: Toolset, effect: Effect) -> Callable[[W], W]:
    """Register a function as a tool: its name, its docstring, and its second parameter's model are what a model sees."""

    def registering(work: W) -> W:
        name = work.__name__
        arguments = get_type_hints(work)[list(inspect.signature(work).parameters)[1]]
        register(Tool(name, toolset, effect, arguments, work, inspect.cleandoc(work.__doc__ or "")))
        return work

    return registering


def register(one: Tool) -> None:
    """Put a tool into the toolbox under its name."""
    _REGISTERED[one.name] = one


def registered() -> Mapping[str, Tool]:
    """Return every tool whose module was imported, by name."""
    return _REGISTERED


def _mended(given: dict[str, object], error: ValidationError) -> dict[str, object]:
    """Return the arguments with closed values as they are spelled, where what was meant is clear: 'Checklist', 'half board'."""
    for one in error.errors(include_url=False):
        if one["type"] in ("literal_error", "enum") and isinstance(one["input"], str):
            fold = _folded(one["input"])
            meant = [word for word in _expected(one) if _folded(word) == fold]
            if len(meant) == 1:
                given = _placed(given, one["loc"], one["input"], meant[0])
    return given


def _folded(word: str) -> str:
    return re.sub(r"[\W_]+", "", word).casefold()


def _expected(one: Mapping[str, Any]) -> list[str]:
    return re.findall(r"'([^']*)'", str(one.get("ctx", {}).get("expected", "")))


def _placed(value: Any, where: tuple[int | str, ...], old: str, new: str) -> Any:
    """Return a copy of plain data with the value at a path in place of the old one; parts of the path that are no key are tags."""
    if not where:
        return new if value == old else value
    head, rest = where[0], where[1:]
    if isinstance(value, dict) and head in value:
        return {**value, head: _placed(value[head], rest, old, new)}
    if isinstance(value, list | tuple) and isinstance(head, int) and head < len(value):
        return [*value[:head], _placed(value[head], rest, old, new), *value[head + 1 :]]
    return _placed(value, rest, old, new)


NO_SUCH = "there is no such argument"
_PLAINLY: Mapping[str, str] = shipped.table("tools/toolbox/plainly.yaml")
"""Errors of arguments in the words of people; every other message is pydantic's."""


def _wrong(one: Mapping[str, Any], arguments: type[BaseModel]) -> Rejected:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in one["loc"]).lstrip(".")
    if one["type"] == "extra_forbidden":
        schema = arguments.model_json_schema()
        names = {path: re.split(r"\W+", path)[-1] for path in _paths(schema, schema.get("$defs", {}))}
        near = tuple(str(key) for *_, key in process.extract(str(one["loc"][-1]), names, limit=3, score_cutoff=70))
        return Rejected(path=path, why=NO_SUCH, candidates=near or tuple(arguments.model_fields)[:12])
    why = _PLAINLY.get(one["type"]) or str(one["msg"]).removeprefix("Value error, ")
    return Rejected(path=path, why=why, candidates=tuple(_expected(one)))


def _paths(schema: Mapping[str, Any], models: Mapping[str, Any], before: str = "") -> Iterator[str]:
    """Yield the paths of all arguments, of the models inside too: "stops[].place"."""
    for name, one in schema.get("properties", {}).items():
        yield (path := f"{before}{name}")
        text = json.dumps(one)
        for inner in re.findall(r"#/\$defs/(\w+)", text) if before.count(".") < 2 else ():
            yield from _paths(models[inner], models, f"{path}{'[]' * ('array' in text)}.")
