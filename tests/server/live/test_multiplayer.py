"""Several people in one match: secrets and curtains, chat, notes, names, clocks, and seats left to bots."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hippodrome.server import wire
from hippodrome.server.live import thinking_bots
from hippodrome.server.live.rooms import CreatedMatch, Rooms, SeatSpec
from hippodrome.server.storage.rows import BY_BOT, LATE
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import (
    BOT,
    PERSON,
    Message,
    RoomClient,
    async_test,
    join,
    join_all,
    match_spec,
    open_rooms,
)

RACE: dict[str, Any] = {"game": "benhur", "scenario": "circus", "options": {"tricks": 2}}


def hand_panels(message: Message) -> list[Message]:
    """Return the panels of a frame that show a hand of cards."""
    return [panel for panel in message["scene"]["panels"] if panel["name"] == "hand"]


# -------------------------------------------------------------------- secrets


@async_test
async def test_cards_are_sent_only_to_their_owner(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, **RACE))
        red, white = await join_all(rooms, created)
        watcher = await join(rooms, created.id)
        match = red.room.session.match
        for _ in range(60):
            mover = (red, white)[match.seat]
            await mover.wait_for_turn()
            await mover.play(mover.frame["ask"]["choices"][0]["action"])
            await mover.wait_for("frame")
        for client in (red, white, watcher):
            await client.drain()
        secret = {0: str(hand_panels(red.frame)), 1: str(hand_panels(white.frame))}
        assert secret[0] != secret[1]
        for seat, other in ((0, white), (1, red)):
            cards = {row[0] for panel in hand_panels((red, white)[seat].frame) for row in panel["rows"]}
            theirs = {row[0] for panel in hand_panels(other.frame) for row in panel["rows"]}
            for frame in [message for message in other.received if message["type"] == "frame"]:
                shown = {row[0] for panel in hand_panels(frame) for row in panel["rows"]}
                assert not shown & (cards - theirs)
        assert [message for message in watcher.received if message["type"] == "frame" and hand_panels(message)] == []


@async_test
async def test_a_secret_decision_is_sent_only_to_the_deciding_seat(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, PERSON, **RACE))
        clients = await join_all(rooms, created)
        watcher = await join(rooms, created.id)
        session = clients[0].room.session
        while session.decision is not None and not session.decision.secret:
            mover = clients[session.match.seat]
            await mover.wait_for_turn()
            assert (await mover.play(mover.frame["ask"]["choices"][-1]["action"]))["type"] == "done"
            await mover.wait_for("frame")
        assert session.decision is not None
        (deciding,) = session.decision.seats
        for client in (*clients, watcher):
            await client.wait_until(lambda frame: frame["n"] == session.n)
            await client.drain()
        assert clients[deciding].frame["ask"]["mine"] == deciding
        for client in [*[client for seat, client in enumerate(clients) if seat != deciding], watcher]:
            assert client.frame["ask"] is None
            assert session.decision.name not in json.dumps(client.frame)
        other = clients[(deciding + 1) % 3]
        refused = await other.play("pass", (deciding + 1) % 3)
        assert refused["rule"] == ""


@async_test
async def test_simultaneous_answers_come_in_any_order_and_are_revealed_together(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(scenario="blind"))
        red, white = await join_all(rooms, created)
        assert red.frame["ask"]["mine"] == 0
        assert white.frame["ask"]["mine"] == 1
        assert (await white.play("call 4"))["type"] == "done"
        seen = await red.wait_until(lambda frame: frame["n"] == 1)
        assert "4" not in json.dumps([seen["lines"], seen["description"], seen["scene"]["panels"]])
        assert "not this seat's decision" in (await white.play("call 5", 1))["text"]
        assert (await red.play("call 2", 0, n=0))["n"] == 2, (
            "only the other seat has answered since, so the decision is still open"
        )
        opened = await white.wait_until(lambda frame: frame["n"] == 2)
        assert any("2" in line["text"] for line in opened["lines"])
        assert (
            "position has changed"
            in (await (red if opened["ask"]["seats"] == [0] else white).play("roll", n=0))["text"]
        )


# -------------------------------------------------------------------- several people at one screen


async def join_with_all_keys(rooms: Rooms, created: CreatedMatch, view_as: int = -1) -> RoomClient:
    return await join(rooms, created.id, list(created.seat_keys.values()), view_as)


async def play_first_choice(screen: RoomClient) -> None:
    """Play the first choice for the seat on screen and read until the next decision or curtain."""
    assert (await screen.play(screen.frame["ask"]["choices"][0]["action"]))["type"] == "done"
    await screen.wait_for("frame")
    await screen.wait_until(lambda frame: frame["curtain"] >= 0 or (frame["ask"] or {"mine": -1})["mine"] >= 0)


async def play_until_curtain(screen: RoomClient) -> None:
    """Play until the screen must be handed over to a seat with secrets."""
    while screen.frame["curtain"] < 0:
        await play_first_choice(screen)


@async_test
async def test_a_curtain_hides_secrets_until_the_screen_is_handed_over(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        screen = await join_with_all_keys(rooms, await rooms.create(match_spec(PERSON, PERSON, **RACE)))
        for _ in range(4):
            await play_until_curtain(screen)
            assert screen.frame["viewer"] == -1
            assert screen.frame["curtain"] == screen.room.session.match.seat
            assert hand_panels(screen.frame) == []
            assert screen.frame["ask"] is None or screen.frame["ask"]["mine"] == -1
            assert (await screen.wait_for("log"))["viewer"] == -1
            screen.send(wire.ViewAs(screen.frame["curtain"]))
            await screen.wait_for_turn()
            assert hand_panels(screen.frame)


@async_test
async def test_there_is_no_curtain_in_a_game_without_secrets(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        screen = await join_with_all_keys(rooms, await rooms.create(match_spec()))
        for seat in (0, 1, 0):
            assert (screen.frame["viewer"], screen.frame["curtain"]) == (seat, -1)
            assert (await screen.play("hold"))["type"] == "done"
            await screen.wait_for("frame")


@async_test
async def test_a_client_can_view_only_its_own_seats(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, BOT, **RACE))
        screen = await join_with_all_keys(rooms, created)
        await play_until_curtain(screen)
        deciding = screen.frame["curtain"]
        screen.send(wire.ViewAs(2))
        assert "not your seat" in (await screen.wait_for("rejected"))["text"]
        screen.send(wire.ViewAs(1 - deciding))
        seen = await screen.wait_until(lambda frame: frame["viewer"] == 1 - deciding)
        assert (seen["curtain"], seen["ask"] is None or seen["ask"]["mine"]) in ((-1, True), (-1, -1))
        screen.send(wire.ViewAs(-1))
        assert (await screen.wait_until(lambda frame: frame["viewer"] == -1))["curtain"] == deciding
        reconnected = await join_with_all_keys(rooms, created, view_as=deciding)
        assert (reconnected.frame["viewer"], reconnected.frame["ask"]["mine"]) == (deciding, deciding)
        second_screen = await join_with_all_keys(rooms, created)
        assert (second_screen.frame["viewer"], second_screen.frame["curtain"]) == (-1, deciding)
        single = await join(rooms, created.id, [created.seat_keys[deciding]], view_as=1 - deciding)
        assert single.frame["viewer"] == deciding
        single.send(wire.ViewAs(-1))
        assert "not your seat" in (await single.wait_for("rejected"))["text"]


# -------------------------------------------------------------------- odds and previews


@async_test
async def test_odds_are_sent_to_the_deciding_seat(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, white = await join_all(rooms, await rooms.create(match_spec()))
        red.send(wire.Odds(1, 0, 0))
        answer = await red.wait_for("odds_result")
        assert [chance["action"] for chance in answer["odds"]] == ["roll", "hold"]
        assert answer["odds"][0]["exact"]
        white.send(wire.Odds(1, 0, 1))
        assert "only for your own choices, on your turn" in (await white.wait_for("rejected"))["text"]
        white.send(wire.Odds(2, 0, 0))
        assert "not your seat" in (await white.wait_for("rejected"))["text"]


@async_test
async def test_a_newer_request_for_odds_replaces_older_ones(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec()))
        for number in range(1, 4):
            red.send(wire.Odds(number, 0, 0))
        answers: dict[int, str] = {}
        while len(answers) < 3:
            answer = await red.wait_for("odds_result", "rejected")
            answers[answer["id"]] = answer["type"]
        assert answers == {1: "rejected", 2: "rejected", 3: "odds_result"}


@async_test
async def test_odds_can_be_switched_off_for_a_match(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec(odds=False)))
        red.send(wire.Odds(1, 0, 0))
        assert "Odds are off in this match" in (await red.wait_for("rejected"))["text"]
        session = red.room.session
        assert not session.match.shows_odds, "the scene and the texts show no odds either"
        assert not session.history().odds, "the replay shows no odds either"


@async_test
async def test_a_preview_shows_an_action_without_changing_the_match(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec(game="drill", scenario="yard")))
        action = next(action.text for action in red.room.session.match.proposals())
        digest = red.room.session.match.digest()
        red.send(wire.Preview(1, 0, 0, action))
        preview = await red.wait_for("previewed")
        assert preview["nodes"]
        assert preview["refusal"] == ""
        red.send(wire.Preview(2, 0, 0, "place 9999 9999"))
        assert (await red.wait_for("previewed"))["refusal"]
        red.send(wire.Preview(3, 5, 0, action))
        assert "position has changed" in (await red.wait_for("rejected"))["text"]
        assert red.room.session.match.digest() == digest


# -------------------------------------------------------------------- chat, notes, names


@async_test
async def test_players_can_chat_and_spectators_can_neither_write_nor_read(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        watcher = await join(rooms, created.id)
        red.send(wire.Chat(0, "  Good\nluck \x00 "))
        assert (await white.wait_for("chat_posted"))["message"]["text"] == "Good luck"
        watcher.send(wire.Chat(-1, "psst"))
        assert "Only players at this table can chat" in (await watcher.wait_for("rejected"))["text"]
        red.send(wire.Chat(1, "I am White"))
        assert "Only players at this table can chat" in (await red.wait_for("rejected"))["text"]
        await watcher.drain()
        late = await join(rooms, created.id, [created.seat_keys[1]])
        assert [speech["text"] for speech in late.received[0]["chat"]] == ["Good luck"]
        second_watcher = await join(rooms, created.id)
        assert second_watcher.received[0]["chat"] == []
        assert not [message for message in watcher.received if message["type"] == "chat_posted"]


@async_test
async def test_chat_messages_that_are_too_long_empty_or_too_frequent_are_refused(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec()))
        red.send(wire.Chat(0, "x" * 401))
        assert "1 to 400" in (await red.wait_for("rejected"))["text"]
        red.send(wire.Chat(0, " \n "))
        assert "1 to 400" in (await red.wait_for("rejected"))["text"]
        for number in range(6):
            red.send(wire.Chat(0, str(number)))
            assert (await red.wait_for("chat_posted", "rejected"))["type"] == "chat_posted"
        red.send(wire.Chat(0, "and another thing"))
        assert "too fast" in (await red.wait_for("chat_posted", "rejected"))["text"]


@async_test
async def test_notes_are_private_and_saved(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        red.send(wire.Note(0, "White bluffs"))
        red.send(wire.Note(1, "not my notes"))
        assert "not your seat" in (await red.wait_for("rejected"))["text"]
        red.send(wire.Note(0, "x" * 4001))
        assert "at most 4000" in (await red.wait_for("rejected"))["text"]
        again = await join(rooms, created.id, [created.seat_keys[0]])
        assert again.received[0]["notes"] == {"0": "White bluffs"}
        other = await join(rooms, created.id, [created.seat_keys[1]])
        assert other.received[0]["notes"] == {}
        assert "bluffs" not in json.dumps([*white.received, *await white.drain()])


@async_test
async def test_names_are_trimmed_and_sent_to_all_clients(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(SeatSpec(True, name=" Ann  Lee "), PERSON))
        red, white = await join_all(rooms, created)
        assert red.received[0]["info"]["seats"][0]["name"] == "Ann Lee"
        white.send(wire.Rename(1, "  Zoë \t the   Great "))
        while (await red.wait_for("info_changed"))["info"]["seats"][1]["name"] != "Zoë the Great":
            pass
        for name in ("", "   ", "x" * 25, "a\x07b"):
            white.send(wire.Rename(1, name))
            assert "1 to 24" in (await white.wait_for("rejected"))["text"]
        white.send(wire.Rename(0, "Me too"))
        assert "not your seat" in (await white.wait_for("rejected"))["text"]
        assert (await red.play("roll", n=0))["type"] == "done", "a new name does not make the decision stale"
        assert (await rooms.info(created.id)).seats[1].name == "Zoë the Great"


@async_test
async def test_all_clients_see_which_seats_are_connected(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red = await join(rooms, created.id, [created.seat_keys[0]])
        assert [seat["online"] for seat in red.received[0]["info"]["seats"]] == [True, False]
        white = await join(rooms, created.id, [created.seat_keys[1]])
        while not (await red.wait_for("info_changed"))["info"]["seats"][1]["online"]:
            pass
        white.disconnect()
        while (await red.wait_for("info_changed"))["info"]["seats"][1]["online"]:
            pass


# -------------------------------------------------------------------- leaving and returning


@async_test
async def test_a_bot_plays_the_seat_of_a_player_who_leaves_until_they_return(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        red.send(wire.Leave(100, 0))
        assert (await red.wait_for("done"))["n"] == 1
        await white.wait_for_turn()
        info = await rooms.info(created.id)
        assert (info.seats[0].person, info.seats[0].level) == (True, "recruit")
        saved = await rooms._store.entries(created.id)
        assert {entry.how for entry in saved if entry.kind == "move"} == {BY_BOT}
        red.send(wire.Leave(101, 0))
        assert "already" in (await red.wait_for("rejected"))["text"]
        await red.wait_until(lambda frame: frame["n"] == white.frame["n"])
        assert "A bot is playing your seat. Take it back to move." in (await red.play("roll", 0))["text"]
        red.send(wire.Return(102, 0))
        assert (await red.wait_for("done", "rejected"))["type"] == "done"
        await white.play("hold")
        assert (await red.wait_for_turn())["ask"]["mine"] == 0
        red.send(wire.Return(103, 0))
        assert "already" in (await red.wait_for("rejected"))["text"]


@async_test
async def test_bots_move_slowly_in_a_match_that_all_players_have_left(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking_bots, "ABANDONED_MOVE_DELAY_S", 1000.0)
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, BOT))
        red = await join(rooms, created.id, [created.seat_keys[0]])
        red.send(wire.Leave(100, 0))
        assert (await red.wait_for("done"))["type"] == "done"
        assert (await rooms._store.entries(created.id))[-1].kind == "seat", "the bot has not moved yet"
        red.send(wire.Return(101, 0))
        assert (await red.wait_for("done"))["type"] == "done"
        assert (await red.wait_for_turn())["ask"]["mine"] == 0


@async_test
async def test_the_host_can_give_the_seat_of_an_absent_player_to_a_bot(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, BOT, game="benhur", scenario="circus"))
        host = await join(rooms, created.id, [created.host_key, created.seat_keys[0]])
        assert host.received[0]["host"] is True
        host.send(wire.Leave(1, 1))
        assert (await host.wait_for("done", "rejected"))["type"] == "done"
        white = await join(rooms, created.id, [created.seat_keys[1]])
        white.send(wire.Return(1, 1))
        assert (await white.wait_for("done", "rejected"))["type"] == "done"
        for number, seat in enumerate((1, 2, 7, -1), 2):
            host.send(wire.Leave(number, seat))
            assert "only your own seat" in (await host.wait_for("done", "rejected"))["text"]
        white.disconnect()
        stranger = await join(rooms, created.id)
        stranger.send(wire.Leave(1, 1))
        assert "only your own seat" in (await stranger.wait_for("done", "rejected"))["text"]


# -------------------------------------------------------------------- clocks


@async_test
async def test_leaving_and_returning_does_not_renew_the_clock(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(clock=wire.Limits(1000, 0)))
        red, _ = await join_all(rooms, created)
        await red.wait_for_turn()
        clocks = red.room.session.clocks
        clocks._started_ms[0] -= 600_000
        red.send(wire.Leave(100, 0))
        red.send(wire.Return(101, 0))
        await red.wait_for("done")
        await red.wait_for("done")
        left = clocks.left_ms(0, None)
        assert left is not None
        assert left <= 400_000


@async_test
async def test_a_seat_that_runs_out_of_time_plays_the_default_and_the_log_says_so(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(clock=wire.Limits(0, 1)))
        _, white = await join_all(rooms, created)
        assert white.frame["ask"]["clock"]["reserve_ms"] <= 1000
        frame = await white.wait_until(lambda frame: frame["n"] == 1)
        assert [line["text"] for line in frame["lines"] if not line["rule"]] == ["Red ran out of time."]
        (entry, *_) = await rooms._store.entries(created.id)
        assert (entry.text, entry.how) == ("roll", LATE)
        assert entry.reserve == 1000
        late = await join(rooms, created.id)
        log = await late.wait_for("log")
        assert "Red ran out of time." in [line["text"] for line in log["lines"] if line["move"] == 1]


@async_test
async def test_used_time_survives_a_reload_and_the_current_decision_starts_again(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(clock=wire.Limits(0, 500)))
        red, _ = await join_all(rooms, created)
        await red.play("hold")
        (entry,) = await rooms._store.entries(created.id)
        assert entry.spent == entry.reserve
        rooms._on_room_failed(red.room)
        again, _ = await join_all(rooms, created)
        assert again.room.session.clocks.reserve_ms(0) == 500_000 - entry.reserve
        assert again.room.session.clocks.reserve_ms(1) == 500_000
