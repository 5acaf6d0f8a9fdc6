"""A design lab: robots play variants of a game, to find out what effect a card or an option has.

The games are played using only the rules, without a table.
"""
