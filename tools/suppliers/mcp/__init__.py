"""An MCP server as a supplier: a mapping file says which tools it has and what its fields mean (docs/suppliers.md)."""
