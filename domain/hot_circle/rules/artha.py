"""Fate by hand, compels, and assets made to last (HC-56 to HC-58, HC-64)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle, Compel
from domain.hot_circle.tables import FATE_TO_UPGRADE, UPGRADES
from domain.hot_circle.terms import (
    COMPLICATIONS,
    HINDRANCES,
    AssetKind,
    CompelStatus,
    FateCause,
    HindranceSource,
    Reward,
    TestStatus,
)
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import blank, character, own_pc, pc, reserved_fate, runs, session_open
from .contacts import hostile


def on_sheet(it: Character, cause: FateCause, source: str) -> bool:
    """Whether this is something of the character's that can earn fate in this way."""
    match cause:
        case FateCause.STANCE:
            return source in it.beliefs
        case FateCause.INSTINCT:
            return source in it.instincts
        case FateCause.TRAIT | FateCause.HINDERING_TRAIT:
            return source in it.traits
        case FateCause.RELATIONSHIP:
            return source in it.kept(AssetKind.RELATIONSHIP)
        case FateCause.HINDERING_LIFEPATH:
            return source in it.lifepaths
        case FateCause.HINDERING_CONDITION:
            return source in it.conditions
    return False


def award_fate(state: Circle, command: ask.AwardFate) -> Decision[Event]:
    """HC-56: right after something on the sheet brought significant complications."""
    if wrong := session_open(state):
        return wrong
    it = character(state, command.character)
    if isinstance(it, Refusal):
        return it
    if not it.is_pc:
        return refuse("npc_no_award", character=command.character)
    if command.cause not in COMPLICATIONS:
        return refuse("paid_by_the_test", cause=command.cause)
    if not on_sheet(it, command.cause, command.source):
        return refuse("not_on_sheet", cause=command.cause, source=command.source)
    if blank(command.complication):
        return refuse("complication_missing")
    if command.cause is FateCause.TRAIT and paid_by_test(state, command.character, command.source):
        return refuse("already_awarded", source=command.source)
    return [
        say.FateAwarded(
            character=command.character,
            amount=1,
            cause=command.cause,
            source=command.source,
            test=None,
            complication=command.complication,
        )
    ]


def paid_by_test(state: Circle, slug: str, trait: str) -> bool:
    """HC-57: whether the last test of this scene has paid, or will pay, for this trait."""
    test = state.obstacle_test
    if test is None or test.scene_id != state.scene or test.status is TestStatus.CANCELLED:
        return False
    side = test.sides.get(slug)
    return side is not None and any(
        it.source is HindranceSource.TRAIT and it.source_id == trait and it.reward is Reward.FATE
        for it in side.hindrances
    )


def offer_compel(state: Circle, command: ask.OfferCompel, asker: Asker) -> Decision[Event]:
    """HC-58: one player to another, with a point that is kept for it."""
    if wrong := session_open(state):
        return wrong
    compeller = character(state, command.compeller)
    if isinstance(compeller, Refusal):
        return compeller
    if not compeller.is_pc or (asker.is_gm and not runs(state, compeller, asker)):
        return refuse("gm_cannot_compel")
    if not runs(state, compeller, asker):
        return refuse("not_your_character", character=command.compeller)
    if command.target == command.compeller:
        return refuse("self_compel", character=command.target)
    target = pc(state, command.target)
    if isinstance(target, Refusal):
        return target
    if blank(command.choice):
        return refuse("choice_missing")
    if command.cause not in COMPLICATIONS | HINDRANCES:
        return refuse("earns_nothing", cause=command.cause)
    if not on_sheet(target, command.cause, command.source):
        return refuse("not_on_sheet", cause=command.cause, source=command.source)
    if not compeller.fate:
        return refuse("compeller_broke", character=command.compeller)
    reserved = reserved_fate(state, command.compeller)
    if compeller.fate <= reserved:
        return refuse("fate_reserved", fate=compeller.fate, reserved=reserved)
    return [
        say.CompelOffered(
            compel=f"compel-{len(state.compels) + 1}",
            compeller=command.compeller,
            target=command.target,
            choice=command.choice,
            cause=command.cause,
            source=command.source,
        )
    ]


def open_compel(state: Circle, slug: str) -> Compel | Refusal:
    """A compel that is still on offer."""
    compel = state.compels.get(slug)
    if compel is None:
        return refuse("compel_unknown", compel=slug)
    return compel if compel.open else refuse("compel_settled", compel=slug, status=compel.status)


def judge_compel(state: Circle, command: ask.JudgeCompel) -> Decision[Event]:
    """HC-58: the gamemaster says whether the choice would earn a point."""
    compel = open_compel(state, command.compel)
    if isinstance(compel, Refusal):
        return compel
    if compel.status is not CompelStatus.OFFERED:
        return refuse("compel_settled", compel=command.compel, status=compel.status)
    return [
        say.CompelJudged(
            compel=command.compel, verdict=CompelStatus.VALID if command.valid else CompelStatus.REJECTED
        )
    ]


def answered_by_target(state: Circle, slug: str, asker: Asker) -> Compel | Refusal:
    """A compel found valid, asked about by the one it is offered to."""
    compel = open_compel(state, slug)
    if isinstance(compel, Refusal):
        return compel
    target = own_pc(state, compel.target, asker)
    if isinstance(target, Refusal):
        return target
    return compel if compel.status is CompelStatus.VALID else refuse("not_ruled_valid", compel=slug)


def accept_compel(state: Circle, command: ask.AcceptCompel, asker: Asker) -> Decision[Event]:
    """HC-58: the compeller's point, and the choice's own; hindering a test is paid by that test."""
    compel = answered_by_target(state, command.compel, asker)
    if isinstance(compel, Refusal):
        return compel
    target = CharacterId(compel.target)
    if command.clears and compel.cause not in (FateCause.HINDERING_LIFEPATH, FateCause.HINDERING_CONDITION):
        return refuse("clears_nothing", cause=compel.cause)
    accepted: list[Event] = [
        say.CompelAccepted(compel=command.compel, target=target, clears=command.clears),
        say.FateTransferred(giver=CharacterId(compel.compeller), taker=target, amount=1, compel=command.compel),
    ]
    if compel.cause in COMPLICATIONS:
        accepted.append(
            say.FateAwarded(
                character=target,
                amount=1,
                cause=compel.cause,
                source=compel.source_id,
                test=None,
                complication=compel.choice,
            )
        )
    return accepted


def refuse_compel(state: Circle, command: ask.RefuseCompel, asker: Asker) -> Decision[Event]:
    """HC-58: refusing costs a point; who has none must accept."""
    compel = answered_by_target(state, command.compel, asker)
    if isinstance(compel, Refusal):
        return compel
    target = CharacterId(compel.target)
    fate = state.characters[compel.target].fate
    if not fate:
        return refuse("must_accept", character=compel.target)
    reserved = reserved_fate(state, compel.target)
    if fate <= reserved:
        return refuse("fate_reserved", fate=fate, reserved=reserved)
    return [
        say.CompelRefused(compel=command.compel, target=target),
        say.FateTransferred(giver=target, taker=CharacterId(compel.compeller), amount=1, compel=command.compel),
    ]


def upgrade_asset(state: Circle, command: ask.UpgradeAsset, asker: Asker) -> Decision[Event]:
    """HC-64: paid with fate spent on its own lifepath; the rest stays."""
    it = own_pc(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    asset = it.temporary_assets.get(command.asset)
    if asset is None:
        permanent = command.asset in it.permanent_assets
        code = "already_permanent" if permanent else "asset_unknown"
        return refuse(code, character=command.character, asset=command.asset)
    if command.lifepath is not None and command.lifepath != asset.lifepath_id:
        return refuse("wrong_lifepath", asset=command.asset, lifepath=asset.lifepath_id)
    if hostile(state, asset.npc_id):
        return refuse("hostile_contact", asset=command.asset)
    cost, spent = FATE_TO_UPGRADE[asset.kind], it.lifepaths[asset.lifepath_id].spent_fate
    if spent < cost:
        return refuse(
            "not_enough_spent", lifepath=asset.lifepath_id, spent=spent, becomes=UPGRADES[asset.kind], cost=cost
        )
    return [
        say.AssetUpgraded(
            character=command.character,
            asset=command.asset,
            lifepath=asset.lifepath_id,
            was=asset.kind,
            now=UPGRADES[asset.kind],
            erased=cost,
        )
    ]
