"""The front end of Cheat: rules for people, and in static/ how its cards look."""
