"""Details of people that a supplier requires, and by which step."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

NeedName = Literal["name", "date_of_birth", "title", "gender", "passport", "email", "phone", "payment_method"]


class Need(BaseModel):
    """A detail that a supplier requires, and by which step it must be there."""

    model_config = ConfigDict(frozen=True)

    what: NeedName
    when: Literal["hold", "purchase"]
    of: Literal["each_traveller", "lead_traveller", "buyer"] = "each_traveller"
