"""The page's files, out of the wheel: no build step, nothing from elsewhere."""

import json
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter, Request, Response

from tripintent.app.http.problems import Problem
from tripintent.app.words import LANGUAGES, catalogue

router = APIRouter(include_in_schema=False)
TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "json": "application/json",
    "woff2": "font/woff2",
    "txt": "text/plain",
}
PAGES = {
    "/": "index.html",
    "/approvals": "approvals.html",
    "/gallery": "gallery.html",
    "/policy": "policy.html",
    "/staff": "staff.html",
}


def _files() -> dict[str, bytes]:
    folder = files("tripintent.app.page")
    shipped = {f.name: f.read_bytes() for f in folder.iterdir() if f.name.rpartition(".")[2] in TYPES}
    words = {f"words.{one}.json": json.dumps(catalogue(one).as_page()).encode() for one in LANGUAGES}
    return shipped | words


ASSETS = _files()


@router.get("/")
@router.get("/approvals")
@router.get("/gallery")
@router.get("/policy")
@router.get("/staff")
async def page(request: Request) -> Response:
    """Return a page."""
    return _file(request, PAGES[request.url.path])


@router.get("/page/{name}")
async def asset(name: str, request: Request) -> Response:
    """Return a script, a style or a picture of the page."""
    if name not in ASSETS or name.endswith(".html"):
        raise Problem(404, "unknown_file", "There is no such file.")
    return _file(request, name)


def _file(request: Request, name: str) -> Response:
    return file_response(request, name, request.app.state.brand.get(name) or ASSETS[name])


def file_response(request: Request, name: str, content: bytes, more: Mapping[str, str] | None = None) -> Response:
    """Return a file of the page, or that the browser has it already."""
    mark = f'"{sha256(content).hexdigest()[:16]}"'
    headers = {"etag": mark, "cache-control": "no-cache", **(more or {})}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    kind = TYPES[name.rpartition(".")[2]]
    return Response(content, media_type=kind if name.endswith("woff2") else f"{kind}; charset=utf-8", headers=headers)
