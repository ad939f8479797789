"""Fonts that something is printed with: those that come with the program, those brought, those of the computer."""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path

import typst
from fontTools.ttLib import TTFont
from fontTools.ttLib.ttCollection import TTCollection

TEXT = "alegreya-sans-regular.ttf"
ALONGSIDE = (
    "alegreya-sans-bold.ttf",
    "alegreya-sans-italic.ttf",
    "grenze-semibold.ttf",
)
"""The text's other faces: they lack no sign that it has, and are not asked for others."""
SCRIPTS = (
    "noto-sans-hebrew.ttf",
    "noto-sans-arabic.ttf",
    "noto-sans-devanagari.ttf",
    "noto-sans-thai.ttf",
    "dejavu-sans.ttf",
)
ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
MOST_LOOKED_AT = 600
"""The most fonts of a computer that are opened for a sign that no other has."""
_LIKELY = (
    "notosanscjk-regular",
    "notocoloremoji",
    "apple color emoji",
    "seguiemj",
    "noto",
    "arial unicode",
    "dejavu",
)


@dataclass(frozen=True, slots=True)
class Font:
    """A file, the family that a document names it by, and the signs that it has."""

    file: Path
    family: str
    signs: frozenset[int]


def font_of(file: Path) -> Font | None:
    """The font in a file; None where it is none that can be printed with."""
    try:
        found = TTCollection(file, lazy=True).fonts[0] if _holds_several(file) else TTFont(file, lazy=True)
        signs = frozenset(found.getBestCmap() or ())
        families = [
            each.family for each in _fonts_in(file.parent) if each.path and Path(each.path).name == file.name
        ]
        # A file that was cut off has its first tables and none of what is drawn.
        outlines = [tag for tag in ("glyf", "CFF ", "CFF2", "CBDT", "sbix", "COLR") if tag in found]
        whole = all(len(found.reader[tag]) for tag in (*outlines, "hmtx", "head"))
    except Exception:  # those who read fonts have no error of their own: whatever a wrong table leads to
        return None
    return Font(file, families[0], signs) if signs and families and outlines and whole else None


@lru_cache(maxsize=64)
def _fonts_in(folder: Path) -> list[typst.FontInfo]:
    """The fonts that Typst sees in a folder, which are not all that others see."""
    return typst.Fonts(False, False, [str(folder)]).fonts()


def _holds_several(file: Path) -> bool:
    with file.open("rb") as begun:
        return begun.read(4) == b"ttcf"


@cache
def shipped() -> tuple[Font, ...]:
    """The fonts that come with the program, in the order in which a sign is looked for."""
    with as_file(files("exchange.documents").joinpath("fonts")) as folder:
        found = [font_of(folder / name) for name in (TEXT, *SCRIPTS)]
    return tuple(font for font in found if font is not None)


def files_beside() -> tuple[Path, ...]:
    """The other faces of the fonts shipped: bold, italic, of headings."""
    with as_file(files("exchange.documents").joinpath("fonts")) as folder:
        return tuple(folder / name for name in ALONGSIDE)


def brought(place: Path) -> tuple[Font, ...]:
    """The fonts in a folder, or the one that a file is; those that cannot be printed with are left out."""
    names = sorted(filter(_is_font_file, place.rglob("*") if place.is_dir() else (place,)))
    return tuple(font for font in map(font_of, names) if font is not None)


def for_missing(signs: frozenset[int], folders: Iterable[Path] | None = None) -> tuple[Font, ...]:
    """Fonts of this computer that have some of these signs, the likeliest first; as few as it takes."""
    found, wanted = [], set(signs)
    for file in sorted(_on_this_computer(folders), key=_likelihood)[:MOST_LOOKED_AT]:
        if not wanted:
            break
        font = font_of(file)
        if font is not None and wanted & font.signs:
            wanted -= font.signs
            found.append(font)
    return tuple(found)


def _on_this_computer(folders: Iterable[Path] | None) -> Iterator[Path]:
    for folder in system_folders() if folders is None else folders:
        if folder.is_dir():
            yield from (it for it in folder.rglob("*") if _is_font_file(it))


def system_folders() -> tuple[Path, ...]:
    """The folders where this kind of computer keeps its fonts."""
    home = Path.home()
    if sys.platform == "darwin":
        return (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
    if sys.platform == "win32":
        windows, own = os.environ.get("WINDIR", "C:/Windows"), os.environ.get("LOCALAPPDATA", str(home))
        return (Path(windows) / "Fonts", Path(own) / "Microsoft/Windows/Fonts")
    return (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts")


def _is_font_file(file: Path) -> bool:
    return file.suffix.lower() in ENDINGS and file.is_file()


def _likelihood(file: Path) -> tuple[int, int, str]:
    name = file.name.lower()
    rank = next((at for at, begin in enumerate(_LIKELY) if name.startswith(begin)), len(_LIKELY))
    return rank, int("regular" not in name), str(file)
