"""The names that all reports of an experiment use: in the terminal, in the browser and in files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property

from hippodrome.kit.game import Setting
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.templates import sentence_case
from hippodrome.lab.experiment import OPTION_PREFIX, SEAT_PLACEHOLDER, Entrant, Experiment, describe_arm
from hippodrome.lab.stopping import FAIR, OPEN, UNFAIR
from hippodrome.lab.tunable_values import ABSENT, PRESENT, value_title
from hippodrome.lab.wording import count_text, seat_title, seat_wins, with_article

VERDICT_TEXTS = {FAIR: "even", UNFAIR: "not even", OPEN: "undecided"}


class ReportNames:
    """The names of entrants, sides, scenarios and varied values of an experiment, as players know them."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.game = experiment.rules()

    def matches(self, number: int) -> str:
        """Return a number of matches, in the word of the game: "30 battles"."""
        return count_text(number, self.game.words.match)

    def figure(self, name: str) -> str:
        """Return the title of a statistic, followed by the seat whose name ends it, if any."""
        figures = self.game.words.figures
        seats = [*self.game.scenario(self.experiment.scenarios[0]).sides, *FACTIONS]
        seat = next((seat for seat in seats if name.endswith(f" {seat}")), "")
        what = name.removesuffix(f" {seat}") if seat else name
        return ", ".join(filter(None, [figures.get(what) or sentence_case(what), seat]))

    # ---------------------------------------------------------------- entrants and seats

    @cached_property
    def _entrants(self) -> dict[str, str]:
        return {one.name: self._entrant_title(one) for one in self.experiment.entrants()}

    def entrant(self, name: str) -> str:
        """Return what reports call an entrant: "wolf chariot", "driver bot"."""
        return self._entrants.get(name, name)

    def _entrant_title(self, entrant: Entrant) -> str:
        if not entrant.side:
            return f"{entrant.level} bot"
        side = self._side_title(entrant.side)
        return side if entrant.hide_level else f"{side} ({entrant.level} bot)"

    def _side_title(self, key: str) -> str:
        if not self.experiment.side_option:
            spec = self.game.analysis.round_robin()
            contenders = spec.contenders if spec is not None else ()
            return next((one.name for one in contenders if one.key == key), key)
        name = self.experiment.side_option.replace(SEAT_PLACEHOLDER, FACTIONS[0].lower())
        for setting in self.game.scenario(self.experiment.scenarios[0]).options:
            if setting.name == name and key in setting.values:
                return setting.labels[setting.values.index(key)]
        return key

    def has_sides(self, scenario: str) -> bool:
        """Return whether each seat of a scenario has a side of its own."""
        return bool(self.game.scenario(scenario).sides)

    def seat(self, scenario: str, seat: int) -> str:
        """Return what reports call a seat: its side, or else its colour."""
        return seat_title(self.game.scenario(scenario), seat)

    def seat_wins(self, scenario: str, seat: int) -> str:
        """Return the subject and verb of a sentence: "The Sabines win", "Red wins"."""
        return seat_wins(self.game.scenario(scenario), seat)

    def entrant_wins(self, name: str) -> str:
        """Return the subject and verb of a sentence: "The wolf chariot wins", "The Crag Tribes win"."""
        title = with_article(self.entrant(name))
        return f"{title} win" if title.endswith("s") else f"{title} wins"

    def opponents(self, pairing: Sequence[Entrant], scenario: str) -> tuple[str, str]:
        """Return what reports call the two opponents of a pairing; in a mirror match they are seats."""
        one, other = pairing[0], pairing[-1]
        if one != other:
            return self.entrant(one.name), self.entrant(other.name)
        second = self.seat(scenario, 1) if self.experiment.seats == 2 else "the other seats"
        return self.seat(scenario, 0), second

    # ---------------------------------------------------------------- what was varied

    def arm(self, arm: str) -> str:
        """Return an arm as a phrase, "with boar chariot move 9, without Spina Hugger"; empty if nothing was varied."""
        return self._arms.get(arm, arm)

    @cached_property
    def _arms(self) -> dict[str, str]:
        return {
            describe_arm(arm): ", ".join(self._value_phrase(path, value) for path, value in arm.items())
            for arm in self.experiment.arms()
        }

    def path(self, path: str) -> str:
        """Return what reports call a varied value: "boar chariot move", "Laps"."""
        if path.startswith(OPTION_PREFIX):
            setting = self._setting(path)
            return setting.title if setting is not None else path[len(OPTION_PREFIX) :]
        return " ".join(filter(None, value_title(self.experiment.game, self.experiment.variant, path)))

    def _setting(self, path: str) -> Setting | None:
        options = self.game.scenario(self.experiment.scenarios[0]).options
        return next((setting for setting in options if f"{OPTION_PREFIX}{setting.name}" == path), None)

    def _value_phrase(self, path: str, value: object) -> str:
        if not path.startswith(OPTION_PREFIX):
            row, name = value_title(self.experiment.game, self.experiment.variant, path)
            if isinstance(value, bool) and name in (ABSENT, PRESENT):
                return f"{'with' if value == (name == PRESENT) else 'without'} {row}"
        setting = self._setting(path)
        if setting is not None and isinstance(value, str) and value in setting.values:
            return f"with {setting.title}: {setting.labels[setting.values.index(value)]}"
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        return f"with {self.path(path)} {text}"
