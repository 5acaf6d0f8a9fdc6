"""The API for phones: pictures, choices, hands, decks, new games, practice, and why.

All answers are JSON; requests go to the table's owner as messages.
"""
