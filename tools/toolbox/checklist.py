"""The checklist in the toolbox: its facts, and edits of its items."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.document import of_kind
from tripintent.state.planning.changes import AddItem, ChecklistChange, MoveItem, RemoveItem, Tick
from tripintent.state.planning.checklist import LONGEST_ITEM, Checklist
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.planning import ChangeRefused, PlanningPorts
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.itinerary import NO_PLANNER


def list_facts(found: Checklist) -> JsonValue:
    """Return the list for a model: categories with their items, ids among them."""
    categories: list[JsonValue] = [
        {
            "category": one.category,
            "items": [
                {"id": item.id, "text": item.text, **({"done": True} if item.checked else {})} for item in one.items
            ],
        }
        for one in found.categories
    ]
    return {"title": found.title, "items": len(found.items), "categories": categories, "notes": list(found.notes)}


class TickItem(Arguments):
    """Tick an item, or open it again with done false."""

    op: Literal["tick"]
    item: str = Field(description="its id or its words")
    done: bool = True


class AddOwn(Arguments):
    """Put an own item on the list."""

    op: Literal["add"]
    text: str = Field(min_length=1, max_length=LONGEST_ITEM - 1)


class RemoveOne(Arguments):
    """Take an item off: it does not come back."""

    op: Literal["remove"]
    item: str


class MoveOne(Arguments):
    """Put an item before another one of its category, or at its end."""

    op: Literal["move"]
    item: str
    before: str | None = None


ListEdit = Annotated[TickItem | AddOwn | RemoveOne | MoveOne, Field(discriminator="op")]


class ListEdits(Arguments):
    """Edits of the checklist, worked in their order."""

    edits: tuple[ListEdit, ...] = Field(min_length=1, max_length=40)


@tool("documents", "WRITE")
async def edit_checklist(scene: Scene, arguments: ListEdits) -> Act:
    """Tick, add, remove or move items of the checklist. It has to be made first (create_documents).

    Call it when the traveller says that something is packed or done, or wants an item on or off the list.
    Args: edits, each with op tick, add, remove or move; items by id or words.
    Returns: the items that changed.
    Raises: rejected per edit where no item, or several, are meant, with those that there are.
    """
    own, found = scene.planning, of_kind(scene.documents, Checklist)
    if own is None:
        return Act(NO_PLANNER)
    if found is None:
        why = "there is no checklist yet, nothing was kept: create_documents makes it on the traveller's order"
        return Act(Outcome.refused(why, "edits"))
    before, rejected, made = found, list[Rejected](), 0
    for number, edit in enumerate(arguments.edits):
        try:
            found, made = own.editor.apply(found, _change(found, edit, own)), made + 1
        except _Unclear as unclear:
            rejected.append(
                Rejected(path=f"edits[{number}].{unclear.path}", why=str(unclear), candidates=unclear.there)
            )
        except ChangeRefused as refused:
            rejected.append(Rejected(path=f"edits[{number}]", why=str(refused)))
    old, new = ({item.id: item for item in one.items} for one in (before, found))
    touched = [one for one in {**old, **new} if old.get(one) != new.get(one)]
    items: list[JsonValue] = [
        {"id": one, "text": new[one].text, "done": new[one].checked} for one in touched if one in new
    ]
    gone: list[JsonValue] = [old[one].text for one in touched if one not in new]
    left = sum(not item.checked for item in found.items)
    outcome = Outcome(
        ok=bool(made),
        changed=tuple(f"checklist.{one}" for one in touched),
        rejected=tuple(rejected),
        facts={"items": items, "removed": gone, "open": left},
    )
    return Act(outcome, documents={Checklist.kind: found} if made else {})


class _Unclear(ToolError):
    """Words that mean no item, or several."""

    def __init__(self, why: str, path: str, there: tuple[str, ...]) -> None:
        super().__init__(why)
        self.path, self.there = path, there


def _change(found: Checklist, edit: ListEdit, own: PlanningPorts) -> ChecklistChange:
    if isinstance(edit, AddOwn):
        return AddItem(text=edit.text)
    item = _item(found, edit.item, "item", own)
    if isinstance(edit, TickItem):
        return Tick(item=item, checked=edit.done)
    if isinstance(edit, RemoveOne):
        return RemoveItem(item=item)
    return MoveItem(item=item, before=_item(found, edit.before, "before", own) if edit.before else None)


def _item(found: Checklist, words: str, path: str, own: PlanningPorts) -> str:
    """Return the id of the item that is named by its id or its words. Raises _Unclear."""
    texts = {one.id: one.text for one in found.items}
    ids = (words,) if words in texts else own.reader.match(words, texts)
    if len(ids) == 1:
        return ids[0]
    why = "several items are meant: give the id" if ids else "no item of the list is meant"
    raise _Unclear(why, path, tuple(f"{one}: {texts[one]}" for one in (ids or tuple(texts)))[:20])
