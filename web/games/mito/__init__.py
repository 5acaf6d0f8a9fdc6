"""The front end of Mito: rule pages, practice, and how its cards look."""
