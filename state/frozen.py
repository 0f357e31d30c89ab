"""The base of the house's values: frozen, so that whoever holds one can rely on it; and of what a client sends."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError


class Frozen(BaseModel):
    """A value that does not change once it is made."""

    model_config = ConfigDict(frozen=True)


def is_none(value: object) -> bool:
    """Tell whether a field was never said: it is left out of what is written."""
    return value is None


def no_such(thing: str, name: object, known: Iterable[str]) -> str:
    """Return "there is no rule 'max_stps': did you mean max_stops?", or the names that there are."""
    names = list(known)
    meant = get_close_matches(str(name), names, n=1)
    return f"there is no {thing} {name!r}: " + (
        f"did you mean {meant[0]}?" if meant else f"there are: {', '.join(names)}"
    )


class Exact(BaseModel, extra="forbid"):
    """What a client sends. An unknown key is refused, with the one that was meant: a slip must not be left out in silence."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        for name in given.keys() - cls.model_fields.keys() if isinstance(given, Mapping) else ():
            raise PydanticCustomError("unknown_key", "{said}", {"said": no_such("name", name, cls.model_fields)})
        return given
