"""The pages of the site that are made from code: every command of the shell, every game."""

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cli.app import command
from cli.games.rulebooks import settings_of
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.game import AnyGame
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.messages import Message, tag_of
from domain.kernel.schema.events_page import events_page
from domain.registry import games

DECISIONS = Path(__file__).with_name("decisions")


def pages() -> dict[str, str]:
    """Path within the site -> Markdown."""
    made = {
        "reference/command-line.md": command_line(),
        "reference/shared.md": shared(),
        "decisions/index.md": decisions(),
    }
    for key, game in games().items():
        made[f"games/{key}.md"] = game_page(game)
        made[f"games/{key}-events.md"] = _plain(events_page(game))
    return made


def decisions() -> str:
    """The list of decisions, with their numbers."""
    about = "What was decided, why, and at what price. Numbers that are missing were never given."
    lines = ["# Decisions", "", about, ""]
    for page in sorted(DECISIONS.glob("0*.md")):
        title = page.read_text("utf-8").splitlines()[0].lstrip("# ")
        lines.append(f"- [{title}]({page.name})")
    return "\n".join(lines) + "\n"


# --- the command line ------------------------------------------------------------------------------------


def command_line() -> str:
    """Every command with its arguments and options."""
    group = command()
    lines = ["# The command line", "", _told(group.help), "", _told(group.epilog), "", "## Shared options", ""]
    lines += [*_options(group), "", "They may stand anywhere in a command line."]
    panels: dict[str, list[Any]] = {}
    for name in group.commands:
        each = group.commands[name]
        panels.setdefault(getattr(each, "rich_help_panel", None) or "Others", []).append(each)
    for panel, commands in panels.items():
        lines += ["", f"## {panel}"]
        for each in commands:
            lines += [
                "",
                f"### campaign {each.name}",
                "",
                _told(each.help),
                "",
                "```text",
                _usage(each),
                "```",
                "",
            ]
            lines += _options(each)
    return "\n".join(lines) + "\n"


def _usage(each: Any) -> str:
    words = [f"campaign {each.name}"]
    for parameter in each.params:
        if parameter.param_type_name == "argument":
            name = (parameter.metavar or parameter.name or "").upper()
            words.append(name if parameter.required else f"[{name}]")
        elif parameter.required:
            words.append(f"{parameter.opts[0]} {parameter.metavar or ''}".strip())
    return " ".join(words)


def _options(each: Any) -> list[str]:
    rows = []
    for parameter in each.params:
        if parameter.param_type_name == "argument":
            name = f"`{(parameter.metavar or parameter.name or '').upper()}`"
        else:
            spelled = [*parameter.opts, *parameter.secondary_opts]
            takes = "" if getattr(parameter, "is_flag", False) else f" {parameter.metavar or ''}".rstrip()
            name = ", ".join(f"`{it}{takes}`" for it in spelled)
        rows.append((name, _told(getattr(parameter, "help", "") or "")))
    return _table(("", "what it does"), rows) if rows else []


# --- games -----------------------------------------------------------------------------------------------


def game_page(game: AnyGame) -> str:
    """One game: what can be asked for, its house rules, its rules and where they were read one way of two."""
    lines = [
        f"# {game.title}",
        "",
        _plain(game.blurb),
        "",
        f"{_plain(game.credit.sentence)}.",
        "",
        f"Its key is `{game.key}`.",
        "",
        "## Commands",
    ]
    lines += [
        "",
        f"The [events]({game.key}-events.md) that follow from them have a page of their own; the commands of",
        "[every table](../reference/shared.md) can be asked for as well.",
    ]
    for kind in game.commands:
        lines += ["", *_message(kind)]
    lines += [
        "",
        "## House rules",
        "",
        "Fixed at founding with `--house-rule name=value`, changed by a ruling.",
        "",
    ]
    lines += _table(
        ("setting", "default", "what it does"),
        [
            (f"`{it['name']}`", f"`{it['default']}`", _plain(str(it["does"])))
            for it in settings_of(game.house_rules)
        ],
    )
    lines += ["", "## Rules", ""]
    lines += _table(("rule", "what it is about"), [(f"`{it.id}`", _plain(it.title)) for it in game.rules])
    return "\n".join(lines) + "\n"


def shared() -> str:
    """The messages of every table, whatever its game."""
    lines = ["# Commands and events of every table", "", "Whatever the game, these can be asked for and recorded."]
    for title, kinds in (
        ("Commands of the campaign", CAMPAIGN.commands),
        ("Commands of the journal", JOURNAL.commands),
        ("Events of the campaign", CAMPAIGN.events),
        ("Events of the journal", JOURNAL.events),
    ):
        lines += ["", f"## {title}"]
        for kind in kinds:
            lines += ["", *_message(kind)]
    return "\n".join(lines) + "\n"


def _message(kind: type[Message]) -> Iterator[str]:
    """A message: its tag, what its docstring says, its fields."""
    yield f"### `{tag_of(kind)}`"
    yield ""
    told, _, terms = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")
    yield _plain(told)
    if terms:
        yield ""
        yield "```text"
        yield terms
        yield "```"
    schema = kind.model_json_schema()
    fields = {name: field for name, field in schema.get("properties", {}).items() if name != "type"}
    if fields:
        needed = schema.get("required", ())
        rows = [
            (f"`{name}`", "needed" if name in needed else "", _plain(it.get("description", "")))
            for name, it in fields.items()
        ]
        yield ""
        yield from _table(("field", "", ""), rows)


# --- Markdown --------------------------------------------------------------------------------------------


def _table(heads: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> list[str]:
    heads = list(heads)
    made = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for row in rows:
        cells = (str(cell).replace("|", "\\|").replace("\n", " ") for cell in row)
        made.append(f"| {' | '.join(cells)} |")
    return made


def _told(text: str | None) -> str:
    """Help as it is written in code, for a page."""
    return _plain(inspect.cleandoc(text or ""))


def _plain(text: str) -> str:
    """Text in which nothing is HTML."""
    return text.replace("<", "&lt;")
