"""Orders to many units at once: what may be selected, where a selection may go, and the compounds that carry it out."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.attack_plans import (
    attack_targets,
    best_volley,
    plan_attack,
    plan_attacks,
    ready_units,
    units_with_target,
)
from hippodrome.games.chariot.boarding import Board, GetOff
from hippodrome.games.chariot.counter_symbols import COST_SIZE, cost_symbol_name
from hippodrome.games.chariot.deployment import Deploy, deployment_hexes, undeployed_units
from hippodrome.games.chariot.fire import FireDecision, Volley
from hippodrome.games.chariot.formatting import hex_name, placed_name, points_text, unit_name
from hippodrome.games.chariot.leaving import can_leave
from hippodrome.games.chariot.map_drawing import hex_centre
from hippodrome.games.chariot.march import (
    ENDS_UNLOADING,
    March,
    lead_unit,
    names,
    path_of,
    plan_advance,
    plan_embarking,
    plan_march,
    plan_pursuit,
    plan_unloading,
    riders_to_unload,
    stopping_hexes,
)
from hippodrome.games.chariot.melee import Advance, Assault, Melee
from hippodrome.games.chariot.movement import Move, can_move, routes
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import ALL, LOOSE, PLACE, STRIKE, TAKE
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Compound, Destination
from hippodrome.kit.destinations import ENDS_IN_CHANCE
from hippodrome.kit.scene import Node
from hippodrome.kit.selection import Piece, Selection

MARCH: Final = "march"  # with a hex and units
QUIT: Final = "quit"  # with units that leave the map
ADVANCE: Final = Action("advance")
EMBARK: Final = Action("embark")
UNLOAD: Final = Action("unload")
VOLLEYS: Final = Action("volleys")
PURSUE: Final = Action("pursue")
_UNIT_NODE: Final = "unit-"


# -------------------------------------------------------------------- what may be selected


def selection(s: Battle) -> Selection | None:
    """Return the units that may be selected at the pending decision, and how many are still to act."""
    step = s.agenda[-1]
    if isinstance(step, Move):
        return _units_selection(s, step.movers(s), "move", "move")
    if isinstance(step, FireDecision):
        return _units_selection(s, units_with_target(s), "fire", "")
    if isinstance(step, Melee):
        return _units_selection(s, units_with_target(s), "attack", "")
    return _piles(s) if isinstance(step, Deploy) else None


def _units_selection(s: Battle, units: list[int], what: str, verb: str) -> Selection:
    """Return units to select; `verb` is that of the action that chooses one of them alone."""
    pieces = []
    for unit in units:
        hex = s.hexes[unit]
        place = f"hex-{hex}" if hex >= 0 else f"pile-{s.kinds[unit]}-{bool(s.riders(unit))}"
        action = f"{verb} {unit}" if verb else ""
        pieces.append(Piece(f"{_UNIT_NODE}{unit}", unit_name(s, unit), _kind_name(s.kind(unit)), place, action))
    return Selection(pieces, f"{len(units)} unit{'' if len(units) == 1 else 's'} can still {what}")


def _kind_name(kind: Kind) -> str:
    """Return the name of all units of a kind; leaders of all levels are one kind."""
    return "Leaders" if kind.is_leader else f"{kind.name}{'s' if kind.is_chariot else ''}"


def _piles(s: Battle) -> Selection:
    """Return the piles of units to deploy, by their top units."""
    tops: dict[int, int] = {}
    waiting = undeployed_units(s)
    for unit in waiting:
        tops.setdefault(s.kinds[unit], unit)
    pieces = [
        Piece(f"{_UNIT_NODE}{unit}", s.rules.kinds[kind].name, "", "", f"take {kind}")
        for kind, unit in tops.items()
        if deployment_hexes(s, kind)
    ]
    return Selection(pieces, f"{len(waiting)} unit{'' if len(waiting) == 1 else 's'} to deploy")


def selected_units(s: Battle, nodes: list[str]) -> list[int]:
    """Return the units of the nodes that a client names, each once; others are left out."""
    found = selection(s)
    known = {piece.node for piece in found.pieces} if found is not None else set()
    return [int(node.removeprefix(_UNIT_NODE)) for node in dict.fromkeys(nodes) if node in known]


# -------------------------------------------------------------------- where a selection may go


def selection_destinations(s: Battle, nodes: list[str]) -> list[Destination]:
    """Return where the selected units may go, or which hexes they may attack."""
    units = selected_units(s, nodes)
    if not units:
        return []
    step = s.agenda[-1]
    if isinstance(step, Move):
        return [*_march_destinations(s, units), *_exit(s, units)]
    if isinstance(step, Deploy):
        return _deployment_destinations(s, units[0])
    return _attack_destinations(s, units)


def _march_destinations(s: Battle, units: list[int]) -> list[Destination]:
    """Return every hex that one of the units can reach; the nearest of them goes there, the others beside it."""
    hexes: dict[int, None] = {}
    for unit in units:
        hexes.update(dict.fromkeys(stopping_hexes(s, unit)))
    cost = routes(s, units[0]).cost if len(units) == 1 else {}
    return [_march_destination(s, units, hex, cost.get(hex, 0)) for hex in hexes]


def _march_destination(s: Battle, units: list[int], hex: int, halves: int) -> Destination:
    """Return the destination of one unit, which has a cost, or of several."""
    x, y = hex_centre(s.rules.ground, hex)
    who = unit_name(s, units[0]) if len(units) == 1 else f"{len(units)} units"
    cost = f"cost {points_text(halves)}" if halves else ""
    label = f"Move {who} to {hex_name(s, hex)}"
    css = "target bold" if s.stack(hex) else "target"
    node = Node(f"march-{hex}", "use", x, y, cost_symbol_name(halves), css=css, label=label, size=COST_SIZE)
    lead = lead_unit(s, units, hex)
    path = path_of(s, lead, hex) if len(units) == 1 else [hex_centre(s.rules.ground, s.hexes[lead]), (x, y)]
    order = Action(MARCH, (hex, *units))
    name = s.rules.ground.hexes.label(hex)
    return Destination([], label, node, name, cost, path=path, source=f"{_UNIT_NODE}{lead}", plan=order.text)


def _exit(s: Battle, units: list[int]) -> list[Destination]:
    """CH-S11.42: return the destination off the map, on the first unit that may leave there."""
    leaving = [unit for unit in units if can_leave(s, unit) and can_move(s, unit)]
    if not leaving:
        return []
    x, y = hex_centre(s.rules.ground, s.hexes[leaving[0]])
    label = f"Leave the map with {names(s, leaving)}"
    node = Node("march-exit", "use", x, y, cost_symbol_name(0), css="target bold", label=label, size=COST_SIZE)
    order = Action(QUIT, tuple(leaving))
    return [Destination([], label, node, "exit", source=f"{_UNIT_NODE}{leaving[0]}", plan=order.text)]


def _deployment_destinations(s: Battle, unit: int) -> list[Destination]:
    """Return the hexes where a unit of the pile may be deployed."""
    kind = s.kinds[unit]
    places = []
    for hex in deployment_hexes(s, kind):
        x, y = hex_centre(s.rules.ground, hex)
        label = f"Deploy {s.rules.kinds[kind].name} in {hex_name(s, hex)}"
        css = "target bold" if s.stack(hex) else "target"
        node = Node(f"deploy-{hex}", "use", x, y, cost_symbol_name(0), css=css, label=label, size=COST_SIZE)
        name = s.rules.ground.hexes.label(hex)
        actions = [TAKE[kind], PLACE[hex]]
        places.append(Destination(actions, label, node, name, source=f"{_UNIT_NODE}{unit}"))
    return places


def _attack_destinations(s: Battle, units: list[int]) -> list[Destination]:
    """Return the targets of the selected units. A click on one attacks it with them."""
    places = []
    for attack in plan_attacks(s, units):
        idle = [unit for unit in units if unit not in attack.units]
        note = f"{names(s, idle)} cannot take part. {ENDS_IN_CHANCE}" if idle else ENDS_IN_CHANCE
        node, name = _target_node(s, attack.target), s.rules.ground.hexes.label(attack.target)
        places.append(Destination(attack.actions(), attack.label(s), node, name, note=note, replaces=True))
    return places


def _target_node(s: Battle, hex: int) -> Node:
    """Return a node with the id of the mark of an attacked hex, so that the mark is clicked."""
    verb = "aim" if isinstance(s.agenda[-1], FireDecision) else "attack"
    x, y = hex_centre(s.rules.ground, hex)
    return Node(f"target-{verb}-{hex}", "use", x, y, cost_symbol_name(0), css="target bold", size=COST_SIZE)


# -------------------------------------------------------------------- what is offered without a selection


def has_destinations(s: Battle) -> bool:
    """Return whether there are destinations without a selection: at once with everyone at a target."""
    return isinstance(s.agenda[-1], FireDecision | Melee)


def whole_attacks(s: Battle) -> list[Destination]:
    """Return for each target the attack with all units that can take part."""
    places = []
    for hex in attack_targets(s):
        attack = plan_attack(s, hex, ready_units(s))
        if attack is not None:
            name = s.rules.ground.hexes.label(hex)
            label = attack.label(s, is_everyone=True)
            actions = attack.actions(is_everyone=True)
            places.append(Destination(actions, label, _target_node(s, hex), name, note=ENDS_IN_CHANCE))
    return places


def named_compounds(s: Battle) -> list[Compound]:
    """Return the compounds to offer as buttons; those that take long to work out are planned when they are chosen."""
    step = s.agenda[-1]
    if isinstance(step, Move):
        count = len(step.movers(s))
        note = "Towards the nearest enemy. Fire units stop in range; leaders follow the troops."
        return [Compound([], f"Advance all {count} units", note, plan=ADVANCE.text)] if count > 1 else []
    if isinstance(step, Board):
        return _embark_all(s)
    if isinstance(step, GetOff):
        count = len(riders_to_unload(s))
        note = "Towards the enemy, fire units as near as they need to be. Leaders stay aboard."
        return [Compound([], f"Unload all ({count} units)", note, plan=UNLOAD.text)] if count > 1 else []
    if isinstance(step, FireDecision):
        note = "One volley after the other, each with no more units than its odds need."
        return [Compound([], "Fire all by best odds", note, plan=VOLLEYS.text, repeats=True)]
    if isinstance(step, Advance):
        count = len({action.args[0] for action in step.unit_actions(s)})
        return [Compound([], f"Advance all {count} units", plan=PURSUE.text)] if count > 1 else []
    if isinstance(step, Volley | Assault) and not step.units:
        return _join_all(s, step)
    return []


def _embark_all(s: Battle) -> list[Compound]:
    """Return the compound that gives a rider to every chariot that can have one."""
    count = len(plan_embarking(s))
    if not count:
        return []
    label = f"Embark all ({count} unit{'' if count == 1 else 's'})"
    return [Compound([], label, "A rider for every chariot with one beside it.", plan=EMBARK.text, is_default=True)]


def _join_all(s: Battle, step: Volley | Assault) -> list[Compound]:
    """Return the attack with all units that can take part, when none has been added yet."""
    units = tuple(step.available_units(s))
    complete = Volley(step.target, units) if isinstance(step, Volley) else Assault(step.targets, units)
    finish = LOOSE if isinstance(step, Volley) else STRIKE
    if not units or finish not in complete.legal(s):
        return []
    count = f"{'all ' if len(units) > 1 else ''}{len(units)} unit{'' if len(units) == 1 else 's'}"
    label = f"{'Fire' if isinstance(step, Volley) else 'Attack'} with {count}"
    return [Compound([ALL, finish], label, ENDS_IN_CHANCE)]


# -------------------------------------------------------------------- plans


def plan(s: Battle, order: Action) -> Compound | None:
    """Return the compound that carries out an order; None if it is not possible now."""
    step = s.agenda[-1]
    if isinstance(step, Move) and order.verb == MARCH and order.args:
        return _plan_march(s, order)
    if isinstance(step, Move) and order.verb == QUIT:
        return _plan_exit(s, order)
    if isinstance(step, Move) and order == ADVANCE:
        march = plan_advance(s)
        return Compound(march.actions, "Advance all", "" if march.actions else "No unit can advance.", march.warning)
    if isinstance(step, Board) and order == EMBARK:
        return Compound(plan_embarking(s), "Embark all")
    if isinstance(step, GetOff) and order == UNLOAD:
        march = plan_unloading(s)
        return Compound(march.actions, "Unload all", march.note, ENDS_UNLOADING if march.is_final else "")
    if isinstance(step, Advance) and order == PURSUE:
        return Compound(plan_pursuit(s), "Advance all")
    if isinstance(step, FireDecision) and order == VOLLEYS:
        volley = best_volley(s)
        return Compound(volley.actions(), volley.label(s)) if volley is not None else None
    return None


def _named_units(s: Battle, numbers: tuple[int, ...]) -> list[int]:
    """Return the units of an order that can move, each once."""
    return [unit for unit in dict.fromkeys(numbers) if unit in s.units_of(s.side) and can_move(s, unit)]


def _plan_march(s: Battle, order: Action) -> Compound | None:
    """Return the march of some units to a hex."""
    goal, units = order.args[0], _named_units(s, order.args[1:])
    if not units or not 0 <= goal < s.rules.ground.hexes.count:
        return None
    march = plan_march(s, goal, units)
    who = placed_name(s, units[0]) if len(units) == 1 else f"{len(units)} units"
    return Compound(march.actions, f"Move {who} to {hex_name(s, goal)}", march.note, march.warning)


def _plan_exit(s: Battle, order: Action) -> Compound | None:
    """CH-S11.42: return the departure of some units from the map."""
    units = [unit for unit in _named_units(s, order.args) if can_leave(s, unit)]
    march = March(s)
    for unit in units:
        if not march.has_ended:
            march.leave(unit)
    return Compound(march.actions, f"Leave the map with {names(s, units)}", "", march.warning) if units else None
