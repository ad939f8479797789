"""Checks of the person who asks, and of the moment (VE-03, VE-41, VE-51, VE-70, VE-118)."""

from collections.abc import Iterable

from domain.death_of_the_vele.lookup import RESERVED_IDS, narrates, narrator_of, player_for, running_struggle
from domain.death_of_the_vele.state.act import Act, Scene
from domain.death_of_the_vele.state.cast import Ability, Aspect, Component, Group, Trait
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.table import approval_key
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import players_on, unit_of
from domain.death_of_the_vele.terms.cast import AspectStatus, ComponentStatus
from domain.death_of_the_vele.terms.play import ActStatus, ApprovalKind, StoryStatus
from domain.death_of_the_vele.terms.struggle import Phase
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, need, one_there
from domain.kernel.people import Asker
from domain.kernel.terms import slugify

chapter = Chapter[Vele](
    "Who may ask, and when",
    {
        "no_story": "No story has begun. Start one first.",
        "story_ended": "{story} has ended. Nothing more can happen in it.",
        "not_a_player": "{person} does not play in this story; only its players may do this.",
        "narrator_only": "Only the narrator may do this, and that is {narrator}.",
        "component_unknown": "There is no such component in this story{there:+. Those in play: }.",
        "not_your_component": "{component} is played by {player}: only they may do this.",
        "id_taken": "{name} is the name of something here already. Choose another id.",
        "id_empty": "{name} has no letter or digit to be called by. Give it an id.",
        "not_accepted": "The table did not accept this {approval}: “{text}”. Ask for something else.",
        "no_act": "No act is under way. Start one first.",
        "act_in_setup": "{act} is still being set up. Begin its play first.",
        "act_in_play": "{act} is being played: this belongs to its set-up.",
        "beyond_dice": "{component} is a {nature}, and no dice touch one: tell its traces, or say why it holds "
        "back.",
        "not_rolled": "The dice have not fallen yet.",
        "decided_already": "The struggle is decided.",
        "not_decided": "The struggle is not decided yet.",
        "no_scene": "No scene is open. The narrator opens one first.",
        "not_in_scene": "{component} is not in this scene.",
        "no_dice_now": "No dice in a {kind}: tell it.",
        "virtual_component": "This was only mentioned. Give it numbers first: the narrator can.",
        "cannot_act": "{component} is {status}: it can do nothing.",
        "turn_not_begun": "Nobody's turn has begun. Begin the turn of whoever is next.",
        "not_your_turn": "It is not your turn: it is {player}'s.",
        "acted_already": "{component} has acted in round {round} already.",
        "must_skip": "{component} skips this action: it helped {helped}.",
        "no_struggle": "No struggle is under way.",
        "already_rolled": "The dice of this struggle have fallen.",
        "side_unknown": "There is no such side. The sides: {sides}.",
        "not_on_side": "You play nobody on that side.",
    },
)


def story_running(state: Vele) -> None:
    """Refuse while no story is being told."""
    need(state.story.started, "no_story")
    need(state.story.status is not StoryStatus.ENDED, "story_ended", story=state.story.title)


def in_story(state: Vele, asker: Asker) -> None:
    """Refuse anybody who does not play in the story."""
    story_running(state)
    need(asker.person in state.story.players, "not_a_player", person=asker.person)


def act_in(state: Vele, *stages: ActStatus) -> Act:
    """The act, if it is at one of these stages; refused otherwise."""
    act = state.act
    if act is None or act.status is ActStatus.ENDED:
        raise CommandRefused("no_act")
    need(act.status in stages, "act_in_setup" if act.status is ActStatus.SETUP else "act_in_play", act=act.name)
    return act


def must_narrate(state: Vele, asker: Asker) -> None:
    """Refuse anybody but the narrator."""
    need(narrates(state, asker), "narrator_only", narrator=narrator_of(state) or "nobody")


def open_scene(state: Vele) -> Scene:
    """The scene being played; refused without one."""
    return found(state.scene if state.scene is not None and state.scene.open else None, "no_scene")


def known_component(state: Vele, slug: str) -> Component:
    """A component of this story; refused for any other id."""
    return one_there(
        state.components, slug, "component_unknown", (it for it, one in state.components.items() if one.present)
    )


def known_trait(it: Component, component: str, slug: str | None) -> Trait:
    """A trait of a component; refused for any other id."""
    there = (one.name for one in it.traits.values())
    return one_there(it.traits, slug, "trait_unknown", there, component=component)


def known_ability(it: Component, component: str, slug: str) -> Ability:
    """An ability of a component; refused for any other id."""
    there = (one.name for one in it.abilities.values())
    return one_there(it.abilities, slug, "ability_unknown", there, component=component)


def known_aspect(state: Vele, slug: str | None) -> Aspect:
    """An aspect of this story, whether it still counts or not; refused for any other id."""
    there = (one.text for one in state.aspects.values() if one.status is AspectStatus.ACTIVE)
    return one_there(state.aspects, slug, "aspect_unknown", there)


def group_of_act(state: Vele, slug: str) -> Group:
    """A group of the act under way; refused for any other id."""
    return one_there({it: one for it, one in state.groups.items() if one.active}, slug, "group_unknown")


def own_component(state: Vele, slug: str, asker: Asker) -> Component:
    """A component the asker plays; refused for any other."""
    it = known_component(state, slug)
    need(player_for(it) == asker.person, "not_your_component", component=slug, player=player_for(it))
    return it


def not_turned_down(state: Vele, kind: ApprovalKind, text: str) -> None:
    """Refuse what the table has turned down (VE-03)."""
    need(approval_key(kind, text) not in state.turned_down, "not_accepted", approval=kind.value, text=text)


def fresh_id(state: Vele, given: str | None, name: str) -> str:
    """The id of something new, given or made from its name; refused if anything or anybody has it."""
    slug = given or slugify(name)
    need(slug, "id_empty", name=name)
    known: Iterable[Iterable[str]] = (state.components, state.groups, state.story.players, RESERVED_IDS)
    need(not any(slug in ids for ids in known), "id_taken", id=slug, name=name)
    return slug


def part_id(known: Iterable[str], given: str | None, name: str) -> str:
    """The id of a trait or ability within its component."""
    slug = given or slugify(name)
    need(slug, "id_empty", name=name)
    need(slug not in known, "id_taken", id=slug, name=name)
    return slug


def scene_with_dice(state: Vele) -> Scene:
    """The open scene of an act being played, if dice may fall in it (VE-41)."""
    act_in(state, ActStatus.PLAYING)
    scene = open_scene(state)
    need(not scene.kind.out_of_time, "no_dice_now", kind=scene.kind)
    return scene


def before_roll(state: Vele) -> Struggle:
    """The struggle under way, none of its dice fallen; refused otherwise."""
    struggle = found(running_struggle(state), "no_struggle")
    need(struggle.before_roll, "already_rolled")
    return struggle


def struggle_rolled(state: Vele) -> Struggle:
    """The struggle under way, rolled and not yet decided; refused otherwise."""
    struggle = found(running_struggle(state), "no_struggle")
    need(not struggle.before_roll, "not_rolled")
    need(struggle.phase in (Phase.ROLLED, Phase.FATE), "decided_already")
    return struggle


def struggle_decided(state: Vele) -> Struggle:
    """The struggle under way, decided and not yet finished; refused otherwise."""
    struggle = found(running_struggle(state), "no_struggle")
    if struggle.phase in (Phase.DECIDED, Phase.SETTLED, Phase.APPLIED):
        return struggle
    raise CommandRefused("not_decided")


def side_called(struggle: Struggle, name: str) -> Side:
    """A side by its name."""
    return found(struggle.sides.get(name), "side_unknown", side=name, sides=list(struggle.sides))


def own_side(state: Vele, struggle: Struggle, name: str, asker: Asker) -> Side:
    """A side the asker plays on, the scenery's for the narrator; refused for any other."""
    side = side_called(struggle, name)
    if side.main is None:
        must_narrate(state, asker)
        return side
    need(asker.person in players_on(state, side), "not_on_side", side=name)
    return side


def in_the_scene(state: Vele, scene: Scene, slug: str) -> Component:
    """A component of the scene that can do something; refused otherwise."""
    need(slug not in state.virtual, "virtual_component", component=slug)
    it = known_component(state, slug)
    need(slug in scene.cast, "not_in_scene", component=slug)
    need(it.status is ComponentStatus.ACTIVE, "cannot_act", component=slug, status=it.status)
    reached_by_dice(slug, it)
    return it


def reached_by_dice(slug: str, it: Component) -> None:
    """Refuse a component that no rule of dice touches (VE-118)."""
    need(not it.beyond_dice, "beyond_dice", component=slug, nature=it.nature)


def own_in_the_scene(state: Vele, scene: Scene, slug: str, asker: Asker) -> Component:
    """A component of the scene that the asker plays; refused otherwise."""
    in_the_scene(state, scene, slug)
    return own_component(state, slug, asker)


def own_turn(scene: Scene, asker: Asker) -> None:
    """Refuse anybody whose turn it is not, and everybody while no turn has begun (VE-70)."""
    need(scene.turn_of is not None, "turn_not_begun")
    need(scene.turn_of == asker.person, "not_your_turn", player=scene.turn_of)


def in_turn(state: Vele, scene: Scene, slug: str, asker: Asker) -> None:
    """Refuse a component whose turn to act it is not, where initiative runs (VE-51, VE-70)."""
    if not scene.initiative_running:
        return
    own_turn(scene, asker)
    for each in unit_of(state, slug):
        turn = scene.components.get(each)
        if turn is not None and turn.acted_this_round:
            raise CommandRefused("acted_already", component=each, round=scene.round)
        if turn is not None and turn.must_skip_next_action:
            raise CommandRefused("must_skip", component=each, helped=turn.helping)
