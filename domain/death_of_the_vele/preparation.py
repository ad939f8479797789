"""Everything a story still needs before its next scene: its framework first, then the set-up of each act."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from domain.death_of_the_vele.chapters.acts.act_play import PC_SPREAD, BeginActPlay
from domain.death_of_the_vele.chapters.acts.joining_late import JoinLate
from domain.death_of_the_vele.chapters.founding.bidding import RevealBids
from domain.death_of_the_vele.chapters.founding.player_characters import BringFromEarlier
from domain.death_of_the_vele.chapters.scenes.scenes import OpenScene
from domain.death_of_the_vele.choices import SCENES
from domain.death_of_the_vele.forms.characters import PC
from domain.death_of_the_vele.forms.framework import (
    ACTS,
    ACTS_LEFT,
    BID,
    GUIDELINES,
    OBJECTIVE,
    OPENER,
    ORDER,
    START,
    STORY,
)
from domain.death_of_the_vele.forms.groups import GROUP, PLACES, SPOTLIGHTS, TIES
from domain.death_of_the_vele.forms.sheets import FIRST_SHEET, SHEET_AGAIN, waits_for_pay
from domain.death_of_the_vele.lookup import narrator_of
from domain.death_of_the_vele.seats import FRAMEWORK, SETUP, THE_SCENE
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state.act import Act
from domain.death_of_the_vele.state.table import Bidding, Player
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.tables import HIGHEST_BID, MOST_PC_SPOTLIGHTS
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.play import ActStatus, MatrixColumn, StoryStatus
from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Choice, Offer
from domain.kernel.preparing.players import PLAYERS
from domain.kernel.preparing.steps import Preparation, Step
from domain.kernel.terms import PersonId

BIDS, ACTS_OF_IT, PCS = "Bids", "Objective and acts", "Player characters"
SHEETS, GROUPS, BESIDE, PLACED = "Traits and abilities", "Groups", "Ties and spotlights", "Places"

LATER = frozenset(
    {"initiative", "initiative_shown", "joins", "sheet", "group", "ties", "spotlights", "places", "play"}
)
"""The steps of an act's set-up, which come once the story is framed."""


def prepares(state: Vele, campaign: Campaign) -> Preparation | None:
    """What is to be prepared now. Nothing while a scene is played, or the table votes."""
    story, act = state.story, state.act
    if story.status is StoryStatus.ENDED or state.question is not None:
        return None
    table = _Table(state, campaign)
    if act is None:
        return Preparation(title="Framing the story", steps=tuple(table.framing()), later=LATER)
    if act.status is ActStatus.SETUP:
        return Preparation(title=f"Setting up act {act.number}, {act.name}", steps=tuple(table.setting_up(act)))
    if act.status is ActStatus.PLAYING:
        return None if act.scenes else Preparation(title=act.name, steps=(), begins=first_scene(state))
    if act.number < len(story.act_matrix):
        row = story.act_matrix[act.number]
        return Preparation(title=f"Act {act.number + 1}, {row.name}", steps=(table.start(act.number + 1, ()),))
    return None


def first_scene(state: Vele) -> Offer | None:
    """The scene an act begins with, opened by its narrator."""
    narrator = narrator_of(state)
    if narrator is None:
        return None
    pcs = tuple(it.pc for it in state.story.players.values() if it.pc is not None)
    return Offer(
        command=OpenScene,
        label="Open the first scene, with every PC",
        known={"cast": tuple(slug for slug in pcs if state.components[slug].present)},
        choices={"kind": SCENES},
        group=THE_SCENE,
        by=narrator,
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """The story, and the people who prepare it."""

    state: Vele
    campaign: Campaign

    @property
    def everybody(self) -> frozenset[PersonId]:
        """All who play in the story: a step of theirs is taken by any of them."""
        return frozenset(PersonId(player) for player in self.players)

    @property
    def players(self) -> list[str]:
        """Who plays in the story; before it has begun, who is seated."""
        return list(self.state.story.players) or [str(it) for it in self.campaign.players]

    def pc_of(self, player: str) -> str | None:
        """The main component of a player's PC."""
        known = self.state.story.players.get(player)
        return known.pc if known is not None else None

    def seat(self, player: str) -> str:
        """A player's number at the table; whoever keeps the journal has 0."""
        seated = [str(it) for it in self.campaign.players]
        return str(seated.index(player) + 1) if player in seated else "0"

    def one(self, base: str, player: str, label: str) -> Step:
        """A step of one player's, to be completed."""
        return Step(
            key=f"{base}:{player}", label=label, whose=frozenset({PersonId(player)}), subject=self.seat(player)
        )

    def framing(self) -> Iterator[Step]:
        """The framework of the story, in the book's order."""
        story = self.state.story
        yield Step(
            key="story",
            label="The story and its tone",
            why="Whose side turns to fate first, and what being taken out means.",
            have=int(story.started),
            need=1,
            after=(PLAYERS,),
            missing=() if story.started else ("the tone of the story",),
            form=STORY,
        )
        yield Step(
            key="guidelines",
            label="Guidelines",
            why="What holds in this story, as far as the table cares to say.",
            whose=self.everybody,
            have=len(story.guidelines),
            after=("story",),
            form=GUIDELINES,
        )
        yield from self.bids("bids", BIDS, story.priority, story.priority_order)
        yield from self.acts()
        pcs = list(self.pcs(self.players, ("story",)))
        yield from pcs
        yield self.start(1, ("objective", "order", *(it.key for it in self.openers()), *(it.key for it in pcs)))

    def bids(self, key: str, under: str, bidding: Bidding, order: list[str]) -> Iterator[Step]:
        """A sealed bid each, then all of them shown."""
        keys = []
        for player in self.players:
            done = bool(order) or player in bidding.bids
            step = replace(
                self.one(key, player, "A sealed bid"),
                under=under,
                have=int(done),
                need=1,
                after=("story",),
                missing=() if done else (f"the bid of {self.named(player)}",),
                form=None if done else BID,
            )
            keys.append(step.key)
            yield step
        yield Step(
            key=f"{key}_shown",
            label="The bids are shown",
            why="Highest first; ties roll off with d6s.",
            under=under,
            whose=self.everybody,
            have=int(bool(order)),
            need=1,
            after=tuple(keys),
            missing=() if order else ("the order of the players",),
            asks=() if order else (Offer(command=RevealBids, label="Show the bids", group=under, forced=True),),
        )

    def acts(self) -> Iterator[Step]:
        """The objective, the acts, their order, and who opens which."""
        story = self.state.story
        first = frozenset({PersonId(story.priority_order[0])}) if story.priority_order else self.everybody
        yield Step(
            key="objective",
            label="The story's objective",
            why="The first in priority who will writes it.",
            under=ACTS_OF_IT,
            whose=first,
            have=int(story.objective is not None),
            need=1,
            after=("bids_shown",),
            missing=() if story.objective is not None else ("an objective",),
            form=OBJECTIVE if story.objective is None else None,
        )
        cells = [bool(getattr(row, it.value)) for row in story.act_matrix for it in MatrixColumn]
        need = len(cells) if story.matrix_complete else len(MatrixColumn) * len(self.players)
        yield Step(
            key="acts",
            label="The acts",
            why="One for each player: a name, what it begins with, an objective.",
            under=ACTS_OF_IT,
            whose=self.everybody,
            have=min(sum(cells), need),
            need=need,
            after=("bids_shown",),
            missing=() if story.matrix_complete else ("the acts, one for each player",),
            form=None if story.matrix_complete else ACTS,
        )
        yield Step(
            key="order",
            label="The order of the acts",
            under=ACTS_OF_IT,
            whose=self.everybody,
            have=int(story.acts_ordered),
            need=1,
            after=("acts",),
            missing=() if story.acts_ordered else ("the order of the acts",),
            form=ORDER if story.matrix_complete else None,
        )
        yield from self.openers()

    def openers(self) -> Iterator[Step]:
        """An act to open for everybody, then the acts that are left."""
        story = self.state.story
        taken = [row.opener for row in story.act_matrix if row.opener is not None]
        free = len(story.act_matrix) - len(taken)
        without = [player for player in story.priority_order if player not in taken]
        for player in story.priority_order:
            if not story.acts_ordered or player in taken or free:
                yield self.opens("opens", player, done=player in taken)
        if story.acts_ordered and free and not without:
            yield Step(
                key="opens_left:1",
                label="The acts that nobody opens yet",
                why="There are more acts than players.",
                under=ACTS_OF_IT,
                whose=self.everybody,
                need=1,
                after=("order",),
                missing=(f"{free} {'act' if free == 1 else 'acts'} to open",),
                form=ACTS_LEFT,
                subject="1",
            )

    def opens(self, base: str, player: str, *, done: bool) -> Step:
        """An act to open for one player."""
        return replace(
            self.one(base, player, "An act to open"),
            under=ACTS_OF_IT,
            have=int(done),
            need=1,
            after=("order",),
            missing=() if done else (f"an act for {self.named(player)} to open",),
            form=None if done else OPENER,
        )

    def pcs(self, players: Iterable[str], after: tuple[str, ...]) -> Iterator[Step]:
        """A PC for everybody."""
        for player in players:
            slug = self.pc_of(player)
            earlier = Offer(command=BringFromEarlier, label="Bring a PC from an earlier campaign", group=FRAMEWORK)
            yield replace(
                self.one("pc", player, "A player character" if slug is None else self.state.components[slug].name),
                under=PCS,
                have=int(slug is not None),
                need=1,
                after=after,
                missing=() if slug is not None else (f"a PC for {self.named(player)}",),
                form=PC if slug is None else None,
                asks=(earlier,) if slug is None else (),
            )

    def start(self, number: int, after: tuple[str, ...]) -> Step:
        """The act that comes next is set up."""
        return Step(
            key="start" if number == 1 else f"start_{number}",
            label="The first act" if number == 1 else "The next act",
            why="Everybody takes the dice of a new act.",
            whose=self.everybody,
            need=1,
            after=after,
            missing=("the start of the act",),
            form=START,
        )

    def setting_up(self, act: Act) -> Iterator[Step]:
        """The set-up of an act, in the book's order."""
        bids = list(self.bids("initiative", "Initiative", act.bidding, act.initiative_order))
        story = self.state.story
        here = [player for player, it in story.players.items() if it.present]
        yield from self.late(act)
        pcs = list(self.pcs((it for it in here if story.players[it].pc is None), ()))
        sheets = [self.sheet(player, story.players[player]) for player in here]
        groups = [self.group(act, player) for player in here]
        beside = [step for player in here for step in self.beside(act, player)]
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

    def late(self, act: Act) -> Iterator[Step]:
        """A place in the order for everybody who sat down after the story began."""
        if not act.initiative_order:
            return
        amounts = tuple(Choice(n, f"{n} XP") for n in range(self.state.house_rules.bid_min, HIGHEST_BID + 1))
        for player in self.campaign.players:
            if player not in self.state.story.players:
                offer = Offer(
                    command=JoinLate,
                    label="Join the story",
                    known={"seen": False},
                    choices={"bid": amounts},
                    group=SETUP,
                    by=player,
                )
                yield replace(self.one("joins", player, "A late bid for a place in the order"), asks=(offer,))

    def sheet(self, player: str, it: Player) -> Step:
        """What a PC can do, paid for in this act."""
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
        """What the sheet of a player's PC still lacks."""
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
        if waiting:
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
        """What nobody has to do: ties to the groups of others, and spotlights."""
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
        """Where a PC and a group are as the act begins."""
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

    def named(self, player: str) -> str:
        """A player by name."""
        seat = self.campaign.people.get(player)
        return seat.name if seat is not None else self.campaign.formerly.get(player, "somebody who left")
