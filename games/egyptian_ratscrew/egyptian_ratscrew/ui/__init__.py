"""The front end of Egyptian Ratscrew: the rules for players, and the look of its cards (static/)."""
