"""Transformations change a character for good, such as death; an arc waits for each (VC-43)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Text
from domain.vicious_crucible.chapters.arcs.new_arcs import ArcBegun, ArcEnded, entry_price, free_arc
from domain.vicious_crucible.chapters.guards import gm_only, in_play, known_character
from domain.vicious_crucible.lookup import pc_of, pcs
from domain.vicious_crucible.phrases import changed, condition
from domain.vicious_crucible.seats import choices
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import (
    OTHER_COST,
    SACRIFICE,
    ArcRef,
    CharacterRef,
    CharacterSlug,
    LossReason,
    TraitRef,
)

chapter = Chapter[Crucible](
    "Transformations",
    {
        "arc_ordinary": "{arc} is an ordinary arc: it is entered by Reify, not by a transformation.",
        "transformation_missing": "Say what happened and what the character is now.",
    },
)


class RecordTransformation(Command):
    """Begin the other arc: something changed a character for good, such as death.

    Needs:    the GM; play; a player character; an arc for that transformation; its entry cost, if it prints one.
    Refused:  `gm_only`, `not_playing`, `character_unknown`, `npcs_gain_nothing`, `arc_unknown`, `arc_ordinary`,
              `arc_same`, `arc_taken`, `transformation_missing`, and the refusals of an unpaid entry cost.
    Yields:   `CharacterTransformed`, `ElementSacrificed` each, `ArcCostPaid`, `ArcEnded`, `ArcBegun`.
    """

    type: Literal["vicious_crucible.record_transformation"] = "vicious_crucible.record_transformation"
    character: CharacterRef = Field(title="Who?")
    arc: ArcRef = Field(description="The arc to begin.")
    condition: Text = Field(
        title="What is noted on the sheet?", description="The tag on the sheet from now on, such as: dead."
    )
    cause: Text = Field(title="What happened?", description="What happened.")
    sacrifice: tuple[TraitRef, ...] = Field(
        title="Which elements are given up?", default=(), description=SACRIFICE
    )
    other_text: Text = Field(title="How is the rest paid?", default="", description=OTHER_COST)


class CharacterTransformed(Event):
    """Something changed a character for good."""

    type: Literal["vicious_crucible.character_transformed.v1"] = "vicious_crucible.character_transformed.v1"
    character: CharacterSlug
    condition: Text
    cause: Text


@chapter.decides(RecordTransformation)
def record_transformation(state: Crucible, command: RecordTransformation, asker: Asker, dice: Dice) -> Events:
    """VC-43: record what happened, and the arc that waits for it; Heat and Flux stay."""
    gm_only(asker)
    in_play(state)
    character = known_character(state, command.character)
    need(character.is_pc, "npcs_gain_nothing", character=command.character)
    arc = found(state.arcs.get(command.arc), "arc_unknown", arc=command.arc)
    need(arc.transformation is not None, "arc_ordinary", arc=command.arc)
    free_arc(state, command.character, character, command.arc)
    if not command.condition.strip() or not command.cause.strip():
        raise CommandRefused("transformation_missing", arc=command.arc)
    paid = entry_price(
        state,
        command.character,
        command.arc,
        command.sacrifice,
        command.other_text,
        LossReason.TRANSFORMATION,
    )
    return [
        CharacterTransformed(
            character=command.character, condition=command.condition.strip(), cause=command.cause
        ),
        *paid,
        ArcEnded(character=command.character, arc=character.arc or ""),
        ArcBegun(character=command.character, arc=command.arc),
    ]


@chapter.applies(CharacterTransformed)
def _(state: Crucible, event: CharacterTransformed) -> None:
    character = pc_of(state, event.character)
    if event.condition not in character.condition:
        character.condition.append(event.condition)


@chapter.tells(CharacterTransformed, "{character} is {condition}: {cause}")
def _(state: Crucible, event: CharacterTransformed) -> Iterable[Fact]:
    yield changed(state, event.character, event.condition)
    yield condition(event.character, event.condition, "", "yes", event.cause)
    yield facts.Advanced(owner=event.character, track="transformation", what=event.condition)


def transformations(state: Crucible) -> Iterable[Offer]:
    """Transformations whose arc takes no element, for those who may begin it."""
    for arc_id, arc in state.arcs.items():
        cost = arc.entry_cost
        plain = not (cost.sacrifice_count or cost.sacrifice_named)
        those = [slug for slug, it in pcs(state).items() if plain and allowed(free_arc, state, slug, it, arc_id)]
        if arc.transformation is not None and those:
            yield Offer(
                command=RecordTransformation,
                label=f"{arc.transformation[:1].upper()}{arc.transformation[1:]}: begin {arc.name}",
                known={"arc": arc_id, "sacrifice": ()},
                choices={"character": choices(state, those)},
                group="GM",
            )
