"""A game made of chapters: each imports only those before it, and what all of them use imports none."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from campaign_laws.base import Laws, only_where
from domain.kernel.chapter import Rulebook
from domain.kernel.game import AnyGame

BELOW = ("lookup", "phrases", "state", "terms", "printed", "house_rules")
"""Modules of a game that every chapter may use, and that use none."""

HANDED_ON = re.compile(r"isinstance\([^()]*, Refusal\)")
"""A refusal as a value, in a rule."""


def imported(file: Path, package: str) -> Iterator[str]:
    """The modules that a file of this package imports from, by their dotted names."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            module = f"{above}.{node.module}" if node.level and node.module else node.module or above
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def listed(init: Path, package: str) -> Iterator[str]:
    """The dotted names of the chapters an `__init__` lists, those of its parts in their place."""
    for node in ast.walk(ast.parse(init.read_text("utf-8"))):
        if isinstance(node, ast.Call) and "Rulebook" in ast.unparse(node.func):
            entries = node.args
        elif isinstance(node, ast.Assign) and "CHAPTERS" in map(ast.unparse, node.targets):
            assert isinstance(node.value, ast.Tuple)
            entries = node.value.elts
        else:
            continue
        for entry in entries:
            if isinstance(entry, ast.Starred):
                part = ast.unparse(entry.value).removesuffix(".CHAPTERS")
                yield from listed(init.parent / part / init.name, f"{package}.{part}")
            else:
                yield f"{package}.{ast.unparse(entry).removesuffix('.chapter')}"


def folder_of(game: AnyGame) -> Path:
    """The folder of a game."""
    return Path(sys.modules[game.package].__file__ or "").parent


def chapters_in(game: AnyGame) -> list[str]:
    """The dotted names of a game's chapters, in the order its rulebook binds them."""
    return list(listed(folder_of(game) / "chapters" / "__init__.py", f"{game.package}.chapters"))


def chapter_files(game: AnyGame) -> dict[str, Path]:
    """The files of a game's chapters, by their dotted names."""
    folder = folder_of(game)
    files = (file for file in (folder / "chapters").rglob("*.py") if file.stem != "__init__")
    return {".".join((game.package, *file.relative_to(folder).with_suffix("").parts)): file for file in files}


def importing_later(order: list[str], files: dict[str, Path]) -> dict[str, set[str]]:
    """The chapters that import one which does not come before them, and which."""
    found = {
        name: set(order[place:]) & set(imported(files[name], name.rpartition(".")[0]))
        for place, name in enumerate(order)
    }
    return {name: later for name, later in found.items() if later}


def has_chapters(game: AnyGame) -> bool:
    """Its rules lie in a folder of chapters."""
    return (folder_of(game) / "chapters" / "__init__.py").is_file()


def has_rulebook(game: AnyGame) -> bool:
    """A rulebook tells what happens in it."""
    return isinstance(getattr(game.facts, "__self__", None), Rulebook)


class ChapterLaws(Laws):
    """The order of chapters is the order of the book."""

    @only_where(has_chapters)
    def test_a_chapter_imports_only_those_before_it(self) -> None:
        files = chapter_files(self.game)
        assert files.keys() == set(chapters_in(self.game))
        assert not importing_later(chapters_in(self.game), files)

    @only_where(has_chapters)
    def test_what_every_chapter_uses_imports_none(self) -> None:
        folder, package = folder_of(self.game), self.game.package
        for name in BELOW:
            places = [(folder / f"{name}.py", package)]
            places += [(file, f"{package}.{name}") for file in (folder / name).glob("*.py")]
            for file, within in places:
                if file.exists():
                    found = {it for it in imported(file, within) if it.startswith(f"{package}.chapters")}
                    assert not found, f"{file.name} imports {found}"

    @only_where(has_chapters)
    def test_a_rule_never_hands_a_refusal_on(self) -> None:
        for file in chapter_files(self.game).values():
            assert not HANDED_ON.search(file.read_text("utf-8")), file.name

    @only_where(has_rulebook)
    def test_a_rulebook_binds_what_its_game_is_made_of(self) -> None:
        game = self.game
        book = getattr(game.facts, "__self__", None)
        assert isinstance(book, Rulebook)
        assert (book.commands, book.events) == (game.commands, game.events)
        assert all(chapter.title for chapter in book.chapters)
        assert not has_chapters(game) or len(book.chapters) == len(chapters_in(game))
