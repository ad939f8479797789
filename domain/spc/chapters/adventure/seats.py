"""The Mastermind, and the order of seats (SPC-01)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.campaign.seats import HandOverGm, SeatPerson
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, Refusal, must, need, refuse
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker, Role
from domain.kernel.references import PersonRef
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Person, PersonId, Points
from domain.spc.chapters.guards import between_scenes, gm_only
from domain.spc.lookup import character_of, open_conflict, scene_under_way
from domain.spc.phrases import told
from domain.spc.seats import TABLE_GROUP
from domain.spc.state.adventure import Adventure
from domain.spc.terms import Status

chapter = Chapter[Adventure](
    "The table",
    {
        "second_mastermind": "There is one Mastermind, and that is {mastermind}. Hand the chair over instead.",
        "mastermind_plays_nobody": "{player} cannot do both: the Mastermind plays no Character.",
        "seat_for_oneself": "{player} takes a seat in the adventure for themselves, or by making a Character.",
        "seated_already": "{player} has seat {seat} already.",
        "not_seated_here": "{player} has no seat in this adventure.",
        "die_faces_fixed": "Dice have {faces} sides for the whole adventure. Change that between adventures.",
        "counting_fixed": "The tracks of {character} have moved, so the table goes on counting them as it does.",
    },
)


def objects(state: Adventure, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """Refusal of a change of GM that would make the Mastermind a player; None if there is none (SPC-01)."""
    match command:
        case SeatPerson(role=Role.GM) if campaign.gm and command.person != campaign.gm:
            return refuse("second_mastermind", mastermind=campaign.gm)
        case SeatPerson(role=Role.PLAYER) if command.person == campaign.gm:
            return refuse("mastermind_plays_nobody", player=command.person)
        case HandOverGm() if asker.is_gm and command.person in state.seats:
            return refuse("mastermind_plays_nobody", player=command.person)
        case ChangeHouseRules() if asker.is_gm:
            if conflict := open_conflict(state):
                return refuse("conflict_open", conflict=conflict.id)
            if state.status is Status.PLAYING and "die_faces" in command.changes:
                return refuse("die_faces_fixed", faces=state.house_rules.die_faces)
            if "two_pools" in command.changes and (moved := whose_tracks_moved(state)):
                return refuse("counting_fixed", character=moved)
    return None


def whose_tracks_moved(state: Adventure) -> str | None:
    """Id of somebody whose tracks have moved, so that their way of counting is fixed; None if nobody."""
    return next(
        (slug for slug, it in state.characters.items() if it.purity or it.corruption or it.goal or it.drawback),
        None,
    )


class NameMastermind(Command):
    """Become the Mastermind: run the villains and the world. Only the campaign's GM can.

    Needs:    the GM, for themselves.
    Refused:  `mastermind_only`, `second_mastermind`, `mastermind_plays_nobody`.
    Yields:   `MastermindNamed`.
    """

    type: Literal["spc.name_mastermind"] = "spc.name_mastermind"
    player: PersonRef


class MastermindNamed(Event):
    """Somebody runs the villains and the world from here on."""

    type: Literal["spc.mastermind_named.v1"] = "spc.mastermind_named.v1"
    player: Person


@chapter.decides(NameMastermind)
def name_mastermind(state: Adventure, command: NameMastermind, asker: Asker, dice: Dice) -> Events:
    """SPC-01: make the GM the Mastermind, of whom there is one."""
    gm_only(asker)
    need(command.player == asker.person, "second_mastermind", mastermind=asker.person)
    need(state.mastermind != command.player, "second_mastermind", mastermind=state.mastermind)
    need(command.player not in state.seats, "mastermind_plays_nobody", player=command.player)
    return [MastermindNamed(player=command.player)]


@chapter.applies(MastermindNamed)
def _(state: Adventure, event: MastermindNamed) -> None:
    must(event.player not in state.seats, "the Mastermind plays nobody")
    state.mastermind = event.player


@chapter.tells(MastermindNamed, "{player} is the Mastermind")
def _(state: Adventure, event: MastermindNamed) -> Iterable[Fact]:
    yield told("takes the Mastermind's chair", "seat", event.player)


class SeatPlayer(Command):
    """Take the next seat: the order in which scenes are set.

    Needs:    a player, for themselves; no scene under way.
    Refused:  `seat_for_oneself`, `mastermind_plays_nobody`, `seated_already`, `scene_open`.
    Yields:   `PlayerSeated`.
    """

    type: Literal["spc.seat_player"] = "spc.seat_player"
    player: PersonRef


class PlayerSeated(Event):
    """A player has a place in the order of scenes; seats are counted from 1."""

    type: Literal["spc.player_seated.v1"] = "spc.player_seated.v1"
    player: Person
    seat: Points


@chapter.decides(SeatPlayer)
def seat_player(state: Adventure, command: SeatPlayer, asker: Asker, dice: Dice) -> Events:
    """SPC-01: take the next seat: seats are in the order in which they were taken."""
    need(command.player == asker.person, "seat_for_oneself", player=command.player)
    need(not asker.is_gm, "mastermind_plays_nobody", player=command.player)
    if command.player in state.seats:
        raise CommandRefused("seated_already", player=command.player, seat=state.seats.index(command.player) + 1)
    between_scenes(state)
    return next_seat(state, command.player)


def next_seat(state: Adventure, player: str) -> list[Event]:
    """Event of the next seat for somebody who has none; else none."""
    if player in state.seats:
        return []
    return [PlayerSeated(player=PersonId(player), seat=len(state.seats) + 1)]


@chapter.applies(PlayerSeated)
def _(state: Adventure, event: PlayerSeated) -> None:
    must(event.player not in state.seats, f"{event.player} is seated already")
    if state.status is Status.PLAYING and state.round_position == len(state.seats):
        state.round_position += 1  # it stays the Mastermind's turn
    state.seats.append(event.player)
    must(len(state.seats) == event.seat, "seats are counted in order")


@chapter.tells(PlayerSeated, "{player} takes seat {seat}")
def _(state: Adventure, event: PlayerSeated) -> Iterable[Fact]:
    yield told(f"seat {event.seat}", "seat", event.player)


class UnseatPlayer(Command):
    """Take a player out of the order of scenes; their Character leaves the adventure.

    Needs:    the Mastermind; between scenes.
    Refused:  `mastermind_only`, `not_seated_here`, `scene_open`.
    Yields:   `PlayerUnseated`.
    """

    type: Literal["spc.unseat_player"] = "spc.unseat_player"
    player: PersonRef


class PlayerUnseated(Event):
    """A player is out of the order of scenes, and their Character out of the adventure."""

    type: Literal["spc.player_unseated.v1"] = "spc.player_unseated.v1"
    player: Person
    character: CharacterSlug | None


@chapter.decides(UnseatPlayer)
def unseat_player(state: Adventure, command: UnseatPlayer, asker: Asker, dice: Dice) -> Events:
    """SPC-01: take a seat and its Character out; a goal scene owed to them lapses."""
    gm_only(asker)
    need(command.player in state.seats, "not_seated_here", player=command.player)
    between_scenes(state)
    mine = state.character_of(command.player)
    return [PlayerUnseated(player=command.player, character=CharacterId(mine) if mine else None)]


@chapter.applies(PlayerUnseated)
def _(state: Adventure, event: PlayerUnseated) -> None:
    must(event.player in state.seats, f"{event.player} has no seat")
    at = state.seats.index(event.player)
    state.seats.remove(event.player)
    if at < state.round_position:
        state.round_position -= 1
    if event.character is not None:
        character_of(state, event.character).adventure = 0
        if event.character in state.pending_goal_scenes:
            state.pending_goal_scenes.remove(event.character)


@chapter.tells(PlayerUnseated, "{player} gives up the seat")
def _(state: Adventure, event: PlayerUnseated) -> Iterable[Fact]:
    yield told("gives up the seat", "seat", event.player)
    if event.character is not None:
        yield facts.CharacterLeft(character=event.character, how="left with the player")


def becoming_mastermind(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offer to become the Mastermind, to the GM who is not."""
    if asker.is_gm and state.mastermind != asker.person and asker.person not in state.seats:
        known = {"player": asker.person}
        label = "Take the Mastermind's chair"
        yield Offer(command=NameMastermind, label=label, known=known, group=TABLE_GROUP, forced=True)


def seats(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers between scenes of a seat to take, or for the Mastermind one to take back."""
    if scene_under_way(state) is not None:
        return
    if not asker.is_gm and asker.person not in state.seats:
        known = {"player": asker.person}
        yield Offer(command=SeatPlayer, label="Take a seat in the adventure", known=known, group=TABLE_GROUP)
    if asker.is_gm and state.seats:
        taken = tuple(seat_choice(state, player) for player in state.seats)
        yield Offer(
            command=UnseatPlayer,
            label="Take back a seat",
            choices={"player": taken},
            group=TABLE_GROUP,
            weight=Weight.ASIDE,
        )


def seat_choice(state: Adventure, player: str) -> Choice:
    """A player's seat, by the Character in it."""
    mine = state.character_of(player)
    who = state.characters[mine].name if mine else "no Character yet"
    return Choice(player, f"Seat {state.seats.index(player) + 1}: {who}")
