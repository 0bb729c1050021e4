"""Attacks on a server on this machine, each with a victim who plays from another address meanwhile.

Every module of this package except `runner` and `__main__` is one attack; `./play bench attacks NAME` runs it. It has a
docstring, whose first line is the title in the report, and a coroutine `attack(context)`. See `runner.Context` for what
an attack can use. An attack is bounded in count and time, and connects to 127.0.0.1 only.
"""
