"""How the table and the cast change an adventure, and what the Mastermind settles by word."""

from collections.abc import Iterable
from typing import TypeAlias

from domain.kernel.decisions import ImpossibleHistoryError
from domain.spc import events as say
from domain.spc.state import Adventure, Character, Costed, Gadget, Goon, Ritual
from domain.spc.terms import Kind, Slot, Stage, Status

from .fold import character_of, conflict_of, evolve, must, participant_of, throw_of


@evolve.on(say.MastermindNamed)
def _(state: Adventure, event: say.MastermindNamed) -> None:
    must(event.player not in state.seats, "the Mastermind plays nobody")
    state.mastermind = event.player


@evolve.on(say.PlayerSeated)
def _(state: Adventure, event: say.PlayerSeated) -> None:
    must(event.player not in state.seats, f"{event.player} is seated already")
    if state.status is Status.PLAYING and state.round_position == len(state.seats):
        state.round_position += 1  # it stays the Mastermind's turn
    state.seats.append(event.player)
    must(len(state.seats) == event.seat, "seats are counted in order")


@evolve.on(say.PlayerUnseated)
def _(state: Adventure, event: say.PlayerUnseated) -> None:
    must(event.player in state.seats, f"{event.player} has no seat")
    at = state.seats.index(event.player)
    state.seats.remove(event.player)
    if at < state.round_position:
        state.round_position -= 1
    if event.character is not None:
        character_of(state, event.character).adventure = 0
        if event.character in state.pending_goal_scenes:
            state.pending_goal_scenes.remove(event.character)


@evolve.on(say.VillainyPreviewed)
def _(state: Adventure, event: say.VillainyPreviewed) -> None:
    state.adventure = event.adventure
    state.status = Status.FORMING
    state.preview = event.text
    state.round_position = 0


def costed(entered: Iterable[say.CostedEntered]) -> dict[str, Costed]:
    """Powers or weaknesses as the state keeps them."""
    return {it.id: Costed(it.name, it.cost) for it in entered}


def sheet(
    state: Adventure, event: say.CharacterCreated | say.AntagonistIntroduced, kind: Kind, player: str | None
) -> Character:
    """A sheet as the state keeps it."""
    return Character(
        name=event.name,
        kind=kind,
        player=player,
        adventure=state.adventure,
        ambition_pool=event.ambition_pool,
        cunning_pool=event.cunning_pool,
        vigilance_pool=event.vigilance_pool,
        obstacle_rating=event.obstacle_rating,
        talents={it.id: it.name for it in event.talents},
        powers=costed(event.powers),
        weaknesses=costed(event.weaknesses),
        rituals={it.id: Ritual(it.name, it.ambition, it.cunning, it.vigilance) for it in event.rituals},
        gadgets={it.id: Gadget(it.name, it.slot, it.value) for it in event.gadgets},
        goal_text=event.goal_text,
        drawback_text=event.drawback_text,
    )


@evolve.on(say.CharacterCreated)
def _(state: Adventure, event: say.CharacterCreated) -> None:
    must(event.character not in state.characters, f"{event.character} is made once")
    it = sheet(state, event, Kind.CHARACTER, event.player)
    it.purity_track = it.goal_track = 0
    state.characters[event.character] = it


@evolve.on(say.CharacterReturned)
def _(state: Adventure, event: say.CharacterReturned) -> None:
    character_of(state, event.character).adventure = state.adventure


@evolve.on(say.AntagonistIntroduced)
def _(state: Adventure, event: say.AntagonistIntroduced) -> None:
    must(event.antagonist not in state.characters, f"{event.antagonist} is introduced once")
    it = sheet(state, event, Kind.ANTAGONIST, None)
    if event.tracks:
        it.purity_track = it.goal_track = 0
    state.characters[event.antagonist] = it


@evolve.on(say.GoonIntroduced)
def _(state: Adventure, event: say.GoonIntroduced) -> None:
    must(event.goon not in state.goons, f"{event.goon} is introduced once")
    state.goons[event.goon] = Goon(event.name, event.description)
    if event.numbers is not None:
        state.characters[event.goon] = Character(
            name=event.name,
            kind=Kind.GOON,
            player=None,
            adventure=state.adventure,
            ambition_pool=event.numbers.ambition_pool,
            cunning_pool=event.numbers.cunning_pool,
            vigilance_pool=event.numbers.vigilance_pool,
            obstacle_rating=event.numbers.obstacle_rating,
        )


@evolve.on(say.AdventureStarted)
def _(state: Adventure, event: say.AdventureStarted) -> None:
    must(state.status is Status.FORMING and bool(state.seats), "an adventure starts with players, once")
    state.status = Status.PLAYING


@evolve.on(say.AdventureEnded)
def _(state: Adventure, event: say.AdventureEnded) -> None:
    must(state.status is Status.PLAYING, "only what is played can end")
    state.status = Status.ENDED


@evolve.on(say.SchemeNoted)
def _(state: Adventure, event: say.SchemeNoted) -> None:
    character_of(state, event.antagonist).schemes.append(event.text)


Adjudicated: TypeAlias = say.AdjudicationRecorded | say.AdjudicationRecordedV1


@evolve.on(say.AdjudicationRecorded)
def _(state: Adventure, event: say.AdjudicationRecorded) -> None:
    adjudicate(state, event)
    if event.reached:
        note_goal(state, event.subject)


def adjudicate(state: Adventure, event: Adjudicated) -> None:
    """The value that was settled, on a sheet or beside it."""
    it = state.characters.get(event.subject)
    if it is None:
        fields = state.adjudicated.setdefault(event.subject, {})
        settle_text(fields, event)
    elif event.field in _ON_THE_SHEET:
        _ON_THE_SHEET[event.field](state, it, event)
    elif event.field.startswith("modifier."):
        throw = throw_of(state, event.subject)
        throw.modifiers[Slot(event.field.partition(".")[2]).value] = int(event.after)
    else:
        settle_text(it.adjudicated, event)


def settle_text(fields: dict[str, str], event: Adjudicated) -> None:
    """A field the rules do not know; emptied, it is gone."""
    if event.after:
        fields[event.field] = event.after
    else:
        fields.pop(event.field, None)


def _number(state: Adventure, it: Character, event: Adjudicated) -> None:
    must(getattr(it, event.field) == int(event.before), f"{event.field} was not {event.before}")
    setattr(it, event.field, int(event.after))


def _flag(state: Adventure, it: Character, event: Adjudicated) -> None:
    it.penalty_next_scene = event.after == "yes"


def _apart(event: Adjudicated) -> tuple[int, int]:
    if event.apart is None:
        raise ImpossibleHistoryError("a step on a track says how its two ends move")
    return event.apart


def _purity(state: Adventure, it: Character, event: Adjudicated) -> None:
    delta = int(event.after) - int(event.before)
    must(it.purity_track == int(event.before), f"the track did not stand at {event.before}")
    move_purity(it, delta, *_apart(event))


def _goal(state: Adventure, it: Character, event: Adjudicated) -> None:
    delta = int(event.after) - int(event.before)
    must(it.goal_track == int(event.before), f"the track did not stand at {event.before}")
    move_goal(it, delta, *_apart(event))


def _count(state: Adventure, it: Character, event: Adjudicated) -> None:
    part = participant_of(state, event.subject, Stage.TURN)
    setattr(part, event.field, int(event.after))


def _dice(state: Adventure, it: Character, event: Adjudicated) -> None:
    throw = throw_of(state, event.subject)
    fields = {"bonus_dice": "adjudicated_bonus", "penalty_dice": "adjudicated_penalty", "base_dice": "base_dice"}
    setattr(throw, fields[event.field], int(event.after))


_ON_THE_SHEET = {
    **dict.fromkeys(
        ("ambition_pool", "cunning_pool", "vigilance_pool", "obstacle_rating", "penalty_next_roll"), _number
    ),
    "penalty_next_scene": _flag,
    "purity_track": _purity,
    "goal_track": _goal,
    "progress": _count,
    "abuse": _count,
    "bonus_dice": _dice,
    "penalty_dice": _dice,
    "base_dice": _dice,
}


def move_purity(it: Character, delta: int, purity: int, corruption: int) -> None:
    """A step on the track, and the same step counted apart."""
    must(it.purity_track is not None, "there is no such track")
    it.purity_track = (it.purity_track or 0) + delta
    it.purity += purity
    it.corruption += corruption
    must(it.purity >= 0 and it.corruption >= 0, "neither Purity nor Corruption falls below 0")


def move_goal(it: Character, delta: int, goal: int, drawback: int) -> None:
    """A step on the track, and the same step counted apart."""
    must(it.goal_track is not None, "there is no such track")
    it.goal_track = (it.goal_track or 0) + delta
    it.goal += goal
    it.drawback += drawback
    must(it.goal >= 0 and it.drawback >= 0, "neither Goal nor Drawback falls below 0")


def note_goal(state: Adventure, slug: str) -> None:
    """In a conflict it is noted who reached their goal: the scene is granted when the conflict is closed."""
    reached = conflict_of(state).goals_reached
    must(slug not in reached, f"{slug} has reached the goal already")
    reached.append(slug)
