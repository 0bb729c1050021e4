"""Goals of a fuzz: every machine moved, every weapon fired, every row of the damage table rolled."""

from __future__ import annotations

from hippodrome.games.races.damage_table import DamageTable
from hippodrome.games.races.events import TableRolled
from hippodrome.games.races.machines import Machine, Weapon
from hippodrome.games.races.planning import MakePlan
from hippodrome.games.races.shooting import FireLightning, Shoot
from hippodrome.games.races.state import Race
from hippodrome.kit.actions import Action
from hippodrome.kit.events import Event


def all_goals(machines: list[Machine], weapons: list[Weapon], table: DamageTable) -> list[str]:
    """Return the names of all goals."""
    rows = [f"damage {rule}" for rule in dict.fromkeys([row.rule for row in table])]
    arms = [f"weapon {weapon.key}" for weapon in weapons if weapon.shots]
    return [*rows, *arms, *[f"machine {machine.key}" for machine in machines]]


def goals_of_action(race: Race, action: Action) -> list[str]:
    """Return the goals that an action reaches: the machine that moves or the weapon that fires."""
    step = race.agenda[-1]
    if isinstance(step, MakePlan) and action.verb in ("go", "straight"):
        return [f"machine {race.machine(race.mover()).key}"]
    if isinstance(step, Shoot) and action.verb in ("shoot", "single"):
        return [f"weapon {step.weapon(race).key}"]
    if isinstance(step, FireLightning) and action.verb == "fire":
        return ["weapon lightning"]
    return []


def goals_of_event(table: DamageTable, event: Event) -> list[str]:
    """Return the goals that an event reaches: the row of the damage table rolled."""
    return [f"damage {table[event.number].rule}"] if isinstance(event, TableRolled) else []
