"""From facts to events: what the table sensed, what it means, and who is allowed to know."""
