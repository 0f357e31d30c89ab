"""A call of a tool and what came of it, as the trip's turn keeps them: facts only, in no language."""

from pydantic import Field, JsonValue

from tripintent.state.frozen import Frozen


class Rejected(Frozen):
    """A part of a call that was not taken, why, and what would be right."""

    path: str = Field(description="the argument: 'stops[1].place'")
    why: str
    candidates: tuple[str, ...] = ()
    code: str = Field(default="", description="which refusal it is, where a program asks")

    @property
    def told(self) -> str:
        """It in a line."""
        return f"{self.path}: {self.why}" if self.path else self.why


WOULD_LET_GO = "a hold would be let go: ask the traveller, then call it again with let_hold_go true"


class Outcome(Frozen):
    """What came of a call. ``ok`` is False where nothing at all was done."""

    ok: bool = True
    changed: tuple[str, ...] = Field(default=(), description="paths of what changed")
    rejected: tuple[Rejected, ...] = ()
    assumed: tuple[str, ...] = Field(default=(), description="what was not said and was taken to be so")
    facts: dict[str, JsonValue] = Field(default_factory=dict, description="whatever else the tool found")

    @property
    def in_vain(self) -> bool:
        """Tell whether the call was refused whole; a hold that waits for names was not."""
        return not self.ok and bool(self.rejected)

    @classmethod
    def refused(cls, why: str, path: str = "", candidates: tuple[str, ...] = ()) -> "Outcome":
        """Return the outcome of a call of which nothing was done."""
        return cls(ok=False, rejected=(Rejected(path=path, why=why, candidates=candidates),))


class Called(Frozen):
    """A call that was worked in this turn."""

    call_id: str
    name: str
    outcome: Outcome
