"""An organisation's own knowledge: passages of Markdown and CSV files, found by words, concepts and spelling."""
