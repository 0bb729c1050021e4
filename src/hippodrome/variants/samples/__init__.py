"""Packed files of sample variants, which players can try and change."""
