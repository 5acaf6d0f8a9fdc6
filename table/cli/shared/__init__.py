"""What commands share: what they ask, and how they print. No command lives here."""
