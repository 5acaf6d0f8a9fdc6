"""A design lab: what a card or an option changes in a game, found out by robots.

No table takes part in it, and nothing of a table is changed.
"""
