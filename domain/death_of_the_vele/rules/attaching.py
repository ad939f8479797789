"""Components that act, and suffer, as one (VE-29)."""

from domain.death_of_the_vele.commands import components as ask
from domain.death_of_the_vele.events import components as say
from domain.death_of_the_vele.state import Scene, Vele
from domain.death_of_the_vele.terms import ActStatus, AttachCost, XpReason
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .awards import Awards
from .cases import answers
from .common import component, own_component, player_for, running_struggle


def unit_of(state: Vele, slug: str) -> list[str]:
    """A component and everything attached to it."""
    return [slug, *state.components[slug].attached_to]


def price(
    state: Vele, wanted: AttachCost, among: list[str], asker: Asker
) -> tuple[AttachCost, str | None, list[Event]]:
    """What attaching or detaching takes now: nothing in set-up, else an action, or fate for doing it at once."""
    if state.act is None or state.act.status is not ActStatus.PLAYING:
        return AttachCost.SETUP, None, []
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    scene = state.scene if state.scene is not None and state.scene.open else None
    mine = [slug for slug in among if player_for(state.components[slug]) == asker.person]
    if wanted is AttachCost.FATE:
        return fate(state, scene, mine[0], asker)
    actor = next((slug for slug in mine if has_action(scene, slug, asker)), None)
    need(actor is not None, "no_action_left", components=mine)
    return (AttachCost.ACTION, actor, [])


def has_action(scene: Scene | None, slug: str, asker: Asker) -> bool:
    """Whether a component can still act: always outside initiative, else on its player's turn, once."""
    if scene is None or not scene.initiative_running:
        return True
    turn = scene.components.get(slug)
    done = turn is not None and (turn.acted_this_round or turn.must_skip_next_action)
    return scene.turn_of == asker.person and not done


def fate(state: Vele, scene: Scene | None, slug: str, asker: Asker) -> tuple[AttachCost, str | None, list[Event]]:
    """One XP of fate makes it instant; it counts as the scene's one (VE-106)."""
    need(not state.house_rules.fate_own_aspect_once, "own_aspect_only")
    if scene is not None and scene.fate_xp_used.get(asker.person):
        raise CommandRefused("fate_used")
    awards = Awards(state)
    if awards.balance(asker.person) < 1:
        raise CommandRefused("too_little_xp", have=awards.balance(asker.person), need=1)
    awards.spend(asker.person, 1, XpReason.FATE, slug)
    return AttachCost.FATE, None, awards.events


@answers(ask.AttachComponents)
def attach_components(state: Vele, command: ask.AttachComponents, asker: Asker) -> Events:
    """VE-29: no one-shots, one focus trait in all, and somebody's action."""
    chosen = list(dict.fromkeys(command.components))
    need(len(chosen) >= 2, "two_to_attach")
    for slug in chosen:
        it = component(state, slug)
        need(not it.one_shot, "one_shot_alone", component=slug)
    if all(player_for(state.components[slug]) != asker.person for slug in chosen):
        raise CommandRefused(
            "not_your_component", component=chosen[0], player=player_for(state.components[chosen[0]])
        )
    whole = list(dict.fromkeys(slug for each in chosen for slug in unit_of(state, each)))
    need(set(whole) > set(unit_of(state, chosen[0])), "attached_already", components=chosen)
    focused = [slug for slug in whole if state.components[slug].focus is not None]
    need(len(focused) <= 1, "two_focus_traits", components=focused)
    paid = price(state, command.cost, chosen, asker)
    cost, actor, events = paid
    return [say.ComponentsAttached(components=tuple(whole), cost=cost, actor=actor), *events]


@answers(ask.DetachComponent)
def detach_component(state: Vele, command: ask.DetachComponent, asker: Asker) -> Events:
    """VE-29: for the same price it acts alone again."""
    it = own_component(state, command.component, asker)
    need(it.attached_to, "not_attached", component=command.component)
    paid = price(state, command.cost, unit_of(state, command.component), asker)
    cost, actor, events = paid
    return [say.ComponentDetached(component=command.component, cost=cost, actor=actor), *events]
