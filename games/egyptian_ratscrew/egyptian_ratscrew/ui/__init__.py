"""The front end of Egyptian Ratscrew: the rules for players, and how its cards look (static/)."""
