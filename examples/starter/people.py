"""Your users: who signs in, and where mail reaches them. Replace both functions by your own sign-in and directory."""

from collections.abc import Mapping

from fastapi import Request

from tripintent import TripContext
from tripintent.app.http.users import User

ORG = "acme"
TOKENS = {"token-of-anna": "anna", "token-of-boss": "boss"}
MAIL = {"anna": "anna@acme.example", "boss": "boss@acme.example"}


def users(org: str) -> Mapping[str, str]:
    """Return who there is in an organisation, and their mail addresses."""
    return MAIL if org == ORG else {}


async def authenticate(request: Request) -> User | None:
    """Return who sends a request; None is answered with 401."""
    name = TOKENS.get(request.headers.get("authorization", "").removeprefix("Bearer "))
    if name is None:
        return None
    context = TripContext(organisation=ORG, traveller=name, locale="en-GB")
    return User(user_id=name, context=context, administers=name == "boss")
