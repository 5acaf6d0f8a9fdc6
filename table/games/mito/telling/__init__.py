"""What people are told of a game of Mito: its picture for each audience, and why something was told.

Nothing is decided here; rules and readings know nothing of what stands here.
"""
