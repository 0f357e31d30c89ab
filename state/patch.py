"""Patches: the one way a document changes.

Merge is deep, lists are replaced whole, null is a value, ``DELETE`` gives a field its default back or removes a mapping's
key. Only what a patch names is copied; everything else of the frozen document is shared with the version before. The inverse finds
the merge that leads from one document to another.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AliasChoices, BaseModel, Field, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from tripintent.state.document import D, Document
from tripintent.state.frozen import Frozen

Source = Literal["user_message", "system_policy", "agent_assumption", "operator_override"]
DELETE: Mapping[str, bool] = {"$delete": True}

M = TypeVar("M", bound=BaseModel)


class PatchError(ValueError):
    """A patch that does not fit the document: says the path and what is wrong there."""


class Patch(Frozen):
    """An envelope: who changes what, when, because of which event."""

    source: Source = "agent_assumption"
    by: str = Field(default="", description="node, person or system")
    at: str = ""
    event: str = ""
    note: str = ""
    merge: Mapping[str, Any] = Field(default_factory=dict)


Change = Patch | Document | Mapping[str, object] | Sequence[Patch]


def apply_patch(document: D, change: Change) -> D:
    """Return the document with a change applied: the reducer of a document's channel.

    A mapping without an envelope is a person's edit in Studio and passes the same checks. A whole document comes from a
    host's larger graph and is taken as it is; one of another kind is refused.
    """
    if isinstance(change, Document):
        if not isinstance(change, type(document)):
            raise PatchError(f"a {type(document).__name__} cannot become a {type(change).__name__}")
        return change
    if isinstance(change, Patch):
        merged = merge_model(document, change.merge)
        return merged.noted(f"[{change.source}] {change.note}") if change.note else merged
    if isinstance(change, Mapping):
        return apply_patch(document, read_patch(change))
    for one in change:
        document = apply_patch(document, one)
    return document


def read_patch(raw: Mapping[str, object]) -> Patch:
    """Read an envelope, or take a bare mapping as the merge of an operator's override."""
    if "merge" not in raw:
        return Patch(source="operator_override", by="studio", merge=raw)
    try:
        return Patch.model_validate(raw)
    except ValidationError as error:
        raise PatchError(f"not a patch: {_first(error)}") from error


def merge_model(model: M, merge: Mapping[str, object], path: str = "") -> M:
    """Return a copy of a frozen model with the merge's fields changed; the same object when nothing changes."""
    update: dict[str, object] = {}
    for key, value in merge.items():
        name = _field_name(type(model), key, path)
        old = getattr(model, name)
        new = _merged(type(model), name, old, value, f"{path}.{key}" if path else key)
        if new is not old and new != old:
            update[name] = new
    return model.model_copy(update=update) if update else model


def _merged(owner: type[BaseModel], name: str, old: object, value: object, path: str) -> object:
    if _is_delete(value):
        return owner.model_fields[name].get_default(call_default_factory=True)
    if isinstance(old, BaseModel) and isinstance(value, Mapping):
        return merge_model(old, value, path)
    if isinstance(old, Mapping) and isinstance(value, Mapping):
        return _merged_mapping(owner, name, old, value, path)
    return _checked(owner, name, value, path)


def _merged_mapping(
    owner: type[BaseModel], name: str, old: Mapping[str, Any], value: Mapping[str, Any], path: str
) -> Any:
    result = dict(old)
    fresh: dict[str, Any] = {}
    for key, item in value.items():
        if _is_delete(item):
            result.pop(key, None)
        elif isinstance(result.get(key), BaseModel) and isinstance(item, Mapping):
            result[key] = merge_model(result[key], item, f"{path}.{key}")
        else:
            fresh[key] = item
    result.update(_checked(owner, name, fresh, path))
    return result


def _checked(owner: type[BaseModel], name: str, value: Any, path: str) -> Any:
    try:
        return _adapter(owner, name).validate_python(value)
    except ValidationError as error:
        raise PatchError(f"{path}: {_first(error)}") from error


@cache
def _adapter(owner: type[BaseModel], name: str) -> TypeAdapter[Any]:
    info: FieldInfo = owner.model_fields[name]
    kind: Any = info.annotation
    for extra in info.metadata:
        kind = Annotated[kind, extra]
    return TypeAdapter(kind)


def _field_name(owner: type[BaseModel], key: str, path: str) -> str:
    if key in owner.model_fields:
        return key
    for name, info in owner.model_fields.items():
        earlier = info.validation_alias.choices if isinstance(info.validation_alias, AliasChoices) else ()
        if key == info.alias or key in earlier:
            return name
    raise PatchError(f"{path + '.' if path else ''}{key}: there is no such field in {owner.__name__}")


def _is_delete(value: object) -> bool:
    return isinstance(value, Mapping) and len(value) == 1 and value.get("$delete") is True


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(p) for p in first["loc"])
    return f"{where + ': ' if where else ''}{first['msg']}"


def difference(before: M, after: M) -> dict[str, object]:
    """Return the merge that turns ``before`` into ``after``: only what changed, lists whole, removed keys as DELETE."""
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in type(before).model_fields)
    return {name: _change(old, new) for name, old, new in pairs if old is not new and old != new}


def _change(old: object, new: object) -> object:
    if isinstance(old, BaseModel) and isinstance(new, BaseModel) and type(old) is type(new):
        return difference(old, new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        removed = {key: DELETE for key in old if key not in new}
        return removed | {key: value for key, value in new.items() if key not in old or old[key] != value}
    return new
