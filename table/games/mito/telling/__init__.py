"""What audiences see of a Mito game: a view for each audience, and explanations of events.

Nothing is decided here, and neither the rules nor the readings depend on this package.
"""
