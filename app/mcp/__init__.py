"""The trip agent as an MCP server: ``tripintent mcp``."""
