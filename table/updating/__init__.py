"""Signed updates: what one is, whom the table trusts, how root installs one, and what the host is told of it.

Nothing here asks a network or begins by itself. Of cards and games it knows nothing.
"""
