"""The commands of hippodrome, by topic. Each module has a Typer that `cli.py` takes in."""
