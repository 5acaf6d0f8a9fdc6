"""Signed updates: their format, the key that the table trusts, installation by root, and the outcome for the host.

Nothing here uses a network, starts by itself, or knows about cards and games.
"""
