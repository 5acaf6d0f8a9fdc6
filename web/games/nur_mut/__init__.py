"""The front end of Nur Mut: rule pages, practice, and how its cards look."""
