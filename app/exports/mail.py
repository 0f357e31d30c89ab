"""The booked trip as one HTML mail: styles inline, as mail programs want them, and the reservations as JSON-LD."""

import css_inline

from tripintent.app.exports.documents import template
from tripintent.app.exports.json_ld import json_ld
from tripintent.app.exports.sheet import sheet
from tripintent.app.exports.wording import BookedItem
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places


def mail(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> bytes:
    """Return the mail's HTML body. Everything that a supplier wrote is escaped; nothing is loaded from elsewhere."""
    html = template("mail.html").render(sheet(trip, items, places), json_ld=json_ld(trip, items, places))
    inliner = css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)
    return inliner.inline(html).encode()
