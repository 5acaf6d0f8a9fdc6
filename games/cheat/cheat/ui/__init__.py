"""The front end of Cheat: the rules for players, and the look of its cards (static/)."""
