"""What crazy eights shows: its rules for people, and static/, what a seat can choose."""
