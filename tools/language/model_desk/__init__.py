"""The desk of an organisation with a model: it chooses functions and words answers; code checks whatever it says.

A second adapter of the port ``FrontDesk``. The offline desk is behind it: it answers where the model fails, and whatever is
kept from the model. The prompts are the Markdown files beside this one, and ``{{name}}`` in them is filled in.
"""
