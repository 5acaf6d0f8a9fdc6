"""What phones can ask of the table: its pictures, choices, hands, decks, new games, practice, and why.

Each answers in JSON; what is asked for goes to the table's owner as a message.
"""
