"""Lessons: what each teaches. They are played over a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from fastapi import APIRouter

from hippodrome import catalogue
from hippodrome.kit.game import Game
from hippodrome.kit.lessons import Lesson
from hippodrome.server.http.api.common import GamesDep, error_responses, find_game
from hippodrome.server.http.api.models import LessonCard
from hippodrome.server.http.http_errors import not_found

router = APIRouter(prefix="/api", tags=["games"])


@router.get("/games/{game}/lessons", responses=error_responses(404))
async def list_lessons(game: str, games: GamesDep) -> list[LessonCard]:
    """Return the lessons of a game in their order; none for a variant."""
    return [lesson_card(lesson) for lesson in await read_lessons(find_game(games, game))]


def lesson_card(lesson: Lesson) -> LessonCard:
    """Return the description of a lesson."""
    return LessonCard(
        name=lesson.name,
        number=lesson.number,
        title=lesson.title,
        idea=lesson.idea,
        minutes=lesson.minutes,
        clauses=lesson.clauses,
    )


async def read_lessons(game: Game) -> list[Lesson]:
    """Return the lessons of a game. The first time they are all played, in another thread."""
    return await asyncio.to_thread(catalogue.lessons, game)


async def find_lesson(games: Mapping[str, Game], slug: str, name: str) -> tuple[Lesson, str]:
    """Return a lesson, and the name of the next one or an empty text; raise HttpError 404 if there is none."""
    lessons = await read_lessons(find_game(games, slug))
    for index, lesson in enumerate(lessons):
        if lesson.name == name:
            return lesson, lessons[index + 1].name if index + 1 < len(lessons) else ""
    raise not_found("There is no such lesson. Choose one from the list of lessons.", "name")
