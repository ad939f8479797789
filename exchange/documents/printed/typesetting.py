"""Documents set by Typst: a template of ours, and what people wrote as data, which is never read as markup."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from exchange.documents.printed import child
from exchange.documents.printed.errors import CannotPrint
from exchange.documents.printed.fonts import Font, brought, files_beside, for_missing, shipped
from exchange.documents.printed.signs import Lack, Signs, runs_from_the_right

LONGEST = 300
"""Seconds that a document may take."""
AT_ONCE = 2
_turns = BoundedSemaphore(AT_ONCE)
_SHARED = "look.typ"
_MOST_TRIES = 4
_TOO_LONG = re.compile("[!-~\u00a1-\u052f]{36,}")
"""More signs in a row than a line is sure to hold, in scripts that break at spaces only."""
_STEP = 6
_PLACE = "\u200b"
_UNSHOWN = re.compile(r'the text `"([^"`]+)"` could not be displayed')


class _NoSign(CannotPrint):
    """Signs that a font promised and could not show."""

    def __init__(self, signs: str) -> None:
        super().__init__(f"No font can show {signs}.")
        self.signs = signs


@dataclass(frozen=True, slots=True)
class Printed:
    """A document that is set."""

    content: bytes
    missing: Mapping[str, Lack]
    """Signs that no font has, in the order in which they came."""


class DocumentTexts:
    """Texts on their way into a document: those of one that is read from the right say so."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs
        self.where = ""
        """The place, for a person, of what comes next."""

    def __call__(self, text: str) -> Any:
        """The text as a template takes it."""
        fitted = _TOO_LONG.sub(_may_break, self.signs.fitted(text, self.where))
        return {"right": fitted} if runs_from_the_right(fitted) else fitted


def _may_break(found: re.Match[str]) -> str:
    """A word too long for a line, with places where it may end one: else it would run off the page.

    The mark of such a place is not printed: templates put space without a sign there.
    """
    word = found.group()
    return _PLACE.join(word[at : at + _STEP] for at in range(0, len(word), _STEP))


def printed(
    template: str,
    content_of: Callable[[DocumentTexts], Mapping[str, Any]],
    fonts: Path | None,
    computer: Iterable[Path] | None,
    pictures: Mapping[str, bytes] | None = None,
) -> Printed:
    """Set what `content_of` makes of people's texts. `fonts` is a folder that somebody brings.

    `computer` names the folders where this computer has fonts; None: where it keeps them. Raises `CannotPrint`.
    """
    found = (*shipped(), *(brought(fonts) if fonts is not None else ()))
    signs = Signs(found)
    content = content_of(DocumentTexts(signs))
    if signs.missing and (more := for_missing(frozenset(map(ord, signs.missing)), computer)):
        found = (*found, *more)
        signs = Signs(found)
        content = content_of(DocumentTexts(signs))
    for _ in range(_MOST_TRIES):
        try:
            return typeset(template, content, found, signs.missing, pictures or {})
        except _NoSign as error:
            signs = Signs(found, signs.never | frozenset(error.signs))
            content = content_of(DocumentTexts(signs))
    raise CannotPrint("The fonts that are here cannot show what is written in it.")


def typeset(
    template: str,
    content: Mapping[str, Any],
    fonts: Sequence[Font],
    missing: Mapping[str, Lack],
    pictures: Mapping[str, bytes] | None = None,
) -> Printed:
    """Set it once. Raises `CannotPrint`."""
    with tempfile.TemporaryDirectory(prefix="campaign-print-") as name, _turns:
        folder = Path(name)
        (folder / "fonts").mkdir()
        for number, file in enumerate((*(font.file for font in fonts), *files_beside())):
            _lend(file, folder / "fonts" / f"{number}{file.suffix.lower()}")
        for each in (template, _SHARED):
            shutil.copyfile(str(files("exchange.documents.printed").joinpath(each)), folder / each)
        families = list(dict.fromkeys(font.family for font in fonts))
        data = {"families": families, **content}
        for name_of, picture in (pictures or {}).items():
            (folder / name_of).write_bytes(picture)
        (folder / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        _run(folder, template)
        return Printed((folder / "set.pdf").read_bytes(), missing)


def _run(folder: Path, template: str) -> None:
    command = [sys.executable, "-I", str(child.__file__), str(folder), template]
    try:
        ran = subprocess.run(command, capture_output=True, timeout=LONGEST, check=False, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise CannotPrint("It took too long to set. Print it session by session.") from None
    if ran.returncode == 1:
        said = ran.stderr.decode(errors="replace").strip()
        if unshown := "".join(_UNSHOWN.findall(said)):
            raise _NoSign(unshown)
        raise CannotPrint(f"It could not be set: {said.splitlines()[0]}")
    if ran.returncode != 0:
        raise CannotPrint("It is too large to set in the memory that is there. Print it session by session.")


def _lend(file: Path, to: Path) -> None:
    """A font of ten megabytes is not copied where it can be pointed to."""
    try:
        os.symlink(file, to)
    except OSError:
        shutil.copyfile(file, to)
