"""Topics and sentences, one TOML file for each language."""
