"""The world: genre, settings, factions, their relations, the situation (HC-01 to HC-09, HC-45, HC-72)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, FactionRelation
from domain.hot_circle.tables import (
    FEWEST_AFFECTED,
    FEWEST_FACTIONS_FOR_THE_BAG,
    MOST_FACTIONS_IN_A_SETTING,
    MOST_SETTINGS,
)
from domain.hot_circle.terms import (
    RESERVED_IDS,
    DrawnAgain,
    Importance,
    RelationKind,
    RelationOrigin,
    Stage,
)
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice, Drawn, roll_for
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .common import blank, no_session, session_zero

NAMES = Drawn("name", "names")
"""What is drawn from the bag."""


def begin_session_zero(state: Circle, command: ask.BeginSessionZero) -> Events:
    """HC-01: genre and style come before everything else."""
    session_zero(state)
    need(not state.genre, "genre_settled", genre=state.genre)
    if blank(command.genre) or blank(command.style):
        raise CommandRefused("genre_missing")
    return [say.SessionZeroBegun(genre=command.genre, style=command.style)]


def set_randomizer(state: Circle, command: ask.SetRandomizer) -> Events:
    """HC-45: dice or cards, for the whole campaign."""
    need(state.stage is Stage.SESSION_ZERO, "randomizer_fixed", randomizer=state.randomizer)
    need(command.randomizer is not state.randomizer, "no_change")
    return [say.RandomizerSet(randomizer=command.randomizer)]


def add_setting(state: Circle, command: ask.AddSetting) -> Events:
    """HC-03: four to six are advised, and demanded only by the house."""
    session_zero(state)
    need(
        not any(same(it.name, command.name) for it in state.settings.values()), "setting_exists", name=command.name
    )
    if state.house_rules.strict_counts and len(state.settings) >= MOST_SETTINGS:
        raise CommandRefused("too_many_settings", most=MOST_SETTINGS)
    slug = fresh_id(command.name, {*state.settings, *RESERVED_IDS}, "setting")
    return [say.SettingAdded(setting=slug, name=command.name, character_types=command.character_types)]


def may_change_map(state: Circle, asker: Asker) -> None:
    """HC-05, HC-72: the group in session zero, the gamemaster between sessions."""
    no_session(state)
    need(state.stage is Stage.SESSION_ZERO or asker.is_gm, "gm_only")


def known_factions(state: Circle, *factions: str) -> None:
    """Each of these is a faction."""
    for faction in factions:
        need(faction in state.map.factions, "faction_unknown", faction=faction)


def major_of(state: Circle, setting: str, but: str | None = None) -> str | None:
    """The major faction of a setting, leaving one out."""
    return next(
        (
            slug
            for slug, it in state.map.factions.items()
            if it.setting_id == setting and it.importance is Importance.MAJOR and slug != but
        ),
        None,
    )


def add_faction(state: Circle, command: ask.AddFaction, asker: Asker) -> Events:
    """HC-04: a setting has at most one major power."""
    may_change_map(state, asker)
    need(command.setting in state.settings, "setting_unknown", setting=command.setting)
    need(
        not any(same(it.name, command.name) for it in state.map.factions.values()),
        "faction_exists",
        name=command.name,
    )
    major = major_of(state, command.setting)
    if command.importance is Importance.MAJOR and major is not None:
        raise CommandRefused("second_major", setting=command.setting, major=major)
    beside = sum(it.setting_id == command.setting for it in state.map.factions.values())
    if state.house_rules.strict_counts and beside >= MOST_FACTIONS_IN_A_SETTING:
        raise CommandRefused("too_many_factions", setting=command.setting, most=MOST_FACTIONS_IN_A_SETTING)
    taken = {*state.map.factions, *state.settings, *RESERVED_IDS}
    return [
        say.FactionAdded(
            faction=fresh_id(command.name, taken, "faction"),
            name=command.name,
            setting=command.setting,
            importance=command.importance,
        )
    ]


def of_kind(state: Circle, source: str, kind: RelationKind) -> str | None:
    """Whom a faction cooperates or competes with, the first if there are several."""
    row = state.map.relations.get(source, {})
    return next((target for target, relation in row.items() if relation.kind is kind), None)


def free_for(state: Circle, source: str, kind: RelationKind) -> None:
    """During session zero a faction has one relation of each kind."""
    other = of_kind(state, source, kind)
    if state.stage is Stage.SESSION_ZERO and other is not None:
        raise CommandRefused("relation_set", faction=source, kind=kind, other=other)


def relate_factions(state: Circle, command: ask.RelateFactions, asker: Asker) -> Events:
    """HC-05: another faction for each relation."""
    may_change_map(state, asker)
    known_factions(state, command.source, command.target)
    need(command.source != command.target, "self_relation", faction=command.source)
    standing = state.map.relations.get(command.source, {}).get(command.target)
    if standing is not None and standing.kind is not command.kind:
        raise CommandRefused(
            "same_faction_twice", faction=command.source, other=command.target, kind=standing.kind
        )
    need(standing is None, "relation_set", faction=command.source, kind=command.kind, other=command.target)
    free_for(state, command.source, command.kind)
    return [
        say.FactionRelationSet(
            source=command.source, target=command.target, kind=command.kind, origin=RelationOrigin.CHOSEN
        )
    ]


def draw_relation(state: Circle, command: ask.DrawRelation, asker: Asker, dice: Dice) -> Events:
    """HC-06: out of a full bag; a name that cannot be goes back at once and another is drawn."""
    may_change_map(state, asker)
    known_factions(state, command.source)
    bag = list(state.map.factions)
    need(
        len(bag) >= FEWEST_FACTIONS_FOR_THE_BAG,
        "bag_too_small",
        factions=len(bag),
        need=FEWEST_FACTIONS_FOR_THE_BAG,
    )
    if state.map.draw is not None:
        raise CommandRefused("draw_waiting", drawn=state.map.draw.drawn)
    if (other := of_kind(state, command.source, command.kind)) is not None:
        raise CommandRefused("relation_set", faction=command.source, kind=command.kind, other=other)
    if command.kind is RelationKind.COOPERATE and of_kind(state, command.source, RelationKind.COMPETE) is None:
        raise CommandRefused("competitor_first", faction=command.source)
    standing = state.map.relations.get(command.source, {})
    need(len(standing) < len(bag) - 1, "nobody_left", faction=command.source)
    drawn: list[Event] = []
    while True:
        (face,) = roll_for(dice, len(bag), purposes=("the bag",), drawn=NAMES)
        name = bag[face - 1]
        again = DrawnAgain.ITSELF if name == command.source else None
        if name in standing:
            again = DrawnAgain.OTHER_RELATION
        drawn.append(
            say.FactionDrawn(
                source=command.source, kind=command.kind, drawn=name, face=face, bag=len(bag), again=again
            )
        )
        if again is None:
            return drawn


def accept_draw(state: Circle, asker: Asker) -> Events:
    """HC-06: an acceptable draw sets the relation."""
    may_change_map(state, asker)
    draw = found(state.map.draw, "nothing_drawn")
    return [
        say.FactionRelationSet(source=draw.source, target=draw.drawn, kind=draw.kind, origin=RelationOrigin.DRAWN)
    ]


def reject_draw(state: Circle, command: ask.RejectDraw, asker: Asker) -> Events:
    """HC-06: what makes no sense is recorded, and drawn again."""
    may_change_map(state, asker)
    draw = found(state.map.draw, "nothing_drawn")
    need(not blank(command.reason), "reason_missing")
    return [say.FactionDrawRejected(source=draw.source, kind=draw.kind, drawn=draw.drawn, reason=command.reason)]


def changing(state: Circle, command: ask.FlipRelation | ask.CutRelation, asker: Asker) -> FactionRelation:
    """HC-07: a relation that an event turns round, or ends."""
    may_change_map(state, asker)
    known_factions(state, command.source, command.target)
    relation = found(
        state.map.relations.get(command.source, {}).get(command.target),
        "no_relation",
        source=command.source,
        target=command.target,
    )
    need(not blank(command.reason), "reason_missing")
    return relation


def cut_relation(state: Circle, command: ask.CutRelation, asker: Asker) -> Events:
    """HC-07: an event ends a relation."""
    relation = changing(state, command, asker)
    return [
        say.FactionRelationCut(
            source=command.source, target=command.target, was=relation.kind, reason=command.reason
        )
    ]


def flip_relation(state: Circle, command: ask.FlipRelation, asker: Asker) -> Events:
    """HC-07: an event turns a relation round."""
    relation = changing(state, command, asker)
    other = {
        RelationKind.COOPERATE: RelationKind.COMPETE,
        RelationKind.COMPETE: RelationKind.COOPERATE,
    }[relation.kind]
    return [
        say.FactionRelationFlipped(
            source=command.source, target=command.target, was=relation.kind, now=other, reason=command.reason
        )
    ]


def change_importance(state: Circle, command: ask.ChangeImportance, asker: Asker) -> Events:
    """HC-08: falling always; rising as long as its setting has no other major power."""
    may_change_map(state, asker)
    known_factions(state, command.faction)
    faction = state.map.factions[command.faction]
    need(faction.importance is not command.importance, "no_change")
    need(not blank(command.reason), "reason_missing")
    major = major_of(state, faction.setting_id, but=command.faction)
    if command.importance is Importance.MAJOR and major is not None:
        raise CommandRefused("second_major", setting=faction.setting_id, major=major)
    return [
        say.FactionImportanceChanged(
            faction=command.faction, was=faction.importance, now=command.importance, reason=command.reason
        )
    ]


def state_situation(state: Circle, command: ask.StateSituation, asker: Asker) -> Events:
    """HC-09: a conflict that affects several factions; said anew, it counts a revision."""
    may_change_map(state, asker)
    need(not blank(command.text), "situation_missing")
    affected = tuple(dict.fromkeys(command.affected_factions))
    known_factions(state, *affected)
    need(len(affected) >= FEWEST_AFFECTED, "situation_needs_factions", named=len(affected), need=FEWEST_AFFECTED)
    revision = state.situation.revision + 1 if state.situation else 1
    return [say.SituationStated(text=command.text, affected_factions=affected, revision=revision)]


def note_faction(state: Circle, command: ask.NoteFaction) -> Events:
    """What a faction plans; no numbers are kept of it."""
    known_factions(state, command.faction)
    need(not blank(command.text), "text_missing")
    return [say.FactionNoteAdded(faction=command.faction, text=command.text)]


def add_prep_note(state: Circle, command: ask.AddPrepNote) -> Events:
    """HC-72: notes are made between sessions."""
    no_session(state)
    need(not blank(command.text), "text_missing")
    return [say.PrepNoteAdded(text=command.text)]
