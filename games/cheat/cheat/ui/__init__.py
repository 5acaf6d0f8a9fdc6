"""The front end of Cheat: the rules for players, and how its cards look (static/)."""
