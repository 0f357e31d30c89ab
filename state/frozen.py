"""The base of the house's values: frozen, so that whoever holds one can rely on it; and of what a client sends."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError


class Frozen(BaseModel):
    """A value that does not change once it is made."""

    model_config = ConfigDict(frozen=True)


class Exact(BaseModel, extra="forbid"):
    """What a client sends. An unknown key is refused, with the one that was meant: a slip must not be left out in silence."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        for name in given.keys() - cls.model_fields.keys() if isinstance(given, Mapping) else ():
            meant = get_close_matches(str(name), cls.model_fields, 1) or [" or ".join(cls.model_fields)]
            raise PydanticCustomError(
                "unknown_key", "there is no '{name}': {meant} is meant?", {"name": str(name), "meant": meant[0]}
            )
        return given
