"""A design lab: robots play variants of a game, to find out what a card or an option changes.

It plays by the rules only, without a table.
"""
