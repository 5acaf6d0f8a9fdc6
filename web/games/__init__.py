"""The front ends of games, each a package found through its entry point (group `cardtable.ui`).

Front ends draw cards and teach; they decide nothing about the game.
"""
