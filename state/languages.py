"""The languages that travellers are read and answered in: the one list of them.

A language is its code here and its folder in ``tools/language/languages``.
"""

LANGUAGES = ("en", "es", "fr", "de", "pt", "it")
"""ISO 639-1 codes. English first: it is part of every language, and the one that is spoken where a code is unknown."""

REGIONS = ("en-US",)
"""Tags with a way of their own to write days and hours; every other region writes as its language does."""


def written_as(language: str, locale: str) -> str:
    """Return how a reader's words are written: the locale, where it is of the language and among the regions, or the language."""
    named = locale.replace("_", "-").casefold()
    return next((one for one in REGIONS if one.casefold() == named and language_of(one) == language), language)


def language_of(tag: str) -> str:
    """Return the language of a tag such as ``pt-BR``; English for one that is not spoken here."""
    code = tag.split("-", maxsplit=1)[0].casefold()
    return code if code in LANGUAGES else LANGUAGES[0]
