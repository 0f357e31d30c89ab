"""The tool registry that ships: the seven tools of a booking, the READ tools of side questions, and the prompts."""
