"""Seats and characters: who plays whom (VC-01, VC-02, VC-04)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.campaign.seats import HandOverGm, SeatPerson
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, Refusal, must, need, refuse
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role
from domain.kernel.terms import CharacterId, Person
from domain.vicious_crucible.chapters.guards import known_character, laid_out
from domain.vicious_crucible.chapters.heat_and_flux import FluxGained, HeatGained
from domain.vicious_crucible.lookup import character_of, contest_open
from domain.vicious_crucible.phrases import alloy, changed
from domain.vicious_crucible.seats import choices
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import (
    MOST_PLAYERS,
    CharacterRef,
    CharacterSlug,
    FluxReason,
    HeatReason,
    Kind,
    Status,
)

chapter = Chapter[Crucible](
    "Seats and picks",
    {
        "second_gm": "There is one GM, and that is {gm}. Hand the seat over instead.",
        "gm_cannot_play": "The GM plays no character of the six, and who plays one cannot be the GM.",
        "table_full": "A Crucible seats at most {most} players.",
        "contest_open": "Dice are still out in {contest}. Close it first.",
        "picking_closed": "Picking closed when play started.",
        "not_playable": "{character} is a supporting character. Pick one of the six.",
        "already_picked": "{character} is played by {player}. Pick another.",
        "has_character": "You play {character} already.",
        "sheet_missing": "{character} has no sheet yet. Enter it first.",
    },
)


def objects(state: Crucible, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """VC-01: one GM, who plays nobody, and six players at most. A contest is ended by the rules it began with."""
    match command:
        case SeatPerson(role=Role.GM) if campaign.gm and command.person != campaign.gm:
            return refuse("second_gm", gm=campaign.gm)
        case SeatPerson(role=Role.PLAYER) if command.person == campaign.gm:
            return refuse("gm_cannot_play")
        case SeatPerson() if command.person not in campaign.people and len(campaign.players) >= MOST_PLAYERS:
            return refuse("table_full", most=MOST_PLAYERS)
        case HandOverGm() if asker.is_gm and played_by(state, command.person):
            return refuse("gm_cannot_play")
        case ChangeHouseRules() if asker.is_gm and (contest := contest_open(state)):
            return refuse("contest_open", contest=contest.id)
    return None


def played_by(state: Crucible, person: str) -> list[str]:
    """The characters a person plays: one, or none."""
    return [slug for slug, it in state.characters.items() if it.player == person]


class PickCharacter(Command):
    """Take one of the six as your own.

    Needs:    setup; a player without a character. After the start only by house rule, from the cast-offs.
    Refused:  `crucible_not_open`, `gm_cannot_play`, `picking_closed`, `character_unknown`,
              `not_playable`, `already_picked`, `has_character`, `sheet_missing`.
    Yields:   `CharacterPicked`; then `HeatGained`, `FluxGained` if the house grants any to begin with, and after
              the start `SupportingCharacterAdmitted` for those who came in through this character.
    """

    type: Literal["vicious_crucible.pick_character"] = "vicious_crucible.pick_character"
    character: CharacterRef = Field(title="Who?")


class CharacterPicked(Event):
    """A player took one of the six."""

    type: Literal["vicious_crucible.character_picked.v1"] = "vicious_crucible.character_picked.v1"
    player: Person
    character: CharacterSlug


class SupportingCharacterAdmitted(Event):
    """A supporting character is in play, because its write-up names these."""

    type: Literal["vicious_crucible.supporting_character_admitted.v1"] = (
        "vicious_crucible.supporting_character_admitted.v1"
    )
    character: CharacterSlug
    because_of: tuple[CharacterSlug, ...]


@chapter.decides(PickCharacter)
def pick_character(state: Crucible, command: PickCharacter, asker: Asker, dice: Dice) -> Events:
    """VC-02: pick one free character of the six, as a player who has none."""
    laid_out(state)
    rules = state.house_rules
    need(not asker.is_gm, "gm_cannot_play")
    late = state.status is not Status.SETUP
    if state.status is Status.ENDED or (late and not rules.late_pick_from_cast_offs):
        raise CommandRefused("picking_closed")
    character = known_character(state, command.character)
    need(character.playable, "not_playable", character=command.character)
    need(not character.is_pc, "already_picked", character=command.character, player=character.player)
    for slug, other in state.characters.items():
        need(other.player != asker.person, "has_character", character=slug)
    if late and not character.registered:
        raise CommandRefused("sheet_missing", character=command.character)
    events: list[Event] = [CharacterPicked(player=asker.person, character=command.character)]
    if rules.starting_heat:
        events.append(
            HeatGained(character=command.character, amount=rules.starting_heat, reason=HeatReason.STARTING)
        )
    if rules.starting_flux:
        events.append(
            FluxGained(character=command.character, amount=rules.starting_flux, reason=FluxReason.STARTING)
        )
    if late:
        events += (
            SupportingCharacterAdmitted(character=CharacterId(slug), because_of=(command.character,))
            for slug, other in state.characters.items()
            if other.kind is Kind.BENCHED and command.character in other.mentions
        )
    return events


@chapter.applies(CharacterPicked)
def _(state: Crucible, event: CharacterPicked) -> None:
    character = character_of(state, event.character)
    must(character.kind in (Kind.UNASSIGNED, Kind.CAST_OFF), f"{event.character} cannot be picked any more")
    character.kind = Kind.PC
    character.player = event.player
    character.heat = character.flux = character.earmarked = 0


@chapter.tells(CharacterPicked, "{player} picks {character}")
def _(state: Crucible, event: CharacterPicked) -> Iterable[Fact]:
    yield changed(state, event.character, "player character")
    yield alloy(state, event.character)


@chapter.applies(SupportingCharacterAdmitted)
def _(state: Crucible, event: SupportingCharacterAdmitted) -> None:
    character_of(state, event.character).kind = Kind.SUPPORTING


@chapter.tells(SupportingCharacterAdmitted, "{character} is in play, because of {because_of}")
def _(state: Crucible, event: SupportingCharacterAdmitted) -> Iterable[Fact]:
    yield changed(state, event.character, "supporting character")


def picks(state: Crucible, asker: Asker, kind: Kind) -> Iterable[Offer]:
    """Characters still to be had by a player who has none."""
    if any(it.player == asker.person for it in state.characters.values()):
        return
    free = [
        slug
        for slug, it in state.characters.items()
        if it.playable and it.kind is kind and (it.registered or kind is Kind.UNASSIGNED)
    ]
    if free:
        yield Offer(
            command=PickCharacter,
            label="Pick a character",
            choices={"character": choices(state, free)},
            group="Setup",
        )
