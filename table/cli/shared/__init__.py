"""What commands share: arguments, options and printing. No command lives here."""
