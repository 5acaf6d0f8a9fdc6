"""Which tag is which card: tags and decks in their files, the owner's corrections, and cards that are tagged.

No game is played here: cards that are laid down to be tagged are no facts.
"""
