"""The front end of President: rules for people, and in static/ what a seat can choose."""
