"""The games. Each imports only the kit; no game imports another."""
