"""The Egyptian Ratscrew front end: the rules for players and the card faces (static/)."""
