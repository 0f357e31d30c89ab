"""Prompts as files: system, developer, extract, answer."""
