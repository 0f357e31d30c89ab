"""Who travels, as a model says it: one person an operation."""

from typing import Literal

from pydantic import Field

from tripintent.tools.language.model.deeds import Day, Quoted


class SaidTraveller(Quoted):
    """A person of the party by name, birth or contact; or one who is taken out of the names again."""

    op: Literal["traveller"] = "traveller"
    name: str = Field(default="", max_length=120, description="given and family name as written")
    family: str = Field(default="", max_length=80, description="the family name within it")
    only_name: bool = Field(default=False, description="the person has one name only")
    born: Day | None = None
    email: str | None = Field(default=None, max_length=200)
    phone: str | None = Field(default=None, max_length=40)
    instead_of: str = Field(default="", max_length=120, description="known name that this one corrects or replaces")
    gone: Literal["", "leaves", "wrong_name"] = Field(
        default="", description="leaves: stays at home; wrong_name: a listed name that no traveller has"
    )
