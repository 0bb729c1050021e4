"""Drills: making a costly decision of a finished match again, rated by the measure of reviews, and no secrets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import hippodrome as hd
from hippodrome.bots import drills as bot_drills
from hippodrome.bots import review
from hippodrome.bots.registry import THINKING_TIME_S
from hippodrome.bots.search.rollouts import OptionTally
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.state import snapshot
from hippodrome.server import wire
from hippodrome.server.clients import Client, working_for
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live import drill_session
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.drill_session import DrillSession
from hippodrome.server.live.drill_table import DrillTable, open_drill
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.workers import drills
from hippodrome.server.workers.drills import DrillPosition, Known, RatedLine
from hippodrome.server.workers.pool import Workers, restore_state
from hippodrome.server.workers.replay import MatchHistory
from tests.server.live.test_advice import LocalWorkers
from tests.server.live.test_sockets import close_code, read_message
from tests.server.room_client import Message, async_test, open_rooms
from tests.server.socket_client import SocketClient

pytestmark = pytest.mark.usefixtures("short_searches")
INFO_FIELDS = {"id": "", "kind": "drill", "hints": False, "listed": False, "over": False, "rematch": ""}


@pytest.fixture(name="short_searches")
def use_short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use short searches for drills."""
    monkeypatch.setattr(review, "COMPARISON_ROLLOUTS", 8)
    monkeypatch.setattr(drills, "RATING_PART_S", 0.01)
    monkeypatch.setitem(THINKING_TIME_S, "champion", 0.05)


def play_race(tricks: int = 2) -> tuple[hd.Match, MatchHistory]:
    """Return a finished race at two or three whips, and its history."""
    match = hd.new("benhur", "circus", seats=2, seed=4, options={"laps": 1, "tricks": tricks})
    while match.decision:
        actions = match.proposals()
        whips = [action for action in actions if action.text in ("whips 2", "whips 3")]
        match.play((whips or actions)[-1 if whips else 0])
    moves = [(move.seat, move.action.text) for move in match.moves]
    return match, MatchHistory("abc", match.setup.json(), match.first_dice.pack(), None, moves)


def first_choice(match: hd.Match) -> int:
    """Return the index at which Red took three whips and might have taken fewer, while White has a hidden card."""
    for index in review.decisions(match, 0):
        before = review.match_before(match, index)
        whips = [action for action in before.proposals() if action.verb == "whips"]
        has_hidden_card = before.state.chariots[1].hand  # type: ignore[attr-defined]
        if len(whips) == 3 and match.moves[index].action.text == "whips 3" and has_hidden_card:
            return index
    raise AssertionError("the test needs such a decision")


def open_position() -> DrillPosition:
    match, history = play_race()
    position = drills.open_drill(history, first_choice(match))
    assert isinstance(position, DrillPosition)
    return position


def match_info() -> wire.MatchInfo:
    return wire.MatchInfo(
        "m1", "benhur", "Ben-Hur", "circus", "Circus", {}, "played", None, "", True, True, True, True, None,
        [wire.SeatInfo("Red", "Ann", True, "", True, False, 1), wire.SeatInfo("White", "", False, "", True, False, 0)],
        0, True, "", "",
    )  # fmt: skip


# -------------------------------------------------------------------- the position


def test_the_position_is_what_its_seat_knew() -> None:
    match, history = play_race()
    index = first_choice(match)
    position = drills.open_drill(history, index)
    assert isinstance(position, DrillPosition)
    before = match.rewound(log=True)
    for move in match.moves[:index]:
        before.play(move.action, move.seat)
    session = DrillSession(position, match_info())
    assert session.match.view(0).table == before.view(0).table
    assert position.state["dice"] != before.snapshot()["state"]["dice"]
    assert str(match.first_dice.pack()[1]) not in json.dumps(position.state)
    assert [line.text for line in position.lines] == [line.text for line in before.log_lines(0)]
    assert (position.seat, position.move) == (0, before.move_count)


def test_hidden_things_are_dealt_again() -> None:
    """The cards of the other seat in the drill are not always those that it really had."""
    match, _ = play_race()
    before = review.match_before(match, first_choice(match))
    dealt = {json.dumps(snapshot(before.imagine(0, bytes([number]) * 32))["table"]) for number in range(20)}
    assert len(dealt) > 1


@pytest.mark.parametrize(("index", "problem"), [(-1, drills.NO_SUCH_DECISION), (10_000, drills.NO_SUCH_DECISION)])
def test_a_move_that_is_not_there_is_no_drill(index: int, problem: str) -> None:
    assert drills.open_drill(play_race()[1], index) == problem


def test_a_forced_move_is_no_drill() -> None:
    match, history = play_race()
    real = set(review.decisions(match, 0) + review.decisions(match, 1))
    forced = next(index for index in range(len(history.moves)) if index not in real)
    assert "nothing to choose" in str(drills.open_drill(history, forced))


# -------------------------------------------------------------------- ratings


def tally(*values: int) -> OptionTally:
    result = OptionTally(Action("go"))
    for value in values:
        result.add(value, [])
    return result


@pytest.mark.parametrize(
    ("tried", "verdict"),
    [
        ((590, 610, 600, 605), bot_drills.EQUAL),
        ((700, 720, 690, 700), bot_drills.EQUAL),
        ((500, 505, 500, 495), bot_drills.BETTER),
        ((400, 405, 395, 400), bot_drills.NO_BETTER),
        ((300, 305, 300, 295), bot_drills.NO_BETTER),
    ],
)
def test_a_try_is_judged_within_the_margin_of_a_review(tried: tuple[int, ...], verdict: str) -> None:
    assert bot_drills.judge(tally(*tried), tally(600, 602, 598, 606), tally(400, 404, 397, 401)) == verdict


def test_a_rating_in_parts_is_the_same_as_in_one() -> None:
    position = open_position()
    game, state = restore_state(position.setup, position.state)
    whole = bot_drills.rate(game, state, 0, [Action("whips", (2,))], position.seed)
    rated = RatedLine("whips 2")
    while not rated.is_complete:
        rated = drills.continue_rating(position, rated)
    assert rated.values == whole.values[: len(rated.values)]
    assert len(rated.values) == review.COMPARISON_ROLLOUTS


def test_a_compound_is_rated_as_far_as_dice_allow() -> None:
    """The rest of a line comes after its dice, and so does not count."""
    position = open_position()
    game, state = restore_state(position.setup, position.state)
    alone = bot_drills.rate(game, state, 0, [Action("whips", (2,))], position.seed)
    both = bot_drills.rate(game, state, 0, [Action("whips", (2,)), Action("straight")], position.seed)
    assert alone.values == both.values


def test_a_compound_without_dice_is_played_to_its_end() -> None:
    match = hd.new("chariot", seed=3)
    line = [Action("take", (0,)), Action("place", (113,))]
    search = bot_drills.LineSearch(match.game, match.imagine(match.seat, bytes(32)), match.seat, line, 1)
    rollout = search.start_rollout(0)
    search.apply(search.tallies[0], rollout)
    match.play_all(line)
    assert agenda.proposals(rollout.state)[0].text == match.proposals()[0].text
    match.undo()
    match.play(line[0])
    assert agenda.proposals(rollout.state)[0].text != match.proposals()[0].text, "the second action matters"


# -------------------------------------------------------------------- the session


def test_any_legal_action_may_be_tried_and_nothing_else() -> None:
    session = DrillSession(open_position(), match_info(), "whips 2")
    session.draw_present()
    session.take_frames()
    with pytest.raises(RequestRejected) as refusal:
        session.play(["whips 9"])
    assert refusal.value.rule.startswith("BH-")
    with pytest.raises(RequestRejected):
        session.play(["nonsense"])
    assert session.phase == drill_session.PLAYING
    session.play(["whips 3"])
    assert (session.phase, session.line) == (drill_session.RATING, "whips 3")
    assert session.take_frames()[-1].ask is None
    with pytest.raises(RequestRejected):
        session.play(["whips 3"])
    session.try_again()
    assert session.take_frames()[-1].ask is not None
    with pytest.raises(RequestRejected):
        session.try_again()


def test_dice_that_the_match_did_not_roll_are_not_shown() -> None:
    session = DrillSession(open_position(), match_info())
    session.play(["whips 3"])
    assert session.match.moves == []
    assert [line for frame in session.take_frames() for line in frame.lines] == []


def test_a_try_without_dice_is_shown_and_undone() -> None:
    match = hd.new("chariot", seed=3)
    while not review.is_decision(match, match.proposals()[0]):
        match.play(match.proposals()[0])
    played = match.proposals()[0].text
    other = next(action.text for action in match.proposals() if action.text != played)
    history = MatchHistory("abc", match.setup.json(), match.first_dice.pack(), None, [
        *[(move.seat, move.action.text) for move in match.moves], (match.seat, played),
    ])  # fmt: skip
    position = drills.open_drill(history, len(match.moves))
    assert isinstance(position, DrillPosition)
    session = DrillSession(position, match_info())
    session.play([other])
    assert [move.action.text for move in session.match.moves][:1] == [other]
    session.take_frames()
    session.try_again()
    assert session.take_frames()[-1].undone
    assert session.match.moves == []


def test_the_public_information_is_that_of_the_match_without_what_is_live() -> None:
    info = DrillSession(open_position(), match_info()).info()
    assert {name: getattr(info, name) for name in INFO_FIELDS} == INFO_FIELDS
    assert info.seats[0].name == "Ann"


@pytest.mark.parametrize("best", ["whips 9", "nonsense", "; ;", "played"])
def test_a_best_action_that_cannot_be_right_is_ignored(best: str) -> None:
    position = open_position()
    assert DrillSession(position, match_info(), position.played if best == "played" else best).best == ""


def test_few_tries_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drill_session, "MAX_REMEMBERED_TRIES", 3)
    position = open_position()
    best = next(f"whips {number}" for number in (2, 3) if f"whips {number}" != position.played)
    session = DrillSession(position, match_info(), best)
    for line in (position.played, best, "a", "b", "c"):
        session.add_rating(RatedLine(line))
    assert list(session.ratings) == [position.played, best, "c"]


# -------------------------------------------------------------------- the table


class Player:
    """A client at the table of a drill, without a network."""

    def __init__(self, table: DrillTable, connection: Connection) -> None:
        self.table, self.connection = table, connection
        self.frame: Message = {}
        self.steps: list[Message] = []
        self.last_id = 0

    async def receive(self) -> Message:
        async with asyncio.timeout(20):
            message: Message = json.loads(await self.connection.next_text() or "{}")
        if message["type"] == "frame":
            self.frame = message
        if message["type"] == "drill_step":
            self.steps.append(message)
        return message

    async def wait_for(self, *kinds: str) -> Message:
        while (message := await self.receive())["type"] not in kinds:
            pass
        return message

    async def phase(self, name: str) -> Message:
        """Read until the drill is in a phase."""
        while (step := await self.wait_for("drill_step"))["phase"] != name:
            pass
        return step

    async def ask(self, request: type[wire.Play | wire.PlayAll | wire.ReadOn | wire.ShowMe], *args: Any) -> Message:
        """Send a request and return its answer."""
        self.last_id += 1
        self.table.put(request(self.last_id, *args))
        return await self.wait_for("done", "rejected")

    async def play(self, action: str) -> Message:
        return await self.ask(wire.Play, self.frame["n"], self.frame["viewer"], action)


@asynccontextmanager
async def drill(
    workers: Workers, position: DrillPosition, best: str = "", known: Known | None = None
) -> AsyncIterator[Player]:
    """Open a drill."""
    connection = Connection(SeatAccess((position.seat,)), address="1.2.3.4")
    player = Player(DrillTable(position, match_info(), connection, workers, FairScheduler(), best, known), connection)
    running = asyncio.create_task(player.table.run())
    await player.wait_for("log")
    yield player
    running.cancel()
    await asyncio.wait([running])


def other_than(*taken: str) -> str:
    """Return an action of the position that is not one of these."""
    return next(text for text in ("whips 1", "whips 2", "whips 3") if text not in taken)


@async_test
async def test_tries_are_rated_with_progress_until_the_best_is_found() -> None:
    workers, position = LocalWorkers(), open_position()
    best = other_than(position.played)
    async with drill(workers, position, best) as player:
        assert player.steps[-1]["text"] == f"Find something better than “{position.label}”."
        assert (player.steps[-1]["better"], player.steps[-1]["options"]) == ("", [])
        assert player.frame["ask"]["mine"] == 0
        assert (await player.play(other_than(position.played, best)))["type"] == "done"
        answer = await player.phase("answer")
        rating = [step for step in player.steps if step["phase"] == "rating"]
        assert rating[-1]["total"] >= rating[-1]["done"] > 0
        assert [one["by"] for one in answer["options"]] == ["tried", "played", "best"]
        assert all("%" in one["chance"] for one in answer["options"])
        if not answer["solved"]:
            assert (answer["better"], answer["options"][2]["label"]) == ("", "")
        assert (await player.ask(wire.ReadOn))["type"] == "done"
        assert (await player.phase("play"))["tries"] == 1
        jobs = len([name for name, _ in workers.jobs if name == "continue_rating"])
        await player.play(best)
        answer = await player.phase("answer")
        assert (answer["solved"], answer["better"], answer["tries"]) == (True, best, 2)
        assert answer["better_label"]
        assert jobs == len([name for name, _ in workers.jobs if name == "continue_rating"]), "all was rated before"


@async_test
async def test_the_review_answers_what_it_has_rated() -> None:
    workers, position = LocalWorkers(), open_position()
    best, known = other_than(position.played), Known(("40 %", "61 %"), "Because.")
    async with drill(workers, position, best, known) as player:
        await player.play(position.played)
        answer = await player.phase("answer")
        assert (answer["text"], answer["solved"]) == ("That is what was played.", False)
        assert [(one["by"], one["chance"]) for one in answer["options"]] == [("played", "40 %"), ("best", "61 %")]
        await player.ask(wire.ReadOn)
        await player.phase("play")
        await player.play(best)
        answer = await player.phase("answer")
        assert (answer["solved"], answer["reason"]) == (True, "Because.")
        assert {name for name, _ in workers.jobs} == {"answer"}


@async_test
async def test_the_solution_is_shown_on_request() -> None:
    position = open_position()
    async with drill(LocalWorkers(), position, other_than(position.played)) as player:
        await player.ask(wire.ShowMe)
        answer = await player.phase("answer")
        assert (answer["shown"], answer["solved"], answer["tries"]) == (True, False, 0)
        assert answer["better"] == other_than(position.played)
        assert (await player.ask(wire.ShowMe))["type"] == "rejected"


@async_test
async def test_without_a_review_the_champion_looks_for_the_best() -> None:
    workers, position = LocalWorkers(), open_position()
    async with drill(workers, position) as player:
        await player.ask(wire.ShowMe)
        answer = await player.phase("answer")
        assert "find_better" in [name for name, _ in workers.jobs]
        assert bool(answer["better"]) == (answer["text"] != drill_session.NOTHING_BETTER)


@async_test
async def test_if_the_champion_plays_the_same_the_drill_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    position = open_position()

    def find_better(drill: DrillPosition) -> str:
        return drill.played

    monkeypatch.setattr(drills, "find_better", find_better)
    async with drill(LocalWorkers(), position) as player:
        await player.play(other_than(position.played))
        answer = await player.phase("answer")
        assert (answer["text"], answer["solved"], answer["better"]) == (drill_session.NOTHING_BETTER, False, "")


@async_test
async def test_a_rating_can_be_given_up() -> None:
    workers, position = LocalWorkers(), open_position()
    async with drill(workers, position, other_than(position.played)) as player:
        workers.may_start_slow_jobs.clear()
        await player.play(other_than(position.played))
        assert (await player.ask(wire.ReadOn))["type"] == "done"
        assert (await player.phase("play"))["tries"] == 0
        workers.may_start_slow_jobs.set()
        await player.play(other_than(position.played))
        assert (await player.phase("answer"))["tries"] == 1


class BusyWorkers(LocalWorkers):
    """Workers that refuse ratings."""

    async def run_slow(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        raise HttpError(429, "busy", "Too much is waiting.")


class BrokenWorkers(LocalWorkers):
    """Workers whose ratings fail."""

    async def run_slow(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        raise ValueError("broken")


@pytest.mark.parametrize(
    ("workers", "text"), [(BusyWorkers, "Too much is waiting."), (BrokenWorkers, "Your try could not be rated.")]
)
@async_test
async def test_if_workers_refuse_or_fail_the_player_may_try_again(workers: type[LocalWorkers], text: str) -> None:
    async with drill(workers(), open_position()) as player:
        await player.play("whips 2")
        problem = await player.wait_for("socket_error")
        assert problem["text"].startswith(text)
        assert not problem["final"]
        assert (await player.phase("play"))["tries"] == 0
        assert player.frame["ask"] is not None


# -------------------------------------------------------------------- opening


def import_race(client: httpx.Client) -> tuple[str, hd.Match]:
    match, _ = play_race()
    answer = client.post("/api/records", content=match.record(), headers={"Content-Type": "text/plain"})
    assert answer.status_code < 300, answer.text
    id: str = answer.json()["id"]
    return id, match


def test_a_drill_is_played_over_its_socket(server: str, client: httpx.Client) -> None:
    id, match = import_race(client)
    index = review.decisions(match, 0)[2]
    with SocketClient(server, f"/socket/drill/{id}/{index}") as player:
        welcome = player.receive()
        assert (welcome["info"]["kind"], welcome["mine"]) == ("drill", [0])
        step = player.wait_for("drill_step")
        assert (step["phase"], step["seat"], step["index"]) == ("play", 0, index)
        assert player.wait_for("log")["lines"]
        at = {"n": player.frame["n"], "seat": 0}
        action = player.frame["ask"]["choices"][0]["action"]
        player.send(type="preview", id=1, **at, action=action)
        assert player.wait_for("previewed")["action"] == action
        for kind, fields in (
            ("undo", at), ("hint", at), ("explain", {"move": 1}), ("review", {"seat": 0}), ("start_again", {}),
            ("play", {**at, "seat": 1, "action": action}), ("play", {**at, "n": 99, "action": action}),
            ("play", {**at, "action": "nonsense"}), ("read_on", {}),
        ):  # fmt: skip
            player.send(type=kind, id=2, **fields)
            assert player.receive()["type"] == "rejected", kind
        player.send(type="play_all", id=3, n=at["n"], seat=0, actions=["x"] * 301)
        assert player.receive()["type"] == "socket_error"


@pytest.mark.parametrize("path", ["nothing/3", "{}/-1", "{}/x", "{}/99999", "{}/9999999999"])
def test_a_drill_that_does_not_exist_is_refused(server: str, client: httpx.Client, path: str) -> None:
    address = f"{server.replace('http', 'ws')}/socket/drill/{path.format(import_race(client)[0])}"
    with connect(address, compression=None) as connection:
        connection.send(json.dumps({"type": "hello"}))
        problem = read_message(connection)
        assert (problem["code"], problem["final"]) == ("not_found", True)
        assert close_code(connection) == 4404


def test_a_match_in_progress_has_no_drills(server: str, client: httpx.Client) -> None:
    body = {"game": "benhur", "scenario": "circus", "seats": [{"person": True}, {"person": True}], "seed": 1}
    match = client.post("/api/matches", json=body).json()
    for keys in ([], [match["keys"]["0"]]):
        with connect(f"{server.replace('http', 'ws')}/socket/drill/{match['id']}/0", compression=None) as connection:
            connection.send(json.dumps({"type": "hello", "keys": keys}))
            assert "when it is over" in read_message(connection)["text"]
            assert close_code(connection) == 4409


@async_test
async def test_a_game_without_reviews_has_no_drills(workers: Workers) -> None:
    match = hd.new("pig", seats=2, seed=1)
    while match.decision:
        match.play(match.proposals()[-1])
    async with open_rooms(workers) as rooms:
        with pytest.raises(HttpError) as problem:
            await open_imported(rooms, workers, match, 0)
        assert (problem.value.status, "not available for Pig" in problem.value.text) == (409, True)


@async_test
async def test_a_deleted_match_has_no_drills(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        with pytest.raises(HttpError) as problem:
            await open_drill(rooms, workers, "gone", 3)
        assert problem.value.status == 404


async def open_imported(rooms: Rooms, workers: Workers, match: hd.Match, index: int) -> DrillPosition:
    with working_for(Client("1.2.3.4")):
        id = await rooms.import_record(match.record())
        position, _, _ = await open_drill(rooms, workers, id, index)
    return position
