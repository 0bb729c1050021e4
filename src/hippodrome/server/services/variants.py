"""Variants on the server: those it was started with, and those uploaded from a browser.

Uploaded variants are saved in the data folder, one packed file each, and loaded again at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from pathlib import Path

from hippodrome import catalogue
from hippodrome.atomic_files import write_atomically
from hippodrome.kit.game import Game
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.settings import Settings
from hippodrome.server.workers import texts
from hippodrome.server.workers.pool import Workers
from hippodrome.variants import Variant, VariantError, pack_variant, read_variant

log = logging.getLogger("hippodrome.server.services.variants")

MAX_UPLOADED_VARIANTS = 50


class GameLibrary(Mapping[str, Game]):
    """A live mapping of the server's games by slug: variants are added and removed while it runs."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __getitem__(self, slug: str) -> Game:
        return self._settings.games()[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings.games())

    def __len__(self) -> int:
        return len(self._settings.games())


class VariantLibrary:
    """The installed variants, and the folder of those that were uploaded."""

    def __init__(self, folder: Path, workers: Workers) -> None:
        self.folder = folder
        self._workers = workers
        self._changes: dict[str, list[str]] = {}
        for path in sorted(folder.glob("*.toml")):
            try:
                catalogue.register_variant(read_variant(path))
            except VariantError as error:
                log.warning("variant not valid, skipped", extra={"facts": {"file": str(path), "error": str(error)}})

    def all(self) -> list[Variant]:
        """Return every installed variant."""
        return catalogue.registered_variants()

    def find(self, slug: str) -> Variant:
        """Return the variant with this slug; raise HttpError 404 if there is none."""
        matching = [variant for variant in self.all() if variant.slug == slug]
        if not matching:
            raise not_found("This variant is not installed on this server.", "slug")
        return matching[0]

    async def changes(self, variant: Variant) -> list[str]:
        """Return the changes of a variant as sentences. They are cached, because its slug has a digest of them."""
        if variant.slug not in self._changes:
            self._changes[variant.slug] = await self._workers.run(texts.list_changes, variant)
        return self._changes[variant.slug]

    def is_uploaded(self, variant: Variant) -> bool:
        """Return whether a variant was uploaded, rather than given on the command line."""
        return self._path(variant).is_file()

    def _path(self, variant: Variant) -> Path:
        return self.folder / f"{variant.slug}.toml"

    async def add(self, text: str) -> Variant:
        """Install and save a variant, or return the one that is already installed.

        Raise HttpError 422 with line and key if it is not valid, 409 if there are too many.
        """
        variant, problem = await self._workers.run(texts.read_variant_file, text)
        if variant is None:
            raise invalid(f"{problem}.", "text")
        if variant.slug not in [known.slug for known in self.all()]:
            if len(list(self.folder.glob("*.toml"))) >= MAX_UPLOADED_VARIANTS:
                raise conflict(f"There are already {MAX_UPLOADED_VARIANTS} uploaded variants. Remove one first.")
            await asyncio.to_thread(self._save, variant)
            catalogue.register_variant(variant)
            self._workers.restart()
        return self.find(variant.slug)

    def _save(self, variant: Variant) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self._path(variant), pack_variant(variant))

    def remove(self, slug: str) -> None:
        """Remove an uploaded variant. Its matches are kept and can be played again once it is uploaded again.

        Raise HttpError 409 for a variant given on the command line.
        """
        variant = self.find(slug)
        if not self.is_uploaded(variant):
            raise conflict("The server was started with this variant. Restart it without the variant to remove it.")
        self._path(variant).unlink(missing_ok=True)
        catalogue.unregister_variant(variant)

    def close(self) -> None:
        """Unregister the uploaded variants; they are loaded again at the next start."""
        for variant in [variant for variant in self.all() if self.is_uploaded(variant)]:
            catalogue.unregister_variant(variant)
