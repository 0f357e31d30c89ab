"""The tool registry that ships: the seven tools of a booking, the follow-up questions, and the prompts."""
