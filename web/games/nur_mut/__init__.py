"""What Nur Mut shows: its rules for people, its practice, and static/, how its cards look."""
