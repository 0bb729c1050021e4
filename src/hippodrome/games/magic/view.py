"""The view of a seat: everything but future dice, with forecasts of possible attacks."""

from __future__ import annotations

from fractions import Fraction

from hippodrome.games.magic.casualties import Allot, LoseBases
from hippodrome.games.magic.fighting import JoinAttack, LeadAttack, NextFight, attackers, helpers, pending_attacks
from hippodrome.games.magic.forecast import AttackForecast
from hippodrome.games.magic.kinds import BASES
from hippodrome.games.magic.movement import (
    Census,
    MoveNext,
    MoveUnit,
    SecondRoll,
    can_act,
    possible_targets,
    score_needed,
)
from hippodrome.games.magic.setup import Deploy, next_to_deploy
from hippodrome.games.magic.shooting import Aim
from hippodrome.games.magic.spells import HASTE, SPELL_NAMES, Unbind, target_square
from hippodrome.games.magic.state import NONE, Battle, Scenery, Unit
from hippodrome.games.magic.victory import motive_points, points_of
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json


def piece_name(s: Battle, id: int) -> str:
    """Return a piece by side and name, such as "Red's Squires 1"."""
    return f"{FACTIONS[s.units[id].side]}'s {s.names[id]}"


def view(s: Battle, seat: int) -> View:
    """Return everything on the table; nothing in a battle is hidden."""
    return View(
        seat,
        {
            "layout": int(s.layout),
            "ground": s.rules.layouts[s.layout].source,
            "turn": int(s.turn),
            "countdown": int(s.countdown),
            "attacker": int(s.attacker),
            "first": int(s.first),
            "armies": [army.title for army in s.rules.armies],
            "motives": [s.rules.armies[side].motive if s.rules.options.motives else 0 for side in range(2)],
            "units": [_unit(s, unit) for unit in s.units],
            "scenery": [_scenery(piece) for piece in s.scenery],
            "fought": list(s.fought),
            "ward": list(s.ward),
            "mist": list(s.mist),
            "points": [int(points_of(s, side)) for side in range(2)],
            "motive": [int(motive_points(s, side)) if s.rules.options.motives else 0 for side in range(2)],
            "start": [int(s.starting_units(side)) for side in range(2)],
            "lost": [int(s.lost_units(side)) for side in range(2)],
            "clash": _clash(s),
            "forecasts": {"attacks": [_forecast(s, one) for one in forecasts(s)]},
            "over": s.over,
            "places": list(s.places),
            "reason": s.reason,
            "breadcrumbs": agenda.breadcrumbs(s),
            "asked": _decision_data(s),
        },
    )


def _decision_data(s: Battle) -> Json:
    """Return the waiting decision, its choices and its subject, as plain data."""
    if not is_waiting(s):
        return {"name": "", "seats": [], "choices": [], "about": NONE, "left": 0, "place": "", "spell": ""}
    step, choices = s.agenda[-1], [action.text for action in agenda.proposals(s)]
    left = int(step.left) if isinstance(step, (Allot, LoseBases)) else 0
    hurt = [s.board.name[s.units[id].square] for id in s.clash.pool if s.units[id].square != NONE] if left else []
    return {
        "name": step.name(),
        "seats": list(agenda.seats(s)),
        "choices": choices,
        "about": decision_subject(s),
        "left": left,
        "place": hurt[0] if hurt else "",
        "spell": spell_text(s, step) if isinstance(step, Unbind) else "",
    }


def spell_text(s: Battle, step: Unbind) -> str:
    """Return the spell that may be unbound: its caster and its target."""
    text = f"{piece_name(s, int(step.caster))} casts {SPELL_NAMES[step.spell]}"
    if step.spell == HASTE:
        return f"{text} on {s.names[step.target]}"
    return f"{text} on {s.board.name[target_square(s, s.units[step.caster], step.spell, step.target)]}"


def is_waiting(s: Battle) -> bool:
    """Return whether a decision is waiting; a preview may have stopped at a die, in the middle of a step."""
    return len(s.agenda) > 0 and s.agenda[-1].name() != "" and s.agenda[-1].waits(s)


def decision_subject(s: Battle) -> int:
    """Return the id of the unit or character that the waiting decision is about, or -1."""
    step = s.agenda[-1]
    unit: Unit | None = None
    if isinstance(step, MoveUnit):
        return int(s.clash.mover)
    if isinstance(step, Aim):
        unit = step.shooter(s)
    elif isinstance(step, Deploy):
        unit = next_to_deploy(s, step.side)
    elif isinstance(step, SecondRoll):
        unit = s.units[step.unit]
    elif isinstance(step, JoinAttack):
        unit = step.piece(s)
    return int(unit.id) if unit is not None else NONE


def _unit(s: Battle, unit: Unit) -> Json:
    """Return a unit or character as plain data."""
    return {
        "id": int(unit.id),
        "side": int(unit.side),
        "kind": int(unit.kind),
        "quality": int(unit.quality),
        "gear": int(unit.gear),
        "bases": int(unit.bases),
        "square": int(unit.square),
        "moves": int(unit.moves),
        "target": int(unit.target),
        "failed": int(unit.failed),
        "spent": unit.spent,
        "aim": int(unit.aim),
        "hits": s.clash.hits.count(int(unit.id)),
        "acted": unit.acted,
        "hasted": unit.hasted,
        "dread": unit.dread,
        "lost": int(unit.lost),
        "beaten": unit.beaten,
        "won_before": unit.won_before,
        "led": unit.led,
        "full": BASES[unit.kind],
        "name": s.names[unit.id],
        "strong": unit.at_strength(),
    }


def _scenery(piece: Scenery) -> Json:
    """Return a piece of special scenery as plain data."""
    return {"id": int(piece.id), "side": int(piece.side), "ground": int(piece.ground), "square": int(piece.square)}


def _clash(s: Battle) -> Json:
    """Return the fight in progress as plain data."""
    clash = s.clash
    return {
        "side": int(clash.side),
        "source": int(clash.source),
        "target": int(clash.target),
        "mine": int(clash.mine),
        "theirs": int(clash.theirs),
    }


# -------------------------------------------------------------------- forecasts of attacks


def forecasts(s: Battle) -> list[AttackForecast]:
    """Return forecasts of the attacks that the waiting decision can lead to."""
    step = s.agenda[-1] if is_waiting(s) else None
    if isinstance(step, MoveNext):
        return possible_forecasts(s, int(step.side), NONE)
    if isinstance(step, MoveUnit):
        return possible_forecasts(s, int(s.units[s.clash.mover].side), int(s.clash.mover))
    if isinstance(step, NextFight):
        return [
            declared_forecast(s, int(step.side), source, target) for source, target in pending_attacks(s, step.side)
        ]
    if isinstance(step, LeadAttack):
        group = [s.units[id] for id in s.clash.group]
        return [
            AttackForecast(s, s.clash.source, s.clash.target, group, len(s.clash.helpers), leads, s.clash.absent)
            for leads in (False, True)
        ]
    if isinstance(step, JoinAttack):
        group = [s.units[id] for id in s.clash.group]
        return [AttackForecast(s, s.clash.source, s.clash.target, group, len(s.clash.helpers), False, s.clash.absent)]
    return []


def possible_forecasts(s: Battle, side: int, mover: int) -> list[AttackForecast]:
    """Return forecasts of attacks that every able unit joins or, if a unit is moving, of the attacks it can join."""
    census = Census(s, side)
    groups: dict[tuple[int, int], list[Unit]] = {}
    for unit in s.units:
        if unit.side != side or unit.square == NONE:
            continue
        if unit.is_attacking():
            groups.setdefault((int(unit.square), int(unit.target)), []).append(unit)
        elif can_act(unit, side) and mover in (NONE, unit.id):
            for target in possible_targets(s, unit, census):
                groups.setdefault((int(unit.square), target), []).append(unit)
    possible = []
    for source, target in sorted(groups):
        group = groups[source, target]
        if mover == NONE or any(unit.id == mover for unit in group):
            possible.append(AttackForecast(s, source, target, group, len(helpers(s, side, source, target)), False))
    return possible


def declared_forecast(s: Battle, side: int, source: int, target: int) -> AttackForecast:
    """Return the forecast of a declared attack; it means nothing if the enemy has left the target."""
    group = attackers(s, side, source, target)
    return AttackForecast(s, source, target, group, len(helpers(s, side, source, target)), False)


def forecast_action(s: Battle, forecast: AttackForecast) -> str:
    """Return the text of the action that a forecast belongs to."""
    step = s.agenda[-1]
    if isinstance(step, LeadAttack):
        return "lead" if forecast.rows[3] else "follow"
    if isinstance(step, JoinAttack):
        return "join"
    if isinstance(step, MoveUnit):
        return f"attack {forecast.target}"
    return f"{'fight' if isinstance(step, NextFight) else 'assault'} {forecast.source} {forecast.target}"


def fight_odds(s: Battle, action: Action) -> dict[str, Fraction] | None:
    """Return the odds of the fight that an action leads to; None if a roll decides whether there is a fight."""
    if action.verb not in ("assault", "attack", "fight", "lead", "follow"):
        return None
    for forecast in forecasts(s):
        if (
            forecast_action(s, forecast) == action.text
            and s.holder(forecast.target) != NONE
            and is_certain(s, forecast)
        ):
            total = forecast.ways[2]
            wins, loses = Fraction(forecast.ways[0], total), Fraction(forecast.ways[1], total)
            odds = {"wins": wins, "loses": loses, "draw": 1 - wins - loses}
            return {name: chance for name, chance in odds.items() if chance}
    return None


def is_certain(s: Battle, forecast: AttackForecast) -> bool:
    """Return whether an attack is under way, or every unit in it has declared it or can do so without a roll."""
    if isinstance(s.agenda[-1], (NextFight, LeadAttack)):
        return True
    return all(unit.is_attacking() or score_needed(s, unit, forecast.target) == 0 for unit in forecast.group)


def _forecast(s: Battle, forecast: AttackForecast) -> Json:
    """Return a forecast as plain data."""
    return {
        "of": forecast_action(s, forecast),
        "source": forecast.source,
        "target": forecast.target,
        "rows": list(forecast.rows),
        "other_rows": list(forecast.other_rows),
        "most": forecast.shock_range,
        "dice": int(forecast.dice),
        "other_dice": int(forecast.other_dice),
        "win": forecast.win,
        "draw": forecast.draw(),
        "loss": forecast.loss,
        "losses": forecast.losses,
        "other_losses": forecast.other_losses,
    }


def imagine(s: Battle, seat: int, seed: bytes) -> Battle:
    """Return a copy with new dice."""
    other = s.clone()
    dice = TapeDice(seed)
    dice.rolled = s.dice.rolled
    other.dice = dice
    return other
