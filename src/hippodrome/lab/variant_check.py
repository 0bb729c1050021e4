"""Checks of a variant: what it changes, and whether its scenarios can be set up and played."""

from __future__ import annotations

from typing import Any

from hippodrome import catalogue
from hippodrome.kit import agenda
from hippodrome.kit.data_tables import RULES
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.variants import AlteredTexts, Variant
from hippodrome.variants.paths import DATA_FOLDER, SUFFIX
from hippodrome.variants.rulebook import Difference, compare

PROBE_DECISIONS = 200  # played in each scenario


def check_variant(game: Game) -> list[str]:
    """Set up and briefly play every scenario of a game; return the problems as sentences."""
    problems = []
    for scenario in game.scenarios():
        try:
            problems += [
                f"{scenario.slug}: {fault}" for fault in _broken_invariants(game, scenario.slug, scenario.default_seats)
            ]
        except (ValueError, KeyError, IndexError, RuntimeError) as error:
            problems.append(f"the scenario {scenario.slug} cannot be played: {error}")
    return problems


def data_notes(game: Game) -> list[str]:
    """Return what the data of a variant say that has less effect than one might expect, and its base game does not."""
    known = catalogue.packaged_games()[game.base].data_notes()
    return [note for note in game.data_notes() if note not in known]


def _broken_invariants(game: Game, scenario: str, seats: int) -> list[str]:
    """Play some decisions and return the broken invariants. Every third action is the last proposal, else the first."""
    state = Setup(game, scenario, seats, {}).start(TapeDice(seed_from(1)))
    agenda.advance(state)
    for number in range(PROBE_DECISIONS):
        if not state.agenda:
            break
        actions = agenda.proposals(state)
        agenda.act(state, actions[-1 if number % 3 == 2 else 0], agenda.seats(state)[0])
    return game.analysis.invariants(state)


def differences(variant: Variant) -> list[Difference]:
    """Return the values that a variant changes, by path."""
    base = catalogue.game_texts(variant.game)
    texts = AlteredTexts(variant, base).texts
    changes: list[Difference] = []
    for name in sorted({*base, *texts}):
        if name.startswith(DATA_FOLDER):
            path = name[len(DATA_FOLDER) : -len(SUFFIX)].replace("/", ".")
            changes += compare(path, _values(base, name), _values(texts, name))
    others = [(name, text) for name, text in variant.files if not name.startswith(DATA_FOLDER)]
    return changes + [Difference(name, None, text) for name, text in others if name != RULES or parse_toml(text)]


def _values(texts: dict[str, str], name: str) -> Any:
    return parse_toml(texts[name]) if name in texts else None
