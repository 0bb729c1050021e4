"""Loads what jobs need: all games and bots, and the modules with the functions that workers run.

A fork server imports this module once, so that its workers have everything from the start.
"""

from hippodrome.server.services import match_factory
from hippodrome.server.workers import advice, move_results, pool, replay, rules_upgrade, texts

JOB_MODULES = (advice, match_factory, move_results, pool, replay, rules_upgrade, texts)

pool.load_games()
