"""The front end of Higher or lower: rules for people, and in static/ how its cards look."""
