"""Signed updates: what one is, whom the table trusts, how root installs one, and what the host is told about it.

Nothing here uses a network or starts by itself, or knows of cards and games.
"""
