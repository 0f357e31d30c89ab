"""Any MCP server as a supplier: a mapping file says which tools it has and what its fields mean (docs/suppliers.md)."""

from tripintent.tools.suppliers.mcp.mapping import Mapping, read_mapping
from tripintent.tools.suppliers.mcp.supplier import McpSupplier

__all__ = ["Mapping", "McpSupplier", "read_mapping"]
