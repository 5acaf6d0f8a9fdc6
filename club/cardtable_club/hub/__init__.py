"""The hub of a club: what all its tables publish, kept once in a database that others run for a living.

It knows of a table what stands on the broker, and nothing else: no journal, no rules.
"""
