"""The HTTP side of the server: application, REST API, security, rate limits, static site and errors."""
