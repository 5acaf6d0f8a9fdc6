"""The front end of Slapjack: the rules for players, and the look of its cards (static/)."""
