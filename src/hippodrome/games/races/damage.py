"""Wounds, saves, the damage table and what it does to body, team and crew (CR-X13 to CR-X15, CR-D2 to CR-D12)."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.races.charts import NEVER, save_after, to_wound
from hippodrome.games.races.damage_table import A_DIE, Damage
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

LOCKED = 5000  # CR-D2


# -------------------------------------------------------------------- to wound and to save


def is_wounded(s: Race, victim: Chariot, strength: i64, by: i64) -> bool:
    """Roll to wound a body, then its save (CR-F3, CR-H1): whether an unsaved wound results."""
    need = to_wound(strength, victim.toughness)
    if need == NEVER or s.test("wound", 1, by, need, victim.id)[0] < need:
        if s.logging:
            s.emit(Unhurt(victim.id))
        return False
    return not is_saved(s, victim, strength, 0)


def is_saved(s: Race, victim: Chariot, strength: i64, piercing: i64) -> bool:
    """Roll a save, if armour can help at all."""
    need = save_after(s.machine(victim).save, strength, piercing)
    if need == NEVER:
        if s.logging:
            s.emit(Pierced(victim.id), "CR-F3")
        return False
    if s.test("save", 1, victim.id, need, victim.id)[0] < need:
        return False
    if s.logging:
        s.emit(Saved(victim.id))
    return True


def hits_through(s: Race, victim: Chariot, hits: i64, strength: i64, piercing: i64, by: i64) -> i64:
    """CR-Q57: several hits, all to wound, then all saves: how many unsaved wounds."""
    need = to_wound(strength, victim.toughness)
    wounds: i64 = 0
    if hits and need != NEVER:
        for die in s.test("wound" if by != victim.id else "harm", hits, by, need, victim.id):
            if die >= need:
                wounds += 1
    need = save_after(s.machine(victim).save, strength, piercing)
    if wounds and need == NEVER and s.logging:
        s.emit(Pierced(victim.id), "CR-F3")
    elif wounds and need != NEVER:
        for die in s.test("save", wounds, victim.id, need, victim.id):
            if die >= need:
                wounds -= 1
    if s.logging and wounds == 0:
        s.emit(Unhurt(victim.id))
    return wounds


def lose_wounds(s: Race, victim: Chariot, wounds: i64) -> None:
    """A body loses wounds (CR-X13, CR-Q32); at none it is a wreck where it stands (CR-L1)."""
    if wounds <= 0 or not victim.is_there():
        return
    victim.wounds = max(0, victim.wounds - wounds)
    if s.logging:
        s.emit(WoundsLost(victim.id, wounds))
    if victim.wounds == 0:
        wreck(s, victim, "CR-L1")


def wreck(s: Race, victim: Chariot, rule: str) -> None:
    """A chariot stays where it is and is an obstacle from now on (CR-Q25)."""
    leave_race(s, victim, WRECK)
    if s.logging:
        s.emit(Wrecked(victim.id), rule)


def leave_race(s: Race, victim: Chariot, status: i64) -> None:
    """From now on it does not race (CR-Q54); when it dropped out is remembered."""
    if victim.status == RACING:
        victim.left = s.resolved
    victim.status = status


# -------------------------------------------------------------------- the table


def roll_table(s: Race, victim: Chariot, by: i64, more: i64 = 0) -> None:
    """CR-X15, CR-Q22: two dice, thrown by whoever does the damage; the row is all that is lost.

    A roller's further unsaved wounds come on top (CR-Q41).
    """
    dice = s.roll("table", 2, by)
    total = dice[0] + dice[1]
    row = s.rules.table[total]
    if s.logging:
        s.emit(TableRolled(victim.id, total), row.rule)
    if row.has("halts"):
        s.move.lost = True  # CR-Q23: whoever is moving loses the rest
    if row.has("destroyed"):
        destroy(s, victim, row)
        return
    wounds = row.wounds
    if wounds == A_DIE:
        wounds = s.roll("wounds", 1, by, row.rule)[0]
    lose_wounds(s, victim, wounds + more)
    if victim.is_there():
        suffer(s, victim, row)


def destroy(s: Race, victim: Chariot, row: Damage) -> None:
    """CR-D12: removed from the race."""
    leave_race(s, victim, GONE)
    if s.logging:
        s.emit(Destroyed(victim.id), row.rule)


def suffer(s: Race, victim: Chariot, row: Damage) -> None:
    """What a row does besides wounds; a chariot that is destroyed suffers no more (CR-Q23)."""
    if row.has("locked"):
        victim.penalty += LOCKED
        if s.logging:
            s.emit(AxlesLocked(victim.id, 5), row.rule)
    if row.has("cracks"):
        crack(s, victim, row)
    if row.has("weaker"):
        victim.strength = max(1, victim.strength - 1)  # CR-Q24
        if s.logging:
            s.emit(Weakened(victim.id), row.rule)
    if row.has("softer"):
        soften(s, victim, row.rule)
    if row.has("throws"):
        throw_crew(s, victim)
    if row.has("steed"):
        lose_steed(s, victim)


def soften(s: Race, victim: Chariot, rule: str) -> None:
    """A body loses Toughness, but keeps 1 (CR-Q24)."""
    victim.toughness = max(1, victim.toughness - 1)
    if s.logging:
        s.emit(Softened(victim.id), rule)


def crack(s: Race, victim: Chariot, row: Damage) -> None:
    """CR-D3: on 4 to 6 the wood gives."""
    if s.roll("crack", 1, victim.id, row.rule)[0] >= 4:
        soften(s, victim, row.rule)
    elif s.logging:
        s.emit(HeldTogether(victim.id), row.rule)


def lose_steed(s: Race, victim: Chariot) -> None:
    """CR-D10: a steed, a movement die of a doomwheel (CR-O12), or a wound of the snotlings (CR-O9)."""
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


def throw_crew(s: Race, victim: Chariot) -> None:
    """CR-D8, CR-Q27, CR-Q43: a die for each man, the driver first, or for each wound of the mob; a 1 falls."""
    if not victim.crew:
        return
    machine = s.machine(victim)
    men = machine.grit - victim.hurt if machine.has_roller else len(victim.crew)
    dice = s.roll("crew", men, victim.id, "CR-D8")
    fallen = dice.count(1)
    if fallen == 0:
        return
    if s.logging:
        s.emit(CrewFell(victim.id, fallen), "CR-D8")
    if machine.has_roller:
        victim.hurt += fallen
        if victim.hurt >= machine.grit:
            victim.crew = ()
    else:
        led = dice[0] != 1
        victim.crew = tuple([man for man, die in zip(victim.crew, dice, strict=True) if die != 1])
        if victim.crew and not led and s.logging:
            s.emit(DriverReplaced(victim.id), "CR-L2")
    if victim.crew:
        return
    if machine.has_lightning:
        cut_loose(s, victim)
    else:
        wreck(s, victim, "CR-D8")


def hurt_crew(s: Race, victim: Chariot, wounds: i64) -> None:
    """Whoever steers alone loses wounds: the mob (CR-Q55) or the engineer (CR-Q36); at none nobody is left."""
    victim.hurt += wounds
    if victim.hurt >= s.machine(victim).grit:
        victim.crew = ()
        leave_crewless(s, victim)


def leave_crewless(s: Race, victim: Chariot) -> None:
    """The last man is dead: a doomwheel goes on (CR-O13), anything else will run wild (CR-L2)."""
    if s.machine(victim).has_lightning:
        cut_loose(s, victim)
    else:
        leave_race(s, victim, LOOSE)


def cut_loose(s: Race, victim: Chariot) -> None:
    """CR-O13, CR-Q42: it goes on moving, but is out of the race."""
    leave_race(s, victim, LOOSE)
    victim.free = 0
    if s.logging:
        s.emit(CutLoose(victim.id), "CR-O13")
