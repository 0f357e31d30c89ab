"""The checklist document: categories of items, each with its reason. Ticks, own items and order outlive a re-creation."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from pydantic import Field, JsonValue

from tripintent.state.document import MadeDocument, Stamped
from tripintent.state.frozen import Frozen
from tripintent.state.queries import fingerprint
from tripintent.state.trip import Step

SCHEMA = "tripintent.checklist.v1"
OWN = "own"
LONGEST_ITEM = 100


class Item(Frozen):
    """One thing to do or to take. ``key`` says what it is in every language; an own item's key is its id."""

    id: str
    text: str = Field(max_length=LONGEST_ITEM)
    checked: bool = False
    key: str = ""
    why: str = Field(default="", description="why this trip needs it")
    own: bool = Field(default=False, description="the traveller's own item")
    rev: int = Field(default=0, description="how often a person changed it: of two copies the higher one is newer")


class Category(Frozen):
    """Items that belong together."""

    id: str
    category: str = Field(description="its name, in the language of the trip")
    key: str = ""
    items: tuple[Item, ...] = ()


class Checklist(MadeDocument):
    """Things to pack, arrange and remember for one trip."""

    kind: ClassVar[str] = "checklist"

    schema_: Stamped[str] = Field(default=SCHEMA, alias="schema")

    title: str = ""
    categories: tuple[Category, ...] = ()
    removed: tuple[str, ...] = Field(default=(), description="keys that were taken off: they do not come back")
    notes: tuple[str, ...] = Field(default=(), description="what was not known when it was made")

    @property
    def items(self) -> tuple[Item, ...]:
        """All items in order."""
        return tuple(item for category in self.categories for item in category.items)


def step_back(before: Checklist, after: Checklist, label: str) -> Step:
    """Return how to get from ``after`` to ``before``: its categories, of those that are the same the id alone."""
    same = {one.id for one in after.categories if one in before.categories}
    former: list[JsonValue] = [one.id if one.id in same else one.model_dump(mode="json") for one in before.categories]
    merge: dict[str, JsonValue] = {"categories": former, "removed": [*before.removed]}
    return Step(label=label, document=Checklist.kind, merge=merge, mark=fingerprint(after.categories))


def stepped_back(found: Checklist, step: Step) -> Checklist | None:
    """Return the list as it was before a step; None where it has changed since."""
    there, former = {one.id: one.model_dump() for one in found.categories}, step.merge["categories"]
    if fingerprint(found.categories) != step.mark or not isinstance(former, list):
        return None
    update = {**step.merge, "categories": [there[one] if isinstance(one, str) else one for one in former]}
    return Checklist.model_validate({**found.model_dump(), **update})


def recreated(old: Checklist | None, new: Checklist) -> Checklist:
    """Return a new checklist with what the traveller did to the old one: ticks, own items, removals, order."""
    new = numbered(new)
    if old is None:
        return new
    before = {item.key: {"checked": item.checked, "rev": item.rev} for item in old.items}
    rank = {item.key: number for number, item in enumerate(old.items)}
    categories = [
        category.model_copy(
            update={
                "items": tuple(
                    item.model_copy(update=before.get(item.key, {}))
                    for item in sorted(category.items, key=lambda i: rank.get(i.key, len(rank)))
                    if item.key not in old.removed
                )
            }
        )
        for category in new.categories
    ]
    kept = [category for category in categories if category.items]
    mine = [category for category in old.categories if category.key == OWN]
    return new.model_copy(
        update={
            "categories": (*kept, *mine),
            "removed": old.removed,
            "trip_id": old.trip_id or new.trip_id,
            "version": old.version,
        }
    )


def numbered(checklist: Checklist) -> Checklist:
    """Return the checklist with stable ids: by what an item is, never by its place or its words."""
    return checklist.model_copy(
        update={
            "categories": tuple(
                category.model_copy(
                    update={
                        "id": f"category-{category.key}",
                        "items": tuple(i.model_copy(update={"id": f"item-{i.key}"}) for i in category.items),
                    }
                )
                for category in checklist.categories
            )
        }
    )


def with_own(checklist: Checklist, text: str, item_id: str, heading: str) -> Checklist:
    """Return the checklist with an own item; the same words twice are one item."""
    text = text.strip()[:LONGEST_ITEM]
    if not text or any(item.text.casefold() == text.casefold() for item in checklist.items):
        return checklist
    item = Item(id=f"item-{item_id}", key=item_id, text=text, own=True)
    return _appended(checklist, item, heading)


def without(checklist: Checklist, ids: Sequence[str]) -> Checklist:
    """Return the checklist without some items; they are remembered as taken off."""
    gone = {item.key for item in checklist.items if item.id in ids}
    categories = [
        category.model_copy(update={"items": tuple(item for item in category.items if item.id not in ids)})
        for category in checklist.categories
    ]
    return checklist.model_copy(
        update={
            "categories": tuple(category for category in categories if category.items),
            "removed": tuple(sorted({*checklist.removed, *gone})),
        }
    )


def ticked(checklist: Checklist, ids: Sequence[str], *, checked: bool) -> Checklist:
    """Return the checklist with some items ticked or not."""

    def worked(item: Item) -> Item:
        if item.id not in ids or item.checked == checked:
            return item
        return item.model_copy(update={"checked": checked, "rev": item.rev + 1})

    return _with_items(checklist, lambda category: tuple(worked(item) for item in category.items))


def moved(checklist: Checklist, item_id: str, before: str | None) -> Checklist:
    """Return the checklist with an item before another of its category, or at its end; else unchanged."""

    def ordered(category: Category) -> tuple[Item, ...]:
        item = next((one for one in category.items if one.id == item_id), None)
        rest = [one for one in category.items if one.id != item_id]
        places = [number for number, one in enumerate(rest) if one.id == before]
        if item is None or (before is not None and not places):
            return category.items
        at = places[0] if places else len(rest)
        return (*rest[:at], item, *rest[at:])

    return _with_items(checklist, ordered)


def merged(ours: Checklist, theirs: Checklist) -> Checklist:
    """Return our checklist with what somebody else did to it meanwhile: of an item changed by both, the newer copy.

    What either took off is gone; an own item of either stays. Neither copy has to know where they parted.
    """
    removed = tuple(sorted({*ours.removed, *theirs.removed}))
    other = {item.key: item for item in theirs.items}
    taken = {item.key for item in ours.items}

    def newer(item: Item) -> Item:
        copy = other.get(item.key)
        return (
            item.model_copy(update={"checked": copy.checked, "rev": copy.rev}) if copy and copy.rev > item.rev else item
        )

    both = _with_items(ours, lambda c: tuple(newer(item) for item in c.items if item.key not in removed))
    for category in theirs.categories:
        for item in category.items:
            if item.own and item.key not in {*taken, *removed}:
                both = _appended(both, item, category.category)
    kept = tuple(category for category in both.categories if category.items)
    return both.model_copy(update={"categories": kept, "removed": removed, "version": theirs.version})


def _appended(checklist: Checklist, item: Item, heading: str) -> Checklist:
    """Return the checklist with an item at the end of its own category."""
    mine = next(
        (c for c in checklist.categories if c.key == OWN), Category(id=f"category-{OWN}", category=heading, key=OWN)
    )
    grown = mine.model_copy(update={"items": (*mine.items, item)})
    others = tuple(category for category in checklist.categories if category.key != OWN)
    return checklist.model_copy(update={"categories": (*others, grown)})


def _with_items(checklist: Checklist, items: Callable[[Category], tuple[Item, ...]]) -> Checklist:
    categories = tuple(one.model_copy(update={"items": items(one)}) for one in checklist.categories)
    return checklist.model_copy(update={"categories": categories})
