"""The rulebook of a game: its clauses in our own words, by id."""

from __future__ import annotations

from hippodrome.kit.toml_reader import TomlTable


class Clause:
    """One clause: the rule and, where it is unclear, the question, our reading and the reason for it."""

    __slots__ = ("chapter", "id", "question", "reading", "see", "source", "text", "title", "why")

    def __init__(self, table: TomlTable) -> None:
        self.id = table.text("id")
        self.chapter = table.text("chapter")
        self.title = table.text("title")
        self.text = table.text("text")
        self.source = table.text_or("source", "rulebook")
        self.question = table.text_or("question", "")
        self.reading = table.text_or("reading", "")
        self.why = table.text_or("why", "")
        self.see = tuple(table.texts_or_empty("see"))
        table.reject_unread()

    def __repr__(self) -> str:
        return f"<Clause {self.id}: {self.title}>"


class Rulebook:
    """All clauses of a game, in the order of the book."""

    def __init__(self, text: str, file: str) -> None:
        table = TomlTable(text, file)
        self.clauses: dict[str, Clause] = {}
        for row in table.tables("clause"):
            clause = Clause(row)
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

    def find(self, words: str) -> list[Clause]:
        """Return the clause with this id, or all clauses whose title, text or reading contains these words."""
        small = words.lower()
        exact = [clause for clause in self.clauses.values() if clause.id.lower() == small]
        if exact:
            return exact
        return [
            clause
            for clause in self.clauses.values()
            if small in " ".join([clause.id, clause.title, clause.text, clause.reading]).lower()
        ]
