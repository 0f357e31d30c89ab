"""The chat on pages of other origins: a script for them, the page that they frame, and who a guest of theirs is."""

import json
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from tripintent.app.http.assets import SHIPPED, Asset, Assets, file_response
from tripintent.app.http.branding import launcher_colours
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import address_of, guest_token
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.words import LANGUAGES, catalogue
from tripintent.state.concierge.service import Service

router = APIRouter(tags=["widget"])
ABROAD = {"cross-origin-resource-policy": "cross-origin", "vary": "origin, referer"}


class GuestToken(BaseModel):
    """Who a guest is from now on."""

    token: str = Field(description="sent as the bearer token; kept by the browser while the page's tab is open")


def script_for(service: Service | None) -> Asset:
    """Return the script for other pages, with the name and colours of the organisation."""
    name = service.name if service else "tripintent"
    facts = {
        "name": name,
        "colours": launcher_colours(service.colour if service else ""),
        "words": {one: catalogue(one).say("page", "widget_open", name=name) for one in LANGUAGES},
    }
    script = f"(() => {{\nconst brand = {json.dumps(facts)};\n{SHIPPED['widget.js'].decode()}}})();\n"
    return Asset("widget.js", script.encode())


@router.get("/widget.js", include_in_schema=False)
async def widget_script(request: Request, web: CurrentWeb) -> Response:
    """Return the script that another page names; a page that is not listed is refused."""
    origin = _checked(request, web)
    allow = {"access-control-allow-origin": origin} if origin else {}
    return file_response(request, request.app.state.widget, {**ABROAD, **allow})


@router.get("/widget", include_in_schema=False)
async def widget_page(request: Request, web: CurrentWeb) -> Response:
    """Return the chat as the page that others frame. Browsers show it in pages of the listed origins only."""
    _checked(request, web)
    ancestors = " ".join(("'self'", *web.widget_origins))
    assets: Assets = request.app.state.assets
    policy = assets.policy.replace("frame-ancestors 'none'", f"frame-ancestors {ancestors}")
    return file_response(request, assets.get("widget.html"), {**ABROAD, "content-security-policy": policy})


@router.post("/api/guests", status_code=201, responses={k: PROBLEMS[k] for k in (404, 429, 503)})
async def new_guest(request: Request, web: CurrentWeb) -> GuestToken:
    """Make a guest without an account: for the chat on other pages, where there is one."""
    _there(web)
    web.rate.take(address_of(request))
    return GuestToken(token=guest_token(await web.owners.key()))


def _there(web: Web) -> None:
    if not web.widget_origins:
        raise Problem(
            404, "no_widget", "No page may show this chat: list its origin in TRIPINTENT_HTTP_WIDGET_ORIGINS."
        )


def _checked(request: Request, web: Web) -> str:
    """Return the origin that the request names, if it does. Raises Problem for one that is not listed.

    A page that hides its address gets the script; what it draws is still refused by ``frame-ancestors``.
    """
    _there(web)
    origin, said = request.headers.get("origin", ""), request.headers.get("referer", "")
    for one in filter(None, (origin, said and _origin(said))):
        if one not in web.widget_origins and one.partition("://")[2] != request.headers.get("host"):
            raise Problem(403, "foreign_page", f"{one} may not show this chat: see TRIPINTENT_HTTP_WIDGET_ORIGINS.")
    return origin


def _origin(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    return f"{parts.scheme}://{parts.netloc}"
