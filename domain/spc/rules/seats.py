"""The table: the Mastermind's chair, the order of seats, beginning and ending an adventure (SPC-01, SPC-02)."""

from domain.kernel.campaign.commands import ChangeHouseRules, HandOverGm, LeaveSeat, SeatPerson
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, Refusal, need, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker, Role
from domain.kernel.terms import CharacterId, PersonId
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.lookup import open_conflict
from domain.spc.rules.common import between_scenes, gm_only, playing, previewed, written
from domain.spc.state import Adventure
from domain.spc.terms import Status


def objects(state: Adventure, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """SPC-01: one Mastermind, who plays nobody. Who has a seat in the adventure gives that up first."""
    match command:
        case SeatPerson(role=Role.GM) if campaign.gm and command.person != campaign.gm:
            return refuse("second_mastermind", mastermind=campaign.gm)
        case SeatPerson(role=Role.PLAYER) if command.person == campaign.gm:
            return refuse("mastermind_plays_nobody", player=command.person)
        case HandOverGm() if asker.is_gm and command.person in state.seats:
            return refuse("mastermind_plays_nobody", player=command.person)
        case LeaveSeat() if command.person in state.seats and (asker.is_gm or command.person == asker.person):
            return refuse("seat_in_adventure", player=command.person)
        case ChangeHouseRules() if asker.is_gm:
            if conflict := open_conflict(state):
                return refuse("conflict_open", conflict=conflict.id)
            if state.status is Status.PLAYING and "die_faces" in command.changes:
                return refuse("die_faces_fixed", faces=state.house_rules.die_faces)
            if "two_pools" in command.changes and (moved := whose_tracks_moved(state)):
                return refuse("counting_fixed", character=moved)
    return None


def whose_tracks_moved(state: Adventure) -> str | None:
    """Somebody whose tracks have moved: where they stand has been told in one way of counting by now."""
    return next(
        (slug for slug, it in state.characters.items() if it.purity or it.corruption or it.goal or it.drawback),
        None,
    )


def name_mastermind(state: Adventure, command: ask.NameMastermind, asker: Asker, dice: Dice) -> Events:
    """SPC-01: the person who runs the campaign takes the chair; there is one."""
    gm_only(asker)
    need(command.player == asker.person, "second_mastermind", mastermind=asker.person)
    need(state.mastermind != command.player, "second_mastermind", mastermind=state.mastermind)
    need(command.player not in state.seats, "mastermind_plays_nobody", player=command.player)
    return [say.MastermindNamed(player=command.player)]


def seat_player(state: Adventure, command: ask.SeatPlayer, asker: Asker, dice: Dice) -> Events:
    """SPC-01: seats are in the order in which they were taken."""
    need(command.player == asker.person, "seat_for_oneself", player=command.player)
    need(not asker.is_gm, "mastermind_plays_nobody", player=command.player)
    if command.player in state.seats:
        raise CommandRefused("seated_already", player=command.player, seat=state.seats.index(command.player) + 1)
    between_scenes(state)
    return seated(state, command.player)


def seated(state: Adventure, player: str) -> list[Event]:
    """The next seat, for somebody who has none."""
    if player in state.seats:
        return []
    return [say.PlayerSeated(player=PersonId(player), seat=len(state.seats) + 1)]


def unseat_player(state: Adventure, command: ask.UnseatPlayer, asker: Asker, dice: Dice) -> Events:
    """A player who will not be there gives up seat and Character; a goal scene they were owed lapses."""
    gm_only(asker)
    need(command.player in state.seats, "not_seated_here", player=command.player)
    between_scenes(state)
    mine = state.character_of(command.player)
    return [say.PlayerUnseated(player=command.player, character=CharacterId(mine) if mine else None)]


def preview_villainy(state: Adventure, command: ask.PreviewVillainy, asker: Asker, dice: Dice) -> Events:
    """SPC-02: what the villainy will be; characters are made after it. After an ending, the next adventure."""
    gm_only(asker)
    need(state.mastermind == asker.person, "mastermind_missing")
    over = state.status is Status.ENDED
    if state.preview is not None and not over:
        raise CommandRefused("preview_given")
    number = state.adventure + 1 if over else state.adventure
    written(command.text, "the preview")
    return [say.VillainyPreviewed(adventure=number, text=command.text)]


def start_adventure(state: Adventure, command: ask.StartAdventure, asker: Asker, dice: Dice) -> Events:
    """SPC-01: one or more players, each with a Character."""
    gm_only(asker)
    previewed(state)
    need(state.status is not Status.PLAYING, "adventure_under_way")
    need(state.seats, "nobody_seated")
    for player in state.seats:
        need(state.character_of(player) is not None, "character_missing", player=player)
    return [say.AdventureStarted(adventure=state.adventure)]


def end_adventure(state: Adventure, command: ask.EndAdventure, asker: Asker, dice: Dice) -> Events:
    """Between scenes, and not while a goal scene is owed."""
    gm_only(asker)
    playing(state)
    between_scenes(state)
    if state.pending_goal_scenes:
        raise CommandRefused("goal_scene_pending", character=state.pending_goal_scenes[0])
    return [say.AdventureEnded(adventure=state.adventure, epilogue=command.epilogue)]
