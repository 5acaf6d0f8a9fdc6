"""What people are told about a game of Nur Mut: a picture for each audience, and why.

Nothing is decided here; rules and readings know nothing of what stands here.
"""
