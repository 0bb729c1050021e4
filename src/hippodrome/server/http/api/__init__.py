"""The REST API: games, matches, campaigns, records, sheets, custom files, variants, the laboratory and health."""
