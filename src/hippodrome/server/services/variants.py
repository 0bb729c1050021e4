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
from hippodrome.lab.variant_check import check_variant
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.settings import Settings
from hippodrome.server.workers.pool import Workers
from hippodrome.variants import Variant, VariantError, pack, read_variant, parse_variant

log = logging.getLogger("hippodrome.server.services.variants")

UPLOAD_NAME = "variant.toml"
MAX_UPLOADED_VARIANTS = 50
"""So many variants may be kept."""


class GameLibrary(Mapping[str, Game]):
    """The games of a server as they are at this moment: variants come and go while it runs."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __getitem__(self, slug: str) -> Game:
        return self._settings.games()[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings.games())

    def __len__(self) -> int:
        return len(self._settings.games())


class VariantLibrary:
    """The variants in use, and the folder of those that were opened here."""

    def __init__(self, folder: Path, programs: Workers) -> None:
        self.folder = folder
        self._workers = programs
        for path in sorted(folder.glob("*.toml")):
            try:
                catalogue.register_variant(read_variant(path))
            except VariantError as error:
                log.warning("a variant cannot be used", extra={"facts": {"file": str(path), "why": str(error)}})

    def all(self) -> list[Variant]:
        """Return every variant in use."""
        return catalogue.registered_variants()

    def find(self, slug: str) -> Variant:
        """Return the variant of this slug."""
        found = [variant for variant in self.all() if variant.slug == slug]
        if not found:
            raise not_found("There is no such variant here.", "slug")
        return found[0]

    def is_uploaded(self, variant: Variant) -> bool:
        """Return whether it was opened here, and not named when the server was started."""
        return self._path(variant).is_file()

    def _path(self, variant: Variant) -> Path:
        return self.folder / f"{variant.slug}.toml"

    async def add(self, text: str) -> Variant:
        """Take a variant into use and keep it; what is wrong with it is named with line and key."""
        try:
            variant = parse_variant(text, UPLOAD_NAME)
            faults = await self._workers.run(find_problems, variant)
        except VariantError as error:
            raise invalid(f"{error}.", "text") from None
        if faults:
            raise invalid(f"{faults[0]}.", "text")
        if variant.slug not in [known.slug for known in self.all()]:
            if len(list(self.folder.glob("*.toml"))) >= MAX_UPLOADED_VARIANTS:
                raise conflict(f"{MAX_UPLOADED_VARIANTS} variants are kept already. Remove one of them first.")
            await asyncio.to_thread(self._save, variant)
            catalogue.register_variant(variant)
            self._workers.restart()
        return self.find(variant.slug)

    def _save(self, variant: Variant) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(variant), pack(variant))

    def remove(self, slug: str) -> None:
        """Let a variant go that was opened here. Its matches are kept, and can be played when it is opened again."""
        variant = self.find(slug)
        if not self.is_uploaded(variant):
            raise conflict("The server was started with this variant: start it without to be rid of it.")
        self._path(variant).unlink(missing_ok=True)
        catalogue.unregister_variant(variant)

    def close(self) -> None:
        """Let go of what was opened here; it is there again after the next start."""
        for variant in [variant for variant in self.all() if self.is_uploaded(variant)]:
            catalogue.unregister_variant(variant)


def find_problems(variant: Variant) -> list[str]:
    """What is wrong with a variant when its scenarios are played for a while; runs in a worker."""
    return check_variant(catalogue.build_variant(variant))
