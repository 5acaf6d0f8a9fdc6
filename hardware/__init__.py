"""Chips and pins: how the table notices a tag or a finger. Nothing here knows a card or a game."""
