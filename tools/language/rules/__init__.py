"""The engine of rules behind the one door: each of its readers is asked once, and what it read is handed on."""
