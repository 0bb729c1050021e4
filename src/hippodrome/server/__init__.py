"""The table: a server that moves actions between browsers and matches, and knows no particular game."""
