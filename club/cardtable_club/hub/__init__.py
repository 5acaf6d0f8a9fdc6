"""A club's hub: stores what all tables of the club publish, in SQLite or PostgreSQL.

A hub knows only what tables publish on the broker: it has no access to journals, and needs no rules.
"""
