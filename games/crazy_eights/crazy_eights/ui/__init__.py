"""The front end of crazy eights: the rules for players, and a seat's choices (static/)."""
