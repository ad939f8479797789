"""`play`: many rulings from a play script, each stored once however often it is played."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from dashboard.cli.asked import Asked
from dashboard.cli.interrupt import between_steps
from dashboard.cli.outcome import Status, Stop, wrong_words
from dashboard.cli.printing import as_json, complain, line, say
from dashboard.cli.progress import bar
from dashboard.cli.recording import founding, refuse
from dashboard.cli.rulebooks import game_called
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.scenario import Expectation, Script, ScriptError, Step, read_script
from domain.kernel.terms import slugify
from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from ledger.answers import Refused, Ruled, Submission
from ledger.errors import NoSuchCampaign
from ledger.ledger import Ledger
from ledger.records.index import Entry

TOGETHER = 40
"""So many rulings of a script are stored in one transaction."""


@dataclass(frozen=True, slots=True)
class PlayScript:
    """A script that was read, and the hash of its bytes, which names its submissions."""

    name: str
    script: Script
    digest: str

    @property
    def slug(self) -> str:
        """What a campaign of it is called when nobody says otherwise."""
        return self.script.header.slug or slugify(self.script.header.title)

    def key(self, number: int) -> str:
        """Names the submission of one line."""
        return f"{self.digest[:32]}:{number}"


@dataclass(slots=True)
class Played:
    """How far a script was played."""

    campaign: str
    steps: int
    recorded: int = 0
    """How many rulings were stored now."""
    known: int = 0
    """How many were there before."""
    line: int = 1
    """The line it came to."""
    refused: Refused | None = None


def read(name: str, content: bytes) -> PlayScript:
    """Read a play script. Raises `ScriptError` naming the line."""
    try:
        script = read_script(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        number = content[: error.start].count(b"\n") + 1
        raise ScriptError(number, "not UTF-8") from error
    if script.header.given is not None:
        raise ScriptError(1, "`given` belongs in a scenario; a play script stands alone")
    for number, step in script.lines:
        if isinstance(step, Expectation):
            raise ScriptError(number, "`expect` belongs in a scenario; a play script only asks")
        if step.refused or step.then is not None:
            word = "refused" if step.refused else "then"
            raise ScriptError(number, f"`{word}` belongs in a scenario; a play script only asks")
    return PlayScript(name, script, sha256(content).hexdigest())


def play(asked: Asked, campaign: str, file: str) -> None:
    """Play a script into a campaign and say how far it came."""
    with _naming_the_line(file):
        script = read(file, _content(file))
        commands_in(script, game_called(script.script.header.game))  # before a ledger is made for it
    steps = len(script.script.steps)
    title = script.script.header.title
    with asked.library() as library, bar(f"Playing {title}", steps) as moved, between_steps() as interrupted:
        played = Played(campaign, steps)

        def step(done: int) -> None:
            moved(done, None)
            interrupted()

        try:
            with _naming_the_line(file):
                play_into(library.ledger, campaign, script, played, step)
        except KeyboardInterrupt:
            raise Stop(Status.INTERRUPTED, f"Stopped at line {played.line}: {kept(played)}") from None
        except Exception:
            if played.recorded:
                complain(f"It broke off at line {played.line}: {kept(played)}")
            raise
    if played.refused:
        complain(f"{file}, line {played.line} is refused. Up to there, {kept(played)}")
        refuse(played.refused, line=played.line, recorded=played.recorded, recorded_before=played.known)
    if asked.json:
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


def kept(played: Played) -> str:
    """What is in the ledger of a script now."""
    before = f" {played.known} were there before." if played.known else ""
    return f"{played.recorded} rulings were recorded.{before}"


def play_into(
    ledger: Ledger,
    campaign: str,
    script: PlayScript,
    played: Played,
    progress: Callable[[int], None] = lambda _done: None,
) -> None:
    """Play a script, founding the campaign if it is missing; `played` grows as it goes.

    Steps recorded by an earlier play are passed over. Stops at the first refusal. Raises `ScriptError` for a
    line that is no command of the game, and before anything is stored.
    """
    header = script.script.header
    commands = commands_in(script, ledger.game(header.game))
    entry = _campaign(ledger, campaign, script, played)
    if entry is None:
        return
    if entry.game != header.game:
        raise wrong_words(f"{campaign} is a campaign of {entry.game}, and this script is played in {header.game}.")
    asked = list(zip(script.script.steps, commands, strict=True))
    expect = ledger.end(entry.slug)
    for start in range(0, len(asked), TOGETHER):
        part = asked[start : start + TOGETHER]
        answers = ledger.rule_all(
            entry.slug,
            [_submission(script, number, step, command) for (number, step), command in part],
            expect,
            exactly=True,  # a script names its positions as they come of its own lines
        )
        expect = next((it.left for it in reversed(answers) if isinstance(it, Ruled) and not it.repeated), expect)
        for ((number, _step), _command), answer in zip(part, answers, strict=False):
            played.line = number
            if isinstance(answer, Refused):
                played.refused = answer
                return
            played.known += answer.repeated
            played.recorded += not answer.repeated
        progress(start + len(part))


def commands_in(script: PlayScript, game: AnyGame) -> list[Command]:
    """What the steps of a script ask for. Raises `ScriptError` naming a line that is no command of the game."""
    vocabulary = Vocabulary(game)
    commands = []
    for number, step in script.script.steps:
        try:
            commands.append(vocabulary.command(step.when))
        except MalformedCommand as error:
            raise ScriptError(number, str(error)) from error
    return commands


def _campaign(ledger: Ledger, campaign: str, script: PlayScript, played: Played) -> Entry | None:
    """The campaign to play into, or None when its founding was refused."""
    try:
        return ledger.find(campaign)
    except NoSuchCampaign:
        header = script.script.header
        command = founding(
            game=header.game,
            title=header.title,
            slug=campaign,
            house_rules=header.house_rules,
            gm_name=header.gm_name,
        )
        answer = ledger.found(command, by=header.gm)
        if isinstance(answer, Refused):
            played.refused = answer
            return None
        played.recorded += 1
        return ledger.find(campaign)


def _submission(script: PlayScript, number: int, step: Step, command: Command) -> Submission:
    return Submission(
        command=command,
        by=step.by,
        faces=step.dice,
        key=script.key(number),
        happened_at=step.happened_at,
        fiction_time=step.fiction_time,
    )


def _content(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    path = Path(file)
    if not path.is_file():
        raise wrong_words(f"There is no file {file}.")
    return path.read_bytes()


@contextmanager
def _naming_the_line(file: str) -> Iterator[None]:
    try:
        yield
    except ScriptError as error:
        raise wrong_words(f"{'stdin' if file == '-' else file}, {error}.") from error
