"""Fights: their order (WAM-Q19), their units (WAM-Q17), the dice (WAM-Q51), and the winner (WAM-Q9, WAM-Q48)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.casualties import (
    FALLEN,
    HIT_IN_FIGHT,
    LoseBases,
    Suffer,
    attack_pool,
    destroy,
    kill_chart_hits,
)
from hippodrome.games.magic.events import (
    AttackAwaited,
    AttackerWon,
    AttackJoined,
    AttackLapsed,
    DefenderWon,
    FightBegan,
    FightCounted,
    FightDrawn,
    GeneralFollowed,
    GeneralLed,
    HitsRolled,
    Pursued,
)
from hippodrome.games.magic.kinds import ARTILLERY, FIRST_CHARACTER, GENERAL, LEADER
from hippodrome.games.magic.points import (
    attack_officers,
    attack_rows,
    defence_rows,
    dice_for,
    general_of,
    leader_count,
    shock_dice,
)
from hippodrome.games.magic.state import BY_FIGHT, BY_OTHER, BY_REPULSE, FIGHT_COUNT, NONE, Battle, Unit
from hippodrome.games.magic.withdrawal import ADVANCE, WITHDRAW
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

FATAL_ROLL: Final = 6  # WAM-F3, WAM-F13
LEAD: Final = Action("lead")
FOLLOW: Final = Action("follow")
JOIN: Final = Action("join")
AWAIT: Final = Action("await")


# -------------------------------------------------------------------- order of fights


def pending_attacks(s: Battle, side: i64) -> list[tuple[int, int]]:
    """Return the declared attacks of a side that have not been made, as sorted (source, target) pairs."""
    pairs = {(int(unit.square), int(unit.target)) for unit in s.units if unit.side == side and unit.is_attacking()}
    return sorted(pairs)


@mypyc_attr(acyclic=True)
class NextFight(Choice):
    """WAM-T6, WAM-Q19: a player makes their attacks in any order; the first player goes first."""

    RULE: ClassVar[str] = "WAM-Q19"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def waits(self, s: Battle) -> bool:
        """Return whether there is more than one attack to choose from."""
        return len(pending_attacks(s, self.side)) > 1

    def run(self, s: Battle) -> list[Step]:
        """Begin the only attack, if there is one."""
        attacks = pending_attacks(s, self.side)
        return [BeginFight(self.side, *attacks[0]), self] if attacks else NOTHING

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the attacker."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the pending attacks."""
        return [Action("fight", attack) for attack in pending_attacks(s, self.side)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q19: only declared attacks are made."""
        return Refusal("WAM-Q19", "Choose an attack that you declared and have not made yet.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Begin the chosen attack, then ask for the next."""
        return [BeginFight(self.side, action.args[0], action.args[1]), self]


@mypyc_attr(acyclic=True)
class BeginFight(Step):
    """WAM-Q17: the units of the group that are still in their square attack; an empty target is occupied (WAM-Q18)."""

    RULE: ClassVar[str] = "WAM-Q17"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "source", "target")
    __slots__ = FIELDS

    def __init__(self, side: i64, source: i64, target: i64) -> None:
        self.side = side
        self.source = source
        self.target = target

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q18: begin a fight, or let the attack lapse if no enemy units are left in the target."""
        clash = s.clash
        clash.side, clash.source, clash.target = self.side, self.source, self.target
        group = attackers(s, self.side, self.source, self.target)
        clash.group = tuple([int(unit.id) for unit in group])
        clash.helpers = tuple([int(unit.id) for unit in helpers(s, self.side, self.source, self.target)])
        clash.leads, clash.entered = False, 0
        clash.absent = tuple([int(unit.id) for unit in s.pieces_at(self.source, self.side) if unit.helped])
        clash.mine, clash.theirs = 0, 0
        for unit in group:
            unit.spent = True
        holder = s.holder(self.target)
        if holder == 1 - self.side:
            s.undo_barrier += 1
            s.add_to_tally(FIGHT_COUNT)
            if s.logging:
                s.emit(FightBegan(self.side, self.source, self.target, clash.group))
            return FIGHT_STEPS
        if s.logging:
            s.emit(AttackLapsed(self.side, self.source, self.target, clash.group), "WAM-Q18")
        return NOTHING if holder == self.side else [ADVANCE]


def attackers(s: Battle, side: i64, source: i64, target: i64) -> list[Unit]:
    """WAM-Q17: return the units in a square that have declared the same target."""
    return [
        unit for unit in s.units
        if unit.square == source and unit.target == target and unit.side == side and not unit.spent
    ]  # fmt: skip


def helpers(s: Battle, side: i64, source: i64, target: i64) -> list[Unit]:
    """WAM-F17: return the units that arrived this turn with no move left, or failed the roll for this attack.

    Each helps one attack a turn (WAM-Q17).
    """
    units: list[Unit] = []
    for unit in s.units:
        if unit.square != source or unit.side != side or unit.kind >= FIRST_CHARACTER or unit.kind == ARTILLERY:
            continue
        if unit.target == NONE and not unit.helped and (unit.failed == target or (unit.walked > 0 and unit.moves == 0)):
            units.append(unit)
    return units


# -------------------------------------------------------------------- the dice


@mypyc_attr(acyclic=True)
class JoinAttack(Choice):
    """WAM-Q24, WAM-Q17: where a square makes several attacks, the owner chooses the one that each piece leads or helps.

    The general, leaders and units without enough movement are asked about in turn.
    """

    RULE: ClassVar[str] = "WAM-Q24"
    FIELDS: ClassVar[tuple[str, ...]] = ("after",)
    __slots__ = FIELDS

    def __init__(self, after: i64) -> None:
        self.after = after

    def piece(self, s: Battle) -> Unit | None:
        """Return the next piece that could also take part in a later attack from the square, or None."""
        clash = s.clash
        if not has_other_attack(s):
            return None
        for unit in s.pieces_at(clash.source, clash.side):
            if unit.id <= self.after or unit.helped:
                continue
            if unit.kind in (GENERAL, LEADER) or (unit.id in clash.helpers and unit.failed == NONE):
                return unit
        return None

    def waits(self, s: Battle) -> bool:
        """Return whether there is another piece to ask about."""
        return self.piece(s) is not None

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the attacker."""
        return (int(s.clash.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return joining this attack, then waiting for another."""
        return JOIN_OR_AWAIT

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """WAM-Q24: note a piece that waits for another attack, and ask about the next."""
        unit = self.piece(s)
        assert unit is not None
        if action.verb == "await":
            s.clash.absent = (*s.clash.absent, int(unit.id))
            s.clash.helpers = tuple([id for id in s.clash.helpers if id != unit.id])
        if s.logging:
            waits = action.verb == "await"
            s.emit(AttackAwaited(unit.id, unit.side) if waits else AttackJoined(unit.id, unit.side))
        return [JoinAttack(unit.id)]


def has_other_attack(s: Battle) -> bool:
    """Return whether the square of the present attack has declared another one, on units that are still there."""
    clash = s.clash
    for source, target in pending_attacks(s, clash.side):
        if source == clash.source and s.holder(target) == 1 - clash.side:
            return True
    return False


@mypyc_attr(acyclic=True)
class LeadAttack(Choice):
    """WAM-F3, WAM-Q24: the attacker chooses whether the general leads when the fight begins."""

    RULE: ClassVar[str] = "WAM-F3"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether the general is with the attack."""
        return self.general(s) is not None

    def general(self, s: Battle) -> Unit | None:
        """WAM-Q24: return the general in the attacking square, unless they lead or help another attack."""
        return general_of(attack_officers(s, s.clash.source, s.clash.side, s.clash.absent))

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the attacker."""
        return (int(s.clash.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the two choices; the default is not to lead."""
        return FOLLOW_OR_LEAD

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """WAM-F3: leading gives +4, and the general dies on a 6; WAM-F12: a general who does not lead gives +1."""
        general = self.general(s)
        assert general is not None
        s.clash.leads = action.verb == "lead"
        if s.clash.leads:
            general.led = True
        if s.logging:
            event = GeneralLed(general.id, general.side) if s.clash.leads else GeneralFollowed(general.id, general.side)
            s.emit(event, "WAM-F3" if s.clash.leads else "WAM-F12")
        return NOTHING


@mypyc_attr(acyclic=True)
class RollFight(Step):
    """WAM-Q51: roll the danger to general and leaders, the shock dice, the attacker's dice and the defender's."""

    RULE: ClassVar[str] = "WAM-R2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q51: roll, then allot the hits on the defender, then those on the attacker, then settle the result."""
        clash = s.clash
        side, foe = clash.side, 1 - clash.side
        group = [s.units[id] for id in clash.group]
        officers = attack_officers(s, clash.source, side, clash.absent)
        general = general_of(officers)
        for unit in (*officers, *[s.units[id] for id in clash.helpers]):
            unit.helped = True
        if clash.leads and general is not None:
            self.roll_danger(s, general, "WAM-F3")
        for officer in officers:
            if officer.kind == LEADER:
                self.roll_danger(s, officer, "WAM-F13")
        shock = self.roll_shock(s, shock_dice(group))
        rows = attack_rows(
            s, clash.source, clash.target, group, len(clash.helpers), clash.leads, leader_count(officers),
            general is not None, shock,
        )  # fmt: skip
        other = defence_rows(s, clash.source, clash.target, group)
        mine, theirs = sum(rows), sum(other)
        if s.logging:
            s.emit(
                FightCounted(side, mine, dice_for(mine), theirs, dice_for(theirs), tuple(rows), tuple(other)), "WAM-R1"
            )
        clash.mine = kill_chart_hits(s.roll("attack", dice_for(mine), side)) if mine > 2 else 0
        clash.theirs = kill_chart_hits(s.roll("defence", dice_for(theirs), foe)) if theirs > 2 else 0
        if s.logging:
            s.emit(HitsRolled(side, clash.mine, clash.theirs), "WAM-Q9")
        return [
            Suffer(foe, clash.target, clash.mine, HIT_IN_FIGHT, BY_FIGHT, False),
            FALLEN,
            Suffer(side, clash.source, clash.theirs, HIT_IN_FIGHT, BY_FIGHT, True),
            FALLEN,
            SETTLE_FIGHT,
        ]

    def roll_danger(self, s: Battle, unit: Unit, rule: str) -> None:
        """WAM-Q24: kill a general or leader on a 6 rolled by the defender; the bonus still counts in this fight."""
        if s.roll("danger", 1, 1 - unit.side, rule)[0] == FATAL_ROLL:
            s.add_to_tally(BY_OTHER)
            destroy(s, unit, BY_OTHER)

    def roll_shock(self, s: Battle, number: i64) -> i64:
        """WAM-Q22: return the points of the shock dice; each counts its score and 1 more."""
        if number == 0:
            return 0
        return sum(s.roll("shock", number, s.clash.side, "WAM-Q22")) + number


# -------------------------------------------------------------------- the result


@mypyc_attr(acyclic=True)
class SettleFight(Step):
    """WAM-Q9, WAM-Q48: the side with more hits wins, before saves; a side without units loses; otherwise a draw."""

    RULE: ClassVar[str] = "WAM-Q9"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-R3 to WAM-R5: settle the result, and count the fight for the square (WAM-Q45)."""
        clash = s.clash
        fought = list(s.fought)
        fought[clash.target] += 1
        s.fought = tuple(fought)
        ours = [id for id in (*clash.group, *clash.helpers) if s.units[id].bases > 0]
        others = s.units_at(clash.target, 1 - clash.side)
        won = clash.mine - clash.theirs
        if not ours or not others:
            won = len(ours) - len(others)
        if won > 0:
            return self.attacker_wins(s, others)
        if won < 0:
            return self.defender_wins(s, ours, others)
        if s.logging:
            s.emit(FightDrawn(clash.side, clash.source, clash.target, clash.group), "WAM-R4")
        return NOTHING

    def attacker_wins(self, s: Battle, others: list[Unit]) -> list[Step]:
        """WAM-R3: mark the winners for momentum (WAM-Q20), destroy artillery (WAM-Q31), make the others withdraw."""
        clash = s.clash
        for id in clash.group:
            s.units[id].won = True
        for unit in others:
            mark_beaten(unit)
        if s.logging:
            ids = (*clash.group, *[int(unit.id) for unit in others])
            s.emit(AttackerWon(clash.side, clash.source, clash.target, ids), "WAM-R3")
        for unit in others:
            if unit.kind == ARTILLERY:
                s.add_to_tally(BY_OTHER)
                destroy(s, unit, BY_OTHER)
        if s.count_at(clash.target, 1 - clash.side) == 0:
            return [ADVANCE]
        return [WITHDRAW, ADVANCE]

    def defender_wins(self, s: Battle, ours: list[int], others: list[Unit]) -> list[Step]:
        """WAM-R5: make D6 rolls on the kill chart; the attacker chooses the losses."""
        clash = s.clash
        for id in (*clash.group, *clash.helpers):
            mark_beaten(s.units[id])
        if s.logging:
            ids = (*clash.group, *clash.helpers)
            s.emit(DefenderWon(clash.side, clash.source, clash.target, ids), "WAM-R5")
        if not ours or not others:
            return NOTHING
        number = s.roll("repulse", 1, 1 - clash.side, "WAM-R5")[0]
        losses = kill_chart_hits(s.roll("kill", number, 1 - clash.side, "WAM-R5"))
        if losses and s.logging:
            s.emit(Pursued(clash.side, losses), "WAM-R5")
        clash.pool = attack_pool(s)
        return [LoseBases(clash.side, losses, BY_REPULSE), FALLEN]


def mark_beaten(unit: Unit) -> None:
    """WAM-Q39, WAM-Q43: note that a unit has lost a fight, in this turn and in this battle."""
    unit.beaten = True
    unit.humbled = True


NEXT_FIGHT: Final = [NextFight(side) for side in range(2)]
FOLLOW_OR_LEAD: Final = [FOLLOW, LEAD]
LEAD_ATTACK: Final = LeadAttack()
SETTLE_FIGHT: Final = SettleFight()
JOIN_OR_AWAIT: Final = [JOIN, AWAIT]
FIGHT_STEPS: Final[list[Step]] = [JoinAttack(NONE), LEAD_ATTACK, RollFight()]
