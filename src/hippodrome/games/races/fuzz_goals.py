"""What a search for faults must have seen: every machine on the move, every weapon, every row of the damage table."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.games.races.damage_table import Table
from hippodrome.games.races.events import Placed, TableRolled
from hippodrome.games.races.machines import Machine, Weapon
from hippodrome.games.races.planning import MakePlan
from hippodrome.games.races.shooting import FireLightning, Shoot
from hippodrome.games.races.state import Race
from hippodrome.kit.actions import Action
from hippodrome.kit.events import Event


def everything(machines: list[Machine], weapons: list[Weapon], table: Table) -> list[str]:
    """Return all of it, by name."""
    rows = [f"damage {rule}" for rule in dict.fromkeys([row.rule for row in table])]
    arms = [f"weapon {weapon.key}" for weapon in weapons if weapon.shots]
    return [*rows, *arms, *[f"machine {machine.key}" for machine in machines]]


def shown_by(race: Race, action: Action) -> list[str]:
    """What an action shows: the machine whose plan is declared, the weapon that is shot."""
    step = race.agenda[-1]
    if isinstance(step, MakePlan) and action.verb in ("go", "straight"):
        return [f"machine {race.machine(race.mover()).key}"]
    if isinstance(step, Shoot) and action.verb in ("shoot", "single"):
        return [f"weapon {step.weapon(race).key}"]
    if isinstance(step, FireLightning) and action.verb == "fire":
        return ["weapon lightning"]
    return []


def shown_in(table: Table, event: Event) -> list[str]:
    """What an event shows: a row of the damage table."""
    return [f"damage {table[event.number].rule}"] if isinstance(event, TableRolled) else []


def places_on_the_grid(events: Sequence[Event]) -> dict[int, str]:
    """CR-S2: who stands where, by seat; the first has the inside lane, and so on outwards and to the rows behind."""
    order = [int(event.who) for event in events if isinstance(event, Placed)]
    return {who: f"place {place}{', the inside lane' if place == 1 else ''}" for place, who in enumerate(order, 1)}
