"""Pages and API of a club's hub: all tables live, finished games, people, tournaments.

They show only what a hub has stored: a table is known here only by what it publishes.
"""
