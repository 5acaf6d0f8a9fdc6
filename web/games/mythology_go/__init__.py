"""What Mythology GO shows: its rules for people, its practice, the page for counting, and how its cards look."""
