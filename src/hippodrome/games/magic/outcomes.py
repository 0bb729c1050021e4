"""What comes of an action, in a few words: the classes of its odds, as dice tell them and as they are reckoned."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from hippodrome.games.magic import events as told
from hippodrome.games.magic.casualties import Allot, LoseBases
from hippodrome.games.magic.fighting import LeadAttack, NextFight
from hippodrome.games.magic.forecast import hit_weights
from hippodrome.games.magic.morale import RallyGeneral, must_test, passes_test
from hippodrome.games.magic.movement import SecondRoll
from hippodrome.games.magic.shooting import HIT_SCORE, Aim, shot_dice
from hippodrome.games.magic.spells import SPELL_VERBS
from hippodrome.games.magic.state import Battle
from hippodrome.games.magic.view import fight_odds
from hippodrome.games.magic.withdrawal import Withdraw, withdraw
from hippodrome.kit.actions import Action
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.odds import first_named

Outcome = tuple[str, int]
Odds = dict[str, Fraction]

ONE: Final = Fraction(1)
SIDES: Final = 6
HIT: Final = Fraction(SIDES + 1 - HIT_SCORE, SIDES)
FEWER: Final = 2  # WAM-R3: dice that a group that can withdraw is spared
_GIVEN: tuple[type[Event], ...] = (told.AttackDeclared, told.Balked, told.Picked, told.SecondDie)
_HARM: tuple[type[Event], ...] = (told.HitTaken, told.Saved, told.BaseLost, told.Destroyed, told.Killed)
_SIMPLE: list[tuple[type[Event], str]] = [
    (told.SceneryMoved, "moves"),
    (told.SceneryStuck, "stays"),
    (told.AttackDeclared, "attacks"),
    (told.Moved, "moves"),
    (told.Balked, "stays"),
]


def assumed_answer(s: Battle) -> Action | None:
    """Return a failed die is rolled again, a general stays behind, hits and losses fall where the owner would
    have them.
    """
    step = s.agenda[-1]
    if isinstance(step, (SecondRoll, LeadAttack, RallyGeneral, Allot, LoseBases)):
        return step.proposals(s)[0]
    return None


def classify_outcome(s: Battle, action: Action, seat: int, events: Sequence[Event]) -> Outcome:
    """By what the action is about."""
    verb = action.verb
    if verb in ("fight", "lead", "follow"):
        return first_named(events, fight_outcome)
    if verb in SPELL_VERBS or verb == "unbind":
        return spell_outcome(events)
    if verb == "strike":
        return first_named(events, strike_outcome)
    if verb == "shoot" and isinstance(s.agenda[-1], Aim):
        return shooting_outcome(seat, action.args[0], events)
    if verb == "assault":
        return assault_outcome(events)
    if verb in ("go", "attack", "reroll", "hold", "shift"):
        return first_named(events, movement_outcome)
    if verb == "hit" or (verb == "pass" and s.agenda):
        return loss_outcome(seat, events)
    if verb == "withdraw":
        return first_named(events, pursuit_outcome)
    if verb in ("rally", "remain"):
        return morale_outcome(seat, events)
    return "", 0


# -------------------------------------------------------------------- as dice tell it


def movement_outcome(event: Event) -> str:
    """Return whether a unit or a piece of scenery does what it is to do (WAM-M5, WAM-Q37)."""
    for kind, name in _SIMPLE:
        if isinstance(event, kind):
            return name
    return ""


def fight_outcome(event: Event) -> str:
    """WAM-Q9: who has more hits."""
    if isinstance(event, told.HitsRolled):
        return "undecided" if event.mine == event.theirs else ("wins" if event.mine > event.theirs else "loses")
    return "nobody is there" if isinstance(event, told.AttackLapsed) else ""


def spell_outcome(events: Sequence[Event]) -> Outcome:
    """WAM-Q38, WAM-Q52: whether a spell, or its unbinding, comes off; a 1 may kill the magician."""
    failed = ""
    for place, event in enumerate(events):
        if isinstance(event, told.SpellCast):
            return "succeeds", place + 1
        if isinstance(event, told.Unbound):
            return "unbound", place + 1
        if isinstance(event, (told.SpellFailed, told.UnbindFailed)):
            failed = "fails" if isinstance(event, told.SpellFailed) else "not unbound"
        elif failed and isinstance(event, told.Killed):
            return f"{failed}, the magician dies", place + 1
        elif failed and not (isinstance(event, DiceRolled) and event.purpose == "backfire"):
            return failed, place
    return failed, len(events)


def strike_outcome(event: Event) -> str:
    """WAM-Q38: what became of a strike."""
    if isinstance(event, told.StrikeMissed):
        return "misses"
    if isinstance(event, told.Saved):
        return "saved"
    if isinstance(event, told.BaseLost):
        return "wounds"
    return "kills" if isinstance(event, (told.Killed, told.Destroyed)) else ""


def shooting_outcome(seat: int, square: int, events: Sequence[Event]) -> Outcome:
    """WAM-S3: the hits of all who shoot at the square, once everybody has aimed."""
    hits = settled = 0
    for place, event in enumerate(events):
        if isinstance(event, (told.VolleyShot, told.ArtilleryShot)) and event.seat == seat and event.square == square:
            hits += int(event.hits)
            settled = place + 1
    return (f"hits {hits}", settled) if settled else ("", 0)


def assault_outcome(events: Sequence[Event]) -> Outcome:
    """WAM-Q16: how many of a group that is to attack do so."""
    bound = stay = 0
    for place, event in enumerate(events):
        if not isinstance(event, (DiceRolled, *_GIVEN)):
            return assault_text(bound, stay), place
        bound += isinstance(event, told.AttackDeclared)
        stay += isinstance(event, told.Balked)
    return assault_text(bound, stay), len(events)


def assault_text(bound: int, stay: int) -> str:
    """Return the same in words."""
    if bound == 0:
        return "nobody attacks" if stay > 1 else "stays"
    if stay == 0:
        return "all attack" if bound > 1 else "attacks"
    return f"{bound} of {bound + stay} attack"


def loss_outcome(seat: int, events: Sequence[Event]) -> Outcome:
    """WAM-Q27: the losses of one's own when hits are saved or not; nothing if none were rolled for."""
    lost = gone = killed = 0
    rolled = False
    settled = 0
    for place, event in enumerate(events):
        if isinstance(event, _HARM) and getattr(event, "seat", -1) == seat:
            settled = place + 1
            rolled = rolled or not isinstance(event, told.HitTaken)
            lost += isinstance(event, (told.BaseLost, told.Destroyed))
            gone += isinstance(event, told.Destroyed)
            killed += isinstance(event, told.Killed)
        elif not isinstance(event, (DiceRolled, told.SpellLet, told.Bolted)):
            break
    if not rolled:
        return ("no loss", events_until_bolt(events)) if events_until_bolt(events) else ("", 0)
    return loss_text(lost, gone, killed), settled


def events_until_bolt(events: Sequence[Event]) -> int:
    """How many events there were when the dice of a Bolt had fallen; 0 if there was none."""
    for place, event in enumerate(events):
        if isinstance(event, DiceRolled) and event.purpose == "bolt":
            return place + 1
    return 0


def loss_text(lost: int, gone: int, killed: int) -> str:
    """Losses in words."""
    parts = [] if lost == 0 else ["loses a base" if lost == 1 else f"loses {lost} bases"]
    if gone:
        parts.append("a unit destroyed" if gone == 1 else f"{gone} units destroyed")
    if killed:
        parts.append("a character killed" if killed == 1 else f"{killed} characters killed")
    return ", ".join(parts) or "no loss"


def pursuit_outcome(event: Event) -> str:
    """WAM-R3: losses in the pursuit."""
    return f"loses {event.number}" if isinstance(event, told.Pursued) else ""


def morale_outcome(seat: int, events: Sequence[Event]) -> Outcome:
    """WAM-Q39: how many of one's own units fail their test."""
    failed = settled = 0
    for place, event in enumerate(events):
        if isinstance(event, (told.MoraleHeld, told.MoraleFailed)) and event.seat == seat:
            failed += isinstance(event, told.MoraleFailed)
            settled = place + 1
    return (f"failed tests {failed}", settled) if settled else ("", 0)


# -------------------------------------------------------------------- as it is reckoned


def prepared_odds(s: Battle, action: Action) -> Odds | None:
    """Of the fight that a declared attack will lead to."""
    return fight_odds(s, action) if action.verb in ("attack", "assault") else None


def exact_odds(s: Battle, action: Action) -> Odds | None:
    """Of a fight, of shots at a square, of a pursuit and of morale; None for anything else."""
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


def shooting_odds(s: Battle, step: Aim, square: int) -> Odds:
    """Return the hits of this shooter and of those of its side that have aimed at the square already."""
    shooter = step.shooter(s)
    assert shooter is not None
    dice = int(shot_dice(shooter))
    for unit in s.units:
        if unit.side == step.side and unit.aim == square and unit.id != shooter.id:
            dice += int(shot_dice(unit))
    return {f"hits {hits}": chance for hits, chance in enumerate(success_distribution([HIT] * dice))}


def success_distribution(each: list[Fraction]) -> list[Fraction]:
    """Return the chances that 0, 1, 2, ... of some things come off, each of which has its own chance."""
    found = [ONE]
    for chance in each:
        grown = [Fraction(0)] * (len(found) + 1)
        for count, part in enumerate(found):
            grown[count] += part * (ONE - chance)
            grown[count + 1] += part * chance
        found = grown
    return found


def pursuit_odds(s: Battle, square: int) -> Odds | None:
    """WAM-R3: D6-2 rolls on the kill chart, if there is anybody left to pursue."""
    after = s.clone()
    after.logging = False
    withdraw(after, square)
    winners = [id for id in (*after.clash.group, *after.clash.helpers) if after.units[id].bases > 0]
    if not after.clash.pool or not winners:
        return None
    found: Odds = {}
    for die in range(1, SIDES + 1):
        dice = max(die - FEWER, 0)
        for hits, ways in enumerate(hit_weights(dice)):
            name = f"loses {hits}"
            found[name] = found.get(name, Fraction(0)) + Fraction(ways, SIDES ** (dice + 1))
    return {name: chance for name, chance in found.items() if chance}


def morale_odds(s: Battle, step: RallyGeneral, action: Action) -> Odds:
    """WAM-Q39: how many of those who must test fail, with the general where he is then."""
    after = s.clone()
    after.logging = False
    if action.verb == "rally":
        general = step.general(after)
        assert general is not None
        general.square = action.args[0]
    fails: list[Fraction] = []
    for unit in after.units:
        if unit.side == step.side and must_test(unit):
            fails.append(Fraction(sum([1 for die in range(1, SIDES + 1) if not passes_test(after, unit, die)]), SIDES))
    return {f"failed tests {count}": chance for count, chance in enumerate(success_distribution(fails)) if chance}
