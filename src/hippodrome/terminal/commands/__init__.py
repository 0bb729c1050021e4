"""The commands of hippodrome by topic. Each module has a Typer app, which `cli.py` adds."""
