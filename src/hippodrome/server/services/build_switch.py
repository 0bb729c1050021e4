"""Moves bots and the lab to the compiled build as soon as it is ready, without a restart of the server."""

from __future__ import annotations

import asyncio
import logging

from hippodrome import builds
from hippodrome.server.services.lab_jobs import Laboratory
from hippodrome.server.workers.pool import Workers

log = logging.getLogger("hippodrome.server.services.build_switch")

POLL_INTERVAL_S = 1.0


async def move_to_compiled_build(workers: Workers, laboratory: Laboratory) -> None:
    """Wait until the compiled build is ready, then move the workers to it; return at once if none is being made.

    No job is lost: the old workers finish what they have begun. The server process itself stays on its build until the
    next start.
    """
    build = builds.pending_build()
    if build is None:
        return
    while not build.is_ready():
        if error := build.error():
            log.warning("compiling failed, bots stay on the plain build", extra={"facts": {"error": error}})
            return
        await asyncio.sleep(POLL_INTERVAL_S)
    try:
        await workers.replace()
        await laboratory.replace_worker()
    except Exception:
        log.exception("workers of the compiled build did not start, bots stay on the plain build")
        return
    log.info("rules compiled, bots and lab use the compiled build from now on")
