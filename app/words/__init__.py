"""What the page, the approver's pages, the pictures and the exports say, in the languages that replies have: one file each."""

from tripintent.app.words.catalogue import LANGUAGES, Catalogue, catalogue
from tripintent.app.words.reader import accepted, locale_of, tag_of

__all__ = ["LANGUAGES", "Catalogue", "accepted", "catalogue", "locale_of", "tag_of"]
