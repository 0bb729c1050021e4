"""The presentation of a game: scenes, sentences, prompts, labels, sheets and descriptions."""

from __future__ import annotations

from hippodrome.kit import agenda, default_scene
from hippodrome.kit.actions import Action, Decision, Refusal
from hippodrome.kit.compounds import Compound, Course, Destination
from hippodrome.kit.destinations import Exploration, is_explored
from hippodrome.kit.events import DiceRolled, Event, ScoredRoll, event_field
from hippodrome.kit.game import AnyState, Game, Result, View
from hippodrome.kit.inspection import Card
from hippodrome.kit.scene import FACTIONS, Node, Scene
from hippodrome.kit.selection import Selection
from hippodrome.kit.sheets import Sheet
from hippodrome.kit.templates import fill_template, join_words, sentence_case, waiting_sentence


class Presentation:
    """The scenes and texts of a game for players, made from views, states and events. It changes nothing.

    Everything has a default. The default scene and description need the default view of a game (`Game.view`).
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.words = game.words
        self.symbols = game.symbols

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the scene of a view, with handles for the decision if it is the viewer's.

        By default it shows the players with their numbers, and a button for every proposed action.
        """
        return default_scene.draw(view, decision, self.table_prompt(view, decision), self.label_text)

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

    def describe(self, view: View) -> str:
        """Return the board as plain text; by default the numbers of the match and of every player."""
        return default_scene.describe(view, self.table_prompt(view, None), self.label_text)

    def card(self, view: View, node: str) -> Card | None:
        """Return what a node of the scene is, with its values, state and abilities in plain words.

        None if there is no more to say than the label of the node.
        """
        return None

    def actions_at(self, state: AnyState, seat: int, node: str) -> list[Action]:
        """Return the actions that a click on a node may mean, legal or not, the most plausible first."""
        return []

    def why_not(self, state: AnyState, seat: int, node: str) -> Refusal | None:
        """Return why a click on a node does nothing now; None if the seat does not decide, or no clause says why.

        By default it is the first refusal of the actions that the click may mean.
        """
        if seat not in agenda.seats(state):
            return None
        for action in self.actions_at(state, seat, node):
            refusal = agenda.reason(state, seat, action)
            if refusal is not None:
                return refusal
        return None

    def sheets(self, view: View) -> list[Sheet]:
        """Return the record sheets that players would keep on paper, if the game has any."""
        return []

    def quick_start_figures(self) -> dict[str, str]:
        """Return the figures that the quick start names, by name, from the data of the game."""
        return {}

    def sentence(self, state: AnyState, event: Event) -> str:
        """Return the sentence of an event for the log."""
        if isinstance(event, DiceRolled):
            roll, template = event, self.words.rolls[event.purpose]
            return sentence_case(fill_template(template, lambda name: self.roll_text(state, roll, name)))
        template = self.words.events[type(event).__name__]
        return sentence_case(fill_template(template, lambda name: self.placeholder_text(state, event, name)))

    def roll_text(self, state: AnyState, event: DiceRolled, name: str) -> str:
        """Return the text of a placeholder in the sentence of a roll.

        Besides the fields of the event there are `{goal}`, the score that decides; `{needs}`, the same as
        " (needs 4+)", or nothing; `{plus}`, what is added to the dice, as " + 1 = 5", or nothing; and `{roller}`, the
        piece that rolls, or else the seat.
        """
        scored = event if isinstance(event, ScoredRoll) else ScoredRoll(event.who, event.purpose, event.dice, 0, 0, -1)
        if name == "roller":
            is_piece = scored.piece >= 0
            return self.field_text(state, "unit", int(scored.piece)) if is_piece else self.actor_name(state, event.who)
        if name == "goal":
            return str(scored.needed)
        if name == "needs":
            limit = f"{scored.needed}+" if scored.needed > 0 else f"{-scored.needed} or less"
            return f" (needs {limit})" if scored.needed else ""
        if name == "plus":
            return f" + {scored.bonus} = {sum(event.dice) + scored.bonus}" if scored.bonus else ""
        return self.placeholder_text(state, event, name)

    def dice_position(self, state: AnyState, event: DiceRolled) -> int:
        """Return where the dice stand in the sentence of a roll; -1 if it does not name them."""
        before, dice, _ = self.words.rolls[event.purpose].partition("{dice}")
        return len(fill_template(before, lambda name: self.roll_text(state, event, name))) if dice else -1

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
        return self.prompt_text(decision)

    def prompt_text(self, decision: Decision) -> str:
        """Return the prompt from words.toml, which does not depend on the state."""
        template = self.words.prompts[decision.name]
        who = ", ".join([FACTIONS[seat] for seat in decision.seats])
        return f"{who}: {template}"

    def table_prompt(self, view: View, decision: Decision | None) -> str:
        """Return the prompt of the viewer's decision, who decides otherwise, or the verdict, from a default view."""
        if view.table["over"]:
            return self.verdict(Result(tuple(view.table["places"]), view.table["reason"]))
        if decision is None:
            return ""
        if view.seat in decision.seats:
            return sentence_case(self.words.prompts[decision.name])
        return waiting_sentence(self.words, [FACTIONS[seat] for seat in decision.seats], decision.name)

    def label(self, state: AnyState, action: Action) -> str:
        """Return the label of an action for players."""
        return self.partial_label(state, action.verb, action.args)

    def note(self, state: AnyState, action: Action) -> str:
        """Return what an action does in one line, from the notes of words.toml: by its text, or else by its verb."""
        return self.words.notes.get(action.text, "") or self.words.notes.get(action.verb, "")

    def partial_label(self, state: AnyState, verb: str, args: tuple[int, ...]) -> str:
        """Return the label of an action whose last numbers are not chosen yet; they are shown as "…"."""
        return self.label_text(verb, args)

    def label_text(self, verb: str, args: tuple[int, ...]) -> str:
        """Return the label from words.toml, which does not depend on the state."""

        def fill(name: str) -> str:
            place = int(name)
            return self.argument_text(verb, place, args[place]) if place < len(args) else "…"

        return fill_template(self.words.labels[verb], fill)

    def argument_text(self, verb: str, place: int, value: int) -> str:
        """Return the text of an argument of an action."""
        return str(value)

    def given_up(self, state: AnyState, seat: int, action: Action) -> str:
        """Return a sentence on what a pass gives up, such as "12 units have not moved.", or an empty string.

        Players confirm such a pass. It reveals nothing that the seat cannot know.
        """
        return ""

    def warning(self, state: AnyState, seat: int, action: Action) -> str:
        """Return a sentence about the risk of a legal action that may hurt and cannot be undone, or an empty string.

        It reveals nothing that the seat cannot know.
        """
        return ""

    def risk(self, state: AnyState, seat: int, action: Action) -> str:
        """Return a sentence about harm that an action may do to the seat but that it can afford, or an empty string.

        Players confirm it like a warning; bots do not avoid it. It reveals nothing that the seat cannot know.
        """
        return ""

    def concern(self, state: AnyState, seat: int, action: Action) -> str:
        """Return what a player confirms before a legal action: its warning, or else its risk."""
        return self.warning(state, seat, action) or self.risk(state, seat, action)

    # ---------------------------------------------------------------- compounds

    def has_destinations(self, state: AnyState, seat: int) -> bool:
        """Return whether `destinations` may offer any at the pending decision; cheap, because every frame asks it."""
        return is_explored(state)

    def destinations(self, state: AnyState, seat: int) -> list[Destination]:
        """Return the places beyond the next step that a deciding seat may choose, each with its compound.

        The state is imagined by the seat. By default they are explored through the decisions whose step class is marked
        EXPLORED; a game that knows better overrides this.
        """
        return Exploration(self._game, state, seat).destinations() if is_explored(state) else []

    def steered_node(self, state: AnyState, seat: int) -> str:
        """Return the id of the node that a deciding seat may drag to any point of the board; empty if there is none.

        It is cheap, because every frame of the seat asks it.
        """
        return ""

    def course(self, state: AnyState, seat: int, x: int, y: int, turn: int | None) -> Course | None:
        """Return the compound that leads the steered piece as near to a point as it can go; None if it cannot move.

        `turn` is the direction it should face then; None leaves that to the game. The state is imagined by the seat.
        The work is bounded: while a player drags, this is asked many times a second.
        """
        return None

    def named_compounds(self, state: AnyState, seat: int) -> list[Compound]:
        """Return the compounds to offer as buttons after the choices; cheap, because every frame of the seat asks it.

        The state is imagined by the seat.
        """
        return []

    def plan(self, state: AnyState, seat: int, order: Action) -> Compound | None:
        """Return the compound that carries out an order, the plan of an offered compound; None if it is not possible.

        The state is imagined by the seat. The order comes from a client, so its numbers may be anything. The compound
        may have no actions; its note then says why.
        """
        return None

    def selection(self, state: AnyState, seat: int) -> Selection | None:
        """Return the pieces that a deciding seat may select; None if there are none. Cheap: every frame asks it."""
        return None

    def selection_destinations(self, state: AnyState, seat: int, nodes: list[str]) -> list[Destination]:
        """Return where the selected pieces, one or several, may go or what they may attack.

        The state is imagined by the seat. The ids of the nodes come from a client and may be anything.
        """
        return []

    def destination_label(self, state: AnyState, actions: list[Action]) -> str:
        """Return the label of an explored destination; the state is the one before the last of its actions."""
        return f"{self.label(state, actions[-1])} ({len(actions)} actions)"

    def destination_name(self, state: AnyState, action: Action) -> str:
        """Return the short name of the place to which an action leads, to type in a terminal; empty if it has none."""
        return ""

    def destination_cost(self, state: AnyState, actions: list[Action]) -> str:
        """Return what the way to an explored destination uses up, in words; empty if nothing is worth saying."""
        return ""
