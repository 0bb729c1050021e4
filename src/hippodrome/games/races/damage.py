"""Wounds, saves and the effects of the damage table on body, team and crew (CR-X13 to CR-X15, CR-D2 to CR-D12)."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.races.charts import NEVER, modified_save, to_wound
from hippodrome.games.races.damage_table import ROLL_A_DIE, DamageRow
from hippodrome.games.races.events import (
    AxlesLocked,
    CrewFell,
    CutLoose,
    Destroyed,
    DriverReplaced,
    HeldTogether,
    MobHurt,
    Pierced,
    RatsKilled,
    Saved,
    Softened,
    SteedKilled,
    TableRolled,
    Unhurt,
    Weakened,
    WoundsLost,
    Wrecked,
)
from hippodrome.games.races.state import GONE, LOOSE, RACING, WRECK, Chariot, Race

LOCKED_AXLES_MI = 5000  # CR-D2


# -------------------------------------------------------------------- to wound and to save


def roll_wound(s: Race, victim: Chariot, strength: i64, by: i64) -> bool:
    """Roll to wound a chariot, then its save (CR-F3, CR-H1); return whether the wound is unsaved."""
    need = to_wound(strength, victim.toughness)
    if need == NEVER or s.roll_against("wound", 1, by, need, victim.id)[0] < need:
        if s.logging:
            s.emit(Unhurt(victim.id))
        return False
    return not roll_save(s, victim, strength, 0)


def roll_save(s: Race, victim: Chariot, strength: i64, piercing: i64) -> bool:
    """Roll a save if the armour allows one; return whether it succeeds."""
    need = modified_save(s.machine(victim).save, strength, piercing)
    if need == NEVER:
        if s.logging:
            s.emit(Pierced(victim.id), "CR-F3")
        return False
    if s.roll_against("save", 1, victim.id, need, victim.id)[0] < need:
        return False
    if s.logging:
        s.emit(Saved(victim.id))
    return True


def roll_unsaved_wounds(s: Race, victim: Chariot, hits: i64, strength: i64, piercing: i64, by: i64) -> i64:
    """CR-Q57: roll all hits to wound, then all saves; return the number of unsaved wounds."""
    need = to_wound(strength, victim.toughness)
    wounds: i64 = 0
    if hits and need != NEVER:
        for die in s.roll_against("wound" if by != victim.id else "harm", hits, by, need, victim.id):
            if die >= need:
                wounds += 1
    need = modified_save(s.machine(victim).save, strength, piercing)
    if wounds and need == NEVER and s.logging:
        s.emit(Pierced(victim.id), "CR-F3")
    elif wounds and need != NEVER:
        for die in s.roll_against("save", wounds, victim.id, need, victim.id):
            if die >= need:
                wounds -= 1
    if s.logging and wounds == 0:
        s.emit(Unhurt(victim.id))
    return wounds


def lose_wounds(s: Race, victim: Chariot, wounds: i64) -> None:
    """CR-X13, CR-Q32: take wounds from a chariot, which becomes a wreck at 0 (CR-L1)."""
    if wounds <= 0 or not victim.is_working():
        return
    victim.wounds = max(0, victim.wounds - wounds)
    if s.logging:
        s.emit(WoundsLost(victim.id, wounds))
    if victim.wounds == 0:
        wreck(s, victim, "CR-L1")


def wreck(s: Race, victim: Chariot, rule: str) -> None:
    """CR-Q25: make a chariot a wreck where it stands."""
    leave_race(s, victim, WRECK)
    if s.logging:
        s.emit(Wrecked(victim.id), rule)


def leave_race(s: Race, victim: Chariot, status: i64) -> None:
    """CR-Q54: take a chariot out of the race and note when it dropped out."""
    if victim.status == RACING:
        victim.left = s.resolved
    victim.status = status


# -------------------------------------------------------------------- the damage table


def roll_table(s: Race, victim: Chariot, by: i64, more: i64 = 0) -> None:
    """CR-X15, CR-Q22: roll on the damage table for a chariot and apply the row.

    `by` is the chariot that does the damage and rolls; `more` are the further unsaved wounds of a roller (CR-Q41).
    """
    dice = s.roll("table", 2, by)
    total = dice[0] + dice[1]
    row = s.rules.table[total]
    if s.logging:
        s.emit(TableRolled(victim.id, total), row.rule)
    if row.has("halts"):
        s.move.lost = True  # CR-Q23: the moving chariot loses the rest
    if row.has("destroyed"):
        destroy(s, victim, row)
        return
    wounds = row.wounds
    if wounds == ROLL_A_DIE:
        wounds = s.roll("wounds", 1, by, row.rule)[0]
    lose_wounds(s, victim, wounds + more)
    if victim.is_working():
        apply_effects(s, victim, row)


def destroy(s: Race, victim: Chariot, row: DamageRow) -> None:
    """CR-D12: remove a chariot from the race."""
    leave_race(s, victim, GONE)
    if s.logging:
        s.emit(Destroyed(victim.id), row.rule)


def apply_effects(s: Race, victim: Chariot, row: DamageRow) -> None:
    """Apply the effects of a damage row besides its wounds to a chariot that survived them (CR-Q23)."""
    if row.has("locked"):
        victim.penalty += LOCKED_AXLES_MI
        if s.logging:
            s.emit(AxlesLocked(victim.id, 5), row.rule)
    if row.has("cracks"):
        roll_crack(s, victim, row)
    if row.has("weaker"):
        victim.strength = max(1, victim.strength - 1)  # CR-Q24
        if s.logging:
            s.emit(Weakened(victim.id), row.rule)
    if row.has("softer"):
        lose_toughness(s, victim, row.rule)
    if row.has("throws"):
        roll_for_crew(s, victim)
    if row.has("steed"):
        lose_steed(s, victim)


def lose_toughness(s: Race, victim: Chariot, rule: str) -> None:
    """CR-Q24: take 1 Toughness from a chariot, down to 1."""
    victim.toughness = max(1, victim.toughness - 1)
    if s.logging:
        s.emit(Softened(victim.id), rule)


def roll_crack(s: Race, victim: Chariot, row: DamageRow) -> None:
    """CR-D3: on 4 to 6 the chariot loses Toughness."""
    if s.roll("crack", 1, victim.id, row.rule)[0] >= 4:
        lose_toughness(s, victim, row.rule)
    elif s.logging:
        s.emit(HeldTogether(victim.id), row.rule)


def lose_steed(s: Race, victim: Chariot) -> None:
    """CR-D10: take a steed, a movement die of a doomwheel (CR-O12) or a wound of the snotlings (CR-O9)."""
    machine = s.machine(victim)
    if machine.has_roller:
        if s.logging:
            s.emit(MobHurt(victim.id), "CR-O9")
        hurt_crew(s, victim, 1)
        return
    victim.steeds -= 1
    if s.logging:
        rule = "CR-O12" if machine.has_lightning else "CR-D10"
        s.emit(RatsKilled(victim.id) if machine.has_lightning else SteedKilled(victim.id), rule)
    if victim.steeds == 0:
        wreck(s, victim, "CR-Q42" if machine.has_lightning else "CR-D10")


# -------------------------------------------------------------------- the crew


def roll_for_crew(s: Race, victim: Chariot) -> None:
    """CR-D8, CR-Q27, CR-Q43: roll for each man, the driver first, or for each wound of the mob; a 1 means a fall."""
    if not victim.crew:
        return
    machine = s.machine(victim)
    men = machine.crew_wounds - victim.hurt if machine.has_roller else len(victim.crew)
    dice = s.roll("crew", men, victim.id, "CR-D8")
    fallen = dice.count(1)
    if fallen == 0:
        return
    if s.logging:
        s.emit(CrewFell(victim.id, fallen), "CR-D8")
    if machine.has_roller:
        victim.hurt += fallen
        if victim.hurt >= machine.crew_wounds:
            victim.crew = ()
    else:
        driver_stays = dice[0] != 1
        victim.crew = tuple([man for man, die in zip(victim.crew, dice, strict=True) if die != 1])
        if victim.crew and not driver_stays and s.logging:
            s.emit(DriverReplaced(victim.id), "CR-L2")
    if victim.crew:
        return
    if machine.has_lightning:
        cut_loose(s, victim)
    else:
        wreck(s, victim, "CR-D8")


def hurt_crew(s: Race, victim: Chariot, wounds: i64) -> None:
    """Take wounds from a crew that steers alone: the mob (CR-Q55) or the engineer (CR-Q36)."""
    victim.hurt += wounds
    if victim.hurt >= s.machine(victim).crew_wounds:
        victim.crew = ()
        leave_crewless(s, victim)


def leave_crewless(s: Race, victim: Chariot) -> None:
    """Take a chariot without crew out of the race: a doomwheel drives on (CR-O13), others run wild (CR-L2)."""
    if s.machine(victim).has_lightning:
        cut_loose(s, victim)
    else:
        leave_race(s, victim, LOOSE)


def cut_loose(s: Race, victim: Chariot) -> None:
    """CR-O13, CR-Q42: let a doomwheel drive on without its engineer, out of the race."""
    leave_race(s, victim, LOOSE)
    victim.free = 0
    if s.logging:
        s.emit(CutLoose(victim.id), "CR-O13")
