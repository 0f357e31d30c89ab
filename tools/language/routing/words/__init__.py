"""Command words, one TOML file for each language: data of the text router."""
