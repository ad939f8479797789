"""Pages without a session, made here, so that they cost the server nothing."""

from functools import cache
from html import escape

from exchange.documents.html.font_faces import font_faces

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Campaign Ledger</title>
<link rel="icon" href="/app/static/icon.svg">
<style>{style}</style>
</head><body><main>
<h1>{title}</h1>
{lines}
{buttons}
</main><script>{script}</script></body></html>
"""
_STYLE = """
:root { color-scheme: light dark; }
body { font: 17px/1.5 "Alegreya Sans", sans-serif; display: grid; place-items: center;
  min-height: 90vh; margin: 0; }
main { max-width: 32rem; padding: 1.5rem; text-align: center; }
h1 { font: 600 2.2rem Grenze, Georgia, serif; }
a { display: inline-block; margin: .4rem; padding: .5rem 1.4rem; border: 1px solid; border-radius: 6px; }
a { color: inherit; }
"""


@cache
def _style() -> str:
    # From the root: such a page is answered at any address.
    return font_faces(lambda name: f"/app/static/fonts/{name}") + _STYLE


def plain_page(title: str, lines: list[str], *ways: tuple[str, str], script: str = "") -> str:
    """A page of a title, a few lines and buttons. `ways` are what the buttons say, and where they lead."""
    buttons = "".join(_button(words, leads) for words, leads in ways)
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return _PAGE.format(title=escape(title), lines=paragraphs, buttons=buttons, style=_style(), script=script)


def _button(words: str, leads: str) -> str:
    # A link and no form: the way leads on to the service, which is elsewhere.
    return f'<a role="button" href="{escape(leads)}">{escape(words)}</a>'


def no_such_page() -> str:
    """The page at an address where no screen is."""
    told = ["There is nothing at this address. If a link led here, a part of it may be missing."]
    return plain_page("No such page", told, ("To the campaigns", "./"))
