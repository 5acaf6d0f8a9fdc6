"""A design lab: robots play variants of a game, to find out what a card or an option changes.

The games are played on the rules alone, without a table.
"""
