"""The command learn: the lessons of a game, played at the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

import hippodrome as hd
from hippodrome.atomic_files import write_atomically
from hippodrome.kit.lessons import MAX_STARS, Lesson, LessonRun
from hippodrome.terminal.arguments import NoColor, OptionalGame, Plain, examples
from hippodrome.terminal.console import UsageError, make_console
from hippodrome.terminal.lesson_loop import LessonLoop
from hippodrome.terminal.match_arguments import find_game
from hippodrome.terminal.match_loop import QuitMatch
from hippodrome.terminal.saves import data_folder
from hippodrome.terminal.screens import choose_screen
from hippodrome.terminal.theme import QUIET

PROGRESS_FILE = "lessons.json"

app = typer.Typer()


@app.command(epilog=examples("hippodrome learn", "hippodrome learn benhur", "hippodrome learn benhur first-turn"))
def learn(
    game: OptionalGame = None,
    lesson: Annotated[
        str | None, typer.Argument(metavar="LESSON", help="Name of a lesson; without one, the lessons are listed.")
    ] = None,
    no_color: NoColor = False,
    plain: Plain = False,
) -> None:
    """Learn a game by playing short lessons.

    A lesson tells you what to do; mistakes are shown and undone.
    """
    console = make_console(not no_color)
    if lesson is None:
        for slug in [find_game(game).slug] if game else hd.games():
            show_lessons(console, slug)
        return
    chosen = find_lesson(find_game(game).slug, lesson)
    run = LessonRun(chosen)
    loop = LessonLoop(run, choose_screen(console, "normal", plain))
    try:
        with loop.screen:
            loop.play()
    except (QuitMatch, EOFError, KeyboardInterrupt):
        console.print("\nStopped.")
        return
    save_stars(chosen, run.stars)
    console.print(Text(f"{stars_text(run.stars)}  {chosen.title}"))
    show_next(console, chosen)


def find_lesson(slug: str, name: str) -> Lesson:
    """Return a lesson of a game by its name or number; raise UsageError, with the known names, if there is none."""
    lessons = hd.lessons(slug)
    for lesson in lessons:
        if name in (lesson.name, str(lesson.number)):
            return lesson
    known = ", ".join([lesson.name for lesson in lessons]) or "none"
    raise UsageError(f"{hd.game(slug).title} has no lesson {name!r}; there are: {known}")


def show_lessons(console: Console, slug: str) -> None:
    """Print the lessons of a game with the stars of this user."""
    lessons, stars = hd.lessons(slug), read_stars()
    if not lessons:
        return
    console.print(Text.assemble((slug, "bold"), f"  {hd.game(slug).title}"))
    width = max(len(lesson.name) for lesson in lessons)
    for lesson in lessons:
        earned = stars_text(stars.get(f"{slug}/{lesson.name}", 0))
        line = f"  {lesson.number}  {earned}  {lesson.name:<{width}}  {lesson.title} ({lesson.minutes} min)"
        console.print(Text(line))
        console.print(Text(f"         {'':<{width}}  {lesson.idea}", style=QUIET))


def show_next(console: Console, lesson: Lesson) -> None:
    """Print how to continue after a lesson."""
    slug = lesson.game.slug
    following = [other for other in hd.lessons(slug) if other.number > lesson.number]
    command = f"learn {slug} {following[0].name}" if following else f"play {slug}"
    console.print(Text(f"Next: hippodrome {command}", style=QUIET))


def stars_text(stars: int) -> str:
    """Return earned and missing stars."""
    return "*" * stars + "-" * (MAX_STARS - stars)


# -------------------------------------------------------------------- progress


def progress_path() -> Path:
    """Return the file with the stars of this user."""
    return data_folder() / PROGRESS_FILE


def read_stars() -> dict[str, int]:
    """Return the stars by game and lesson; none if the file is missing or damaged."""
    try:
        saved = json.loads(progress_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(saved, dict):
        return {}
    return {str(name): min(stars, MAX_STARS) for name, stars in saved.items() if isinstance(stars, int) and stars > 0}


def save_stars(lesson: Lesson, stars: int) -> None:
    """Save the stars of a lesson, unless there were more of them before."""
    saved = read_stars()
    name = f"{lesson.game.slug}/{lesson.name}"
    saved[name] = max(stars, saved.get(name, 0))
    progress_path().parent.mkdir(parents=True, exist_ok=True)
    write_atomically(progress_path(), json.dumps(saved, indent=1, sort_keys=True) + "\n")
