"""What would come of calls is said on a copy: nothing of the trip, its ledger or its documents is touched."""
