"""Character sheets as one page of HTML that needs nothing else, and no script."""

from collections.abc import Mapping, Sequence
from string import Template

from domain.kernel.sheet import Sheet
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.front import figure_html
from exchange.documents.html.markup import joined, people, text
from exchange.documents.html.sheet import sheet_html
from exchange.documents.plates import Plate
from exchange.documents.replay_page import STYLE_ONLY, page_style

_PAGE = Template(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>
$style
</style>
</head>
<body class="sheets">
<div role="main">
<h1 class="about">$about</h1>
$sheets
</div>
</body>
</html>
"""
)


def sheets_page(
    sheets: Sequence[Sheet],
    about: str,
    faces: Faces = NO_FACES,
    style: str = "",
    plates: Mapping[str, Sequence[Plate]] | None = None,
) -> str:
    """The whole page. `about` says of which campaign and moment the sheets are.

    `style` draws the portraits within it, `plates` are further pictures by the characters they belong to.
    """
    known = plates or {}
    return _PAGE.substitute(
        policy=f"{STYLE_ONLY}; img-src data:",
        title=text(", ".join(sheet.title for sheet in sheets) or "No sheets"),
        style="\n".join((page_style(), style)),
        about=people(about),
        sheets=joined(
            f'<section class="card" aria-label="{text(sheet.title)}">{sheet_html(sheet, face=faces.over(sheet))}'
            f"{joined(map(figure_html, known.get(sheet.character, ())))}</section>"
            for sheet in sheets
        ),
    )
