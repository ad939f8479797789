"""`state` and `sheet`: what stands at a position."""

from typing import Any

from msgspec import to_builtins
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, cell, line, plain, rows, say, table
from cli.viewer import id_called, viewer_of
from domain.kernel.moment import state_json
from domain.kernel.sheet import AnyBlock, Counter, DicePool, Progress, Sheet, Table, Tags, Texts
from exchange.documents.sheet_words import counter_words, dice_words, progress_words
from projections.history.folded_views import sheets_at

_GOOD = {True: "green", False: "red", None: ""}


def state(options: Options, campaign: str, at: int | None) -> None:
    """Print the whole state; it is JSON either way."""
    with options.existing() as library:
        entry = library.ledger.find(campaign)
        as_json(state_json(library.ledger.game(entry.game), library.ledger.moment(entry.slug, at)))


def sheets(options: Options, campaign: str, character: str | None, at: int | None, who: str | None) -> None:
    """Print the sheets of the cast, or one of them."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        found = chosen(sheets_at(library.ledger, slug, at, viewer=viewer_of(library, slug, who)), character, slug)
    if options.json:
        shown = [sheet_json(sheet) for sheet in found]
        as_json(shown if character is None else shown[0])
    elif not found:
        say("There are no characters yet.")
    else:
        for sheet in found:
            say(_sheet(sheet))


def chosen(sheets: list[Sheet], character: str | None, slug: str) -> list[Sheet]:
    """The sheet of whoever is called so; all of them for None. Raises `CommandFailed`."""
    if character is None:
        return sheets
    wanted = id_called(character, {sheet.character: sheet.title for sheet in sheets})
    found = [sheet for sheet in sheets if sheet.character == wanted]
    if not found:
        there = ", ".join(sheet.character for sheet in sheets) or "nobody"
        raise usage_error(f"There is no character {character!r} in {slug}. There are: {there}.")
    return found


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """A sheet as JSON values; every block says which form it has."""
    return {
        "character": sheet.character,
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "sections": [
            {"title": section.title, "blocks": [_block_json(block) for block in section.blocks]}
            for section in sheet.sections
        ],
    }


def _block_json(block: AnyBlock) -> dict[str, Any]:
    return {"block": block.block, **to_builtins(block)}


def _sheet(sheet: Sheet) -> RenderableType:
    title = Text(line(sheet.title), style="bold")
    if sheet.subtitle:
        title.append(f"  {line(sheet.subtitle)}", style="dim")
    parts: list[RenderableType] = [title]
    for section in sheet.sections:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(style="dim", max_width=28)
        grid.add_column(overflow="fold")
        for block in section.blocks:
            grid.add_row(cell(block.label), _block(block))
        heading = Text(line(section.title), style="underline")
        parts += [Padding(heading, (1, 0, 0, 2), expand=False), Padding(grid, (0, 0, 0, 2), expand=False)]
    return Group(*parts, Text(""))


def _block(block: AnyBlock) -> RenderableType:
    match block:
        case Counter():
            return Text(plain(counter_words(block)))
        case DicePool():
            return Text(dice_words(block))
        case Tags(tags=()) | Texts(texts=()):
            return Text("none", style="dim")
        case Tags():
            return Text("\n").join(_tag(tag.text, tag.state, tag.detail, tag.good) for tag in block.tags)
        case Texts():
            return Text("\n".join(plain(text) for text in block.texts))
        case Table():
            return rows(table(*block.columns), block.rows)
        case Progress():
            return Text(line(progress_words(block)))


def _tag(text: str, state_word: str, detail: str, good: bool | None) -> Text:
    shown = Text(line(text))
    if state_word:
        shown.append(f" {line(state_word)}", style=_GOOD[good] or "dim")
    if detail:
        shown.append(f" ({line(detail)})", style="dim")
    return shown
