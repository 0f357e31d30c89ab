"""Words for a page that has no view of its own: a moment in them is marked, so that a script can put it into the reader's zone."""

from collections.abc import Callable

from markupsafe import Markup, escape

from tripintent.app.http.localized import Localized
from tripintent.app.words import Catalogue


class Timed(Localized):
    """Facts as HTML text. Without a script a moment is read in the zone that it names."""

    def moment(self, iso: str) -> Markup:
        """Return the moment in a ``time`` element."""
        return Markup('<time datetime="{}">{}</time>').format(iso, super().moment(iso))


def saying(words: Catalogue) -> Callable[..., Markup]:
    """Return what says words of the page with facts filled in; whatever is no markup is escaped."""

    def say(name: str, **facts: object) -> Markup:
        return escape(words.sections["page"][name]).format(**facts)

    return say
