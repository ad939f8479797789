"""Games are made of chapters: each imports only those before it, and what all of them use imports none."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.chapter import Rulebook
from domain.registry import games
from tests.support.scripts import folder_of

LONGEST = 400
"""Lines of a file."""
BELOW = ("lookup", "phrases", "state", "terms", "tables", "house_rules")
"""Modules of a game that every chapter may use, and that use none."""

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
    order = chapters_in(key)
    files = chapter_files(key)
    assert files.keys() == set(order)
    for place, name in enumerate(order):
        later = set(order[place:]) & set(imported(files[name]))
        assert not later, f"{name} imports {later}"


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
        assert not re.search(r"isinstance\([^()]*, Refusal\)", file.read_text("utf-8")), file.name


@each_game
def test_files_can_be_read_in_one_go(key: str) -> None:
    for file in folder_of(key).rglob("*.py"):
        lines = len(file.read_text("utf-8").splitlines())
        assert lines <= LONGEST, (file, lines)


@each_game
def test_a_rulebook_binds_what_its_game_is_made_of(key: str) -> None:
    game = games()[key]
    book = getattr(game.facts, "__self__", None)
    assert isinstance(book, Rulebook)
    assert (book.commands, book.events) == (game.commands, game.events)
    assert all(chapter.title for chapter in book.chapters)
    assert len(book.chapters) == len(chapters_in(key))
