"""The booked trip for other programs: calendar, printed itinerary, mail, structured data."""

from tripintent.app.exports.booked import BookedFlight, BookedItem, BookedStay, booked_items
from tripintent.app.exports.export import Exported, ExportError, Format, export

__all__ = ["BookedFlight", "BookedItem", "BookedStay", "ExportError", "Exported", "Format", "booked_items", "export"]
