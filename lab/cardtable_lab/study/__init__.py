"""A design lab: what changes in a game if a card or an option changes, found out by robots who play by the rules alone.

No table takes part in it, and nothing of a table is changed.
"""
