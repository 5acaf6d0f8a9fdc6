"""What people are told about a game of Mito: a view for each audience, and why.

Nothing is decided here; rules and readings do not depend on this package.
"""
