"""The crazy eights front end: the rules for players and a seat's choices (static/)."""
