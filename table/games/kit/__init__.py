"""Building blocks for card games: rounds, button presses, corrections and views.

A new game defines only what is specific to it. Nothing here depends on any game or on the table; table/games/game.py
defines the interface that games implement.
"""
