"""A design lab: robots find out what a card or an option changes in a game.

It uses no table and changes nothing at one.
"""
