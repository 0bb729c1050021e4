"""Campaigns in files of the user's: begun, shown, played on, decided, and exported. A broken file is left as it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

import hippodrome as hd
from hippodrome import bots
from hippodrome.files import write_whole
from hippodrome.kit.campaign import Campaign, CampaignKind, NotReadyError, Question, new_campaign, read_campaign
from hippodrome.kit.game import VARIANT
from hippodrome.kit.match import Match, campaign_outcome
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.toml_reader import DataError
from hippodrome.terminal.console import UsageError
from hippodrome.terminal.match_arguments import ME, Seat, find_game, new_match, read_options, read_seats
from hippodrome.terminal.saves import read_record, typed
from hippodrome.terminal.theme import QUIET, STRONG, plate

FRIEND = "friend"
"""Somebody who plays by link, in a campaign that was kept by a server."""


def kinds() -> list[CampaignKind]:
    """Return every kind of campaign of every game."""
    return [kind for game in hd.games().values() for kind in game.campaigns()]


def find_kind(game: str | None, slug: str | None) -> CampaignKind:
    """Return the kind that is meant; the first of the game, or of all games, if none is named."""
    mine = [kind for kind in kinds() if game is None or kind.game == find_game(game).slug]
    found = [kind for kind in mine if slug in (None, kind.slug)]
    found.sort(key=lambda kind: VARIANT not in kind.game)  # with a variant in use, it is the variant that is meant
    if not found:
        known = ", ".join(f"{kind.game} {kind.slug}" for kind in kinds())
        raise UsageError(f"there is no such campaign; there are: {known}")
    return found[0]


# -------------------------------------------------------------------- the file


def begin(path: Path, kind: CampaignKind, names: str | None, seats: str | None, options: Sequence[str]) -> Campaign:
    """Return a new campaign in a new file."""
    if path.exists():
        raise UsageError(f"{path} is there already; go on with it by campaign play {typed(path)}, or name another file")
    game = find_game(kind.game)
    sitting = read_seats(game, seats, kind.seats)
    called = [name.strip() for name in names.split(",")] if names is not None else usual_names(sitting)
    chosen = read_options(game, game.scenario(kind.scenario), options)
    try:
        campaign = new_campaign(kind, called, [seat.level for seat in sitting], chosen)
    except NotReadyError as problem:
        raise UsageError(_small(problem)) from None
    keep(path, campaign)
    return campaign


def usual_names(seats: Sequence[Seat]) -> list[str]:
    """What the sides are called if nobody says: the people's names, else the factions."""
    return [seat.name or seat.faction for seat in seats]


def load(path: Path) -> Campaign:
    """Return the campaign of a file; a file that does not hold is named with line and key, and left as it is."""
    try:
        return read_campaign(path.read_text(encoding="utf-8"), str(path), kinds())
    except DataError as error:
        hint = "; --variant names the variant it is of" if ", game: " in str(error) and VARIANT in str(error) else ""
        raise UsageError(f"{error}{hint}; the file was left as it is") from None
    except FileNotFoundError:
        raise UsageError(f"there is no file {str(path)!r}; campaign new begins a campaign in it") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no campaign: it is not text") from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def keep(path: Path, campaign: Campaign) -> None:
    """Write the file, so that at any moment either the old or the new one is there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, campaign.text())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


# -------------------------------------------------------------------- games


def record_path(path: Path, campaign: Campaign) -> Path:
    """Where the next game is saved while it is played."""
    return path.with_name(f"{path.name}.game{len(campaign.games) + 1}.record")


def next_match(campaign: Campaign, seed: str | None) -> Match:
    """Return the next game at its first decision."""
    if campaign.is_over():
        raise UsageError(f"the campaign is over: {campaign.verdict()}")
    game = find_game(campaign.kind.game)
    options = [f"{name}={value}" for name, value in campaign.next_options().items()]
    return new_match(game, game.scenario(campaign.kind.scenario), campaign.kind.seats, options, seed)


def sitting(campaign: Campaign, seats: str | None) -> list[Seat]:
    """Who plays the next game: as the file says, or as --seats says for this one."""
    game = find_game(campaign.kind.game)
    if seats is not None:
        found = read_seats(game, seats, campaign.kind.seats)
        if len(found) != campaign.kind.seats:
            raise UsageError(f"{campaign.kind.title} is for {campaign.kind.seats} players, not {len(found)}")
        return found
    people = (ME, FRIEND)
    known = [*people, *bots.all_levels(game)]
    levels = [player if player in known else bots.default_level(game) for player in campaign.players]
    named = zip(levels, campaign.names, strict=True)
    return [
        Seat(number, ME if level in people else level, name if level in people else "")
        for number, (level, name) in enumerate(named)
    ]


def take(path: Path, campaign: Campaign, match: Match, kept: str) -> list[str]:
    """Take a finished match in, and write the file."""
    try:
        told = campaign.add_game(campaign_outcome(match, kept))
    except NotReadyError as problem:
        raise UsageError(_small(problem)) from None
    keep(path, campaign)
    return told


def take_record(path: Path, campaign: Campaign, record: Path) -> list[str]:
    """Take in a match from its record."""
    match = read_record(record)
    if match.game.slug != campaign.kind.game:
        raise UsageError(f"{record} is a record of {match.game.title}, which this campaign does not play")
    return take(path, campaign, match, record.name)


# -------------------------------------------------------------------- choices


def find_seat(campaign: Campaign, who: str) -> int:
    """Return the seat meant by a colour, a name or a number counted from 1."""
    for seat in range(campaign.kind.seats):
        if who.lower() in (FACTIONS[seat].lower(), campaign.names[seat].lower(), str(seat + 1)):
            return seat
    known = ", ".join(f"{FACTIONS[seat]} ({name})" for seat, name in enumerate(campaign.names))
    raise UsageError(f"nobody is called {who!r}; there are: {known}")


def decide(path: Path, campaign: Campaign, who: str, answer: str) -> list[str]:
    """Answer the question of a seat, and write the file."""
    seat = find_seat(campaign, who)
    mine = [question for question in campaign.questions() if question.seat == seat]
    if not mine:
        raise UsageError(f"{campaign.names[seat]} has nothing to decide now")
    try:
        told = campaign.decide(seat, mine[0].name, answer.lower())
    except NotReadyError as problem:
        raise UsageError(_small(problem)) from None
    keep(path, campaign)
    return told


def ask(console: Console, question: Question) -> str:
    """Ask somebody at this terminal; Enter takes the first answer."""
    console.print(Text(question.text, style=STRONG))
    for number, answer in enumerate(question.answers, 1):
        usual = ", if you press Enter" if number == 1 else ""
        console.print(Text(f"  {number}  {answer.title}: {answer.text}{usual}"))
    known = {str(number): answer.name for number, answer in enumerate(question.answers, 1)}
    known |= {answer.name: answer.name for answer in question.answers} | {"": question.default.name}
    while (word := console.input("> ").strip().lower()) not in known:
        console.print(Text(f"Type {' or '.join(str(n) for n in range(1, len(question.answers) + 1))}."))
    return known[word]


def settle(console: Console, path: Path, campaign: Campaign, seats: Sequence[Seat]) -> None:
    """Have everything decided before the next game: people at this terminal are asked, programs take the default."""
    while campaign.questions():
        question = campaign.questions()[0]
        mine = seats[question.seat].is_person
        answer = ask(console, question) if mine else question.default.name
        for line in campaign.decide(question.seat, question.name, answer):
            console.print(Text(line))
        keep(path, campaign)


# -------------------------------------------------------------------- showing


def report_json(campaign: Campaign) -> Json:
    """Return a campaign for programs: as it is saved, and what follows from it."""
    return {
        **json.loads(campaign.text()),
        "heads": campaign.heads(),
        "rows": campaign.rows(),
        "told": [line for entry in campaign.entries for line in entry.effects],
        "questions": [question.json() for question in campaign.questions()],
        "next": None if campaign.is_over() else campaign.next_options(),
        "over": campaign.is_over(),
        "verdict": campaign.verdict(),
    }


def story(campaign: Campaign) -> list[str]:
    """What has happened, line by line, with where each game is kept."""
    found: list[str] = []
    for entry in campaign.entries:
        kept = f" ({entry.outcome.match})" if entry.outcome is not None and entry.outcome.match else ""
        for place, line in enumerate(entry.effects):
            found.append(f"{line}{kept}" if place == 0 else f"  {line}")
    return found


def show(console: Console, path: Path, campaign: Campaign) -> None:
    """Standings, history, what is open, and what to type next."""
    title = hd.game(campaign.kind.game).title
    console.print(Text(f"{title}: {campaign.kind.title}", style=STRONG))
    console.print()
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for head in campaign.heads():
        grid.add_column(head)
    for seat, row in enumerate(campaign.rows()):
        grid.add_row(Text(row[0], plate(seat)), *row[1:])
    console.print(grid)
    console.print()
    for line in story(campaign):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(campaign.verdict(), style=STRONG))
    for question in campaign.questions():
        names = " or ".join(answer.name for answer in question.answers)
        whose = FACTIONS[question.seat].lower()
        console.print(Text(f"{question.text} hippodrome campaign decide {typed(path)} {whose} {names}"), soft_wrap=True)
    if not campaign.is_over():
        console.print(Text(f"Play on: hippodrome campaign play {typed(path)}", style=QUIET), soft_wrap=True)


def report(campaign: Campaign) -> str:
    """Return the campaign as plain text, to be kept or sent."""
    rows = [campaign.heads(), *campaign.rows()]
    broad = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [f"{hd.game(campaign.kind.game).title}: {campaign.kind.title}", ""]
    lines += ["  ".join(cell.ljust(broad[place]) for place, cell in enumerate(row)).rstrip() for row in rows]
    return "\n".join([*lines, "", *story(campaign), campaign.verdict()]) + "\n"


def _small(problem: NotReadyError) -> str:
    """Return a sentence as the commands say it: in small letters and without its stop."""
    text = str(problem)
    return text[:1].lower() + text[1:].removesuffix(".")
