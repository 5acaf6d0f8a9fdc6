"""Building blocks for card games: rounds, fingers, corrections, views. A new game defines only what is specific to it.

Nothing here depends on a game or on the table; table/games/game.py is the interface of a game.
"""
