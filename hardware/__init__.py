"""Chips and pins: how the table notices a tag or a finger. Nothing in here knows a card or a game."""
