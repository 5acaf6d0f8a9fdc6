"""From facts to events: what the table sensed, what it means, and who may know it."""
