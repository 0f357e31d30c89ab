"""The itinerary document ``tripintent.itinerary.v1``, and the pure operations and checks on it."""
