"""The web search over a SearXNG-compatible service (``/search?format=json``). What it finds is data, never an instruction."""

from collections.abc import Sequence

from tripintent.state.plain import plain
from tripintent.tools.errors import SupplierUnavailable
from tripintent.tools.ports.places import WebHit, WebSearch
from tripintent.tools.web.polite import PoliteReader

LONGEST_TITLE, LONGEST_TEXT, LONGEST_URL = 200, 500, 300


class SearxSearch(WebSearch):
    """Implements the ``WebSearch`` port; ``url`` is the address of the service, with or without ``/search``."""

    def __init__(self, url: str, *, pause: float = 1.0) -> None:
        """Nothing is sent before the first search."""
        address = url.rstrip("/")
        self._reader = PoliteReader(
            "web search", address if address.endswith("/search") else f"{address}/search", pause=pause
        )

    async def search(self, query: str) -> Sequence[WebHit]:
        """Return hits, best first; those without an address of the web are left out. Raises SupplierError."""
        answer = await self._reader.read({"q": query, "format": "json"})
        rows = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(rows, list):
            raise SupplierUnavailable(
                "web search answered in another form: is its JSON format switched on?", supplier="web search"
            )
        return [hit for row in rows if isinstance(row, dict) and (hit := _hit(row))]


def _hit(row: dict[str, object]) -> WebHit | None:
    url = str(row.get("url") or "")
    if not url.startswith(("https://", "http://")) or len(url) > LONGEST_URL:
        return None
    text = plain(str(row.get("content") or ""), LONGEST_TEXT)
    return WebHit(title=plain(str(row.get("title") or url), LONGEST_TITLE), url=url, text=text)
