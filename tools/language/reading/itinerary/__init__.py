"""The rules that read what a traveller wants of an itinerary: days, times, lengths, names, and which segment is meant."""
