"""The front end of Mythology GO: rule pages, practice, the page for counting, and how its cards look."""
