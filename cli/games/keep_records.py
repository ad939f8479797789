"""`keep-records`: a record of every event a game can write, kept beside it for ever."""

import sys
from pathlib import Path

from cli.games.rulebooks import game_called
from cli.options import Options
from cli.outcome import broken
from cli.printing import as_json, say
from wiring.golden_records import FILE, FOLDER, keep, kept_in


def keep_records(options: Options, key: str) -> None:
    """Add what is missing to the game's folder. Raises `CommandFailed` where it cannot be written there."""
    game = game_called(key)
    where = Path(sys.modules[game.package].__file__ or "").parent / FOLDER
    try:
        added = keep(game, where)
    except OSError as error:
        raise broken(f"{where} cannot be written: {(error.strerror or str(error)).lower()}.") from error
    if options.json:
        as_json({"game": key, "file": str(where / FILE), "kept": len(kept_in(game)), "added": added})
        return
    for tag in added:
        say(f"kept: {tag}")
    say(f"{game.title}: {len(kept_in(game))} records kept in {where / FILE}, {len(added)} of them new.")
