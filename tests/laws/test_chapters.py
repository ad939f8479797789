"""Games are made of chapters: each imports only those before it, and what all of them use imports none."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.chapter import Rulebook
from domain.kernel.journal.rulebook import JOURNAL
from domain.registry import games
from tests.support.scripts import folder_of

BELOW = ("lookup", "phrases", "state", "terms", "printed", "house_rules")
"""Modules of a game that every chapter may use, and that use none."""

HANDED_ON = re.compile(r"isinstance\([^()]*, Refusal\)")
"""A refusal as a value, in a rule."""

each_game = pytest.mark.parametrize("key", games())


def imported(file: Path) -> Iterator[str]:
    """The modules a file imports from, by their dotted names."""
    package = ".".join(file.parts[file.parts.index("domain") : -1])
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            module = f"{above}.{node.module}" if node.level and node.module else node.module or above
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def listed(init: Path) -> Iterator[str]:
    """The dotted names of the chapters that an `__init__` lists, those of its parts in their place."""
    package = ".".join(init.parts[init.parts.index("domain") : -1])
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
                yield from listed(init.parent / ast.unparse(entry.value).removesuffix(".CHAPTERS") / init.name)
            else:
                yield f"{package}.{ast.unparse(entry).removesuffix('.chapter')}"


def chapters_in(key: str) -> list[str]:
    """The dotted names of a game's chapters, in the order its rulebook binds them."""
    return list(listed(folder_of(key) / "chapters" / "__init__.py"))


def chapter_files(key: str) -> dict[str, Path]:
    """The files of a game's chapters, by their dotted names."""
    files = (file for file in (folder_of(key) / "chapters").rglob("*.py") if file.stem != "__init__")
    return {".".join(file.with_suffix("").parts[file.parts.index("domain") :]): file for file in files}


@each_game
def test_a_chapter_imports_only_those_before_it(key: str) -> None:
    files = chapter_files(key)
    assert files.keys() == set(chapters_in(key))
    assert not importing_later(chapters_in(key), files)


def test_so_does_one_of_every_campaign_or_its_journal() -> None:
    kernel = folder_of("kernel")
    binding = [kernel / part / "rulebook.py" for part in ("campaign", "journal")]
    order = [name for file in binding for name in listed(file)]
    assert len(order) == len(CAMPAIGN.chapters) + len(JOURNAL.chapters)
    files = {name: kernel.joinpath(*name.split(".")[2:]).with_suffix(".py") for name in order}
    assert not importing_later(order, files)
    for file in files.values():
        assert not HANDED_ON.search(file.read_text("utf-8")), file.name
    for part in binding:
        states = {
            it for it in imported(part.with_name("state.py")) if it.rpartition(".")[0] in order or it in order
        }
        assert not states


def importing_later(order: list[str], files: dict[str, Path]) -> dict[str, set[str]]:
    """The chapters that import one which does not come before them, and which."""
    later = {name: set(order[place:]) & set(imported(files[name])) for place, name in enumerate(order)}
    return {name: found for name, found in later.items() if found}


@each_game
def test_what_every_chapter_uses_imports_none(key: str) -> None:
    for name in BELOW:
        places = [folder_of(key) / f"{name}.py", *(folder_of(key) / name).glob("*.py")]
        for file in places:
            if file.exists():
                found = {it for it in imported(file) if it.startswith(f"domain.{key}.chapters")}
                assert not found, f"{file.name} imports {found}"


@each_game
def test_a_rule_never_hands_a_refusal_on(key: str) -> None:
    for file in chapter_files(key).values():
        assert not HANDED_ON.search(file.read_text("utf-8")), file.name


@each_game
def test_a_rulebook_binds_what_its_game_is_made_of(key: str) -> None:
    game = games()[key]
    book = getattr(game.facts, "__self__", None)
    assert isinstance(book, Rulebook)
    assert (book.commands, book.events) == (game.commands, game.events)
    assert all(chapter.title for chapter in book.chapters)
    assert len(book.chapters) == len(chapters_in(key))
