"""A club's hub: keeps what all its tables publish in SQLite or PostgreSQL.

It knows of a table what stands on the broker, and nothing else: no journal, no rules.
"""
