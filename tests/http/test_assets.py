"""The page's files: compressed, kept by browsers by their hash, and found by every page under that name."""

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from tripintent.app.http.assets import FOR_GOOD, PAGES

GZIP = {"accept-encoding": "gzip"}


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_names_every_file_by_its_hash(client, path):
    """Each URL of a page, its import map and its styles is served for good; the page itself is asked for each time."""
    page = await client.http.get(path)
    named = set(re.findall(r"/page/[^\"]+\?v=[^\"]+", page.text))
    for style in [one for one in named if ".css?" in one]:
        named |= set(re.findall(r"/page/[^\")]+", (await client.http.get(style)).text))
    assert page.headers["cache-control"] == "no-cache"
    assert not re.findall(r'(?:src|href)="/page/[^?"]+"', page.text)
    assert any("figtree.woff2" in one for one in named)
    for url in named:
        assert (await client.http.get(url)).headers["cache-control"] == FOR_GOOD, url


async def test_every_module_is_in_the_import_map_and_only_the_map_may_stand_in_a_page(client):
    """A module that imports another finds it under its hash; the policy allows the map by its own hash, no other inline script."""
    page = await client.http.get("/")
    written = re.search(r'<script type="importmap">(.*?)</script>', page.text)[1]
    mapped, open_, seen = json.loads(written)["imports"], ["/page/chat.js"], set()
    while open_:
        name = open_.pop()
        seen.add(name)
        text = (await client.http.get(mapped[name])).text
        imported = {
            f"/page/{one}" for one in re.findall(r'^(?:import|export)[^"]* from "\./([^"]+)"', text, re.MULTILINE)
        }
        open_ += imported - seen
    assert len(seen) > 20
    allowed = b64encode(sha256(written.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{allowed}';" in page.headers["content-security-policy"]


async def test_a_file_without_its_hash_is_asked_for_again(client):
    """No hash, or that of an older version: the file as it is now, not kept; known by its tag it is not sent again."""
    for url in ("/page/chat.js", "/page/chat.js?v=0123456789abcdef"):
        sent = await client.http.get(url, headers=GZIP)
        assert (sent.status_code, sent.headers["cache-control"]) == (200, "no-cache")
        again = await client.http.get(url, headers={**GZIP, "if-none-match": sent.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "packed"), [("gzip, br", True), ("GZIP;q=0.5", True), ("gzip;q=0", False), ("", False)]
)
async def test_files_are_compressed_for_who_takes_it(client, accepted, packed):
    """By gzip and under a tag of its own; a font never, and caches are told that it depends."""
    async with client.http.stream("GET", "/page/chat.js", headers={"accept-encoding": accepted}) as sent:
        raw = b"".join([one async for one in sent.aiter_raw()])
    plain = await client.http.get("/page/chat.js", headers={"accept-encoding": "identity"})
    assert ("content-encoding" in sent.headers) is packed
    assert (gzip.decompress(raw) if packed else raw) == plain.content
    assert (sent.headers["etag"] == plain.headers["etag"]) is not packed
    assert sent.headers["vary"] == "accept-encoding"
    font = await client.http.get("/page/figtree.woff2", headers=GZIP)
    assert "content-encoding" not in font.headers
