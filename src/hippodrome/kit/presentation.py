"""The presentation of a game: scenes, sentences, prompts, labels, sheets and descriptions."""

from __future__ import annotations

from abc import ABC, abstractmethod

from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.events import DiceRolled, Event, event_field
from hippodrome.kit.game import AnyState, Game, Result, View
from hippodrome.kit.scene import FACTIONS, Node, Scene
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.templates import fill_template, join_words, sentence_case


class Presentation(ABC):
    """The scenes and texts of a game for players, made from views, states and events. It changes nothing."""

    def __init__(self, game: Game) -> None:
        self.words = game.words
        self.symbols = game.symbols

    @abstractmethod
    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the scene of a view, with handles for the decision if it is the viewer's."""

    def animation_paths(self, state: AnyState, events: list[Event]) -> dict[str, list[tuple[int, int, int]]]:
        """Return how pieces moved during these events, which led to this state: waypoints (x, y, turn) by node id.

        Waypoints are in order, without the start; the last one is the present position. A removed node has none. The
        events are as a viewer saw them, and the paths may reveal nothing else.
        """
        return {}

    def preview_nodes(self, before: AnyState, after: AnyState, seat: int, action: Action) -> list[Node]:
        """Return what the preview of an action shows besides pieces: swept ground, arcs, marks of contact.

        Both states are imagined by the seat; `after` may have stopped at a die roll in the middle of a step.
        """
        return []

    @abstractmethod
    def describe(self, view: View) -> str:
        """Return the board as plain text."""

    def sheets(self, view: View) -> list[Sheet]:
        """Return the record sheets that players would keep on paper, if the game has any."""
        return []

    def sentence(self, state: AnyState, event: Event) -> str:
        """Return the sentence of an event for the log."""
        if isinstance(event, DiceRolled):
            template = self.words.rolls[event.purpose]
        else:
            template = self.words.events[type(event).__name__]
        return sentence_case(fill_template(template, lambda name: self.placeholder_text(state, event, name)))

    def placeholder_text(self, state: AnyState, event: Event, name: str) -> str:
        """Return the text of a placeholder in the sentence of an event: that of the field with this name."""
        if name == type(event).ACTOR:
            return self.actor_name(state, event.actor())
        return self.field_text(state, name, event_field(event, name))

    def actor_name(self, state: AnyState, seat: int) -> str:
        """Return the name of the seat that an event is about, in its sentence."""
        return FACTIONS[seat]

    def field_text(self, state: AnyState, name: str, value: object) -> str:
        """Return the text of an event's field, other than its actor."""
        if isinstance(value, (list, tuple)):
            return " ".join([str(item) for item in value])
        return str(value)

    def verdict(self, result: Result) -> str:
        """Return one sentence that says who won and why."""
        reason = self.words.reasons.get(result.reason, result.reason)
        if not result.winners:
            return f"No winner: {reason}."
        verb = "wins" if len(result.winners) == 1 else "share the victory"
        return f"{join_words([FACTIONS[seat] for seat in result.winners])} {verb}: {reason}."

    def prompt(self, state: AnyState, decision: Decision) -> str:
        """Return the prompt of a decision: who decides what."""
        template = self.words.prompts[decision.name]
        who = ", ".join([FACTIONS[seat] for seat in decision.seats])
        return f"{who}: {template}"

    def label(self, state: AnyState, action: Action) -> str:
        """Return the label of an action for players."""
        return self.partial_label(state, action.verb, action.args)

    def partial_label(self, state: AnyState, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action whose last numbers are not chosen yet; they are shown as "…"."""

        def fill(name: str) -> str:
            place = int(name)
            return self.argument_text(verb, place, args[place]) if place < len(args) else "…"

        return fill_template(self.words.labels[verb], fill)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return the text of an argument of an action."""
        return str(value)

    def warning(self, state: AnyState, seat: int, action: Action) -> str:
        """Return a sentence about the risk of a legal action that may hurt and cannot be undone, or an empty string.

        It reveals nothing that the seat cannot know.
        """
        return ""
