"""The cycle: lurking with recovery, raiding, and the end of the campaign (WO-02, WO-03)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Points, Slug, Text
from domain.wicked_ones.chapters.guards import gm_only, in_play
from domain.wicked_ones.chapters.phases.scenes import drop_settled, nothing_pending
from domain.wicked_ones.lookup import character_of, on_the_way, phase_in_words, required, scene_is_open
from domain.wicked_ones.phrases import condition, shock, state_of, stress, told
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.frame import Phase, RaidStatus, Stage
from domain.wicked_ones.terms.harm import CostStatus
from domain.wicked_ones.terms.rolls import Attribute

chapter = Chapter[Underworld](
    "The cycle",
    {
        "phase_order": "The next phase is {due}{phase:+, for now it is }.",
        "raid_open": "The raid on {target} is still under way. End it first.",
        "invasion_running": "The dungeon is invaded by {by}. End that first.",
        "cost_owed": "{character} has yet to pay {cost}.",
    },
)


_PHASES = {Phase.LURKING: "Lurking", Phase.RAIDING: "Raiding"}


class BeginPhase(Command):
    """Begin lurking or raiding; lurking begins with recovery.

    Needs:    the GM; no scene, raid or invasion under way; nothing pending or owed.
    Refused:  `only_gm`, `phase_order`, `scene_open`, `raid_open`, `invasion_running`, `consequence_pending`,
              `cost_owed`.
    Yields:   `PhaseBegan`; for lurking also `RecoveryHappened` and `Recovered`.
    """

    type: Literal["wicked_ones.begin_phase"] = "wicked_ones.begin_phase"
    phase: Phase


class PhaseBegan(Event):
    """A phase began; lurking opens a new cycle."""

    type: Literal["wicked_ones.phase_began.v1"] = "wicked_ones.phase_began.v1"
    phase: Phase
    cycle_no: int


class RecoveryHappened(Event):
    """Recovery happened, once for this cycle."""

    type: Literal["wicked_ones.recovery_happened.v1"] = "wicked_ones.recovery_happened.v1"
    cycle_no: int


class Recovered(Event):
    """A monster recovered: the stress and shocks that were cleared, the defenses that are unused again."""

    type: Literal["wicked_ones.recovered.v1"] = "wicked_ones.recovered.v1"
    character: Character
    stress_cleared: Points
    shocks_cleared: tuple[Attribute, ...]
    bloodied_ended: bool
    feral_ended: bool
    defenses_refreshed: tuple[Slug, ...]


@chapter.decides(BeginPhase)
def begin_phase(state: Underworld, command: BeginPhase, asker: Asker, dice: Dice) -> Events:
    """WO-02, WO-03: begin the phase that is due, lurking first; lurking begins with recovery."""
    gm_only(asker)
    in_play(state)
    due = Phase.RAIDING if state.phase is Phase.LURKING else Phase.LURKING
    if command.phase is not due:
        raise CommandRefused("phase_order", phase=phase_in_words(state.phase), due=due)
    all_settled(state)
    if state.raid is not None and state.raid.status is RaidStatus.OPEN:
        raise CommandRefused("raid_open", target=state.raid.target)
    if state.dungeon.invasion is not None:
        raise CommandRefused("invasion_running", by=state.dungeon.invasion)
    for slug, cost in state.costs.items():
        if cost.status is CostStatus.OWED and state.characters[cost.owner].alive:
            raise CommandRefused("cost_owed", character=cost.owner, cost=slug)
    cycle = state.cycle_no + (due is Phase.LURKING)
    began = PhaseBegan(phase=due, cycle_no=cycle)
    if due is Phase.RAIDING:
        return [began]
    return [began, RecoveryHappened(cycle_no=cycle), *recoveries(state)]


def all_settled(state: Underworld) -> None:
    """Refuse to go on to another phase within a scene, or with anything pending or owed."""
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    nothing_pending(state)


def recoveries(state: Underworld) -> list[Event]:
    """Events of recovery for every living monster (WO-03)."""
    return [
        Recovered(
            character=CharacterId(slug),
            stress_cleared=it.stress,
            shocks_cleared=tuple(it.shocked),
            bloodied_ended=it.bloodied,
            feral_ended=it.feral,
            defenses_refreshed=tuple(
                defense for defense, known in state.defenses.items() if known.owner == slug and known.used
            ),
        )
        for slug, it in state.characters.items()
        if it.alive
    ]


@chapter.applies(PhaseBegan, renames=True)
def _(state: Underworld, event: PhaseBegan) -> None:
    must(event.phase not in (state.phase, Phase.NONE), f"{event.phase} cannot begin now")
    state.stage = Stage.PLAYING
    state.phase = event.phase
    state.cycle_no += event.phase is Phase.LURKING
    must(state.cycle_no == event.cycle_no, f"cycle {event.cycle_no} cannot begin after {state.cycle_no}")
    if event.phase is Phase.RAIDING:
        state.sharing_loot = False  # what was dragged home may be shared out while lurking, until the next raid
    state.world_roll = None
    state.compels.clear()
    state.costs = {slug: it for slug, it in state.costs.items() if it.status is CostStatus.OWED}
    drop_settled(state)
    for it in state.characters.values():
        it.knell_pending = False


@chapter.tells(PhaseBegan, "Cycle {cycle_no}: {phase}")
def _(state: Underworld, event: PhaseBegan) -> Iterable[Fact]:
    before = Phase.RAIDING if event.phase is Phase.LURKING else Phase.LURKING
    cycle = event.cycle_no - (event.phase is Phase.LURKING)
    if cycle:
        yield facts.ChapterClosed(chapter=f"{before}-{cycle}")
    title = f"{_PHASES[event.phase]}, cycle {event.cycle_no}"
    yield facts.ChapterOpened(chapter=f"{event.phase}-{event.cycle_no}", title=title)
    was = "" if not cycle else _PHASES[before].lower()
    yield state_of(DUNGEON, "campaign", "phase", was, _PHASES[event.phase].lower(), title, label="Phase")


@chapter.applies(RecoveryHappened)
def _(state: Underworld, event: RecoveryHappened) -> None:
    must(state.phase is Phase.LURKING and state.cycle_no == event.cycle_no, "recovery opens lurking")


@chapter.tells(RecoveryHappened, "The monsters lick their wounds")
def _(state: Underworld, event: RecoveryHappened) -> Iterable[Fact]:
    yield told("recovery", "recovery", *(slug for slug, it in state.characters.items() if it.alive))


@chapter.applies(Recovered)
def _(state: Underworld, event: Recovered) -> None:
    it = character_of(state, event.character)
    must(it.alive and it.stress == event.stress_cleared, f"{event.character} did not recover so")
    it.stress = 0
    it.feral = it.bloodied = False
    for attribute in it.shock:
        it.shock[attribute] = False
    for slug in event.defenses_refreshed:
        required(state.defenses, slug, "defense").used = False


@chapter.tells(Recovered, "{character} is whole again")
def _(state: Underworld, event: Recovered) -> Iterable[Fact]:
    who, why = event.character, "recovery"
    if event.stress_cleared:
        yield stress(who, -event.stress_cleared, 0, why)
    for attribute in event.shocks_cleared:
        yield shock(who, attribute, comes=False, why=why)
    if event.bloodied_ended:
        yield condition(who, "bloodied", comes=False, why=why)
    if event.feral_ended:
        yield condition(who, "feral", comes=False, why=why)
    for slug in event.defenses_refreshed:
        label = state.defenses[slug].type
        yield state_of(who, "defenses", slug, "used", "ready", why, label=label, good=True)


class EndCampaign(Command):
    """End the campaign: with an epilogue, if one is told.

    Needs:    the GM; between scenes, with nothing pending.
    Refused:  `only_gm`, `campaign_ended`, `scene_open`, `consequence_pending`.
    Yields:   `CampaignEnded`.
    """

    type: Literal["wicked_ones.end_campaign"] = "wicked_ones.end_campaign"
    epilogue: Text = ""


class CampaignEnded(Event):
    """The campaign is over."""

    type: Literal["wicked_ones.campaign_ended.v1"] = "wicked_ones.campaign_ended.v1"
    epilogue: Text


@chapter.decides(EndCampaign)
def end_campaign(state: Underworld, command: EndCampaign, asker: Asker, dice: Dice) -> Events:
    """End the campaign between scenes, with nothing left hanging."""
    gm_only(asker)
    in_play(state)
    need(state.stage is not Stage.ENDED, "campaign_ended")
    all_settled(state)
    return [CampaignEnded(epilogue=command.epilogue)]


@chapter.applies(CampaignEnded)
def _(state: Underworld, event: CampaignEnded) -> None:
    must(state.stage is not Stage.ENDED, "the campaign has ended already")
    state.stage = Stage.ENDED


@chapter.tells(CampaignEnded, "The dungeon's story ends{epilogue:+: }")
def _(state: Underworld, event: CampaignEnded) -> Iterable[Fact]:
    if state.phase is not Phase.NONE:
        yield facts.ChapterClosed(chapter=f"{state.phase}-{state.cycle_no}")
    if event.epilogue:
        yield told(event.epilogue, "epilogue")


def lurking(state: Underworld) -> Iterable[Offer]:
    """Offer of lurking, where it is due."""
    return (it for it in phases(state) if it.known.get("phase") == Phase.LURKING)


def phases(state: Underworld) -> Iterable[Offer]:
    """Offers of the next phase, when nobody owes anything, and of the end of the campaign."""
    raiding = on_the_way(state)
    owing = any(it.status is CostStatus.OWED and state.characters[it.owner].alive for it in state.costs.values())
    if not raiding and not owing and state.dungeon.invasion is None:
        due = Phase.RAIDING if state.phase is Phase.LURKING else Phase.LURKING
        label = "Begin lurking: everybody recovers" if due is Phase.LURKING else "Begin raiding"
        yield Offer(command=BeginPhase, label=label, known={"phase": due.value}, group="Cycle")
    if state.phase is not Phase.NONE:
        yield Offer(command=EndCampaign, label="End the campaign", group="Cycle", weight=Weight.ENDING)
