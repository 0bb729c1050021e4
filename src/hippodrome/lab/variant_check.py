"""Trying a variant out: what it changes, and whether its scenarios can be set up and played."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hippodrome import catalogue
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.variants import AlteredTexts, Variant
from hippodrome.variants.merging import is_rows, key_field
from hippodrome.variants.paths import SUFFIX, DATA_FOLDER

PROBE_DECISIONS = 200  # that are taken in each scenario


def check_variant(game: Game) -> list[str]:
    """Set up every scenario and play a while in it; what went wrong, a sentence each."""
    found = []
    for scenario in game.scenarios():
        try:
            found += [f"{scenario.slug}: {fault}" for fault in _broken_invariants(game, scenario.slug, scenario.default_seats)]
        except (ValueError, KeyError, IndexError, RuntimeError) as error:
            found.append(f"the scenario {scenario.slug} cannot be played: {error}")
    return found


def _broken_invariants(game: Game, scenario: str, seats: int) -> list[str]:
    """What is broken after some decisions, each of which is the usual one or the last that is offered, by turns."""
    state = Setup(game, scenario, seats, {}).start(TapeDice(seed_from(1)))
    agenda.advance(state)
    for number in range(PROBE_DECISIONS):
        if not state.agenda:
            break
        actions = agenda.proposals(state)
        agenda.act(state, actions[-1 if number % 3 == 2 else 0], agenda.seats(state)[0])
    return game.invariants(state)


# -------------------------------------------------------------------- what is different


@dataclass(frozen=True)
class Difference:
    """A value that a variant changes; None where there is none."""

    path: str
    was: Any
    now: Any

    def text(self) -> str:
        """Both values, in a line."""
        if self.was is None:
            return f"new: {shorten(self.now)}"
        return "taken out" if self.now is None else f"{shorten(self.was)}, now {shorten(self.now)}"


def shorten(value: Any) -> str:
    """Return a value in a line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:99]}…"


def differences(variant: Variant) -> list[Difference]:
    """What a variant changes."""
    base = catalogue.game_texts(variant.game)
    texts = AlteredTexts(variant, base).texts
    found: list[Difference] = []
    for name in sorted({*base, *texts}):
        if name.startswith(DATA_FOLDER):
            path = name[len(DATA_FOLDER) : -len(SUFFIX)].replace("/", ".")
            found += _compare(path, _values(base, name), _values(texts, name))
    return found


def _values(texts: dict[str, str], name: str) -> Any:
    return tomllib.loads(texts[name]) if name in texts else None


def _compare(path: str, was: Any, now: Any) -> Iterator[Difference]:
    """Yield the values under a path that are not the same."""
    before, after = _children(was), _children(now)
    if before is None or after is None:
        if was != now:
            yield Difference(path, was, now)
        return
    for key in {**before, **after}:
        yield from _compare(f"{path}.{key}", before.get(key), after.get(key))


def _children(value: Any) -> dict[str, Any] | None:
    """What is inside a table, rows of lists by their names; None if it is no table."""
    if not isinstance(value, dict):
        return None
    found: dict[str, Any] = {}
    for key, inside in value.items():
        if is_rows(inside) and key_field(inside):
            found |= {str(row[key_field(inside)]): row for row in inside}
        else:
            found[key] = inside
    return found
