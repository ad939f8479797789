"""The world: genre, settings, factions, their relations, the situation (HC-01 to HC-09, HC-45, HC-72)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
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
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice, Drawn, roll_for
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .common import blank, no_session, session_zero

NAMES = Drawn("name", "names")
"""What is drawn from the bag."""


def begin_session_zero(state: Circle, command: ask.BeginSessionZero) -> Decision[Event]:
    """HC-01: genre and style come before everything else."""
    if wrong := session_zero(state):
        return wrong
    if state.genre:
        return refuse("genre_settled", genre=state.genre)
    if blank(command.genre) or blank(command.style):
        return refuse("genre_missing")
    return [say.SessionZeroBegun(genre=command.genre, style=command.style)]


def set_randomizer(state: Circle, command: ask.SetRandomizer) -> Decision[Event]:
    """HC-45: dice or cards, for the whole campaign."""
    if state.stage is not Stage.SESSION_ZERO:
        return refuse("randomizer_fixed", randomizer=state.randomizer)
    if command.randomizer is state.randomizer:
        return refuse("no_change")
    return [say.RandomizerSet(randomizer=command.randomizer)]


def add_setting(state: Circle, command: ask.AddSetting) -> Decision[Event]:
    """HC-03: four to six are advised, and demanded only by the house."""
    if wrong := session_zero(state):
        return wrong
    if any(same(it.name, command.name) for it in state.settings.values()):
        return refuse("setting_exists", name=command.name)
    if state.house_rules.strict_counts and len(state.settings) >= MOST_SETTINGS:
        return refuse("too_many_settings", most=MOST_SETTINGS)
    slug = fresh_id(command.name, {*state.settings, *RESERVED_IDS}, "setting")
    return [say.SettingAdded(setting=slug, name=command.name, character_types=command.character_types)]


def may_change_map(state: Circle, asker: Asker) -> Refusal | None:
    """HC-05, HC-72: the group in session zero, the gamemaster between sessions."""
    if wrong := no_session(state):
        return wrong
    if state.stage is not Stage.SESSION_ZERO and not asker.is_gm:
        return refuse("gm_only")
    return None


def known_factions(state: Circle, *factions: str) -> Refusal | None:
    """Why one of these is no faction, or None."""
    for faction in factions:
        if faction not in state.map.factions:
            return refuse("faction_unknown", faction=faction)
    return None


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


def add_faction(state: Circle, command: ask.AddFaction, asker: Asker) -> Decision[Event]:
    """HC-04: a setting has at most one major power."""
    if wrong := may_change_map(state, asker):
        return wrong
    if command.setting not in state.settings:
        return refuse("setting_unknown", setting=command.setting)
    if any(same(it.name, command.name) for it in state.map.factions.values()):
        return refuse("faction_exists", name=command.name)
    major = major_of(state, command.setting)
    if command.importance is Importance.MAJOR and major is not None:
        return refuse("second_major", setting=command.setting, major=major)
    beside = sum(it.setting_id == command.setting for it in state.map.factions.values())
    if state.house_rules.strict_counts and beside >= MOST_FACTIONS_IN_A_SETTING:
        return refuse("too_many_factions", setting=command.setting, most=MOST_FACTIONS_IN_A_SETTING)
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


def relation_taken(state: Circle, source: str, kind: RelationKind) -> Refusal | None:
    """During session zero a faction has one relation of each kind."""
    other = of_kind(state, source, kind)
    if state.stage is Stage.SESSION_ZERO and other is not None:
        return refuse("relation_set", faction=source, kind=kind, other=other)
    return None


def relate_factions(state: Circle, command: ask.RelateFactions, asker: Asker) -> Decision[Event]:
    """HC-05: another faction for each relation."""
    if wrong := may_change_map(state, asker) or known_factions(state, command.source, command.target):
        return wrong
    if command.source == command.target:
        return refuse("self_relation", faction=command.source)
    standing = state.map.relations.get(command.source, {}).get(command.target)
    if standing is not None and standing.kind is not command.kind:
        return refuse("same_faction_twice", faction=command.source, other=command.target, kind=standing.kind)
    if standing is not None:
        return refuse("relation_set", faction=command.source, kind=command.kind, other=command.target)
    if wrong := relation_taken(state, command.source, command.kind):
        return wrong
    return [
        say.FactionRelationSet(
            source=command.source, target=command.target, kind=command.kind, origin=RelationOrigin.CHOSEN
        )
    ]


def draw_relation(state: Circle, command: ask.DrawRelation, asker: Asker, dice: Dice) -> Decision[Event]:
    """HC-06: out of a full bag; a name that cannot be goes back at once and another is drawn."""
    if wrong := may_change_map(state, asker) or known_factions(state, command.source):
        return wrong
    bag = list(state.map.factions)
    if len(bag) < FEWEST_FACTIONS_FOR_THE_BAG:
        return refuse("bag_too_small", factions=len(bag), need=FEWEST_FACTIONS_FOR_THE_BAG)
    if state.map.draw is not None:
        return refuse("draw_waiting", drawn=state.map.draw.drawn)
    if (other := of_kind(state, command.source, command.kind)) is not None:
        return refuse("relation_set", faction=command.source, kind=command.kind, other=other)
    if command.kind is RelationKind.COOPERATE and of_kind(state, command.source, RelationKind.COMPETE) is None:
        return refuse("competitor_first", faction=command.source)
    standing = state.map.relations.get(command.source, {})
    if len(standing) >= len(bag) - 1:
        return refuse("nobody_left", faction=command.source)
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


def accept_draw(state: Circle, asker: Asker) -> Decision[Event]:
    """HC-06: an acceptable draw sets the relation."""
    if wrong := may_change_map(state, asker):
        return wrong
    draw = state.map.draw
    if draw is None:
        return refuse("nothing_drawn")
    return [
        say.FactionRelationSet(source=draw.source, target=draw.drawn, kind=draw.kind, origin=RelationOrigin.DRAWN)
    ]


def reject_draw(state: Circle, command: ask.RejectDraw, asker: Asker) -> Decision[Event]:
    """HC-06: what makes no sense is recorded, and drawn again."""
    if wrong := may_change_map(state, asker):
        return wrong
    draw = state.map.draw
    if draw is None:
        return refuse("nothing_drawn")
    if blank(command.reason):
        return refuse("reason_missing")
    return [say.FactionDrawRejected(source=draw.source, kind=draw.kind, drawn=draw.drawn, reason=command.reason)]


def change_relation(state: Circle, command: ask.FlipRelation | ask.CutRelation, asker: Asker) -> Decision[Event]:
    """HC-07: an event turns a relation round, or ends it."""
    if wrong := may_change_map(state, asker) or known_factions(state, command.source, command.target):
        return wrong
    relation = state.map.relations.get(command.source, {}).get(command.target)
    if relation is None:
        return refuse("no_relation", source=command.source, target=command.target)
    if blank(command.reason):
        return refuse("reason_missing")
    if isinstance(command, ask.CutRelation):
        return [
            say.FactionRelationCut(
                source=command.source, target=command.target, was=relation.kind, reason=command.reason
            )
        ]
    other = {
        RelationKind.COOPERATE: RelationKind.COMPETE,
        RelationKind.COMPETE: RelationKind.COOPERATE,
    }[relation.kind]
    return [
        say.FactionRelationFlipped(
            source=command.source, target=command.target, was=relation.kind, now=other, reason=command.reason
        )
    ]


def change_importance(state: Circle, command: ask.ChangeImportance, asker: Asker) -> Decision[Event]:
    """HC-08: falling always; rising as long as its setting has no other major power."""
    if wrong := may_change_map(state, asker) or known_factions(state, command.faction):
        return wrong
    faction = state.map.factions[command.faction]
    if faction.importance is command.importance:
        return refuse("no_change")
    if blank(command.reason):
        return refuse("reason_missing")
    major = major_of(state, faction.setting_id, but=command.faction)
    if command.importance is Importance.MAJOR and major is not None:
        return refuse("second_major", setting=faction.setting_id, major=major)
    return [
        say.FactionImportanceChanged(
            faction=command.faction, was=faction.importance, now=command.importance, reason=command.reason
        )
    ]


def state_situation(state: Circle, command: ask.StateSituation, asker: Asker) -> Decision[Event]:
    """HC-09: a conflict that affects several factions; said anew, it counts a revision."""
    if wrong := may_change_map(state, asker):
        return wrong
    if blank(command.text):
        return refuse("situation_missing")
    affected = tuple(dict.fromkeys(command.affected_factions))
    if wrong := known_factions(state, *affected):
        return wrong
    if len(affected) < FEWEST_AFFECTED:
        return refuse("situation_needs_factions", named=len(affected), need=FEWEST_AFFECTED)
    revision = state.situation.revision + 1 if state.situation else 1
    return [say.SituationStated(text=command.text, affected_factions=affected, revision=revision)]


def note_faction(state: Circle, command: ask.NoteFaction) -> Decision[Event]:
    """What a faction plans; no numbers are kept of it."""
    if wrong := known_factions(state, command.faction):
        return wrong
    if blank(command.text):
        return refuse("text_missing")
    return [say.FactionNoteAdded(faction=command.faction, text=command.text)]


def add_prep_note(state: Circle, command: ask.AddPrepNote) -> Decision[Event]:
    """HC-72: notes are made between sessions."""
    if wrong := no_session(state):
        return wrong
    if blank(command.text):
        return refuse("text_missing")
    return [say.PrepNoteAdded(text=command.text)]
