"""Maps tags to cards: tag files, corrections of decks, and enrolment.

No game is played here: cards that are laid down to be tagged make no facts.
"""
