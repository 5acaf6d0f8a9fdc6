"""From facts to events: what the table saw, what it means, and who may know."""
