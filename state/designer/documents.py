"""The channel of a trip's documents: kind → document, each replaced as a whole by the graph that keeps it."""

from collections.abc import Mapping

from tripintent.state.document import Document

TripDocuments = Mapping[str, Document]


def keep_documents(old: TripDocuments, new: TripDocuments) -> TripDocuments:
    """Return the documents with the new ones in place of those of the same kind."""
    return {**(old or {}), **(new or {})}
