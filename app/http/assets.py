"""The page's files, out of the wheel: compressed once, and kept by browsers for as long as they stay the same.

There is no build step, and nothing comes from elsewhere. A page names each file by a URL with the hash of its content, modules by an
import map; such a URL is never asked for again. The pages themselves, and URLs without the hash, are asked for each time.
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter, Request, Response

from tripintent.app.http.guards import CONTENT_POLICY
from tripintent.app.http.problems import Problem
from tripintent.app.words import catalogue
from tripintent.state.languages import LANGUAGES
from tripintent.tools.shipped import table

router = APIRouter(include_in_schema=False)
TYPES: Mapping[str, str] = table("app/http/pages.yaml")["types"]
PAGES: Mapping[str, str] = table("app/http/pages.yaml")["pages"]
FOR_GOOD = "public, max-age=31536000, immutable"
_NAMED = re.compile(r'"/page/([\w.-]+)"')


def _files() -> dict[str, bytes]:
    folder = files("tripintent.app.page")
    shipped = {f.name: f.read_bytes() for f in folder.iterdir() if f.name.rpartition(".")[2] in TYPES}
    words = {f"words.{one}.json": json.dumps(catalogue(one).as_page()).encode() for one in LANGUAGES}
    return shipped | words


SHIPPED = _files()


@dataclass(frozen=True)
class Asset:
    """A file of the page, with its hash and its compressed form, each made when it is first needed."""

    name: str
    content: bytes

    @property
    def kind(self) -> str:
        """The end of its name."""
        return self.name.rpartition(".")[2]

    @cached_property
    def mark(self) -> str:
        """The hash of its content."""
        return sha256(self.content).hexdigest()[:16]

    @property
    def url(self) -> str:
        """Where it is served for good."""
        return f"/page/{self.name}?v={self.mark}"

    @cached_property
    def packed(self) -> bytes | None:
        """The content by gzip; None for a font, which is compressed already."""
        return None if self.kind == "woff2" else gzip.compress(self.content, mtime=0)


class Assets:
    """The files of one application: those of the wheel, some of them an organisation's own instead."""

    def __init__(self, own: Mapping[str, bytes] | None = None) -> None:
        files_of_page = SHIPPED | dict(own or {})
        later = {"css": 1, "html": 2}  # they name the others
        self._assets: dict[str, Asset] = {}
        for name in sorted(files_of_page, key=lambda one: later.get(one.rpartition(".")[2], 0)):
            self._assets[name] = self._made(Asset(name, files_of_page[name]))

    @cached_property
    def import_map(self) -> str:
        """Where modules are found, and the words that they fetch, as JSON."""
        named = {f"/page/{one.name}": one.url for one in self._assets.values() if one.kind in ("js", "json")}
        return json.dumps({"imports": named}, separators=(",", ":"))

    @cached_property
    def policy(self) -> str:
        """The content policy of a page: the import map is the one script in it that is allowed, by its hash."""
        allowed = b64encode(sha256(self.import_map.encode()).digest()).decode()
        return CONTENT_POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{allowed}'")

    def get(self, name: str) -> Asset:
        """Return the file of a name. Raises Problem."""
        if name not in self._assets:
            raise Problem(404, "unknown_file", "There is no such file.")
        return self._assets[name]

    def linked(self, text: str) -> str:
        """Return the text of a page or a style with the lasting URL of each file in it."""
        return _NAMED.sub(lambda found: f'"{self._assets[found[1]].url}"', text)

    def _made(self, one: Asset) -> Asset:
        if one.kind not in ("css", "html"):
            return one
        text = self.linked(one.content.decode())
        if one.kind == "html":
            text = text.replace("</title>", f'</title>\n  <script type="importmap">{self.import_map}</script>', 1)
        return Asset(one.name, text.encode())


@router.get("/")
@router.get("/approvals")
@router.get("/gallery")
@router.get("/policy")
@router.get("/staff")
async def page(request: Request) -> Response:
    """Return a page."""
    assets: Assets = request.app.state.assets
    return file_response(request, assets.get(PAGES[request.url.path]), {"content-security-policy": assets.policy})


@router.get("/page/{name}")
async def asset(name: str, request: Request, v: str = "") -> Response:
    """Return a script, a style or a picture of the page."""
    found: Asset = request.app.state.assets.get(name)
    if found.kind == "html":
        raise Problem(404, "unknown_file", "There is no such file.")
    return file_response(request, found, {"cache-control": FOR_GOOD} if v == found.mark else {})


def file_response(request: Request, asset: Asset, more: Mapping[str, str]) -> Response:
    """Return a file of the page, compressed where the browser takes that, or that the browser has it already."""
    packed = asset.packed if _takes_gzip(request) else None
    mark = f'"{asset.mark}{"-gzip" if packed else ""}"'
    headers = {"etag": mark, "cache-control": "no-cache", **more}
    headers["vary"] = ", ".join(filter(None, ("accept-encoding", more.get("vary"))))
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    kind = TYPES[asset.kind]
    media = kind if asset.kind == "woff2" else f"{kind}; charset=utf-8"
    return Response(packed or asset.content, media_type=media, headers=headers)


def _takes_gzip(request: Request) -> bool:
    """Return whether the request names gzip, and not to refuse it (``q=0``)."""
    listed = (
        one.replace(" ", "").partition(";") for one in request.headers.get("accept-encoding", "").lower().split(",")
    )
    return any(name == "gzip" and not re.fullmatch(r"q=0(\.0*)?", quality) for name, _, quality in listed)
