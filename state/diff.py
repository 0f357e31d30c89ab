"""The difference of two documents, as the paths that changed."""

from collections.abc import Iterator, Mapping

from pydantic import BaseModel


def changed_paths(before: object, after: object, path: str = "") -> tuple[str, ...]:
    """Return the dotted paths that differ.

    A list that differs is one path; a key that was added or removed is that key's path; a change of type is that path;
    equal values give nothing.
    """
    return tuple(_differences(before, after, path))


def _differences(before: object, after: object, path: str) -> Iterator[str]:
    if before is after:
        return
    if isinstance(before, BaseModel) and type(before) is type(after):
        for name in type(before).model_fields:
            yield from _differences(getattr(before, name), getattr(after, name), _join(path, name))
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys((*before, *after)):
            if key in before and key in after:
                yield from _differences(before[key], after[key], _join(path, key))
            else:
                yield _join(path, key)
    elif before != after:
        yield path


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
