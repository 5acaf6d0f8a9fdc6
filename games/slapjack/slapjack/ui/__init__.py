"""The front end of Slapjack: rules for people, and in static/ how its cards look."""
