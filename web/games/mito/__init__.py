"""What Mito shows: its rules for people, its practice, and static/, how its cards look."""
