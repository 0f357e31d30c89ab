"""Cards: typed facts become lines in the reader's language and zone, the same at every door."""
