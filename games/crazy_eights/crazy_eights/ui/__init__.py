"""The front end of crazy eights: rules for people, and in static/ what a seat can choose."""
