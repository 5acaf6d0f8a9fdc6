"""What card games are made of, so that a new one says only what is its own: rounds, fingers, corrections, pictures.

Nothing in here names a game or knows a table; what a game is to the table stands in table/games/game.py.
"""
