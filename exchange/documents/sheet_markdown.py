"""Character sheets as Markdown."""

from collections.abc import Iterable, Iterator

from domain.kernel.sheet import AnyBlock, Counter, DicePool, Progress, Sheet, Table, Tags, Texts
from exchange.documents.sheet_words import counter_words, dice_words, progress_words, tag_words
from projections.views.markdown import plain_lines, plainly


def sheets_markdown(sheets: Iterable[Sheet], about: str) -> Iterator[str]:
    """Sheets one after another, in pieces. `about` says of which campaign and moment they are."""
    for sheet in sheets:
        yield f"# {plainly(sheet.title)}\n\n"
        yield f"*{plainly(sheet.subtitle)}*\n\n" if sheet.subtitle.strip() else ""
        yield f"{plainly(about)}\n\n"
        for section in sheet.sections:
            yield f"## {plainly(section.title)}\n\n" if section.title.strip() else ""
            for block in section.blocks:
                yield f"{_block(block)}\n"


def _block(block: AnyBlock) -> str:
    label = f"**{plainly(block.label)}**" if block.label.strip() else ""
    match block:
        case Counter():
            return f"{label}: {plainly(counter_words(block))}\n"
        case DicePool():
            return f"{label}: {dice_words(block)}\n"
        case Progress():
            return f"{label}: {plainly(progress_words(block))}\n"
        case Tags():
            return f"{label}\n\n" + ("".join(f"- {plainly(tag_words(tag))}\n" for tag in block.tags) or "none\n")
        case Texts():
            return f"{label}\n\n" + (
                "".join(_quote(text) for text in block.texts if text.strip()) or "unwritten\n"
            )
        case Table():
            return f"{label}\n\n{_table(block)}"


def _quote(text: str) -> str:
    return "".join(f"> {line}\n" if line else ">\n" for line in plain_lines(text)) + "\n"


def _table(block: Table) -> str:
    if not block.rows:
        return "none\n"
    rows = (block.columns, tuple("---" for _ in block.columns), *block.rows)
    lines = (
        "| " + " | ".join(cell if number == 1 else plainly(cell) for cell in row) + " |\n"
        for number, row in enumerate(rows)
    )
    return "".join(lines)
