"""Parts of card games, so that a new game defines only what is specific to it: rounds, fingers, corrections, views.

Nothing here names a game or knows the table; table/games/game.py is the interface of a game.
"""
