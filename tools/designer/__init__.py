"""The 23 tools of the trip designer: argument schemas, the box that runs them, and what they give back."""
