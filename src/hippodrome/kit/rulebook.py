"""The rulebook of a game: its clauses in our own words, by id."""

from __future__ import annotations

from typing import Any, Final

from hippodrome.kit.toml_reader import TomlTable

MAX_VERSION: Final = 999_999_999


class Clause:
    """One clause: the rule and, where it is unclear, the question, our reading and the reason for it.

    A clause without a chapter belongs to that of the clause before it. One with a question is a ruling unless it names
    another source.
    """

    __slots__ = ("chapter", "id", "question", "reading", "see", "source", "text", "title", "why")

    def __init__(
        self,
        id: str,
        chapter: str,
        title: str,
        text: str,
        source: str = "rulebook",
        question: str = "",
        reading: str = "",
        why: str = "",
        see: tuple[str, ...] = (),
    ) -> None:
        self.id = id
        self.chapter = chapter
        self.title = title
        self.text = text
        self.source = source
        self.question = question
        self.reading = reading
        self.why = why
        self.see = see

    def __repr__(self) -> str:
        return f"<Clause {self.id}: {self.title}>"


def read_clause(table: TomlTable, chapter: str) -> Clause:
    """Return a clause from its table; `chapter` is that of the clause before it."""
    question = table.text_or("question", "")
    clause = Clause(
        table.text("id"),
        table.text_or("chapter", chapter) if chapter else table.text("chapter"),
        table.text("title"),
        table.text("text"),
        table.text_or("source", "ruling" if question else "rulebook"),
        question,
        table.text_or("reading", ""),
        table.text_or("why", ""),
        tuple(table.texts_or_empty("see")),
    )
    table.reject_unread()
    return clause


class Profile:
    """A row of data and the clause that describes it. `generated` is the id of the clause if no other is there."""

    __slots__ = ("chapter", "generated", "key", "row", "text", "title")

    def __init__(self, key: str, row: Any, generated: str, chapter: str, title: str, text: str) -> None:
        self.key = key
        self.row = row  # with the id of its clause as `rule`
        self.generated = generated
        self.chapter = chapter
        self.title = title
        self.text = text

    @property
    def rule(self) -> str:
        """The id of the clause."""
        rule: str = self.row.rule
        return rule


def clause_id(prefix: str, key: str) -> str:
    """Return the id of a clause that is written from the data of a row: CR-V.CENTAUR."""
    return f"{prefix}{key.upper().replace('_', '-').strip('-')}"


class Rulebook:
    """All clauses of a game, in the order of the book, and the version of its rules, by default 1."""

    def __init__(self, text: str, file: str) -> None:
        table = TomlTable(text, file)
        self.version = table.integer("version", 1, MAX_VERSION) if "version" in table else 1
        self.clauses: dict[str, Clause] = {}
        chapter = ""
        for row in table.tables("clause"):
            clause = read_clause(row, chapter)
            chapter = clause.chapter
            if clause.id in self.clauses:
                raise row.error("id", f"{clause.id} appears twice")
            self.clauses[clause.id] = clause
        table.reject_unread()
        for clause in self.clauses.values():
            for other in clause.see:
                if other not in self.clauses:
                    raise table.error("clause", f"{clause.id} points to {other}, which does not exist")

    def __repr__(self) -> str:
        return f"<Rulebook, {len(self.clauses)} clauses>"

    def add(self, id: str, chapter: str, title: str, text: str, see: tuple[str, ...] = ()) -> None:
        """Add a clause that is written from the data, after the others of its chapter."""
        clauses = list(self.clauses.values())
        last = max(
            [place for place, clause in enumerate(clauses) if clause.chapter == chapter], default=len(clauses) - 1
        )
        clauses.insert(last + 1, Clause(id, chapter, title, text, "data", see=see))
        self.clauses = {clause.id: clause for clause in clauses}

    def find(self, words: str) -> list[Clause]:
        """Return the clause with this id, or all clauses whose chapter, title, text or reading contains these
        words."""
        small = words.lower()
        exact = [clause for clause in self.clauses.values() if clause.id.lower() == small]
        if exact:
            return exact
        return [
            clause
            for clause in self.clauses.values()
            if small in " ".join([clause.id, clause.chapter, clause.title, clause.text, clause.reading]).lower()
        ]
