"""Verification of a record: three verdicts, each proved or not, in the words that every interface shows.

1. Moves: every move is legal under the rules, and the result follows from them.
2. Dice: every die comes from the seed that was committed to.
3. Commitment: a server signed the commitment before the first roll, and the finished record as a whole.

A verdict that is not proved raises the alarm if the record claims what it cannot show, such as a finished match without
its seed. It raises none where nothing can be expected, such as a signature in a match played in the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.record import OtherRulesError, Reading, RecordError, Signature, UnexecutedReading, examine
from hippodrome.kit.state import Json
from hippodrome.signatures import COMMITMENT, FINISHED_RECORD, PublicKey, is_valid

PROVED, NOT_PROVED = "proved", "not proved"

NOT_CHECKED = "Not checked, because the record is not valid."
CHOSEN = "The dice may have been chosen."
UNSIGNED = (
    "No server signed this record, so nothing shows when the commitment was published. That is normal for a match that "
    "was played in the terminal, with the Python library, or on a server that did not sign records yet."
)
KEYS_PATH = "/.well-known/hippodrome-keys.json"
"""The path at which a server publishes its public keys."""

UNKNOWN_KEY = (
    "This key is not among those that the record was checked with. The server that hosted the match publishes its keys "
    f"at its address followed by {KEYS_PATH}."
)
SIGNED_AT_END = "The server signs the whole record when the match is over."
ALTERED = (
    "The signature does not fit this record. The record was altered after it was signed, or the signature is forged."
)
CUT_SHORT = "The server's signature of the finished record is missing. The record was cut short or altered."


@dataclass(frozen=True)
class Verdict:
    """One of the three verdicts: what it is about, whether it is proved, and a sentence that says why or why not."""

    name: str
    proved: bool
    alarm: bool
    sentence: str

    @property
    def status(self) -> str:
        """The status as text: proved, or not proved."""
        return PROVED if self.proved else NOT_PROVED


@dataclass(frozen=True)
class Verification:
    """Result of verifying a record: a headline, the verdicts on moves, dice and commitment, and facts of the match.

    line   the first wrong line, or 0
    over   whether the match is over
    """

    headline: str
    verdicts: tuple[Verdict, Verdict, Verdict]
    line: int = 0
    game: str = ""
    title: str = ""
    scenario: str = ""
    moves: int = 0
    dice: int = 0
    commitment: str = ""
    seed: str = ""
    result: str = ""
    over: bool = False

    @property
    def is_proved(self) -> bool:
        """True if all three verdicts are proved."""
        return all(verdict.proved for verdict in self.verdicts)

    @property
    def alarm(self) -> bool:
        """True if something about the record is wrong, and not only without proof."""
        return any(verdict.alarm for verdict in self.verdicts)

    def json(self) -> Json:
        """Return the result as JSON, in the format of the REST API."""
        verdicts = [{**asdict(verdict), "status": verdict.status} for verdict in self.verdicts]
        return {**asdict(self), "verdicts": verdicts, "proved": self.is_proved, "alarm": self.alarm}


def verify(text: str, games: Mapping[str, Game], keys: Sequence[PublicKey] = ()) -> Verification:
    """Verify a record; `keys` are the public keys of the servers that the caller trusts."""
    try:
        reading = examine(text, games)
    except OtherRulesError as error:
        return _describe_unexecuted(error.reading, keys)
    except RecordError as error:
        return _invalid(error)
    moves, dice = _moves_verdict(reading), _dice_verdict(reading)
    verdicts = (moves, dice, _commitment_verdict(reading, keys))
    match = reading.match
    first_dice, result = match.first_dice, match.result
    return Verification(
        headline=_headline(reading, verdicts),
        verdicts=verdicts,
        line=reading.dice_line,
        game=match.game.slug,
        title=match.game.title,
        scenario=match.setup.scenario.title,
        moves=match.move_count,
        dice=int(match.state.dice.rolled),
        commitment=match.commitment,
        seed=first_dice.seed.hex() if isinstance(first_dice, TapeDice) else "",
        result=match.game.presentation.verdict(result) if result is not None else "",
        over=result is not None,
    )


def _invalid(error: RecordError) -> Verification:
    """Return the result for a record that cannot be read to its end."""
    message = str(error)
    line = message.removeprefix("line ").partition(":")[0]
    sentence = f"{message[:1].upper()}{message[1:]}."
    verdicts = (
        Verdict("Moves", False, True, sentence),
        Verdict("Dice", False, True, NOT_CHECKED),
        Verdict("Commitment", False, True, NOT_CHECKED),
    )
    return Verification("Record NOT valid; nothing is verified", verdicts, int(line))


def _headline(reading: Reading, verdicts: tuple[Verdict, Verdict, Verdict]) -> str:
    """Return a summary of the verdicts on a record whose moves are legal."""
    moves = "Moves legal" if reading.match.result is not None else "Moves legal so far"
    if reading.unexecuted:
        moves = f"{moves} since rules {reading.match.rules_version}; earlier moves not re-executed"
    _, dice, commitment = verdicts
    if dice.alarm:
        return f"{moves}; dice NOT verified"
    if commitment.alarm:
        return f"{moves}; signature NOT valid"
    if not dice.proved:
        return f"{moves}; dice not verifiable yet"
    if not commitment.proved:
        return f"{moves}; dice match the seed; time of the commitment not proved"
    return f"{moves}; dice verified; committed before the first roll"


# -------------------------------------------------------------------- moves and dice


def _moves_verdict(reading: Reading) -> Verdict:
    if reading.match.begun_version < reading.match.game.version:
        return _changed_rules_verdict(reading)
    count = _move_count(reading.match)
    if reading.match.result is None:
        return Verdict("Moves", True, False, f"{count} so far, legal under the rules. The match is not over.")
    return Verdict("Moves", True, False, f"{count}, legal under the rules. The result follows from them.")


def _move_count(match: Match) -> str:
    """Return the number of moves as screens count them, and that of the secret answers, which the record has too."""
    secret = len(match.moves) - match.move_count
    moves = _count(match.move_count, "move")
    return f"{moves} and {_count(secret, 'secret answer')}" if secret else moves


def _dice_verdict(reading: Reading) -> Verdict:
    if reading.dice_problem:
        return Verdict("Dice", False, True, f"Line {reading.dice_line}: {reading.dice_problem}. {CHOSEN}")
    if not reading.has_seed:
        sentence = "The dice cannot be verified yet: the seed stays secret until the match is over."
        return Verdict("Dice", False, False, sentence)
    if reading.unexecuted:
        sentence = "The dice since the rules changed come from the seed that matches the commitment. Those before are "
        return Verdict("Dice", False, False, f"{sentence}not re-executed, like the moves.")
    count = _count(int(reading.match.state.dice.rolled), "die", "dice")
    return Verdict("Dice", True, False, f"{count}, each from the seed that matches the commitment.")


# -------------------------------------------------------------------- records of earlier rules


def _changed_rules_verdict(reading: Reading) -> Verdict:
    """Return the verdict on the moves of a match that was begun under earlier rules."""
    match, first = reading.match, reading.unexecuted + 1
    end = "The match is not over." if match.result is None else "The result follows from them."
    written = f"written under rules {match.begun_version}"
    if not reading.unexecuted:
        legal = f"legal under rules {match.game.version}"
        if match.rules_version == match.begun_version:
            legal = f"{written}, and {legal} too"
        elif len(match.moves):
            legal = f"{legal}; the first ones were {written}"
        return Verdict("Moves", True, False, f"{_move_count(match)}, {legal}. {end}")
    before = f"Moves 1 to {reading.unexecuted}" if reading.unexecuted > 1 else "Move 1"
    since = f"Moves {first} to {len(match.moves)} are legal under rules {match.game.version}. {end} "
    if len(match.moves) < first:
        since = ""
    return Verdict("Moves", False, False, f"{since}{before} not re-executed: {written}.")


def _describe_unexecuted(reading: UnexecutedReading, keys: Sequence[PublicKey]) -> Verification:
    """Return the result for a record of other rules, of which only the signatures can be checked."""
    problem = f"Moves not re-executed: written under rules {reading.version}"
    sentence = f"{problem} of {reading.game.title}; this program has rules {reading.game.version}."
    verdicts = (
        Verdict("Moves", False, False, sentence),
        Verdict("Dice", False, False, "Not checked, because the moves could not be re-executed."),
        _commitment_verdict(reading, keys),
    )
    headline = f"{problem}; signature NOT valid" if verdicts[2].alarm else problem
    game = reading.game
    return Verification(
        headline, verdicts, game=game.slug, title=game.title, scenario=reading.scenario, moves=reading.moves,
        over=reading.is_over,
    )  # fmt: skip


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"


# -------------------------------------------------------------------- commitment


def _commitment_verdict(reading: Reading | UnexecutedReading, keys: Sequence[PublicKey]) -> Verdict:
    committed, signed = reading.committed, reading.signed
    if committed is None and signed is None:
        return Verdict("Commitment", False, False, UNSIGNED)
    if committed is None:
        return Verdict("Commitment", False, True, ALTERED)
    if signed is None and (reading.has_seed or reading.is_over):
        return Verdict("Commitment", False, True, CUT_SHORT)
    known = {key.id: key for key in keys}
    for purpose, signature in ((COMMITMENT, committed), (FINISHED_RECORD, signed)):
        if signature is not None and signature.key not in known:
            return Verdict("Commitment", False, False, f"Signed with key {signature.key}. {UNKNOWN_KEY}")
        if signature is not None and not is_valid(known[signature.key], purpose, signature):
            return Verdict("Commitment", False, True, ALTERED)
    return _time_verdict(committed, signed, reading.first_move)


def _time_verdict(committed: Signature, signed: Signature | None, first_move: str) -> Verdict:
    """Return the verdict on the times of a record whose signatures are valid."""
    if signed is None:
        sentence = f"{committed_sentence(committed.time, committed.key)} {SIGNED_AT_END}"
        return Verdict("Commitment", False, False, sentence)
    start, first = _parse_time(committed.time), _parse_time(first_move)
    by = f"Signed by the server with key {' and key '.join(dict.fromkeys((committed.key, signed.key)))}."
    if start is None or first is None or first < start:
        return Verdict("Commitment", False, True, f"The times of commitment and first move do not fit. {by}")
    later = f"{first:%H:%M:%S} UTC" if first.date() == start.date() else _time_and_day(first)
    sentence = f"Committed {_time_and_day(start)}, before the first roll; first move {later}. {by}"
    return Verdict("Commitment", True, False, sentence)


def committed_sentence(time: str, key: str) -> str:
    """Return a sentence about the signature of a commitment: its time, as in a record, and the id of its key."""
    return f"Committed {_time_and_day(_parse_time(time))}. Signed by the server with key {key}."


def _parse_time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None


def _time_and_day(time: datetime | None) -> str:
    return "at an unknown time" if time is None else f"{time:%H:%M:%S} UTC on {time.day} {time:%B %Y}"
