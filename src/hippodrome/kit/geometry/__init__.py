"""Geometry of the boards: hexes, squares, lanes and a free plane, all in whole numbers."""
