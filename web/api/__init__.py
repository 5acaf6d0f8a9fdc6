"""The API for phones: views, choices, hands, decks, new games, practice, and explanations.

All responses are JSON; requests go to the table's owner as messages.
"""
