"""Chips and pins: what tells the table that a tag or a finger is there. Nothing in here knows a card or a game."""
