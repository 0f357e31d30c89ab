"""Prompts as files: system, developer, extract, followup, answer."""
