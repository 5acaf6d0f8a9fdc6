"""The commands about games that are over: history, import, export, backup, restore, forget."""
