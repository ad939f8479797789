"""Things the screens must never do, read in their source: no fragment unguarded, nothing shared in open caches."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dashboard

FILES = sorted(Path(dashboard.__file__).parent.rglob("*.py"))


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{file.name}:{node.name}", node


def decorators(node: ast.FunctionDef) -> list[str]:
    return [ast.unparse(it.func if isinstance(it, ast.Call) else it) for it in node.decorator_list]


FRAGMENTS = {name: node for name, node in functions() if any("fragment" in it for it in decorators(node))}


def test_there_are_fragments() -> None:
    assert len(FRAGMENTS) >= 8


@pytest.mark.parametrize("name", FRAGMENTS)
def test_a_fragment_asks_each_time_who_looks_and_is_given_no_viewer(name: str) -> None:
    node = FRAGMENTS[name]
    assert decorators(node) == ["st.fragment", "guarded"]
    given = [
        ast.unparse(it.annotation) if it.annotation else "" for it in (*node.args.args, *node.args.kwonlyargs)
    ]
    assert not {"Viewer", "Asker", "Access"} & set(given)


def test_fragments_are_made_in_no_other_way() -> None:
    named = [
        file.name
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "st.fragment" and node.args
    ]
    assert named == []


@pytest.mark.parametrize("file", FILES, ids=lambda it: it.name)
def test_nothing_shared_is_kept_where_any_page_can_empty_it(file: Path) -> None:
    source = file.read_text("utf-8")
    assert "st.cache_resource" not in source
    assert "st.cache_data" not in source
