"""Mythology GO: rows of cards that score by value, effect and colour. count.py counts a round, with every reason."""
