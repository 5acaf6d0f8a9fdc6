"""The front end of President: the rules for players, and a seat's choices (static/)."""
