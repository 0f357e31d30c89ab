"""The base of every document of a trip: a kind, a schema name, a trip, a version, and blocks that merge.

A trip is several documents under one id (the trip intent, the itinerary, the checklist, the budget). Each one is a frozen
pydantic model that subclasses ``Document`` and changes through patches only (``tripintent.state.patch``).

Every field is a block: when two conversations change one document at the same time, each keeps the blocks that it
changed. A field that a writer stamps for itself, such as a version or the present turn, is marked with ``Stamped`` and is
never merged. So a field that somebody forgets to mark is merged, and no edit of it is lost.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, ClassVar, Self, TypeVar, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.queries import fingerprint

ROOM = "tripintent.state."
"""Where stored types live: nothing else of ours may be in a checkpoint."""


class _Stamp:
    """The mark of a field that each writer stamps for itself."""


STAMP = _Stamp()
T = TypeVar("T")
Stamped = Annotated[T, STAMP]
"""``version: Stamped[int] = 0``: the field is the writer's own and is left out of the merge."""


class Document(BaseModel):
    """The base of each document. ``kind`` is its name in the store, ``schema_`` the name of its published form."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    kind: ClassVar[str] = ""

    schema_: Stamped[str] = Field(default="", alias="schema")
    trip_id: Stamped[str] = ""
    version: Stamped[int] = Field(
        default=0, description="version of the stored document; the Documents port counts it up"
    )

    def noted(self, note: str) -> Self:
        """Return the document with a patch's note kept; a document that keeps no notes returns itself."""
        return self

    def headline(self) -> tuple[str, str]:
        """Return phase and state for a list of documents; empty where a document has none."""
        return "", ""


class MadeDocument(Document):
    """A document that is made from what is known of a trip, and again when that is another."""

    language: str = "en"
    made_for: str = Field(default="", description="mark of the bookings and holds that it was made for")
    made_from: str | None = Field(
        default=None, description="mark of the facts that it was made from; None: not kept then"
    )


D = TypeVar("D", bound=Document)


@cache
def blocks(kind: type[Document]) -> tuple[str, ...]:
    """Return the names of the fields that merge: all of them that are not marked as stamped."""
    return tuple(name for name, info in kind.model_fields.items() if STAMP not in info.metadata)


def block_hashes(document: Document) -> dict[str, str]:
    """Return the fingerprint of each block, to be compared at the end of a turn."""
    return {name: fingerprint(getattr(document, name)) for name in blocks(type(document))}


def merge_concurrent(start: Mapping[str, str], ours: D, theirs: D) -> D:
    """Return our document on top of theirs: blocks that we did not change since ``start`` are theirs.

    ``start`` is what ``block_hashes`` returned when our change began. A block that both changed is ours.
    """
    untouched = [name for name in blocks(type(ours)) if fingerprint(getattr(ours, name)) == start.get(name)]
    return ours.model_copy(update={**{name: getattr(theirs, name) for name in untouched}, "version": theirs.version})


def stored_types(*roots: object) -> tuple[type[BaseModel], ...]:
    """Return every model that can be reached from the roots (models, TypedDicts, annotations), sorted by name.

    These are the types that a checkpoint may hold. A list kept by hand forgets one, and a forgotten type comes back from
    the checkpoint as plain data.
    """
    found: set[type[BaseModel]] = set()
    _walk(roots, found)
    return tuple(sorted(found, key=lambda one: (one.__module__, one.__qualname__)))


def _walk(parts: Iterable[object], found: set[type[BaseModel]]) -> None:
    for part in parts:
        if get_args(part):
            _walk(get_args(part), found)
        elif isinstance(part, type) and issubclass(part, BaseModel):
            if part not in found and part.__module__.startswith(ROOM):
                found.add(part)
                _walk((info.annotation for info in part.model_fields.values()), found)
        elif hasattr(part, "__total__"):  # a TypedDict, of typing or of typing_extensions
            _walk(get_type_hints(part, include_extras=True).values(), found)


TripDocuments = Mapping[str, Document]


def of_kind(documents: TripDocuments | None, kind: type[D]) -> D | None:
    """Return the document of a kind, if there is one."""
    found = (documents or {}).get(kind.kind)
    return found if isinstance(found, kind) else None


def keep_documents(old: TripDocuments, new: TripDocuments) -> TripDocuments:
    """Return the documents with the new ones in place of those of the same kind."""
    return {**(old or {}), **(new or {})}
