"""What Cheat shows: its rules for people, and static/, how its cards look."""
