"""The documentation site: every block of code works as it stands there, and the pages made from code are whole."""

import re
from functools import cache
from pathlib import Path

import pytest

from cli.app import command
from docs import generated
from domain.kernel.messages import tag_of
from domain.registry import games
from tests.docs.blocks import DOCS, HAND_WRITTEN, blocks, carry_out

pages = cache(generated.pages)
ON_A_SERVER = {"postgresql", "shared-server", "install", "add-a-game"}
"""These pages are carried out by tests of their own: beside this one, in tests/browser, and from the wheel."""
IN_A_BROWSER = {"js"}
"""Typed into another program's window, which cannot be had here."""
ONLY_SHOWN = {"text"}
"""Needs a recording of an evening, which is too long to be made here, or is what a program prints."""
AT_HAND = {"evening.ogg": b"OggS" + bytes(200)}
"""Files that whoever reads a page has, and that no page can show."""
WITH_BLOCKS = [page for page in HAND_WRITTEN if page.stem not in ON_A_SERVER and list(blocks(page))]


def test_the_pages_are_there() -> None:
    assert {page.stem for page in (DOCS / "tutorials").glob("*.md")} == {"gm", "group", "archivist"}
    assert len(WITH_BLOCKS) >= 12


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: page.stem)
def test_every_block_of_a_page_works_in_the_order_it_is_told(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "campaigns.sqlite3"))
    for name, content in AT_HAND.items():
        (tmp_path / name).write_bytes(content)
    for block in blocks(page):
        if block.kind not in IN_A_BROWSER and (block.file or block.kind not in ONLY_SHOWN):
            carry_out(block, tmp_path)


def test_a_fence_that_is_no_block_is_on_no_page() -> None:
    """A block that the other tests do not see would never be run."""
    fences = {
        page.name: len(re.findall(r"^\s*(?:```|~~~)", page.read_text("utf-8"), re.M)) for page in HAND_WRITTEN
    }
    assert fences == {page.name: 2 * len(list(blocks(page))) for page in HAND_WRITTEN}


@pytest.mark.parametrize("page", HAND_WRITTEN, ids=lambda page: page.stem)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    made = {DOCS / path for path in pages()}
    written = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", written)
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


@pytest.mark.parametrize(
    ("file", "drops"), [("nginx.conf", 'proxy_set_header {} "";'), ("Caddyfile", "header_up -{}")]
)
def test_the_proxies_drop_the_header_by_which_people_are_named(file: str, drops: str) -> None:
    """Else whoever sends it is whoever they like, where `shared-server.md` has been followed to its header."""
    page = (DOCS / "howto" / "shared-server.md").read_text("utf-8")
    (header,) = re.findall(r"TRUSTED_USER_HEADERS='\{\"([^\"]+)\"", page)
    assert drops.format(header) in (DOCS / "howto" / "server" / file).read_text("utf-8")
