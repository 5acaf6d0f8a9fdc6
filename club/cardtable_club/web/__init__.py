"""Pages and API of a club's hub: all tables live, finished games, people, tournaments.

They show what a hub has kept, and nothing else: here no table is known but by what it publishes.
"""
