"""The grounds games are played on."""
