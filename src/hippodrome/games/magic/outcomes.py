"""Outcomes of actions in a few words, and their odds: classified from the events of a roll, or counted exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Final

from hippodrome.games.magic.casualties import Allot, LoseBases
from hippodrome.games.magic.events import (
    ArtilleryShot,
    AttackDeclared,
    AttackLapsed,
    Balked,
    BaseLost,
    Bolted,
    Destroyed,
    HitsRolled,
    HitTaken,
    Killed,
    MoraleFailed,
    MoraleHeld,
    Moved,
    Picked,
    Pursued,
    Saved,
    SceneryMoved,
    SceneryStuck,
    SecondDie,
    SpellCast,
    SpellFailed,
    SpellLet,
    StrikeMissed,
    UnbindFailed,
    Unbound,
    VolleyShot,
)
from hippodrome.games.magic.fighting import JoinAttack, LeadAttack, NextFight
from hippodrome.games.magic.forecast import hit_weights
from hippodrome.games.magic.morale import RallyGeneral, must_test, passes_test
from hippodrome.games.magic.movement import SecondRoll
from hippodrome.games.magic.shooting import HIT_SCORE, Aim, shot_dice
from hippodrome.games.magic.spells import SPELL_VERBS
from hippodrome.games.magic.state import Battle
from hippodrome.games.magic.view import fight_odds
from hippodrome.games.magic.withdrawal import Withdraw, withdraw
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.odds import first_outcome

Outcome = tuple[str, int]
Odds = dict[str, Fraction]

FACES: Final = 6  # of a die
HIT_CHANCE: Final = Fraction(FACES + 1 - HIT_SCORE, FACES)
PURSUIT_PENALTY: Final = 2  # WAM-R3: D6-2 rolls against a group that can withdraw
NO_LOSS: Final = "no loss"
MAGICIAN_DIES: Final = "the magician dies"
_KEY_OUTCOMES: Final = ("wins", "loses", "succeeds", "unbound", "kills", "wounds", "attacks", "all attack", "moves")
OTHER_ODDS_VERBS: Final = (
    "fight", "join", "await", "lead", "follow", "unbind", "pass", "strike", "shoot", "assault", "attack", "go",
    "reroll", "shift", "hit", "withdraw", "rally", "remain",
)  # fmt: skip
_ASSAULT_EVENTS: tuple[type[Event], ...] = (AttackDeclared, Balked, Picked, SecondDie)
_HARM_EVENTS: tuple[type[Event], ...] = (HitTaken, Saved, BaseLost, Destroyed, Killed)
_MOVEMENT_OUTCOMES: list[tuple[type[Event], str]] = [
    (SceneryMoved, "moves"),
    (SceneryStuck, "stays"),
    (AttackDeclared, "attacks"),
    (Moved, "moves"),
    (Balked, "stays"),
]


# -------------------------------------------------------------------- outcomes from events


def movement_outcome(event: Event) -> str:
    """WAM-M5, WAM-Q37: return whether a unit or piece of scenery moves, attacks or stays."""
    for kind, name in _MOVEMENT_OUTCOMES:
        if isinstance(event, kind):
            return name
    return ""


def fight_outcome(event: Event) -> str:
    """WAM-Q9: return which side has more hits."""
    if isinstance(event, HitsRolled):
        return "draw" if event.mine == event.theirs else ("wins" if event.mine > event.theirs else "loses")
    return "no enemy left" if isinstance(event, AttackLapsed) else ""


def spell_outcome(events: Sequence[Event]) -> Outcome:
    """WAM-Q38, WAM-Q52: return whether a spell or its unbinding succeeds, and whether the magician dies."""
    failed = ""
    for index, event in enumerate(events):
        if isinstance(event, SpellCast):
            return "succeeds", index + 1
        if isinstance(event, Unbound):
            return "unbound", index + 1
        if isinstance(event, (SpellFailed, UnbindFailed)):
            failed = "fails" if isinstance(event, SpellFailed) else "not unbound"
        elif failed and isinstance(event, Killed):
            return f"{failed}, {MAGICIAN_DIES}", index + 1
        elif failed and not (isinstance(event, DiceRolled) and event.purpose == "backfire"):
            return failed, index
    return failed, len(events)


def strike_outcome(event: Event) -> str:
    """WAM-Q38: return the result of a strike."""
    if isinstance(event, StrikeMissed):
        return "misses"
    if isinstance(event, Saved):
        return "saved"
    if isinstance(event, BaseLost):
        return "wounds"
    return "kills" if isinstance(event, (Killed, Destroyed)) else ""


def shooting_outcome(seat: int, square: int, events: Sequence[Event]) -> Outcome:
    """WAM-S3: return the hits of all shooters at the square, once every shooter has aimed."""
    hits = decided = 0
    for index, event in enumerate(events):
        if isinstance(event, (VolleyShot, ArtilleryShot)) and event.seat == seat and event.square == square:
            hits += int(event.hits)
            decided = index + 1
    return (f"hits {hits}", decided) if decided else ("", 0)


def assault_outcome(events: Sequence[Event]) -> Outcome:
    """WAM-Q16: return how many units of a square join the attack."""
    attacking = staying = 0
    for index, event in enumerate(events):
        if not isinstance(event, (DiceRolled, *_ASSAULT_EVENTS)):
            return assault_text(attacking, staying), index
        attacking += isinstance(event, AttackDeclared)
        staying += isinstance(event, Balked)
    return assault_text(attacking, staying), len(events)


def assault_text(attacking: int, staying: int) -> str:
    """Return the result of an assault, from the numbers of units that attack and stay."""
    if attacking == 0:
        return "none attack" if staying > 1 else "stays"
    if staying == 0:
        return "all attack" if attacking > 1 else "attacks"
    return f"attack by {attacking} of {attacking + staying}"


def loss_outcome(seat: int, events: Sequence[Event]) -> Outcome:
    """WAM-Q27: return a seat's own losses after saves; nothing if no save was rolled."""
    lost = gone = killed = 0
    rolled = False
    decided = 0
    for index, event in enumerate(events):
        if isinstance(event, _HARM_EVENTS) and event.actor() == seat:
            decided = index + 1
            rolled = rolled or not isinstance(event, HitTaken)
            lost += isinstance(event, (BaseLost, Destroyed))
            gone += isinstance(event, Destroyed)
            killed += isinstance(event, Killed)
        elif not isinstance(event, (DiceRolled, SpellLet, Bolted)):
            break
    if not rolled:
        return (NO_LOSS, events_until_bolt(events)) if events_until_bolt(events) else ("", 0)
    return loss_text(lost, gone, killed), decided


def events_until_bolt(events: Sequence[Event]) -> int:
    """Return the number of events up to the dice of a Bolt, or 0 if there was none."""
    for index, event in enumerate(events):
        if isinstance(event, DiceRolled) and event.purpose == "bolt":
            return index + 1
    return 0


def loss_text(lost: int, gone: int, killed: int) -> str:
    """Return losses as text, from the numbers of bases lost, units destroyed and characters killed."""
    parts = [] if lost == 0 else ["loses a base" if lost == 1 else f"loses {lost} bases"]
    if gone:
        parts.append("a unit destroyed" if gone == 1 else f"{gone} units destroyed")
    if killed:
        parts.append("a character killed" if killed == 1 else f"{killed} characters killed")
    return ", ".join(parts) or NO_LOSS


def pursuit_outcome(events: Sequence[Event]) -> Outcome:
    """WAM-R3: return the losses in the pursuit. If there are none, only its rolls show that there was one."""
    rolled = 0
    for place, event in enumerate(events):
        if isinstance(event, DiceRolled) and event.purpose in ("pursuit", "kill"):
            rolled = place + 1
        elif rolled:
            return (f"loses {event.number}", place + 1) if isinstance(event, Pursued) else ("loses 0", rolled)
    return ("loses 0", rolled) if rolled else ("", len(events))


def morale_outcome(seat: int, events: Sequence[Event]) -> Outcome:
    """WAM-Q39: return how many of a seat's units fail the morale test."""
    failed = decided = 0
    for index, event in enumerate(events):
        if isinstance(event, (MoraleHeld, MoraleFailed)) and event.seat == seat:
            failed += isinstance(event, MoraleFailed)
            decided = index + 1
    return (f"failed tests {failed}", decided) if decided else ("", 0)


# -------------------------------------------------------------------- exact odds


def shooting_odds(s: Battle, step: Aim, square: int) -> Odds:
    """Return the odds of hits by this shooter and those of its side that already aim at the square."""
    shooter = step.shooter(s)
    assert shooter is not None
    dice = int(shot_dice(s, shooter))
    for unit in s.units:
        if unit.side == step.side and unit.aim == square and unit.id != shooter.id:
            dice += int(shot_dice(s, unit))
    return {f"hits {hits}": chance for hits, chance in enumerate(success_distribution([HIT_CHANCE] * dice))}


def success_distribution(trials: list[Fraction]) -> list[Fraction]:
    """Return the chances of 0, 1, 2, ... successes in independent trials with these chances."""
    distribution = [Fraction(1)]
    for chance in trials:
        grown = [Fraction(0)] * (len(distribution) + 1)
        for count, share in enumerate(distribution):
            grown[count] += share * (1 - chance)
            grown[count + 1] += share * chance
        distribution = grown
    return distribution


def pursuit_odds(s: Battle, square: int) -> Odds | None:
    """WAM-R3: return the odds of D6-2 rolls on the kill chart, or None if there is no pursuit."""
    after = s.clone()
    after.logging = False
    withdraw(after, square)
    winners = [id for id in (*after.clash.group, *after.clash.helpers) if after.units[id].bases > 0]
    if not after.clash.pool or not winners:
        return None
    odds: Odds = {}
    for die in range(1, FACES + 1):
        dice = max(die - PURSUIT_PENALTY, 0)
        for hits, ways in enumerate(hit_weights(dice)):
            name = f"loses {hits}"
            odds[name] = odds.get(name, Fraction(0)) + Fraction(ways, FACES ** (dice + 1))
    return {name: chance for name, chance in odds.items() if chance}


def morale_odds(s: Battle, step: RallyGeneral, action: Action) -> Odds:
    """WAM-Q39: return the odds of failed morale tests after the general has moved or stayed."""
    after = s.clone()
    after.logging = False
    if action.verb == "rally":
        general = step.general(after)
        assert general is not None
        general.square = action.args[0]
    fails: list[Fraction] = []
    for unit in after.units:
        if unit.side == step.side and must_test(unit):
            fails.append(Fraction(sum([1 for die in range(1, FACES + 1) if not passes_test(after, unit, die)]), FACES))
    return {f"failed tests {count}": chance for count, chance in enumerate(success_distribution(fails)) if chance}


def key_chances(chances: Odds) -> list[tuple[str, Fraction]]:
    """Return the chances that matter most: to win or lose a fight, of success, of a death and of losses."""
    key: list[tuple[str, Fraction]] = [(name, chances[name]) for name in _KEY_OUTCOMES if name in chances]
    dies = sum([chance for name, chance in chances.items() if name.endswith(MAGICIAN_DIES)], Fraction(0))
    if dies:
        key.append((MAGICIAN_DIES, dies))
    if NO_LOSS in chances and len(chances) > 1:
        key.append(("a loss", 1 - chances[NO_LOSS]))
    return key


class MagicOutcomes(GameAnalysis):
    """The outcomes and odds of the game's actions."""

    ODDS_VERBS: ClassVar[frozenset[str]] = frozenset((*SPELL_VERBS, *OTHER_ODDS_VERBS))

    def odds_summary(
        self, s: Battle, action: Action, seat: int, chances: Odds
    ) -> tuple[list[tuple[str, Fraction]], list[str]]:
        """Return the chances of victory, success, death and loss."""
        return key_chances(chances), []

    def assumed_answer(self, s: Battle) -> Action | None:
        """Return the default for small decisions that follow an action (rerolls, leading, hits, losses), else None."""
        step = s.agenda[-1]
        if isinstance(step, (SecondRoll, JoinAttack, LeadAttack, RallyGeneral, Allot, LoseBases)):
            return step.proposals(s)[0]
        return None

    def classify_outcome(self, s: Battle, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of an action and the number of events that decide it, by the verb of the action."""
        verb = action.verb
        if verb in ("fight", "join", "await", "lead", "follow"):
            return first_outcome(events, fight_outcome)
        if verb in SPELL_VERBS or verb == "unbind":
            return spell_outcome(events)
        if verb == "strike":
            return first_outcome(events, strike_outcome)
        if verb == "shoot" and isinstance(s.agenda[-1], Aim):
            return shooting_outcome(seat, action.args[0], events)
        if verb == "assault":
            return assault_outcome(events)
        if verb in ("go", "attack", "reroll", "hold", "shift"):
            return first_outcome(events, movement_outcome)
        if verb == "hit" or (verb == "pass" and s.agenda):
            return loss_outcome(seat, events)
        if verb == "withdraw":
            return pursuit_outcome(events)
        if verb in ("rally", "remain"):
            return morale_outcome(seat, events)
        return "", 0

    def prepared_odds(self, s: Battle, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of the fight that a declared attack leads to, or None."""
        return fight_odds(s, action) if action.verb in ("attack", "assault") else None

    def exact_odds(self, s: Battle, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of a fight, of shots at a square, of a pursuit or of morale; None for anything else."""
        step = s.agenda[-1]
        if isinstance(step, (NextFight, LeadAttack)):
            return fight_odds(s, action)
        if isinstance(step, Aim) and action.verb == "shoot":
            return shooting_odds(s, step, action.args[0])
        if isinstance(step, Withdraw):
            return pursuit_odds(s, action.args[0])
        if isinstance(step, RallyGeneral):
            return morale_odds(s, step, action)
        return None
