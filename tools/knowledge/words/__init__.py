"""Words that the routing ships: a glossary, and what people say that no function serves."""
