"""Creation of the tables of a database, and the upgrade of a database of an earlier version."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from hippodrome.server.storage.schema import METADATA

SCHEMA_VERSION = 7


def upgrade_tables(connection: sql.Connection, path: Path) -> None:
    """Create or upgrade the tables of an older file; raise ValueError for a file of a newer version."""
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    if version > SCHEMA_VERSION:
        raise ValueError(
            f"{path} was written by a newer version of Hippodrome (its schema is version {version}, this one supports "
            f"up to {SCHEMA_VERSION}); start that version, or choose another file with --db"
        )
    if version < SCHEMA_VERSION:
        METADATA.create_all(connection)
        _add_missing_columns(connection)
        connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA_VERSION}")


def _add_missing_columns(connection: sql.Connection) -> None:
    """Add the columns and indexes that a file of an earlier version lacks. All of them have a default value."""
    inspector = sql.inspect(connection)
    for table in METADATA.sorted_tables:
        present = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in present:
                definition = sql.schema.CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f'ALTER TABLE "{table.name}" ADD COLUMN {definition}')
        for index in table.indexes:
            index.create(connection, checkfirst=True)
