"""The REST part: games, looks, matches, moments and records."""
