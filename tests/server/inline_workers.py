"""Workers that run every job in this process, for tests that change the games of this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from hippodrome.server.workers.pool import Workers

P = ParamSpec("P")
T = TypeVar("T")


class InlineWorkers(Workers):
    """Workers without processes. Only bots that do not look ahead can play."""

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function."""
        return function(*args, **kwargs)

    async def run_slow(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function."""
        return function(*args, **kwargs)

    async def run_for_play(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function."""
        return function(*args, **kwargs)
