"""What the table saw of a game of Nur Mut, read as actions of its rules: cards that come, presses, what time settles.

No card is judged here and nobody is told anything; rules know nothing of what stands here.
"""
