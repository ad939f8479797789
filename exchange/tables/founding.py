"""Founding a campaign from a prepared table: everything in one transaction, or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.kernel.campaign.commands import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.forms.filling import Fault
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.preparing.players import WHO_PLAYS
from domain.kernel.preparing.table_file import Placed, Table, lay_table, requests_of
from domain.kernel.ruling import apply, decide, refusal_in_words
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger
from ledger.recording.roller import Roller


@dataclass(frozen=True, slots=True)
class FoundedTable:
    """What came of it: the campaign's slug, or the faults for which nothing was founded."""

    slug: str
    rulings: int = 0
    faults: tuple[Fault, ...] = ()
    waiting: tuple[str, ...] = field(default=())
    """Steps that were prepared for seats which nobody has taken."""


def found_table(
    ledger: Ledger, command: FoundCampaign, by: str, players: Sequence[str], table: Table | None
) -> FoundedTable:
    """Found a campaign with these players, as far as the table prepares it; without one, with nothing prepared.

    The command says title, slug and house rules; `by` is the GM. Raises `NoSuchGame`, `SlugTaken`.
    """
    game = ledger.game(command.game)
    moment = beginning(game)
    submissions: list[Submission] = []
    refused = _play(game, moment, command, by)
    if refused is not None:
        return FoundedTable(command.slug, faults=(Fault("", "", refused),))
    if players:
        for request in requests_of(WHO_PLAYS, moment, moment.campaign.asker(by), "", {"names": list(players)}):
            if (refused := _play(game, moment, request.command, by)) is not None:
                return FoundedTable(command.slug, faults=(Fault("", "Players", refused),))
            submissions.append(Submission(command=request.command, by=by))
    waiting: tuple[str, ...] = ()
    if table is not None:
        laid = lay_table(game, moment, table, by, Roller)
        if laid.faults:
            return FoundedTable(command.slug, faults=tuple(laid.faults))
        submissions += [_submission(it) for it in laid.placed]
        waiting = tuple(laid.waiting)
    answers = ledger.found_whole(command, by, submissions)
    last = answers[-1]
    if isinstance(last, Refused):
        return FoundedTable(command.slug, faults=(Fault("", "", last.message),))
    return FoundedTable(command.slug, len(answers), waiting=waiting)


def _submission(placed: Placed) -> Submission:
    """What was decided on the way is recorded with the faces that fell then."""
    faces = tuple(face for _size, face in placed.drawn)
    return Submission(command=placed.command, by=placed.by, faces=faces, rolled=bool(faces))


def _play(game: AnyGame, moment: AnyMoment, command: Command, by: str) -> str | None:
    """Decide and apply one command that draws nothing; the refusal in words if there is one."""
    decision = decide(game, moment, command, by, Roller())
    if isinstance(decision, Refusal):
        return refusal_in_words(game, moment, decision)
    for event in decision:
        apply(game, moment, event)
        moment.position += 1
    return None
