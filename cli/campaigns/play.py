"""`play`: many rulings from a play script, each stored once however often it is played."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.campaigns.rulings import not_founded, refuse
from cli.games.rulebooks import game_called
from cli.interrupt import between_steps
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.printing import as_json, complain, line, say
from cli.progress import bar
from domain.kernel.scenario import ScriptError
from wiring.play_scripts import DifferentGame, InvalidScriptHeader, ScriptProgress, commands_in, play_into, read


def play(options: Options, campaign: str, file: str) -> None:
    """Play a script into a campaign and say how far it came."""
    with _naming_the_line(file):
        script = read(file, _content(file))
        commands_in(script, game_called(script.script.header.game))  # before a ledger is made for it
    steps = len(script.script.steps)
    title = script.script.header.title
    with options.library() as library, bar(f"Playing {title}", steps) as moved, between_steps() as interrupted:
        played = ScriptProgress(campaign, steps)

        def step(done: int) -> None:
            moved(done, None)
            interrupted()

        try:
            with _naming_the_line(file):
                play_into(library.ledger, campaign, script, played, step)
        except KeyboardInterrupt:
            raise CommandFailed(Status.INTERRUPTED, f"Stopped at line {played.line}: {kept(played)}") from None
        except Exception:
            if played.recorded:
                complain(f"It broke off at line {played.line}: {kept(played)}")
            raise
    if played.refused:
        complain(f"{file}, line {played.line} is refused. Up to there, {kept(played)}")
        refuse(played.refused, line=played.line, recorded=played.recorded, recorded_before=played.known)
    if options.json:
        as_json(
            {
                "campaign": campaign,
                "steps": played.steps,
                "recorded": played.recorded,
                "recorded_before": played.known,
            }
        )
    else:
        say(f"{line(script.script.header.title)}: {played.steps} steps played; {kept(played)}")


def kept(played: ScriptProgress) -> str:
    """The part of a script that is in the ledger now, in words."""
    before = f" {played.known} were there before." if played.known else ""
    return f"{played.recorded} rulings were recorded.{before}"


def _content(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    path = Path(file)
    if not path.is_file():
        raise usage_error(f"There is no file {file}.")
    return path.read_bytes()


@contextmanager
def _naming_the_line(file: str) -> Iterator[None]:
    try:
        yield
    except ScriptError as error:
        raise usage_error(f"{'stdin' if file == '-' else file}, {error}.") from error
    except DifferentGame as error:
        raise usage_error(str(error)) from error
    except InvalidScriptHeader as error:
        raise not_founded(error.error, error.slug) from error
