"""Pages and API of a club's hub: all tables live, finished games, people, tournaments.

They show only what tables have published; the hub knows nothing else about a table.
"""
