"""The front end of Slapjack: the rules for players, and how its cards look (static/)."""
