"""Games: cards, rulebooks, symbols, boards and themes. They change only with the software, so they are cached."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from hippodrome import bots, catalogue
from hippodrome.kit import svg_renderer
from hippodrome.kit.agenda import breadcrumbs
from hippodrome.kit.campaign import CampaignKind, CampaignSetting
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, Scenario, Setting
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.quick_start import MAX_DIAGRAMS, QuickStart
from hippodrome.kit.rulebook import Clause
from hippodrome.kit.scene import Node, Scene
from hippodrome.server.http.api.common import GamesDep, error_responses, find_game, find_scenario, text_responses
from hippodrome.server.http.api.models import (
    CampaignCard,
    Chapter,
    ClauseText,
    GameCard,
    LevelCard,
    OptionCard,
    QuickStartText,
    RulesText,
    ScenarioCard,
)
from hippodrome.server.http.cached_responses import CachedContent
from hippodrome.server.http.http_errors import not_found

router = APIRouter(prefix="/api", tags=["games"])

Theme = Literal["light", "dark", "contrast"]
Box = tuple[int, int, int, int]
MAX_SETUP_DECISIONS = 200
SVG, CSS = "image/svg+xml", "text/css"
CACHE_CONTROL = "public, max-age=300"
"""A browser may reuse a response for 5 minutes, then revalidates it with the ETag."""


# -------------------------------------------------------------------- cards and rules


@router.get("/games", response_model=list[GameCard], responses=error_responses())
async def list_games(games: GamesDep, request: Request) -> Response:
    """Return the games, each with its scenarios and options."""
    return game_cards(tuple(games)).respond(request)


@lru_cache(maxsize=16)
def game_cards(slugs: tuple[str, ...]) -> CachedContent:
    """Return the descriptions of some games for the home page."""
    games = catalogue.all_games()
    return CachedContent.json([game_card(games[slug]) for slug in slugs])


def game_card(game: Game) -> GameCard:
    """Return the description of a game for the home page."""
    return GameCard(
        slug=game.slug,
        title=game.title,
        tagline=game.tagline,
        length=game.length,
        seats=(game.seats[0], game.seats[-1]),
        levels=[level_card(level) for level in bots.levels(game)],
        default_level=bots.default_level(game),
        scenarios=[scenario_card(game, scenario) for scenario in game.scenarios()],
        sheets=game.has_sheets,
        campaigns=[campaign_card(kind) for kind in game.campaigns()],
        quick_options=list(game.quick_options),
        lessons=catalogue.count_lessons(game),
        has_quick_start=bool(game.quick_start_text),
    )


def level_card(level: str) -> LevelCard:
    """Return the description of a bot level."""
    return LevelCard(slug=level, title=level.capitalize(), text=bots.description(level))


def campaign_card(kind: CampaignKind) -> CampaignCard:
    """Return the description of a kind of campaign."""
    return CampaignCard(
        slug=kind.slug,
        title=kind.title,
        text=kind.text,
        scenarios=kind.scenarios,
        seats=(kind.seats[0], kind.seats[-1]),
        options=list(kind.settings),
        own_options=[own_option_card(setting) for setting in kind.own_settings],
    )


def own_option_card(setting: CampaignSetting) -> OptionCard:
    """Return the description of a choice for a campaign itself."""
    return OptionCard(
        name=setting.name,
        title=setting.title,
        text=setting.text,
        values=setting.values,
        labels=setting.labels,
        texts=[],
        default=setting.values[0],
        custom_kind="",
    )


def scenario_card(game: Game, scenario: Scenario) -> ScenarioCard:
    """Return the description of a scenario and its options."""
    return ScenarioCard(
        slug=scenario.slug,
        title=scenario.title,
        text=scenario.text,
        seats=(scenario.seats[0], scenario.seats[-1]),
        default_seats=scenario.default_seats,
        sides=list(scenario.sides),
        options=[option_card(setting) for setting in scenario.options],
        facts=game.scenario_facts(scenario),
    )


def option_card(setting: Setting) -> OptionCard:
    """Return the description of an option and its values."""
    return OptionCard(
        name=setting.name,
        title=setting.title,
        text=setting.text,
        values=list(setting.values),
        labels=list(setting.labels),
        texts=list(setting.texts),
        default=setting.default,
        custom_kind=setting.custom_kind,
    )


@router.get("/games/{game}/rules", response_model=RulesText, responses=error_responses(404))
async def read_rules(game: str, games: GamesDep, request: Request) -> Response:
    """Return the rulebook of a game, chapter by chapter."""
    return rules_text(find_game(games, game).slug).respond(request)


@lru_cache(maxsize=200)
def rules_text(game: str) -> CachedContent:
    """Return the rulebook of a game, chapter by chapter."""
    rules = catalogue.all_games()[game]
    chapters: dict[str, list[ClauseText]] = {}
    for clause in rules.rulebook.clauses.values():
        chapters.setdefault(clause.chapter, []).append(clause_text(clause))
    return CachedContent.json(
        RulesText(
            title=rules.title, chapters=[Chapter(title=title, clauses=clauses) for title, clauses in chapters.items()]
        )
    )


def clause_text(clause: Clause) -> ClauseText:
    """Return a clause with its source, interpretation and cross-references."""
    return ClauseText(
        id=clause.id,
        title=clause.title,
        text=clause.text,
        source=clause.source,
        question=clause.question,
        reading=clause.reading,
        why=clause.why,
        see=list(clause.see),
    )


@router.get("/games/{game}/quick-start", response_model=QuickStartText, responses=error_responses(404))
async def read_quick_start(game: str, games: GamesDep, request: Request) -> Response:
    """Return the game on one page; 404 if it has no quick start."""
    rules = find_game(games, game)
    find_quick_start(rules)
    return quick_start_text(rules.slug).respond(request)


@lru_cache(maxsize=50)
def quick_start_text(game: str) -> CachedContent:
    """Return the quick start of a game that has one."""
    return CachedContent.json(QuickStartText(**find_quick_start(catalogue.all_games()[game]).json()))


def find_quick_start(game: Game) -> QuickStart:
    """Return the quick start of a game; raise a 404 error if it has none."""
    found = cached_quick_start(game.slug)
    if found is None:
        raise not_found(f"{game.title} has no quick start.")
    return found


@lru_cache(maxsize=50)
def cached_quick_start(game: str) -> QuickStart | None:
    """Return the quick start of a game; None if it has none. The slug of a variant names its data, too."""
    return catalogue.quick_start(catalogue.all_games()[game])


# -------------------------------------------------------------------- pictures


@router.get("/games/{game}/symbols.svg", response_class=Response, responses=text_responses(SVG, 404))
def read_symbols(game: str, games: GamesDep, request: Request) -> Response:
    """Return the SVG symbols used in the game's scenes."""
    return symbols(find_game(games, game).slug).respond(request)


@router.get("/games/{game}/quick-start/{number}.svg", response_class=Response, responses=text_responses(SVG, 404))
def read_diagram(
    game: str,
    number: Annotated[int, Path(ge=1, le=MAX_DIAGRAMS)],
    games: GamesDep,
    request: Request,
    theme: Annotated[Theme, Query()] = "light",
) -> Response:
    """Return the picture of a diagram of the quick start; they are numbered from 1."""
    rules = find_game(games, game)
    if number > len(find_quick_start(rules).diagrams):
        raise not_found(f"The quick start of {rules.title} has no diagram {number}.")
    return diagram(rules.slug, number, theme).respond(request)


@router.get("/games/{game}/{scenario}/board.svg", response_class=Response, responses=text_responses(SVG, 404))
def read_board(
    game: str,
    scenario: str,
    games: GamesDep,
    request: Request,
    theme: Annotated[Theme, Query()] = "light",
    deployed: Annotated[bool, Query()] = False,
) -> Response:
    """Return the board of a scenario as a standalone picture: before the set-up, or `deployed`, with its pieces."""
    rules = find_game(games, game)
    return board(rules.slug, find_scenario(rules, scenario).slug, theme, deployed).respond(request)


@router.get("/themes/{theme}.css", response_class=Response, responses=text_responses(CSS))
def read_style(theme: Theme, request: Request) -> Response:
    """Return the style sheet of a theme."""
    return style(theme).respond(request)


@router.get("/themes/{theme}.svg", response_class=Response, responses=text_responses(SVG))
def read_patterns(theme: Theme, request: Request) -> Response:
    """Return the patterns of a theme."""
    return patterns(theme).respond(request)


def svg_definitions(content: str) -> str:
    """Return an SVG document that contains only definitions."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>\n{content}\n</defs>\n</svg>\n'


def cacheable(text: str, kind: str = SVG) -> CachedContent:
    """Return content that browsers may cache for the time in CACHE_CONTROL."""
    return CachedContent(text.encode(), kind, CACHE_CONTROL)


@cache
def symbols(game: str) -> CachedContent:
    """Return the SVG symbols of a game."""
    return cacheable(svg_definitions(svg_renderer.symbols(catalogue.all_games()[game].symbols)))


@cache
def patterns(theme: str) -> CachedContent:
    """Return the patterns of a theme."""
    return cacheable(svg_definitions(svg_renderer.patterns(theme)))


@cache
def style(theme: str) -> CachedContent:
    """Return the style sheet of a theme."""
    return cacheable(f"{svg_renderer.style(theme)}\n", CSS)


@lru_cache(maxsize=100)
def diagram(game: str, number: int, theme: str) -> CachedContent:
    """Return the picture of a diagram of a quick start."""
    found = cached_quick_start(game)
    assert found is not None
    return cacheable(found.diagrams[number - 1].svg(theme))


@lru_cache(maxsize=200)
def board(game: str, scenario: str, theme: str, deployed: bool) -> CachedContent:
    """Return a scenario as a spectator sees it, before the set-up or after it."""
    rules = catalogue.all_games()[game]
    match = Match(Setup(rules, scenario, rules.scenario(scenario).default_seats, {}), TapeDice(seed_from(1)), log=False)
    if not deployed:
        return cacheable(svg_renderer.svg(match.scene(), theme))
    play_setup(match)
    scene = match.scene()
    scene.box = pieces_box(scene)
    return cacheable(svg_renderer.svg(scene, theme))


def play_setup(match: Match) -> None:
    """Play the default choices to the end of the set-up: as long as the first breadcrumb stays the same."""
    start = breadcrumbs(match.state)[:1]
    for _ in range(MAX_SETUP_DECISIONS):
        if match.decision is None or breadcrumbs(match.state)[:1] != start:
            return
        match.play(match.proposals()[0])


def pieces_box(scene: Scene) -> Box:
    """Return the part of a large board in which the pieces stand, twice as wide as high; otherwise the whole board."""
    nodes = [node for layer in scene.layers if not layer.of for node in layer.nodes]
    pieces = [node for node in nodes if "plate" in node.css.split()]
    if not pieces or not any("focus" in node.css.split() for node in nodes):
        return scene.box
    left, right = min(node.x for node in pieces), max(node.x for node in pieces)
    top, bottom = min(node.y for node in pieces), max(node.y for node in pieces)
    side = max(piece_size(node) for node in pieces)
    width = max(right - left + 2 * side, 2 * (bottom - top + 2 * side))
    height = width // 2
    x, y, board_width, board_height = scene.box
    left = min(max((left + right - width) // 2, x), x + max(board_width - width, 0))
    top = min(max((top + bottom - height) // 2, y), y + max(board_height - height, 0))
    return (left, top, width, height)


def piece_size(node: Node) -> int:
    """Return the longer side of a piece."""
    return max([int(number) for number in node.data.split()[:2]]) if node.shape == "rect" else node.size
