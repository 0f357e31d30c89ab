"""Telling people outside the conversation what happens to approvals: by webhook, by mail, from the ledger's outbox."""
