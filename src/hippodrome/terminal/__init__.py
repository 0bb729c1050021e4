"""The terminal interface: commands, full-screen and line-by-line play, save files. Only `hippodrome.cli` uses it."""
