"""Checks of a variant: what it changes, and whether its scenarios can be set up and played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hippodrome import catalogue
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.variants import AlteredTexts, Variant
from hippodrome.variants.merging import is_list_of_tables, key_field
from hippodrome.variants.paths import DATA_FOLDER, SUFFIX

PROBE_DECISIONS = 200  # played in each scenario
MAX_VALUE_CHARS = 100


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


# -------------------------------------------------------------------- differences


@dataclass(frozen=True)
class Difference:
    """A value that a variant changes; `was` is None if it is new, `now` if it is removed."""

    path: str
    was: Any
    now: Any

    def text(self) -> str:
        """Return both values on one line."""
        if self.was is None:
            return f"new: {shorten(self.now)}"
        return "removed" if self.now is None else f"{shorten(self.was)}, now {shorten(self.now)}"


def shorten(value: Any) -> str:
    """Return a value on one line, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE_CHARS else f"{text[: MAX_VALUE_CHARS - 1]}…"


def differences(variant: Variant) -> list[Difference]:
    """Return the values that a variant changes, by path."""
    base = catalogue.game_texts(variant.game)
    texts = AlteredTexts(variant, base).texts
    changes: list[Difference] = []
    for name in sorted({*base, *texts}):
        if name.startswith(DATA_FOLDER):
            path = name[len(DATA_FOLDER) : -len(SUFFIX)].replace("/", ".")
            changes += _compare(path, _values(base, name), _values(texts, name))
    return changes


def _values(texts: dict[str, str], name: str) -> Any:
    return parse_toml(texts[name]) if name in texts else None


def _compare(path: str, was: Any, now: Any) -> Iterator[Difference]:
    """Yield the values under a path that differ."""
    before, after = _children(was), _children(now)
    if before is None or after is None:
        if was != now:
            yield Difference(path, was, now)
        return
    for key in {**before, **after}:
        yield from _compare(f"{path}.{key}", before.get(key), after.get(key))


def _children(value: Any) -> dict[str, Any] | None:
    """Return the contents of a table, with rows of lists by their keys; None if the value is not a table."""
    if not isinstance(value, dict):
        return None
    children: dict[str, Any] = {}
    for key, inside in value.items():
        if is_list_of_tables(inside) and key_field(inside):
            children |= {str(row[key_field(inside)]): row for row in inside}
        else:
            children[key] = inside
    return children
