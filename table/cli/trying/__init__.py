"""Commands that try games out: simulated people, robots among themselves, and what a card or an option changes."""
