"""What Mythology GO shows: its rules for people, the page on which a round is counted, and how its cards look."""
