"""Public services of the web, read politely."""
