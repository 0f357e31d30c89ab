"""Meetings: fixed hours that one travels for."""

from pydantic import BaseModel, ConfigDict, Field


class Meeting(BaseModel):
    """Hours at which one has to be where one travels to; without an end it takes an hour.

    One that ends before the hour of its start ends on the day after.
    """

    model_config = ConfigDict(frozen=True)

    day: str = Field(description="YYYY-MM-DD")
    start: str = Field(description="HH:MM")
    end: str | None = None
    place: str | None = None
