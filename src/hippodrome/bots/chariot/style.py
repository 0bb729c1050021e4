"""What kind of general it is: how bold, how patient, what he is after. The plain program has the usual numbers."""

from __future__ import annotations

from typing import Final


class Style:
    """The numbers by which a general weighs one thing against another."""

    def __init__(self) -> None:
        # dangers, in per cent
        self.caution = 100  # of every danger that counts for who would win if the battle ended now
        self.pressed = 100  # the same for who would not
        self.gathered = 40  # of all that could strike a hex which will
        self.flanked = 150  # of a blow that may come from all sides
        self.exposed = 20  # of the danger of a place that is left after an attack from it
        self.holding = 60  # of the way lost by an attack that counts for whoever is ahead
        self.pressing = 15  # the same for whoever is not, and for whoever bars the way
        self.nerve = 170  # from which the support of friends takes its share; the more, the more support is wanted
        # what it is worth
        self.pace = 3  # half a point on the way to the goal
        self.zeal = 100  # what an attack takes, in per cent
        self.effort = 2  # what it costs to send a unit to an attack
        self.prize = 150  # to clear an objective
        self.guarded = 300  # to stand in an objective that nobody else of the side holds
        self.joined = 30  # to strengthen those who hold it
        self.shield = 12  # to stand beside an objective that the side holds
        self.close = 2  # to have a friend beside one
        self.led = 8  # to be within the radius of a leader
        self.in_range = 12  # to have an enemy in range and not beside one
        self.too_near = 12  # to be beside an enemy without being able to fight him
        self.sally = 5  # hexes a chariot goes out to shoot, so that it can come back
        # what he is after
        self.guards = 5  # units left at a place that lies behind the army
        self.lead = 3  # half turns by which whoever bars the way keeps ahead of an enemy
        self.weaker = 80  # per cent of the enemy's points below which whoever wins if little happens keeps away
        self.hunters = 0  # per cent of the troops that go for the enemy and not to a post
        self.ring = 5  # half points from a post within which its guards may stand as they like

    def copy(self) -> Style:
        """Another like this one."""
        other = Style()
        other.caution = self.caution
        other.pressed = self.pressed
        other.gathered = self.gathered
        other.flanked = self.flanked
        other.exposed = self.exposed
        other.holding = self.holding
        other.pressing = self.pressing
        other.nerve = self.nerve
        other.pace = self.pace
        other.zeal = self.zeal
        other.effort = self.effort
        other.prize = self.prize
        other.guarded = self.guarded
        other.joined = self.joined
        other.shield = self.shield
        other.close = self.close
        other.led = self.led
        other.in_range = self.in_range
        other.too_near = self.too_near
        other.sally = self.sally
        other.guards = self.guards
        other.lead = self.lead
        other.weaker = self.weaker
        other.hunters = self.hunters
        other.ring = self.ring
        return other


DEFAULT_STYLE: Final = Style()
