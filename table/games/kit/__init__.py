"""Parts of card games, so that a new game defines only its own: rounds, fingers, corrections, pictures.

Nothing in here names a game or knows a table; what a game is to the table stands in table/games/game.py.
"""
