"""What every game stands on. The kit knows no game, no file, no terminal and no clock."""
