"""Play scripts: read, and played into a campaign, each ruling stored once however often that is done."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from pydantic import ValidationError

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.scenario import Expectation, ScenarioStep, Script, ScriptError, read_script
from domain.kernel.terms import slugify
from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from ledger.answers import Refused, Ruled, Submission
from ledger.errors import NoSuchCampaign
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry


class DifferentGame(Exception):
    """A campaign of another game has the name that a script is to be played under."""


class InvalidScriptHeader(Exception):
    """The header of a script makes no campaign: `slug` is what it would be called, the cause what is amiss."""

    def __init__(self, slug: str, error: ValidationError) -> None:
        super().__init__(str(error))
        self.slug, self.error = slug, error


RULINGS_PER_TRANSACTION = 40
"""The number of rulings of a script that are stored in one transaction."""


@dataclass(frozen=True, slots=True)
class PlayScript:
    """A script that was read, and the hash of its bytes, which names its submissions."""

    name: str
    script: Script
    digest: str

    @property
    def slug(self) -> str:
        """The slug of a campaign of it when nobody says otherwise."""
        return self.script.header.slug or slugify(self.script.header.title)

    def key(self, number: int) -> str:
        """The idempotency key of the submission of one line."""
        return f"{self.digest[:32]}:{number}"


@dataclass(slots=True)
class ScriptProgress:
    """The progress of a script that was played."""

    campaign: str
    steps: int
    recorded: int = 0
    """The number of rulings stored now."""
    known: int = 0
    """The number of rulings there before."""
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
        if step.refused or step.then is not None or step.among:
            word = "refused" if step.refused else "then" if step.then is not None else "among"
            raise ScriptError(number, f"`{word}` belongs in a scenario; a play script only asks")
    return PlayScript(name, script, sha256(content).hexdigest())


def play_into(
    ledger: Ledger,
    campaign: str,
    script: PlayScript,
    played: ScriptProgress,
    progress: Callable[[int], None] = lambda _done: None,
) -> None:
    """Play a script, founding the campaign if it is missing; `played` grows as it goes.

    Steps recorded before are passed over. Stops at the first refusal. Raises `ScriptError` for a
    line that is no command of the game, before anything is stored;
    `InvalidScriptHeader` for a header that makes no
    campaign; `DifferentGame` where the name is taken by a campaign of another game.
    """
    header = script.script.header
    commands = commands_in(script, ledger.game(header.game))
    entry = _campaign(ledger, campaign, script, played)
    if entry is None:
        return
    if entry.game != header.game:
        raise DifferentGame(
            f"{campaign} is a campaign of {entry.game}, and this script is played in {header.game}."
        )
    asked = list(zip(script.script.steps, commands, strict=True))
    expect = ledger.end(entry.slug)
    for start in range(0, len(asked), RULINGS_PER_TRANSACTION):
        part = asked[start : start + RULINGS_PER_TRANSACTION]
        answers = ledger.rule_all(
            entry.slug,
            [_submission(script, number, step, command) for (number, step), command in part],
            expect,
            seal_sessions=False,  # a script names its positions as they come of its own lines
        )
        expect = next((it.end for it in reversed(answers) if isinstance(it, Ruled) and not it.repeated), expect)
        for ((number, _step), _command), answer in zip(part, answers, strict=False):
            played.line = number
            if isinstance(answer, Refused):
                played.refused = answer
                return
            played.known += answer.repeated
            played.recorded += not answer.repeated
        progress(start + len(part))


def commands_in(script: PlayScript, game: AnyGame) -> list[Command]:
    """The commands that the steps of a script ask for. Raises `ScriptError` naming a line that is no command of
    the game.
    """
    vocabulary = Vocabulary(game)
    commands = []
    for number, step in script.script.steps:
        try:
            commands.append(vocabulary.command(step.when))
        except MalformedCommand as error:
            raise ScriptError(number, str(error).rstrip(".")) from error
    return commands


def _campaign(ledger: Ledger, campaign: str, script: PlayScript, played: ScriptProgress) -> CampaignEntry | None:
    """The campaign to play into, or None when its founding was refused."""
    try:
        return ledger.find(campaign)
    except NoSuchCampaign:
        header = script.script.header
        try:
            command = FoundCampaign(
                game=header.game,
                title=header.title,
                slug=campaign,
                house_rules=header.house_rules,
                gm_name=header.gm_name,
            )
        except ValidationError as error:
            raise InvalidScriptHeader(campaign, error) from error
        answer = ledger.found(command, by=header.gm)
        if isinstance(answer, Ruled):
            played.recorded += 1
            return ledger.find(campaign)
        try:
            return ledger.find(campaign)  # somebody else founded it meanwhile
        except NoSuchCampaign:
            played.refused = answer
            return None


def _submission(script: PlayScript, number: int, step: ScenarioStep, command: Command) -> Submission:
    return Submission(
        command=command,
        by=step.by,
        faces=step.dice,
        key=script.key(number),
        happened_at=step.happened_at,
        fiction_time=step.fiction_time,
    )
