"""The base of the house's values: frozen, so that whoever holds one can rely on it."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value that does not change once it is made."""

    model_config = ConfigDict(frozen=True)
