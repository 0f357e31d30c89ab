"""Arguments of the READ tools that answer side questions."""

from pydantic import Field

from tripintent.tools.registry.parts import Arguments


class PlaceQuestion(Arguments):
    """About one place."""

    place: str = Field(description="a city, an airport or an IATA code, as the traveller says it", max_length=200)


class DistanceQuestion(Arguments):
    """About two places."""

    origin: str = Field(description="IATA code", max_length=200)
    destination: str = Field(description="IATA code", max_length=200)


class NoQuestion(Arguments):
    """Nothing needs to be said."""
