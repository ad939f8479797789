"""The set-up of an act, step by step (VE-32 to VE-38)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from domain.death_of_the_vele.chapters.acts.act_play import PC_SPREAD, BeginActPlay
from domain.death_of_the_vele.chapters.acts.joining_late import JoinLate, late_bids
from domain.death_of_the_vele.forms.framework import GUIDELINES
from domain.death_of_the_vele.forms.groups import GROUP, PLACES, SPOTLIGHTS, TIES
from domain.death_of_the_vele.forms.sheets import FIRST_SHEET, SHEET_AGAIN, waits_for_pay
from domain.death_of_the_vele.preparation.table import Table
from domain.death_of_the_vele.printed import MOST_PC_SPOTLIGHTS
from domain.death_of_the_vele.seats import SETUP
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state.act import Act
from domain.death_of_the_vele.state.table import Player
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.kernel.offers import Offer
from domain.kernel.preparation.steps import Step
from domain.kernel.terms import PersonId

SHEETS, GROUPS, BESIDE, PLACED = "Traits and abilities", "Groups", "Guidelines, ties, spotlights", "Places"


@dataclass(frozen=True, slots=True)
class SettingUp(Table):
    """An act as it is set up."""

    def setting_up(self, act: Act) -> Iterator[Step]:
        """The set-up of an act, in the book's order."""
        bids = list(self.bids("initiative", "Initiative", act.bidding, act.initiative_order))
        story = self.state.story
        here = [player for player, it in story.players.items() if it.present]
        yield from self.late(act)
        pcs = list(self.pcs((it for it in here if story.players[it].pc is None), ()))
        sheets = [
            self.sheet(player, it) for player, it in story.players.items() if it.present or it.pc is not None
        ]
        groups = [self.group(act, player) for player in here]
        beside = [self.guidelines(), *(step for player in here for step in self.beside(act, player))]
        places = [self.places(act, player, story.players[player]) for player in here]
        needed = [*bids, *pcs, *sheets, *groups, *places]
        yield from (*bids, *pcs, *sheets, *groups, *beside, *places)
        yield Step(
            key="play",
            label="The act is played",
            why="Whoever opens it narrates.",
            whose=frozenset({PersonId(act.starting_narrator)}),
            need=1,
            after=tuple(it.key for it in needed),
            missing=("the word of who opens the act",),
            asks=(
                Offer(
                    command=BeginActPlay, label="Begin the act", group=SETUP, by=act.starting_narrator, forced=True
                ),
            ),
        )

    def guidelines(self) -> Step:
        """The step for what holds in this act."""
        return Step(
            key="guidelines",
            label="Guidelines of the act",
            why="What holds from here on, as far as the table cares to say.",
            under=BESIDE,
            whose=self.everybody,
            form=GUIDELINES,
        )

    def late(self, act: Act) -> Iterator[Step]:
        """A place in the order for everybody who sat down after the story began."""
        if not act.initiative_order:
            return
        for player in self.campaign.players:
            if player not in self.state.story.players:
                offer = Offer(
                    command=JoinLate,
                    label="Join the story",
                    known={"seen": False},
                    choices={"bid": late_bids(self.state)},
                    group=SETUP,
                    by=player,
                )
                yield replace(self.one("joins", player, "A late bid for a place in the order"), asks=(offer,))

    def sheet(self, player: str, it: Player) -> Step:
        """The step for what a PC can do, paid for in this act."""
        pc = self.state.components[it.pc] if it.pc is not None else None
        missing = tuple(self.lacks(player, it))
        paid = sum(1 for trait in pc.traits.values() if trait.active) if pc is not None else 0
        least = least_traits(trait_slots(self.state, pc)) if pc is not None else 1
        form = SHEET_AGAIN if waits_for_pay(self.state, player) else FIRST_SHEET
        return replace(
            self.one("sheet", player, pc.name if pc is not None else "Traits and abilities"),
            why="Its traits, and the abilities that rest on them.",
            under=SHEETS,
            have=min(paid, least),
            need=least,
            after=(f"pc:{player}",),
            missing=missing,
            form=form,
        )

    def lacks(self, player: str, it: Player) -> Iterator[str]:
        """Parts the sheet of a player's PC still lacks, in words."""
        if it.pc is None:
            yield f"traits for {self.named(player)}'s PC"
            return
        pc = self.state.components[it.pc]
        waiting = [
            trait.name
            for one in self.state.components.values()
            if one.owner == player and one.kind is ComponentKind.PC
            for trait in one.traits.values()
            if not trait.active and not trait.left_inactive
        ]
        if waiting and it.present:
            yield f"{' and '.join(waiting)} to be paid for, or left out"
        dice = [trait.die for trait in pc.traits.values() if trait.active]
        lacking = least_traits(trait_slots(self.state, pc)) - len(dice)
        if lacking > 0:
            yield f"{lacking} {'trait' if lacking == 1 else 'traits'} for {pc.name}"
        yield from (f"a {die.value} trait for {pc.name}" for die in PC_SPREAD if die not in dice)

    def group(self, act: Act, player: str) -> Step:
        """A player's group of story characters."""
        own = next((slug for slug in act.groups if self.state.groups[slug].owner == player), None)
        label = "A group of story characters" if own is None else self.state.groups[own].name
        return replace(
            self.one("group", player, label),
            why="Who gets in the way of the PCs in this act.",
            under=GROUPS,
            have=int(own is not None),
            need=1,
            missing=() if own is not None else (f"a group of {self.named(player)}",),
            form=GROUP if own is None else None,
        )

    def beside(self, act: Act, player: str) -> Iterator[Step]:
        """Steps nobody has to take: ties to the groups of others, and spotlights."""
        it = self.state.story.players[player]
        others = [self.state.groups[slug] for slug in act.groups if self.state.groups[slug].owner != player]
        if it.pc is None:
            return
        tied = sum(1 for group in others if player in group.connected_by)
        if others:
            yield replace(
                self.one("ties", player, "Ties to other groups"),
                why="A d4 of story dice for each trait and aspect.",
                under=BESIDE,
                have=tied,
                form=TIES if tied < len(others) else None,
            )
        left = it.spotlights_created < MOST_PC_SPOTLIGHTS
        yield replace(
            self.one("spotlights", player, "Spotlights"),
            why="Cards that ask for a scene about somebody.",
            under=BESIDE,
            have=it.spotlights_created,
            form=SPOTLIGHTS if left else None,
        )

    def places(self, act: Act, player: str, it: Player) -> Step:
        """The step for the places of a PC and a group as the act begins."""
        own = next((slug for slug in act.groups if self.state.groups[slug].owner == player), None)
        names = self.state.components, self.state.groups
        open_ones = [slug for slug in (it.pc, own) if slug is not None and slug not in act.map_positions]
        named = [names[0][slug].name if slug in names[0] else names[1][slug].name for slug in open_ones]
        lacking = [*(f"a place for {name}" for name in named)]
        if it.pc is None or own is None:
            lacking.append(f"a place for what {self.named(player)} brings")
        return replace(
            self.one("places", player, "Where they begin"),
            under=PLACED,
            have=int(not lacking),
            need=1,
            after=(f"pc:{player}", f"group:{player}"),
            missing=tuple(lacking),
            form=PLACES,
        )
