"""The Cheat front end: the rules for players and the card faces (static/)."""
