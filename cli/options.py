"""Options that every command was asked with: which ledger, for a person or as JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cli.outcome import broken, usage_error

if TYPE_CHECKING:
    from wiring.library import Library


LARGEST = 2**53
"""No position, ruling, session or page is beyond it: see `domain.kernel.terms`."""


@dataclass(frozen=True, slots=True)
class Options:
    """The shared options."""

    database: str | None = None
    json: bool = False
    debug: bool = False

    @contextmanager
    def library(self) -> Iterator["Library"]:
        """The ledger to record in, made if it is not there. Raises `LedgerUnavailable`."""
        from wiring.library import open_library

        library = open_library(self.database)
        try:
            yield library
        finally:
            library.close()

    @contextmanager
    def existing(self) -> Iterator["Library"]:
        """The ledger as it is. None is made: where nobody has recorded yet, it is an empty one in memory."""
        if self._is_missing():
            with Options("sqlite://").library() as nothing:
                yield nothing
        else:
            with self.library() as library:
                yield library

    def _is_missing(self) -> bool:
        import os

        from ledger.database.sqlite.file import is_there
        from wiring.library import DATABASE_VARIABLE, database_url

        file = sqlite_file(database_url(self.database))
        try:
            if file is None or is_there(file):
                return False
        except OSError as error:
            raise broken(f"{file} cannot be reached: {(error.strerror or 'it is refused').lower()}.") from error
        if self.database or os.environ.get(DATABASE_VARIABLE):
            raise usage_error(f"There is no ledger at {file}. `campaign new` and `campaign demo` make one there.")
        return True


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite ledger's address, or None where there is no file."""
    from ledger.database.address import Address

    return Address.parse(url).file


def options_of(ctx: typer.Context) -> Options:
    """The shared options of this command line."""
    return cast(Options, ctx.find_root().obj)


def _campaigns_beginning(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """For the shell's completion: campaigns with their games. Silent when the ledger cannot be read."""
    try:
        database = ctx.find_root().params.get("database")
        with Options(database).existing() as library:
            beginning = [it for it in library.ledger.campaigns() if it.slug.startswith(incomplete)]
        titles = {key: game.title for key, game in library.ledger.games.items()}
    except Exception:
        return []  # a shell that completes has nowhere to put a complaint
    return [(it.slug, titles.get(it.game, it.game)) for it in beginning]


def games_beginning(incomplete: str) -> list[tuple[str, str]]:
    """For the shell's completion: games with their titles."""
    from wiring.library import games

    return [(key, game.title) for key, game in games().items() if key.startswith(incomplete)]


Campaign = Annotated[
    str, typer.Argument(metavar="CAMPAIGN", help="Its slug or id.", autocompletion=_campaigns_beginning)
]
By = Annotated[str | None, typer.Option("--by", metavar="WHO", help="Who asks. Else the campaign's GM.")]
At = Annotated[
    int | None, typer.Option("--at", metavar="P", min=1, max=LARGEST, help="As of this position; else as of now.")
]
As = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="WHO", help="What this person may see; `reader` for somebody without a seat. Else all."
    ),
]
GameKey = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="GAME", help="Its key. A prepared table says its own.", autocompletion=games_beginning
    ),
]
SomeGameKey = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="Only this game, by its key.", autocompletion=games_beginning),
]
SomeGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game's key.", autocompletion=games_beginning)
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="FORMAT", help="md, html, pdf or, for a book, epub; else what FILE ends in, else md."
    ),
]
Output = Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; else stdout.")]
Fonts = Annotated[
    str | None,
    typer.Option(
        "--fonts",
        metavar="FOLDER",
        help="For a PDF: fonts for scripts that neither this program nor this computer has.",
    ),
]
