"""House rules that come ready, and those in a file that a table wrote for itself."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue

from domain.kernel.game import AnyGame
from domain.kernel.settings import Outline, Preset
from domain.kernel.vocabulary import shortened

LONGEST_FILE = 1_000_000
"""Bytes that are read of a file, whatever its game takes."""


class RulesProblem(ValueError):
    """House rules that cannot be had. The message is one plain sentence."""


def presets_of(games: Mapping[str, AnyGame]) -> list[tuple[AnyGame, Preset]]:
    """House rules that come ready, with the game they are for."""
    return [(game, preset) for game in games.values() for preset in game.presets().values()]


def rules_from(
    games: Mapping[str, AnyGame], source: str, game: str | None = None
) -> tuple[AnyGame, dict[str, JsonValue]]:
    """The house rules of this name, or in the file of this name, and their game. Raises `RulesProblem`."""
    among = {key: it for key, it in games.items() if game in (None, key) and (it.written or it.presets())}
    if not among:
        raise RulesProblem(f"The game {game} has no house rules that come ready, and none in a file.")
    for key, it in among.items():
        if source in it.presets():
            return games[key], dict(it.presets()[source].house_rules)
    if "\0" in source or not Path(source).is_file():
        names = ", ".join(preset.name for _, preset in presets_of(among))
        raise RulesProblem(
            f"There is no file {shortened(source)!r}, and nothing ready of that name. There are: {names}."
        )
    text = text_of(Path(source))
    for it in among.values():
        if it.written is not None:
            read(it, text)
            return it, {it.written.setting: text}
    raise RulesProblem(f"{source}: no game reads its house rules from a file.")


def text_of(path: Path) -> str:
    """The text of a file. Raises `RulesProblem`."""
    try:
        with path.open("rb") as opened:
            return decoded(opened.read(LONGEST_FILE + 1))
    except OSError as error:
        raise RulesProblem(f"{path} cannot be read: {error.strerror or error}.") from error


def decoded(content: bytes) -> str:
    """Bytes as text, with the ends of lines that every system has. Raises `RulesProblem`."""
    if len(content) > LONGEST_FILE:
        raise RulesProblem(f"That is too large: more than {LONGEST_FILE:,} bytes.")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise RulesProblem(f"Line {line} is not UTF-8 text.") from error


def read(game: AnyGame, text: str) -> Outline:
    """Read the declarations of a text, as its game does. Raises `RulesProblem`."""
    if game.written is None:
        raise RulesProblem(f"{game.title} reads no house rules from a file.")
    try:
        return game.written.read(text)
    except ValueError as problem:
        said = str(problem)
        raise RulesProblem(f"{said[:1].upper()}{said[1:]}") from problem
