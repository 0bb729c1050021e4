"""Persistence: the journal of a match, the database schema, the SQLite store and the data lock."""
