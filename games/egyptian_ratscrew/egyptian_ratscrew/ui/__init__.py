"""The front end of Egyptian Ratscrew: rules for people, and in static/ how its cards look."""
