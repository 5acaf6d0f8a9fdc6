"""The front end of Mytho: rule pages, practice, and how its cards look."""
