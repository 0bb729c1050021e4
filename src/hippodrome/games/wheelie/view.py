"""A seat's view of a battle: everything but future dice."""

from __future__ import annotations

from hippodrome.games.wheelie.deployment import Deploy, Mirror, PickEdge
from hippodrome.games.wheelie.ending import seat_points
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.movement import (
    FirstDrive,
    KeepDie,
    MoverDecision,
    NextLeg,
    SecondDrive,
    TurnDrive,
    acting_unit,
)
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.setup import ChooseExpert, ChooseSeven, PickChariot, TakeShield
from hippodrome.games.wheelie.state import Piece, Skirmish, Unit
from hippodrome.games.wheelie.warnings import clear_ahead
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.units import INCH, decimal, inches


def view(s: Skirmish, seat: int) -> View:
    """Return everything on the table and on the record sheets."""
    seats = 1 + max([int(unit.seat) for unit in s.units])
    return View(
        seat,
        {
            "scenario": s.rules.scenario.key,
            "width": int(s.rules.width),
            "depth": int(s.rules.depth),
            "limit": int(s.rules.options.limit),
            "turn": int(s.turn),
            "order": list(s.order),
            "quiet": int(s.quiet),
            "edges": list(s.edges),
            "entry": _entry(s),
            "picked": int(s.picked),
            "slant": int(s.slant),
            "units": [_unit(s, unit) for unit in s.units],
            "pieces": [_piece(piece) for piece in s.pieces],
            "act": _act(s),
            "points": [seat_points(s, seat) for seat in range(seats)],
            "over": s.over,
            "places": list(s.places),
            "reason": s.reason,
            "breadcrumbs": agenda.breadcrumbs(s),
            "asked": _pending_decision(s),
        },
    )


def _pending_decision(s: Skirmish) -> Json:
    """Return the pending decision: its name, seats and subject, and for a drive the limits."""
    name = s.agenda[-1].name() if s.agenda else ""
    return {
        "name": name,
        "seats": list(agenda.seats(s)),
        "who": asked_name(s),
        "clear": _clear(s),
        "prompt": prompt_fields(s),
    }


def asked_name(s: Skirmish) -> str:
    """Return the unit that a decision is about, or else the seats that decide."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, (SpendDie, NextLeg, KeepDie, MoverDecision)):
        return unit_name(s, acting_unit(s))
    if isinstance(step, (PickChariot, ChooseExpert, PickEdge, Deploy, Mirror, ChooseSeven, TakeShield)):
        return unit_name(s, s.units[step.unit])
    return ", ".join([FACTIONS[seat] for seat in agenda.seats(s)])


def prompt_fields(s: Skirmish) -> dict[str, str]:
    """Return the texts for the placeholders of the pending prompt."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, (FirstDrive, SecondDrive, TurnDrive)):
        return {}
    low, high = step.bounds(s)
    if low == high:
        return {"distance": f"exactly {inches(high)}"}
    return {"distance": f"{decimal(low, INCH, 2)} to {inches(high)}" if low else f"up to {inches(high)}"}


def _entry(s: Skirmish) -> int:
    """Return the edge on which a unit is being placed; -1 for none."""
    step = s.agenda[-1] if s.agenda else None
    return step.edge(s) if isinstance(step, Deploy) else -1


def _unit(s: Skirmish, unit: Unit) -> Json:
    """Return a record sheet (WW-R1), and the unit's position."""
    fields: Json = {name: getattr(unit, name) for name in Unit.FIELDS}
    kind = s.kind(unit)
    return {
        **fields,
        "name": unit_name(s, unit),
        "kind_name": kind.name,
        "symbol": kind.symbol,
        "stand": int(kind.warrior),
        "length": int(kind.length),
        "width": int(kind.width),
        "pool": max(int(unit.pool()), 0),
        "runners": kind.is_runners,
    }


def _piece(piece: Piece) -> Json:
    """Return a piece of terrain."""
    return {name: int(getattr(piece, name)) for name in Piece.FIELDS}


def _act(s: Skirmish) -> Json:
    """Return the activation in progress."""
    act = s.act
    return {
        "unit": int(act.unit) if s.turn else -1,
        "dice": list(act.dice),
        "move": list(act.move),
        "die": int(act.die),
        "left": max(int(act.cap - act.gone), 0) if act.die >= 0 else 0,
        "moves": int(act.moves),
        "turns": int(act.turns),
    }


def _clear(s: Skirmish) -> int:
    """Return how far the acting unit can drive without a collision; 0 if it is not driving."""
    step = s.agenda[-1] if s.agenda else None
    return int(clear_ahead(s, step.bounds(s)[1])) if isinstance(step, (FirstDrive, SecondDrive, TurnDrive)) else 0


def imagine(s: Skirmish, seat: int, seed: bytes) -> Skirmish:
    """Return a copy with fresh dice."""
    copy = s.clone()
    dice = TapeDice(seed)
    dice.rolled = s.dice.rolled
    copy.dice = dice
    return copy
