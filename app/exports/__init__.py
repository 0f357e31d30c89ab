"""The booked trip for other programs: calendar, printed itinerary, mail, structured data."""

from tripintent.app.exports.export import Exported, ExportError, Format, export
from tripintent.app.exports.wording import BookedFlight, BookedItem, BookedStay, booked_items

__all__ = ["BookedFlight", "BookedItem", "BookedStay", "ExportError", "Exported", "Format", "booked_items", "export"]
