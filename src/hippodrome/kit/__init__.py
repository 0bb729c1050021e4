"""The foundation of all games. The kit depends on no game, file, terminal or clock."""
