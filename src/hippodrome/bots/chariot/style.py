"""Playing styles: the weights by which the bot judges moves."""

from __future__ import annotations

from typing import Final


class Style:
    """Weights and thresholds of the bot's evaluation.

    Weights without a unit are in the points of `UNIT_VALUES`.

    caution_ahead       percent of every danger that counts while the side would win if the battle ended now
    caution_behind      the same while it would not
    threat_share        percent of the enemies in reach of a hex that are expected to attack it
    flank_factor        percent by which an attack that may come from all sides counts
    exposure            percent of the danger of a hex that counts against attacking from it
    delay_ahead         percent of a detour that counts against an attack while the side is ahead
    delay_behind        the same while it is not, and for a side that must block an exit
    support_wanted      minus friendly support in percent of the threat: the percent of danger that counts (15 to 100)
    approach            per half point closer to the goal
    attack_weight       percent of the expected gain that an attack is worth
    attack_cost         cost of sending a unit to an attack
    objective_prize     for clearing an objective
    sole_guard          for being the only unit of the side in an objective
    extra_guard         for reinforcing a unit in an objective
    ring_guard          for standing next to an objective that the side holds
    neighbour           for each adjacent friend, up to three
    leadership          for being within the radius of a leader
    target_in_range     for a fire unit with an enemy in range but not adjacent
    helpless_contact    penalty for standing next to an enemy without a melee strength
    sortie_range        hexes a chariot rides out to fire, so that it can return
    guards_per_post     units left at an objective behind the army
    interception_lead   half turns of movement by which blockers keep ahead of an enemy
    avoid_below         percent of the enemy's VP below which a side that wins by default keeps away
    hunter_share        percent of the troops that go for the enemy instead of an objective
    guard_radius        half points from an objective within which its guards may stand anywhere
    """

    def __init__(self) -> None:
        self.caution_ahead = 100
        self.caution_behind = 100
        self.threat_share = 40
        self.flank_factor = 150
        self.exposure = 20
        self.delay_ahead = 60
        self.delay_behind = 15
        self.support_wanted = 170
        self.approach = 3
        self.attack_weight = 100
        self.attack_cost = 2
        self.objective_prize = 150
        self.sole_guard = 300
        self.extra_guard = 30
        self.ring_guard = 12
        self.neighbour = 2
        self.leadership = 8
        self.target_in_range = 12
        self.helpless_contact = 12
        self.sortie_range = 5
        self.guards_per_post = 5
        self.interception_lead = 3
        self.avoid_below = 80
        self.hunter_share = 0
        self.guard_radius = 5

    def copy(self) -> Style:
        """Return a copy that can be changed."""
        other = Style()
        other.caution_ahead = self.caution_ahead
        other.caution_behind = self.caution_behind
        other.threat_share = self.threat_share
        other.flank_factor = self.flank_factor
        other.exposure = self.exposure
        other.delay_ahead = self.delay_ahead
        other.delay_behind = self.delay_behind
        other.support_wanted = self.support_wanted
        other.approach = self.approach
        other.attack_weight = self.attack_weight
        other.attack_cost = self.attack_cost
        other.objective_prize = self.objective_prize
        other.sole_guard = self.sole_guard
        other.extra_guard = self.extra_guard
        other.ring_guard = self.ring_guard
        other.neighbour = self.neighbour
        other.leadership = self.leadership
        other.target_in_range = self.target_in_range
        other.helpless_contact = self.helpless_contact
        other.sortie_range = self.sortie_range
        other.guards_per_post = self.guards_per_post
        other.interception_lead = self.interception_lead
        other.avoid_below = self.avoid_below
        other.hunter_share = self.hunter_share
        other.guard_radius = self.guard_radius
        return other


DEFAULT_STYLE: Final = Style()
