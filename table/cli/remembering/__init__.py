"""Commands for finished games: history, import, export, backup, restore, forget."""
