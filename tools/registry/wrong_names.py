"""Messages for what an operator wrote wrong: names that do not exist, with what may have been meant."""

from collections.abc import Callable, Iterable
from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

Where = tuple[int | str, ...]


def no_such(thing: str, name: object, known: Iterable[str]) -> str:
    """Return "there is no rule 'max_stps': did you mean max_stops?", or the names that there are."""
    names = list(known)
    meant = get_close_matches(str(name), names, n=1)
    return f"there is no {thing} {name!r}: " + (
        f"did you mean {meant[0]}?" if meant else f"there are: {', '.join(names)}"
    )


def wrong(error: ValidationError, known: Callable[[Where], Iterable[str]]) -> str:
    """Return every problem of a document and where it is. ``known`` returns the names that there are at a place."""
    return "; ".join(_one(one, known) for one in error.errors())


def _one(problem: ErrorDetails, known: Callable[[Where], Iterable[str]]) -> str:
    where, kind, said, found = problem["loc"], problem["type"], problem["msg"], problem["input"]
    place = ".".join(map(str, where[:-1] if kind == "extra_forbidden" else where))
    if kind == "extra_forbidden":
        said = no_such("name", where[-1], known(where))
    elif kind == "missing":
        said = "this is needed"
    elif kind == "json_invalid":
        said = "this is no JSON"
    elif kind == "value_error":
        said = said.removeprefix("Value error, ")
    elif isinstance(found, str | int | float | None):
        said = f"{said} (found: {found!r})"
    return f"{place}: {said}" if place else said
