"""Operations on all files of a table: back up, restore, receive from a phone, forget a name."""
