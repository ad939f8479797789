"""Founding a campaign from a prepared table: everything in one transaction, or nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource
from domain.kernel.forms.filling import Fault
from domain.kernel.forms.layouts import FormProblem
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.preparation.players import WHO_PLAYS
from domain.kernel.preparation.table_file import DecidedCommand, TableFile, play_table, requests_of
from domain.kernel.ruling import play, refusal_in_words
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger
from ledger.roller import Roller


@dataclass(frozen=True, slots=True)
class FoundedTable:
    """The outcome: the campaign's slug, or the faults for which nothing was founded."""

    slug: str
    rulings: int = 0
    faults: tuple[Fault, ...] = ()
    waiting: tuple[str, ...] = field(default=())
    """Steps that were prepared for seats which nobody has taken."""


def found_table(
    ledger: Ledger,
    command: FoundCampaign,
    by: str,
    players: Sequence[str],
    table: TableFile | None,
    dice: Callable[[], DiceSource] = Roller,
) -> FoundedTable:
    """Found a campaign with these players, as far as the table prepares it; without one, with nothing prepared.

    The command says title, slug and house rules; `by` is the GM, and `dice` gives those of one command.
    Raises `NoSuchGame`, `SlugTaken`.
    """
    game = ledger.game(command.game)
    moment = beginning(game)
    submissions: list[Submission] = []
    try:
        submissions += [Submission(command=it, by=by) for it in begin(game, moment, command, by, players)]
    except NotBegun as refused:
        return FoundedTable(command.slug, faults=(refused.fault,))
    waiting: tuple[str, ...] = ()
    if table is not None:
        laid = play_table(game, moment, table, by, dice)
        if laid.faults:
            nobody = (_NOBODY_PLAYS,) if not players else ()
            return FoundedTable(command.slug, faults=(*nobody, *laid.faults))
        submissions += [_submission(it) for it in laid.placed]
        waiting = tuple(laid.waiting)
    answers = ledger.found_whole(command, by, submissions)
    last = answers[-1]
    if isinstance(last, Refused):
        return FoundedTable(command.slug, faults=(Fault("", "", last.message),))
    return FoundedTable(command.slug, len(answers), waiting=waiting)


_NOBODY_PLAYS = Fault("", "Players", "Nobody plays yet, and this table needs somebody: name who plays.")


class NotBegun(Exception):
    """A founding or a seat that the rules refuse."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(problem)
        self.fault = Fault("", where, problem)


def begin(
    game: AnyGame, moment: AnyMoment, command: FoundCampaign, by: str, players: Sequence[str]
) -> list[Command]:
    """Found a campaign on a moment where nothing was, and seat the players. Gives the commands that seat them.

    Raises `NotBegun`.
    """
    if (refused := _refused(game, moment, command, by)) is not None:
        raise NotBegun("", refused)
    seated: list[Command] = []
    if players:
        try:
            requests = tuple(
                requests_of(WHO_PLAYS, moment, moment.campaign.asker(by), "", {"names": list(players)})
            )
        except FormProblem as problem:
            raise NotBegun("Players", str(problem)) from problem
        for request in requests:
            if (refused := _refused(game, moment, request.command, by)) is not None:
                raise NotBegun("Players", refused)
            seated.append(request.command)
    return seated


def _submission(placed: DecidedCommand) -> Submission:
    """The submission of a placed command, with the faces that fell when it was decided on the way."""
    faces = tuple(face for _size, face in placed.drawn)
    return Submission(command=placed.command, by=placed.by, faces=faces, rolled=bool(faces))


def _refused(game: AnyGame, moment: AnyMoment, command: Command, by: str) -> str | None:
    """Decide and apply one command that draws nothing; the refusal in words if there is one."""
    outcome = play(game, moment, command, by, Roller())
    return refusal_in_words(game, moment, outcome) if isinstance(outcome, Refusal) else None
