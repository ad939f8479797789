"""Founding a campaign: the settings of a game as fields, and the answer in words. Nothing here draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, get_args

from pydantic import ValidationError

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.forms.layouts import FormProblem
from domain.kernel.game import AnyGame
from domain.kernel.messages import HouseRules
from domain.kernel.preparation.table_file import TableFile
from domain.kernel.references import new_id
from domain.kernel.wording.faults import fault_said, first_problem
from exchange.tables.founding import found_table
from ledger.errors import LedgerError
from ledger.ledger import Ledger

MOST_FAULTS = 8
"""The most faults of a table that are said at once."""


@dataclass(frozen=True, slots=True)
class Founded:
    """The slug of the campaign that was founded."""

    slug: str


@dataclass(frozen=True, slots=True)
class NotFounded:
    """The reason why nothing was founded, in a sentence."""

    why: str


def gm_name_of(game: AnyGame) -> str:
    """The name of whoever has the GM's seat and gave none: what the game calls that person."""
    called = game.gm_called.partition(",")[0]
    return called[:1].upper() + called[1:]


def found(
    ledger: Ledger,
    *,
    game: str,
    title: str,
    gm_name: str,
    house_rules: Mapping[str, Any],
    players: Sequence[str] = (),
    table: TableFile | None = None,
) -> Founded | NotFounded:
    """Found a campaign as the form says, with these players, as far as a table prepares it.

    What it is called in links is made of the title, so that nothing else is called like it. Raises
    `LedgerUnavailable`.
    """
    if not title.strip():
        return NotFounded("Give the campaign a title.")
    slug = new_id(title, {entry.slug for entry in ledger.campaigns()}, "campaign")
    prepared = dict(table.house_rules) if table is not None else {}
    changed = {**prepared, **_changed(ledger.game(game).house_rules, house_rules)}
    try:
        command = FoundCampaign(
            game=game,
            title=title,
            slug=slug,
            gm_name=gm_name.strip() or gm_name_of(ledger.game(game)),
            house_rules=changed,
        )
    except ValidationError as error:
        return NotFounded(_problem(error))
    gm = new_id(gm_name, set(), "gm") if gm_name.strip() else "gm"
    try:
        answer = found_table(ledger, command, gm, players, table)
    except (LedgerError, FormProblem) as error:
        return NotFounded(str(error))
    except ValidationError as error:
        return NotFounded(f"Players: {first_problem(error)}")
    if answer.faults:
        said = " ".join(str(fault) for fault in answer.faults[:MOST_FAULTS])
        more = len(answer.faults) - MOST_FAULTS
        return NotFounded(f"{said} And {more} more." if more > 0 else said)
    return Founded(slug)


def _changed(model: type[HouseRules], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are not as the game has them. One left empty has no value, or the game's own."""
    changed = {}
    for name, value in chosen.items():
        field = model.model_fields[name]
        default = field.get_default(call_default_factory=True)
        if value in (None, ""):
            value = None if NoneType in get_args(field.annotation) else default
        if value != default:
            changed[name] = value
    return changed


_FIELDS = {"gm_name": "GM's name"}


def _problem(error: ValidationError) -> str:
    first = error.errors()[0]
    field = str(first["loc"][0]) if first["loc"] else ""
    return f"The {_FIELDS.get(field, field)}: {fault_said(first)}."
