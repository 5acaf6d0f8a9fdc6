"""Maps tags to cards: tag files, corrections of decks, and enrolment.

No game is played here: cards laid down to be tagged produce no facts.
"""
