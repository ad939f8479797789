"""The frame of play: the dungeon, its monsters, phases with recovery, scenes (WO-01 to WO-07, WO-64, WO-66)."""

from domain.kernel.campaign.commands import HandOverGm
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, Refusal, found, need, refuse
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, PersonId, slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld, next_id
from domain.wicked_ones.terms import (
    CostStatus,
    DefenseSource,
    Phase,
    Place,
    RaidStatus,
    RollStatus,
    Stage,
    XpReason,
)

from .common import (
    free_id,
    known_character,
    living,
    open_scene,
    own,
    own_or_gm,
    phase_in_words,
    reason_given,
    scene_is_open,
)
from .owed import owing


def objects(state: Underworld, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """Who runs the game plays no Wicked One of their own."""
    match command:
        case HandOverGm() if asker.is_gm and any(
            it.alive and it.player == command.person for it in state.characters.values()
        ):
            return refuse("gm_plays_none")
    return None


def found_dungeon(state: Underworld, command: ask.FoundDungeon) -> Events:
    """WO-01: a home, its tier, what it is all for."""
    need(not state.dungeon.name, "dungeon_founded", dungeon=state.dungeon.name)
    name = " ".join(command.dungeon.split())
    need(name, "dungeon_missing")
    tier = state.house_rules.starting_tier if command.tier is None else command.tier
    need(tier >= 0, "bad_tier", tier=tier)
    return [say.DungeonFounded(dungeon=name, tier=tier, master_plan=command.master_plan)]


def add_faction(state: Underworld, command: ask.AddFaction) -> Events:
    """WO-01: a power of the sandbox, with its tier."""
    need(command.tier >= 0, "bad_tier", tier=command.tier)
    slug = free_id(state, command.name, command.id)
    return [
        say.FactionAdded(
            faction=slug,
            name=command.name,
            tier=command.tier,
            stance=command.stance.strip(),
            friendly=command.friendly,
        )
    ]


def change_stance(state: Underworld, command: ask.ChangeStance) -> Events:
    """How a faction stands towards the dungeon."""
    faction = found(state.sandbox.get(command.faction), "faction_missing", faction=command.faction)
    now = command.now.strip()
    need((faction.stance, faction.friendly) != (now, command.friendly), "no_change")
    return [
        say.FactionStanceChanged(faction=command.faction, was=faction.stance, now=now, friendly=command.friendly)
    ]


def create_wicked_one(state: Underworld, command: ask.CreateWickedOne, asker: Asker) -> Events:
    """WO-07, WO-62: nine ratings and one defense from gear; one living monster for each player."""
    player = command.player or asker.person
    if asker.is_gm and player == asker.person:
        raise CommandRefused("gm_plays_none")
    if not asker.is_gm and player != asker.person:
        raise CommandRefused("not_your_character", character=command.name)
    for slug, it in state.characters.items():
        if it.player == player and it.alive:
            raise CommandRefused("has_living_character", character=slug)
    ratings = command.ratings.by_action()
    for action, rating in ratings.items():
        need(rating >= 0, "negative_rating", action=action, rating=rating)
        rating_allowed(state, rating)
    need(slugify(command.gear_defense_type), "gear_defense_missing")
    if command.replaces is not None:
        known_character(state, command.replaces)
    character = free_id(state, command.name, command.id)
    for name in (*command.abilities, *command.items):
        need(slugify(name), "id_empty", name=name)
    created = say.WickedOneCreated(
        character=CharacterId(character),
        player=PersonId(player),
        name=command.name,
        calling=command.calling,
        dark_impulse=command.dark_impulse,
        ratings=command.ratings,
        abilities=command.abilities,
        items=command.items,
        gold=command.gold,
        replaces=command.replaces,
    )
    gear = say.DefenseGained(
        defense=defense_id(state, character, command.gear_defense_type),
        character=CharacterId(character),
        defense_type=command.gear_defense_type.strip(),
        source=DefenseSource.GEAR,
    )
    return [created, gear]


def rating_allowed(state: Underworld, rating: int) -> None:
    """WO-A6: a rating is no more than the house allows."""
    most = state.house_rules.max_rating
    if most is not None and rating > most:
        raise CommandRefused("rating_too_high", rating=rating, most=most)


def defense_id(state: Underworld, owner: str, defense_type: str) -> str:
    """The id of a new defense: owner and type, counted when there are several."""
    wanted = f"{owner}-{slugify(defense_type)}"[:70].rstrip("-")
    slug, number = wanted, 1
    while slug in state.defenses:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


def begin_phase(state: Underworld, command: ask.BeginPhase) -> Events:
    """WO-02, WO-03: turn about, lurking first; lurking begins with recovery."""
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
    began = say.PhaseBegan(phase=due, cycle_no=cycle)
    if due is Phase.RAIDING:
        return [began]
    return [began, say.RecoveryHappened(cycle_no=cycle), *recoveries(state)]


def all_settled(state: Underworld) -> None:
    """The frame moves on between scenes, with nothing left hanging."""
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    nothing_pending(state)


def nothing_pending(state: Underworld) -> None:
    """No consequence hangs over anybody."""
    for slug, it in state.consequences.items():
        need(not it.pending, "consequence_pending", consequence=slug, target=it.target)


def recoveries(state: Underworld) -> list[Event]:
    """WO-03: everybody who lives, whole again."""
    return [
        say.Recovered(
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


def open_new_scene(state: Underworld, command: ask.OpenScene, asker: Asker) -> Events:
    """WO-04: somewhere, with living monsters in it."""
    need(state.phase is not Phase.NONE, "phase_missing")
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    starter = command.starter
    if not asker.is_gm and starter is None:
        starter = next(
            (CharacterId(slug) for slug, it in state.characters.items() if it.alive and it.player == asker.person),
            None,
        )
    if starter is not None:
        own_or_gm(state, starter, asker)
    present = dict.fromkeys(([starter] if starter else []) + list(command.present))
    for character in present:
        living(state, character)
    return [
        say.SceneOpened(
            scene=next_id(state, "scene"),
            place=command.place,
            title=command.title,
            description=command.description,
            set_by=asker.person,
            starter=starter,
            present=tuple(present),
        )
    ]


def close_scene(state: Underworld, command: ask.CloseScene) -> Events:
    """Not while something hangs over somebody or is still owed, nor with an action on the table."""
    scene = open_scene(state)
    nothing_pending(state)
    for slug, roll in state.rolls.items():
        if roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED) and state.characters[roll.character].alive:
            raise CommandRefused("roll_open", roll=slug, character=roll.character)
    owed = owing(state)
    need(owed is None, "consequence_owed", source=owed)
    return [say.SceneClosed(scene=scene.id, outcome=command.outcome)]


def join_scene(state: Underworld, command: ask.JoinScene, asker: Asker) -> Events:
    """WO-05: out of one's way, into somebody else's scene at home; once for each player and scene."""
    scene = open_scene(state)
    own(state, command.character, asker)
    need(scene.place is Place.DUNGEON, "not_a_dungeon_scene")
    if scene.set_by == asker.person or scene.starter == command.character:
        raise CommandRefused("starter_gets_none", character=command.character)
    if asker.person in scene.joined or command.character in scene.present:
        raise CommandRefused("already_joined", character=command.character)
    need(command.how.strip(), "describe_first")
    joined = say.SceneJoined(
        scene=scene.id, character=command.character, player=PersonId(asker.person), how=command.how
    )
    amount = state.house_rules.scene_join_xp
    earned = say.XpEarned(
        character=command.character, amount=amount, reason=XpReason.JOINED_SCENE, why=command.how
    )
    return [joined, earned] if amount else [joined]


def pass_spotlight(state: Underworld, command: ask.PassSpotlight) -> Events:
    """WO-66: there is no order to break, and nobody is refused a turn."""
    known_character(state, command.to)
    was = CharacterId(state.spotlight) if state.spotlight is not None else None
    return [say.SpotlightPassed(was=was, to=command.to)]


def raise_tier(state: Underworld, command: ask.RaiseTier) -> Events:
    """WO-64: by one."""
    return [say.DungeonTierRaised(was=state.dungeon.tier, now=state.dungeon.tier + 1, why=command.why)]


def advance_master_plan(state: Underworld, command: ask.AdvanceMasterPlan) -> Events:
    """What the plan is now."""
    reason_given(command.text)
    return [say.MasterPlanAdvanced(text=command.text)]


def end_campaign(state: Underworld, command: ask.EndCampaign) -> Events:
    """Between scenes, with nothing left hanging."""
    need(state.stage is not Stage.ENDED, "campaign_ended")
    all_settled(state)
    return [say.CampaignEnded(epilogue=command.epilogue)]
