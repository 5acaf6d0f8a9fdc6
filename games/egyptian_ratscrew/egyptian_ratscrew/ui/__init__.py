"""What Egyptian Ratscrew shows: its rules for people, and static/, how its cards look."""
