"""The terminal: screens, save files and what the commands of `hippodrome.cli` do; nothing else uses it."""
