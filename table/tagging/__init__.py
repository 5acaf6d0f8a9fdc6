"""Which tag is which card: files of tags, the owner's corrections of decks, and the tagging of cards.

No game is played here: cards laid down to be tagged make no facts.
"""
