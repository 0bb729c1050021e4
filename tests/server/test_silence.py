"""Whoever passes when asked in secret does so silently: no number, line or frame tells the others of the question."""

from __future__ import annotations

import itertools
from pathlib import Path

from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from tests.server.guests import ME, Guest, Message, house, plan, sit, sit_all, waiting

MOVES = 250


async def race_on(guests: list[Guest], moves: int) -> int:
    """Everybody takes his first choice, and passes in secret; how often somebody passed."""
    passed = 0
    room = guests[0].room
    while len(room.session.match.moves) < moves and not room.session.is_over:
        decision = room.session.decision
        assert decision is not None
        guest = guests[decision.seats[0]]
        await guest.wait_to_be_asked()
        before = guest.frame["n"]
        action = guest.frame["ask"]["choices"][0]["action"]
        assert (await guest.play(action))["type"] == "done"
        await guest.wait_until(lambda frame, before=before: frame["n"] > before)  # type: ignore[misc]
        passed += decision.secret and action == "pass"
    return passed


def frames(guest: Guest) -> list[Message]:
    return [message for message in guest.heard if message["type"] == "frame"]


@waiting
async def test_a_secret_pass_is_not_counted_for_anybody_else(programs: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches"
    async with house(programs, file) as rooms:
        wanted = plan(ME, ME, ME, ME, game="benhur", scenario="circus", seed=2, options={"tricks": 2})
        made = await rooms.create(wanted)
        guests = await sit_all(rooms, made)
        watcher = await sit(rooms, made.id)
        passed = await race_on(guests, MOVES)
        assert passed, "nobody was asked in secret"
        session = guests[0].room.session
        assert session.move_count == len(session.match.moves) - passed
        await watcher.read_all()
        numbers = [(frame["n"], frame["move"]) for frame in frames(watcher)]
        assert numbers == sorted(numbers)
        assert numbers[-1] == (session.n - passed, session.move_count)
        assert {after - before for (before, _), (after, _) in itertools.pairwise(numbers)} <= {0, 1}
        assert all(frame["lines"] or frame["ask"] for frame in frames(watcher)[1:])
        standing, own = session.status().move, [session.visible_n({seat}) for seat in range(4)]
        assert standing == session.move_count
        assert max(own) > numbers[-1][0]
    async with house(programs, file) as rooms:
        again = await sit(rooms, made.id, [made.seat_keys[0]])
        assert again.frame["n"] == own[0], "the numbers are the same after the match has left memory"
        assert again.frame["move"] == standing
        story = await rooms.history(made.id)
        assert replay.full_log(story, -1).move == standing
        last = replay.frame_at(story, standing, -1)
        assert not isinstance(last, int)
        assert last.words == again.room.session.match.describe(None)
        assert replay.frame_at(story, standing + 1, -1) == standing


@waiting
async def test_a_second_answer_to_a_secret_question_is_refused(programs: Workers) -> None:
    async with house(programs) as rooms:
        wanted = plan(ME, ME, ME, ME, game="benhur", scenario="circus", seed=2, options={"tricks": 2})
        guests = await sit_all(rooms, await rooms.create(wanted))
        room = guests[0].room
        while True:
            decision = room.session.decision
            assert decision is not None
            guest = guests[decision.seats[0]]
            await guest.wait_to_be_asked()
            n, mine = guest.frame["n"], guest.frame["ask"]["mine"]
            action = guest.frame["ask"]["choices"][0]["action"]
            assert (await guest.play(action))["type"] == "done"
            if decision.secret:
                break
            await guest.wait_until(lambda frame, n=n: frame["n"] > n)  # type: ignore[misc]
        refused = await guest.play("pass", mine, n)
        assert refused["type"] == "refused"
