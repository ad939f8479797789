"""Numbers that somebody keeps secret, tried against seals: `python -m benchmarks.guessed_numbers [GAME…]`.

Each kind of ruling in the samples and scenarios that not everybody may know of is recorded with one number and
with another. Whoever guesses is granted all records before it, all of the ruling itself but the number (and the
digits of chance in it), and the seal at its end; every number from 1 to 100 is tried. That is done twice: as
rulings are recorded, and as they were before they held digits of chance, where each must be found, or the attempt
shows nothing.
"""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from domain.registry import games
from tests.support.guessing import guessed
from tests.support.twins import Twins, both, find_twins, opened


def main(keys: Sequence[str]) -> None:
    """Try both."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        every = [it for key in sorted(games()) if not keys or key in keys for it in _of(folder, key)]
        new = _found(folder / "new", every)
        with patch("ledger.recording.drafts.token_hex", lambda _bytes: None):
            old = _found(folder / "old", every)
    kinds = ", ".join(sorted({f"{it.game} {it.what}" for it in every}))
    print(f"{len(every)} numbers kept secret: {kinds}")
    print(f"found by their seals: {len(new)}; in records without digits of chance: {len(old)}")
    for it in every:
        if it in new:
            print(f"  found: {it.game} {it.what} in {it.name}")
        if it not in old:
            print(f"  not found even without them: {it.game} {it.what} in {it.name}")
    sys.exit(1 if new or len(old) < len(every) else 0)


def _of(folder: Path, key: str) -> list[Twins]:
    with closing(opened(folder / f"{key}.sqlite3")) as ledger:
        return list(find_twins(ledger, games()[key]))


def _found(folder: Path, every: list[Twins]) -> list[Twins]:
    folder.mkdir()
    files = both(folder, every)
    return [it for it in every if guessed(files, it) is not None]


if __name__ == "__main__":
    main(sys.argv[1:])
