"""Minions: hired, sent, lost (WO-09)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.wicked_ones.chapters.guards import Described, described, free_id, gm_only, in_play, own
from domain.wicked_ones.chapters.pools import roll_pool
from domain.wicked_ones.chapters.resources.gold import affordable, gold_paid
from domain.wicked_ones.lookup import active, character_of, gold_of, must_be_new, required
from domain.wicked_ones.phrases import rolled, state_of, told
from domain.wicked_ones.seats import Seat
from domain.wicked_ones.shapes import DiceCount, Face
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import MinionPack
from domain.wicked_ones.terms.holdings import PackStatus
from domain.wicked_ones.terms.refs import MonsterRef, NewThing, PackRef
from domain.wicked_ones.terms.rolls import Result

chapter = Chapter[Underworld](
    "Minions",
    {
        "pack_exists": "{character} has {packs}; its hoard carries {most:?pack|packs}.",
        "pack_missing": "There is no such pack in the dungeon any more{there:+. Those there are: }.",
    },
)


class RecruitMinions(Described):
    """Hire a pack of monsters.

    Needs:    your own living monster, gold enough, room in its hoard.
    Refused:  `not_enough_gold`, `pack_exists`, `describe_first`, `id_taken`, `id_empty`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `MinionsRecruited`; `GoldSpent` if they cost any.
    """

    type: Literal["wicked_ones.recruit_minions"] = "wicked_ones.recruit_minions"
    character: MonsterRef
    name: Name
    gold: Points = Field(default=1, description="How much gold it costs.")
    notes: Text = ""
    id: NewThing | None = None


class MinionsRecruited(Event):
    """A monster hired a pack of minions, for so much `gold`."""

    type: Literal["wicked_ones.minions_recruited.v1"] = "wicked_ones.minions_recruited.v1"
    pack: Slug
    owner: Character
    name: Name
    gold: Points
    notes: Text
    description: Text


@chapter.decides(RecruitMinions)
def recruit_minions(state: Underworld, command: RecruitMinions, asker: Asker, dice: Dice) -> Events:
    """WO-09: hire a pack of minions: one for each hoard, or as many as the house says."""
    in_play(state)
    described(command)
    own(state, command.character, asker)
    most = state.house_rules.packs_per_character
    have = [slug for slug, pack in state.packs.items() if pack.owner == command.character and active(pack)]
    need(len(have) < most, "pack_exists", character=command.character, packs=have, most=most)
    affordable(state, command.character, command.gold)
    slug = free_id(state, command.name, command.id)
    recruited = MinionsRecruited(
        pack=slug,
        owner=command.character,
        name=command.name,
        gold=command.gold,
        notes=command.notes,
        description=command.description,
    )
    if not command.gold:
        return [recruited]
    return [recruited, *gold_paid(state, command.character, command.gold, "minions", command.description)]


@chapter.applies(MinionsRecruited, renames=True)
def _(state: Underworld, event: MinionsRecruited) -> None:
    must_be_new(state.packs, event.pack)
    character_of(state, event.owner)
    state.packs[event.pack] = MinionPack(event.name, event.owner, event.gold, event.notes)


@chapter.tells(MinionsRecruited, "{owner} hires {name}")
def _(state: Underworld, event: MinionsRecruited) -> Iterable[Fact]:
    why = event.description
    yield state_of(event.owner, "minions", event.pack, "", "active", why, label=event.name, good=True)
    if event.notes:
        yield told(event.notes, "minions", event.owner)
    yield facts.HeadlineTold()


class ActWithMinions(Described):
    """Roll for a pack of minions. The table reads its dice.

    Needs:    the GM or the pack's player; the pack is still there.
    Refused:  `pack_missing`, `not_your_character`, `describe_first`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `MinionsActed`.
    """

    type: Literal["wicked_ones.act_with_minions"] = "wicked_ones.act_with_minions"
    pack: PackRef
    dice: DiceCount = Field(title="How many dice?", description="0 means two, of which the lower counts.")


class MinionsActed(Event):
    """A pack's dice fell; the table reads them. `zero_dice`: two, the lower kept; `kept` counts."""

    type: Literal["wicked_ones.minions_acted.v1"] = "wicked_ones.minions_acted.v1"
    pack: Slug
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    description: Text


def hired(state: Underworld, slug: str) -> MinionPack:
    """A pack that is still in the dungeon; refused otherwise."""
    return one_there({known: it for known, it in state.packs.items() if active(it)}, slug, "pack_missing")


@chapter.decides(ActWithMinions)
def act_with_minions(state: Underworld, command: ActWithMinions, asker: Asker, dice: Dice) -> Events:
    """WO-09: roll so many dice for a pack, read as any; the rulebook's own way is not in this part."""
    in_play(state)
    described(command)
    pack = hired(state, command.pack)
    if not asker.is_gm and state.characters[pack.owner].player != asker.person:
        raise CommandRefused("not_your_character", character=pack.owner)
    fallen = roll_pool(command.dice, state.house_rules, dice, pack.name)
    return [
        MinionsActed(
            pack=command.pack,
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            description=command.description,
        )
    ]


@chapter.applies(MinionsActed)
def _(state: Underworld, event: MinionsActed) -> None:
    """No change here: the table reads what it means."""
    required(state.packs, event.pack, "pack")


@chapter.tells(MinionsActed, "{pack}, {faces}: {result}. {description}")
def _(state: Underworld, event: MinionsActed) -> Iterable[Fact]:
    yield rolled(event, state.packs[event.pack].owner, f"minions: {event.description}")
    yield facts.Turn(test="", who=event.pack, text=event.description)


class LoseMinions(Command):
    """Record that a pack is gone.

    Needs:    the GM.
    Refused:  `only_gm`, `pack_missing`.
    Yields:   `MinionsLost`.
    """

    type: Literal["wicked_ones.lose_minions"] = "wicked_ones.lose_minions"
    pack: PackRef
    why: Text = Field(default="", title="Reason")


class MinionsLost(Event):
    """A pack of minions is gone."""

    type: Literal["wicked_ones.minions_lost.v1"] = "wicked_ones.minions_lost.v1"
    pack: Slug
    why: Text


@chapter.decides(LoseMinions)
def lose_minions(state: Underworld, command: LoseMinions, asker: Asker, dice: Dice) -> Events:
    """WO-09: record that a pack is gone."""
    gm_only(asker)
    in_play(state)
    hired(state, command.pack)
    return [MinionsLost(pack=command.pack, why=command.why)]


@chapter.applies(MinionsLost, renames=True)
def _(state: Underworld, event: MinionsLost) -> None:
    pack = required(state.packs, event.pack, "pack")
    must(pack.status is PackStatus.ACTIVE, f"{event.pack} is gone already")
    pack.status = PackStatus.GONE


@chapter.tells(MinionsLost, "Nothing is left of {pack}{why:+: }")
def _(state: Underworld, event: MinionsLost) -> Iterable[Fact]:
    pack = state.packs[event.pack]
    yield state_of(pack.owner, "minions", event.pack, "active", "gone", event.why, label=pack.name, good=False)


def hiring(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offers to hire packs, and to act with them."""
    who = {"character": seat.character}
    gold = gold_of(state, seat.character)
    packs = [pack for pack in state.packs.values() if pack.owner == seat.character and active(pack)]
    if len(packs) < state.house_rules.packs_per_character:
        price = min(1, gold)
        yield seat.offer(RecruitMinions, f"{seat.name} recruits minions", {**who, "gold": price}, group=seat.name)
    for slug, pack in state.packs.items():
        if pack.owner == seat.character and active(pack):
            yield seat.offer(ActWithMinions, f"{pack.name} act", {"pack": slug}, group=seat.name)


def packs_lost(state: Underworld) -> Iterable[Offer]:
    """Offer to record that a pack is gone."""
    packs = tuple(Choice(slug, it.name) for slug, it in state.packs.items() if it.status is PackStatus.ACTIVE)
    if packs:
        yield Offer(command=LoseMinions, label="Minions are lost", choices={"pack": packs}, group="Dungeon")
