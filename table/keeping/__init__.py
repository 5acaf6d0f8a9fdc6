"""What outlasts a power cut: the journal in SQLite, whose it is, whether it is sound, and what can be saved of it.

It judges nothing but to see that a recorded game is still told as it was.
"""
