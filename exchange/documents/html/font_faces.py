"""The fonts of pages and documents, as a style sheet names them.

Files of `exchange/documents/fonts`, made of Grenze and Alegreya Sans; a sign in neither range is drawn in a font
of the system.
"""

from collections.abc import Callable

FACES = (
    ("Grenze", 600, "normal", "grenze-{}-600-normal"),
    ("Grenze", 400, "italic", "grenze-{}-400-italic"),
    ("Alegreya Sans", 400, "normal", "alegreya-sans-{}-400-normal"),
    ("Alegreya Sans", 500, "normal", "alegreya-sans-{}-500-normal"),
    ("Alegreya Sans", 700, "normal", "alegreya-sans-{}-700-normal"),
)
"""Family, weight, style, and the name of the file with the range left open."""
RANGES = {
    "latin-ext": "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,"
    "U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    "latin": "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,"
    "U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2215,U+FEFF,U+FFFD",
}
"""Signs by range. The plain one is needed by every page, the other when one of its signs stands there."""


def font_faces(address: Callable[[str], str]) -> str:
    """The rules of a style sheet for all of them, `address` telling where the file of that name is."""
    return "\n".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};font-display:swap;'
        f'src:url("{address(f"{name.format(part)}.woff2")}") format("woff2");unicode-range:{signs}}}'
        for family, weight, style, name in FACES
        for part, signs in RANGES.items()
    )
