"""Which tag is which card: tag files, corrections of decks, and enrolment.

No game is played here: cards laid down to be tagged make no facts.
"""
