"""The documentation site: every console block works as it stands there, and the pages made from code are whole."""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dashboard.cli.app import app, command
from docs import generated
from domain.kernel.messages import tag_of
from domain.registry import games

DOCS = Path(__file__).parents[2] / "docs"
HAND_WRITTEN = sorted(DOCS.rglob("*.md"))
pages = cache(generated.pages)
OF_OTHERS = ("postgresql", "proofs")
"""One is carried out on a server by a test of its own; the other goes on with the campaign of the README."""
WITH_BLOCKS = [
    page for page in HAND_WRITTEN if page.stem not in OF_OTHERS and "```console" in page.read_text("utf-8")
]


def test_the_pages_are_there() -> None:
    assert {page.stem for page in (DOCS / "tutorials").glob("*.md")} == {"gm", "group", "archivist"}
    assert len(WITH_BLOCKS) >= 7


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: page.stem)
def test_every_command_of_a_page_works_in_the_order_it_is_told(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "campaigns.sqlite3"))
    blocks = re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    told = [line for block in blocks for line in block.splitlines()]
    assert told
    for line in told:
        assert line.startswith("campaign "), f"{line}: a block of another program cannot be run here"
        ran = CliRunner().invoke(app, shlex.split(line)[1:], prog_name="campaign")
        assert ran.exit_code == 0, f"{line}\n{ran.stdout}\n{ran.stderr}"


@pytest.mark.parametrize("page", HAND_WRITTEN, ids=lambda page: page.stem)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    made = {DOCS / path for path in pages()}
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", page.read_text("utf-8"))
    missing = [link for link in links if (page.parent / link).resolve() not in made]
    assert not [link for link in missing if not (page.parent / link).exists()]


def test_every_command_is_on_the_page_of_the_command_line() -> None:
    page = pages()["reference/command-line.md"]
    for name, each in command().commands.items():
        assert f"### campaign {name}\n" in page
        assert all(f"`{it.opts[0]}" in page for it in each.params if it.param_type_name == "option")


@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_has_its_commands_rules_and_events(key: str) -> None:
    game, made = games()[key], pages()
    page, events = made[f"games/{key}.md"], made[f"games/{key}-events.md"]
    assert all(f"### `{tag_of(kind)}`" in page for kind in game.commands)
    assert all(f"| `{rule.id}` |" in page for rule in game.rules)
    assert all(f"| `{name}` |" in page for name in game.house_rules.model_fields)
    assert all(f"`{tag_of(kind)}`" in events for kind in game.events)


def test_nothing_that_was_written_in_code_becomes_markup() -> None:
    code = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
    assert not [path for path, text in pages().items() if "<" in code.sub("", text)]
