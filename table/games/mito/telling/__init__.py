"""What people learn about a game of Mito: a view for each audience, and explanations of events.

Nothing is decided here; rules and readings do not depend on this package.
"""
