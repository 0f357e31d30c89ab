"""The specialists of an organisation's desk, offline: knowledge, availability, places around, requests, hand-off."""
