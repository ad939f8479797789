"""`systems`: house rules that come ready, and checking those in a file."""

from pathlib import Path

from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, cell, rows, say, table
from domain.kernel.settings import Outline
from exchange.tables.house_rules import RulesProblem, presets_of, read, text_of
from wiring.library import games


def listed(options: Options) -> None:
    """Print the house rules that come ready, with the game they are for."""
    ready = presets_of(games())
    if options.json:
        as_json(
            [
                {"name": it.name, "game": game.key, "title": it.title, "blurb": it.blurb, "fits": list(it.fits)}
                for game, it in ready
            ]
        )
        return
    if not ready:
        say("There are no house rules that come ready.")
        return
    made = table("name", "game", "title", "what it is")
    say(rows(made, ((cell(it.name, "bold"), game.key, it.title, it.blurb) for game, it in ready)))


def check(options: Options, file: str) -> None:
    """Read a system file and print what it declares. Raises `CommandFailed`, saying where it goes wrong."""
    game = next((it for it in games().values() if it.written is not None), None)
    if game is None or "\0" in file or not Path(file).is_file():
        raise usage_error(f"There is no file {file!r}.")
    try:
        outline = read(game, text_of(Path(file)))
    except RulesProblem as problem:
        if options.json:
            as_json({"file": file, "sound": False, "problem": str(problem)})
        raise usage_error(f"{file}: {problem}") from problem
    if options.json:
        as_json({"file": file, "sound": True, "game": game.key, **_json(outline)})
        return
    say(f"{outline.title}: {file} can be played by.")
    made = table("declared", "as it is called")
    say(rows(made, ((cell(heading, "bold"), ", ".join(names)) for heading, names in outline.parts)))


def _json(outline: Outline) -> dict[str, object]:
    parts = {heading: list(names) for heading, names in outline.parts}
    return {"title": outline.title, "blurb": outline.blurb, "declares": parts}
