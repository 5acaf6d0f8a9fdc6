"""The front end of Higher or lower: the rule page, and the look of its cards in static/."""
