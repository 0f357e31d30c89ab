"""What the nodes share: reading the input, the chosen offers, people, payment, and searching."""
