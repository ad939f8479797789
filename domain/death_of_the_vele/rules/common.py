"""What many rules ask first: who acts, for whom, and at which stage."""

from collections.abc import Iterable

from domain.death_of_the_vele.state import Act, Component, Scene, Struggle, Vele, approval_key
from domain.death_of_the_vele.terms import (
    ActStatus,
    ApprovalKind,
    AspectStatus,
    ComponentKind,
    Home,
    Phase,
    Pool,
)
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker
from domain.kernel.terms import slugify

RESERVED_IDS = frozenset({"bowl", "scene", "story", "table", "gm", "actor", "opponent"})
BOWL = Home(pool=Pool.BOWL)


def act_in(state: Vele, *stages: ActStatus) -> Act:
    """The act, if it is at one of these stages."""
    act = state.act
    if act is None or act.status is ActStatus.ENDED:
        raise CommandRefused("no_act")
    need(act.status in stages, "act_in_setup" if act.status is ActStatus.SETUP else "act_in_play", act=act.name)
    return act


def narrator_of(state: Vele) -> str | None:
    """Who narrates now: whoever narration is lent to, else the narrator."""
    act = state.act
    if act is None or act.status is not ActStatus.PLAYING:
        return None
    return act.narrator_lent_to or act.narrator


def narrates(state: Vele, asker: Asker) -> bool:
    """Whether this person narrates now."""
    return narrator_of(state) == asker.person


def narrating(state: Vele, asker: Asker) -> None:
    """This person narrates now."""
    need(narrates(state, asker), "narrator_only", narrator=narrator_of(state) or "nobody")


def open_scene(state: Vele) -> Scene:
    """The scene being played."""
    return found(state.scene if state.scene is not None and state.scene.open else None, "no_scene")


def running_struggle(state: Vele) -> Struggle | None:
    """The struggle under way, if there is one."""
    return state.struggle if state.struggle is not None and state.struggle.running else None


def rolled_struggle(state: Vele) -> Struggle | None:
    """A struggle whose dice have fallen and that is not finished: nothing may be bought now (VE-A46)."""
    struggle = running_struggle(state)
    before = (Phase.GOAL, Phase.ALLIES, Phase.PUSHING, Phase.POWERING)
    return struggle if struggle is not None and struggle.phase not in before else None


def component(state: Vele, slug: str) -> Component:
    """A component of this story."""
    return found(state.components.get(slug), "component_unknown", component=slug)


def player_for(it: Component) -> str:
    """Who plays a component now: whoever it was given to, else who controls it."""
    return it.played_by or it.controller or it.owner


def own_component(state: Vele, slug: str, asker: Asker) -> Component:
    """A component this person plays."""
    it = component(state, slug)
    need(player_for(it) == asker.person, "not_your_component", component=slug, player=player_for(it))
    return it


def purse(it: Component) -> Home:
    """The main pool a component lives on: character dice for PCs' components, story dice for the others.

    Somebody who plays another's component with dice of their own uses story dice (VE-31).
    """
    owner = it.plays_on or it.controller or it.owner
    borrowed = it.plays_on is not None and it.plays_on != it.owner
    pool = Pool.CHARACTER if it.kind is ComponentKind.PC and not borrowed else Pool.STORY
    return Home(pool=pool, owner=owner)


def not_turned_down(state: Vele, kind: ApprovalKind, text: str) -> None:
    """The table has not turned this down (VE-03)."""
    need(approval_key(kind, text) not in state.turned_down, "not_accepted", approval=kind.value, text=text)


def fresh_id(state: Vele, given: str | None, name: str) -> str:
    """The id of something new, given or made from its name; nothing and nobody may have it yet."""
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


def aspect_ids(state: Vele, texts: Iterable[str]) -> dict[str, str]:
    """Ids for new aspects, made from their words: id -> text. A taken one gets a number."""
    made: dict[str, str] = {}
    for text in texts:
        words = "-".join(slugify(text).split("-")[:6])[:60].strip("-") or "aspect"
        slug, number = words, 2
        while slug in state.aspects or slug in made:
            slug, number = f"{words}-{number}", number + 1
        made[slug] = text
    return made


def aspects_of(state: Vele, subject: str) -> list[str]:
    """The active aspects of something, by id."""
    return [
        slug for slug, it in state.aspects.items() if it.subject == subject and it.status is AspectStatus.ACTIVE
    ]


def in_order(order: Iterable[str], after: str) -> list[str]:
    """The others, going round from the one after `after`."""
    names = list(order)
    at = names.index(after) if after in names else -1
    return [name for name in names[at + 1 :] + names[: max(at, 0)] if name != after]
