"""A club's hub: keeps what all its tables publish in SQLite or PostgreSQL.

It knows a table only by what is on the broker: no journal, no rules.
"""
