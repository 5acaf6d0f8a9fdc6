"""A design lab: robots play variants of a game, to find out what a card or an option changes.

It plays on the rules alone, without a table.
"""
