"""Output for the audiences of a Mythology GO game: a view for each, and explanations of events.

Nothing is decided here; rules and readings do not depend on this package.
"""
