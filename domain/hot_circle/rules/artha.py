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
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import blank, character, fate_free, own_pc, pc, runs, session_open
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


def award_fate(state: Circle, command: ask.AwardFate) -> Events:
    """HC-56: right after something on the sheet brought significant complications."""
    session_open(state)
    it = character(state, command.character)
    need(it.is_pc, "npc_no_award", character=command.character)
    need(command.cause in COMPLICATIONS, "paid_by_the_test", cause=command.cause)
    need(on_sheet(it, command.cause, command.source), "not_on_sheet", cause=command.cause, source=command.source)
    need(not blank(command.complication), "complication_missing")
    if command.cause is FateCause.TRAIT and paid_by_test(state, command.character, command.source):
        raise CommandRefused("already_awarded", source=command.source)
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


def offer_compel(state: Circle, command: ask.OfferCompel, asker: Asker) -> Events:
    """HC-58: one player to another, with a point that is kept for it."""
    session_open(state)
    compeller = character(state, command.compeller)
    if not compeller.is_pc or (asker.is_gm and not runs(state, compeller, asker)):
        raise CommandRefused("gm_cannot_compel")
    need(runs(state, compeller, asker), "not_your_character", character=command.compeller)
    need(command.target != command.compeller, "self_compel", character=command.target)
    target = pc(state, command.target)
    need(not blank(command.choice), "choice_missing")
    need(command.cause in COMPLICATIONS | HINDRANCES, "earns_nothing", cause=command.cause)
    need(
        on_sheet(target, command.cause, command.source), "not_on_sheet", cause=command.cause, source=command.source
    )
    fate_free(state, command.compeller, compeller, "compeller_broke")
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


def open_compel(state: Circle, slug: str) -> Compel:
    """A compel that is still on offer."""
    compel = found(state.compels.get(slug), "compel_unknown", compel=slug)
    need(compel.open, "compel_settled", compel=slug, status=compel.status)
    return compel


def judge_compel(state: Circle, command: ask.JudgeCompel) -> Events:
    """HC-58: the gamemaster says whether the choice would earn a point."""
    compel = open_compel(state, command.compel)
    need(compel.status is CompelStatus.OFFERED, "compel_settled", compel=command.compel, status=compel.status)
    return [
        say.CompelJudged(
            compel=command.compel, verdict=CompelStatus.VALID if command.valid else CompelStatus.REJECTED
        )
    ]


def answered_by_target(state: Circle, slug: str, asker: Asker) -> Compel:
    """A compel found valid, asked about by the one it is offered to."""
    compel = open_compel(state, slug)
    own_pc(state, compel.target, asker)
    need(compel.status is CompelStatus.VALID, "not_ruled_valid", compel=slug)
    return compel


def accept_compel(state: Circle, command: ask.AcceptCompel, asker: Asker) -> Events:
    """HC-58: the compeller's point, and the choice's own; hindering a test is paid by that test."""
    compel = answered_by_target(state, command.compel, asker)
    target = CharacterId(compel.target)
    if command.clears and compel.cause not in (FateCause.HINDERING_LIFEPATH, FateCause.HINDERING_CONDITION):
        raise CommandRefused("clears_nothing", cause=compel.cause)
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


def refuse_compel(state: Circle, command: ask.RefuseCompel, asker: Asker) -> Events:
    """HC-58: refusing costs a point; who has none must accept."""
    compel = answered_by_target(state, command.compel, asker)
    target = CharacterId(compel.target)
    fate_free(state, compel.target, state.characters[compel.target], "must_accept")
    return [
        say.CompelRefused(compel=command.compel, target=target),
        say.FateTransferred(giver=target, taker=CharacterId(compel.compeller), amount=1, compel=command.compel),
    ]


def upgrade_asset(state: Circle, command: ask.UpgradeAsset, asker: Asker) -> Events:
    """HC-64: paid with fate spent on its own lifepath; the rest stays."""
    it = own_pc(state, command.character, asker)
    asset = it.temporary_assets.get(command.asset)
    if asset is None:
        permanent = command.asset in it.permanent_assets
        code = "already_permanent" if permanent else "asset_unknown"
        raise CommandRefused(code, character=command.character, asset=command.asset)
    if command.lifepath is not None and command.lifepath != asset.lifepath_id:
        raise CommandRefused("wrong_lifepath", asset=command.asset, lifepath=asset.lifepath_id)
    need(not hostile(state, asset.npc_id), "hostile_contact", asset=command.asset)
    cost, spent = FATE_TO_UPGRADE[asset.kind], it.lifepaths[asset.lifepath_id].spent_fate
    if spent < cost:
        raise CommandRefused(
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
