"""One recorded case, and what a system's module offers for its kind."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.evals.vectors.agreeing import difference


class Case(BaseModel):
    """A line of a file of cases; everything that is not named here is kept in ``model_extra``."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str
    kind: str
    input: JsonValue = None
    expected: JsonValue = None
    verdict: str = "ok"
    better: JsonValue = Field(default=None, description="what agrees when the recorded result was wrong")

    @property
    def wanted(self) -> JsonValue:
        """The result that counts."""
        return self.better if self.verdict == "original_wrong" else self.expected


class Kind(NamedTuple):
    """How a kind of case is answered, and how the answer is compared (``""`` means that it agrees)."""

    answer: Callable[[Case], JsonValue]
    compare: Callable[[JsonValue, JsonValue], str] = difference


Kinds = Mapping[str, Kind]
