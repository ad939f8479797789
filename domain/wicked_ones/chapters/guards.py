"""Checks every rule makes first: the right person, and the right moment (WO-06, WO-08)."""

from pydantic import Field

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, need, one_there
from domain.kernel.messages import ASKED, Command
from domain.kernel.people import Asker
from domain.kernel.terms import Text, slugify
from domain.wicked_ones.lookup import is_near, phase_in_words
from domain.wicked_ones.names import taken_ids
from domain.wicked_ones.printed import ATTRIBUTE_OF
from domain.wicked_ones.state.play import Scene
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.bounds import RESERVED_IDS
from domain.wicked_ones.terms.frame import Phase, SceneStatus, Stage
from domain.wicked_ones.terms.rolls import Action

chapter = Chapter[Underworld](
    "Who may do what",
    {
        "only_gm": "Only the GM may do this.",
        "not_your_character": "Only the player of {character} may do this.",
        "unknown_character": "There is no such Wicked One in this dungeon{there:+. Those there are: }.",
        "dead": "{character} is dead.",
        "describe_first": "Say what you do before using the rule; one line is enough.",
        "reason_missing": "Say why: this needs a reason.",
        "id_taken": "Something here is called {name} already, or almost so. Choose another name.",
        "id_empty": "A name needs a letter or a digit, and {name} has none. Choose another.",
        "campaign_ended": "The story of this dungeon has ended. Nothing more can happen in it.",
        "dungeon_missing": "Name the dungeon first.",
        "wrong_phase": "This is done while {wanted}{phase:+, and now it is }.",
        "scene_missing": "No scene is open. Open one first.",
        "unknown_action": "There is no action {action}. The nine are {known}.",
        "not_nearby": "{character} is not in this scene, and too far away for it. Come into it first.",
        "amount_not_positive": "Give at least 1, not {amount}.",
    },
)


class Described(Command):
    """A command that needs a description of what is seen (WO-06)."""

    description: Text = Field(
        default="", description="What happens in the story; one line is enough.", json_schema_extra=ASKED
    )


def gm_only(asker: Asker) -> None:
    """Refuse anybody but the GM."""
    need(asker.is_gm, "only_gm")


def in_play(state: Underworld) -> None:
    """Refuse before the dungeon is founded, and after its story is told to the end."""
    need(state.dungeon.name, "dungeon_missing")
    need(state.stage is not Stage.ENDED, "campaign_ended")


def described(command: Described) -> None:
    """Refuse a command without a description of what is seen (WO-06)."""
    need(command.description.strip(), "describe_first")


def known_character(state: Underworld, character: str) -> WickedOne:
    """A Wicked One of this campaign, living or dead; refused for any other id."""
    return one_there(state.characters, character, "unknown_character")


def living(state: Underworld, character: str) -> WickedOne:
    """A Wicked One that is alive; refused for any other."""
    it = known_character(state, character)
    need(it.alive, "dead", character=character)
    return it


def nearby(state: Underworld, character: str) -> None:
    """Refuse who is not in the open scene: for what only those do who are near (WO-49, WO-55)."""
    need(is_near(state, character), "not_nearby", character=character)


def own(state: Underworld, character: str, asker: Asker) -> WickedOne:
    """The asker's own living Wicked One; refused for any other."""
    it = own_or_dead(state, character, asker)
    need(it.alive, "dead", character=character)
    return it


def own_or_dead(state: Underworld, character: str, asker: Asker) -> WickedOne:
    """The asker's own Wicked One, alive or not; refused for any other."""
    it = known_character(state, character)
    need(it.player == asker.person, "not_your_character", character=character)
    return it


def own_or_gm(state: Underworld, character: str, asker: Asker) -> WickedOne:
    """A living Wicked One, asked for by its player or by the GM; refused for anybody else."""
    return living(state, character) if asker.is_gm else own(state, character, asker)


def open_scene(state: Underworld) -> Scene:
    """The scene being played; refused without one."""
    if state.scene is None or state.scene.status is not SceneStatus.OPEN:
        raise CommandRefused("scene_missing")
    return state.scene


def action_named(name: str) -> Action:
    """The action of this name, one of the nine (WO-08); refused for any other."""
    wanted = slugify(name)
    if wanted in set(Action):
        return Action(wanted)
    raise CommandRefused("unknown_action", action=name, known=[action.value for action in ATTRIBUTE_OF])


def free_id(state: Underworld, name: str, wanted: str | None) -> str:
    """The id a new thing gets: what was asked for, or what its name suggests; refused if it is taken."""
    slug = wanted or slugify(name)
    need(slug, "id_empty", name=name)
    if slug in RESERVED_IDS or slug in taken_ids(state):
        raise CommandRefused("id_taken", name=name)
    return slug


def positive(amount: int) -> None:
    """Refuse an amount below one."""
    need(amount >= 1, "amount_not_positive", amount=amount)


def reason_given(text: str) -> None:
    """Refuse a reason of blanks alone."""
    need(text.strip(), "reason_missing")


def in_phase(state: Underworld, wanted: Phase) -> None:
    """Refuse a command that belongs to another phase."""
    need(state.phase is wanted, "wrong_phase", phase=phase_in_words(state.phase), wanted=wanted)
