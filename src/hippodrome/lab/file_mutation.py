"""Random custom files for the fuzzer: samples with small changes that leave the file valid."""

from __future__ import annotations

from hippodrome.bots import Chance
from hippodrome.kit.custom_files import (
    LINES,
    LIST,
    NUMBER,
    ONE,
    SOME,
    CustomFileKind,
    Form,
    FormField,
    Values,
    check_file,
)

MAX_CHANGES = 16
TEXT_SUFFIXES = (" II", ' "the Great"', " \\ Sons", " é")  # awkward characters, appended to texts


def mutate_sample(kind: CustomFileKind, chance: Chance) -> str:
    """Return a valid sample of a kind of custom file with random changes.

    A file that crashes the check is returned too, so that the match that uses it fails and is reported.
    """
    valid = [text for text in kind.samples.values() if not check_file(kind, text, kind.title)[1]]
    text = valid[chance.below(len(valid))]
    for _ in range(MAX_CHANGES):
        other = change_once(kind.form, text, chance)
        try:
            _, faults = check_file(kind, other, kind.title)
        except Exception:
            return other
        if not faults:
            text = other
    return text


def change_once(form: Form, text: str, chance: Chance) -> str:
    """Return the file with one random change: a row added or removed, or another value in a field."""
    head, rows = form.fill(text)
    what = chance.below(8) if rows else 7
    if what == 0:
        rows.append(dict(rows[chance.below(len(rows))]))
    elif what == 1:
        rows.pop(chance.below(len(rows)))
    elif what < 7:
        change_field(form.row_fields, rows[chance.below(len(rows))], chance)
    else:
        change_field(form.fields, head, chance)
    return form.write(head, rows)


def change_field(fields: list[FormField], values: Values, chance: Chance) -> None:
    """Change the value of one of these fields."""
    field = fields[chance.below(len(fields))]
    values[field.name] = change_value(field, values[field.name], chance)


def change_value(field: FormField, value: str, chance: Chance) -> str:
    """Return a random new value for a field; it may be invalid."""
    if field.kind == ONE:
        return field.values[chance.below(len(field.values))]
    if field.kind == NUMBER:
        return str(int(value) + chance.below(3) - 1)
    if field.kind == LINES:
        return change_drawing(value, chance)
    if field.kind == SOME:
        word = field.values[chance.below(len(field.values))]
        words = [one.strip() for one in value.split(",") if one.strip()]
        return ", ".join([one for one in words if one != word] if word in words else [*words, word])
    if field.kind == LIST:
        words = value.split(",")
        words.pop(chance.below(len(words)))
        return ",".join(words)
    return value + TEXT_SUFFIXES[chance.below(len(TEXT_SUFFIXES))]


def change_drawing(drawing: str, chance: Chance) -> str:
    """Return a drawing with one random change: a letter replaced by another of its letters, or a line doubled or
    removed.
    """
    lines = drawing.splitlines()
    what, place = chance.below(6), chance.below(len(lines))
    if what == 0:
        lines.insert(place, lines[place])
    elif what == 1:
        lines.pop(place)
    else:
        letters = [letter for line in lines for letter in line if letter != " "]
        filled_columns = [column for column, letter in enumerate(lines[place]) if letter != " "]
        if filled_columns and letters:
            column = filled_columns[chance.below(len(filled_columns))]
            line, new = lines[place], letters[chance.below(len(letters))]
            lines[place] = line[:column] + new + line[column + 1 :]
    return "\n".join(lines)
