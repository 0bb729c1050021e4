"""Variants at the server: those it was started with, and those that were opened in the browser, which it keeps.

What was opened lies in the data folder, one packed file each, and is there again after the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from pathlib import Path

from hippodrome import catalogue
from hippodrome.files import write_whole
from hippodrome.kit.game import Game
from hippodrome.lab.variant_check import tried
from hippodrome.server.http.http_errors import conflict, invalid, missing
from hippodrome.server.settings import Settings
from hippodrome.server.workers.pool import Programs
from hippodrome.variants import Variant, VariantError, packed, read, unpacked

log = logging.getLogger("hippodrome.server.services.variants")

FILE = "variant.toml"
MOST = 50
"""So many variants may be kept."""


class Library(Mapping[str, Game]):
    """The games of a server as they are at this moment: variants come and go while it runs."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __getitem__(self, slug: str) -> Game:
        return self._settings.games()[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings.games())

    def __len__(self) -> int:
        return len(self._settings.games())


class Variants:
    """The variants in use, and the folder of those that were opened here."""

    def __init__(self, folder: Path, programs: Programs) -> None:
        self.folder = folder
        self._programs = programs
        for path in sorted(folder.glob("*.toml")):
            try:
                catalogue.use(read(path))
            except VariantError as error:
                log.warning("a variant cannot be used", extra={"facts": {"file": str(path), "why": str(error)}})

    def all(self) -> list[Variant]:
        """Return every variant in use."""
        return catalogue.variants()

    def find(self, slug: str) -> Variant:
        """Return the variant of this slug."""
        found = [variant for variant in self.all() if variant.slug == slug]
        if not found:
            raise missing("There is no such variant here.", "slug")
        return found[0]

    def is_kept(self, variant: Variant) -> bool:
        """Return whether it was opened here, and not named when the server was started."""
        return self._path(variant).is_file()

    def _path(self, variant: Variant) -> Path:
        return self.folder / f"{variant.slug}.toml"

    async def add(self, text: str) -> Variant:
        """Take a variant into use and keep it; what is wrong with it is named with line and key."""
        try:
            variant = unpacked(text, FILE)
            faults = await self._programs.run(tried_out, variant)
        except VariantError as error:
            raise invalid(f"{error}.", "text") from None
        if faults:
            raise invalid(f"{faults[0]}.", "text")
        if variant.slug not in [known.slug for known in self.all()]:
            if len(list(self.folder.glob("*.toml"))) >= MOST:
                raise conflict(f"{MOST} variants are kept already. Remove one of them first.")
            await asyncio.to_thread(self._keep, variant)
            catalogue.use(variant)
            self._programs.renew()
        return self.find(variant.slug)

    def _keep(self, variant: Variant) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(variant), packed(variant))

    def remove(self, slug: str) -> None:
        """Let a variant go that was opened here. Its matches are kept, and can be played when it is opened again."""
        variant = self.find(slug)
        if not self.is_kept(variant):
            raise conflict("The server was started with this variant: start it without to be rid of it.")
        self._path(variant).unlink(missing_ok=True)
        catalogue.forget(variant)

    def close(self) -> None:
        """Let go of what was opened here; it is there again after the next start."""
        for variant in [variant for variant in self.all() if self.is_kept(variant)]:
            catalogue.forget(variant)


def tried_out(variant: Variant) -> list[str]:
    """What is wrong with a variant when its scenarios are played for a while; runs in a worker."""
    return tried(catalogue.made(variant))
