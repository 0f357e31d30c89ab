"""The merge that leads from one document to another: the inverse of applying a patch."""

from collections.abc import Mapping

from pydantic import BaseModel

from tripintent.state.patch import DELETE, M


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
