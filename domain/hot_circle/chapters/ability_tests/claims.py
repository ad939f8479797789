"""Asking for an ability test: what is claimed, by which lifepath, how far-fetched it is (HC-46 to HC-52)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.ability_tests.contacts import contact_of, contact_place
from domain.hot_circle.chapters.ability_tests.deeds import deed_allowed
from domain.hot_circle.chapters.guards import difficulty_said, held_asset, in_play, in_scene, known_lifepath, pc
from domain.hot_circle.fields import LEVEL, STEP
from domain.hot_circle.lookup import cut_advised, hostile, lifepath_of, runs, scene_of, shared_settings
from domain.hot_circle.phrases import handful, told, words
from domain.hot_circle.printed import (
    BASE_DICE,
    BASE_OB,
    BONUS_FOR,
    MODIFIERS,
)
from domain.hot_circle.refs import AssetRef, CastRef, LifepathRef, ProtagonistRef, SettingRef
from domain.hot_circle.seats import ABILITY_TEST, Seat, any_of, levels, one_of, steps
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, Lifepath
from domain.hot_circle.state.play import AbilityTest
from domain.hot_circle.terms import Ability, AssetKind, Fit, Reward, SceneId, TestId
from domain.hot_circle.words import blank, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Points, Slug, Text

chapter = Chapter[Circle](
    "An ability test, asked for",
    {
        "no_clear_in_ability_test": "Tax is cleared only by hindering an obstacle test.",
        "taxed": "For {lifepath}, {ability} is taxed; hinder an obstacle test with {lifepath} to clear it.",
        "negative_modifier": "A modifier only makes it harder: {modifier:_} cannot be {number}.",
        "modifier_elsewhere": "A test of {ability} has no modifier {modifier:_}.",
        "modifier_once": "In a circles test {modifier:_} counts once.",
        "relationship_itself": "{relationship} comes into a scene without a test: bring that relationship in. "
        "A shared one is with somebody else than the contact.",
        "let_it_ride_ability": "This failed by {ability} in session {session}; the result stands.",
    },
)


def modifier(what: str) -> int:
    """A field for one modifier of the obstacle. Whether it applies here is for the rule to say."""
    number: int = Field(default=0, le=100, description=what)
    return number


_NUMBERS = (
    "valuable", "rare", "hostile", "specific_lifepath", "different_rank", "obscure", "secret", "distant",
    "unlikely",
)  # fmt: skip


class RequestAbilityTest(Command):
    """Say what the character has, whom it knows, what it knows or what it once did; and roll for it.

    Needs:    the player, or the gamemaster; an open scene; the ability not taxed for that lifepath.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_a_pc`, `not_your_character`,
              `not_present`, `test_open`, `about_missing`, `lifepath_unknown`, `only_player_hinders`,
              `no_clear_in_ability_test`, `taxed`, `modifier_elsewhere`, `negative_modifier`, `modifier_once`,
              `bad_level`, `bad_step`, `asset_unknown`, `asset_lost`, `no_bonus_here`, `setting_unknown`,
              `setting_missing`, `no_shared_setting`, `relationship_itself`, `npc_unknown`, `deed_refused`,
              `deed_opposed`, `contradicts_record`, `let_it_ride_ability`.
    Yields:   `AbilityTestRequested`.
    """

    type: Literal["hot_circle.request_ability_test"] = "hot_circle.request_ability_test"
    character: ProtagonistRef
    ability: Ability = Field(title="What is claimed?")
    lifepath: LifepathRef = Field(title="By which lifepath?")
    fit: Fit = Field(title="How does it fit?")
    about: Text = Field(
        title="The gear, the contact, the question or the deed",
        description="The gear, the contact, the question or the deed.",
    )
    valuable: int = modifier("Resources: how much too valuable.")
    rare: int = modifier("Resources: how rare.")
    hostile: int = modifier("Circles: the contact is antagonistic.")
    specific_lifepath: int = modifier("Circles: the contact has a specific lifepath.")
    different_rank: int = modifier("Circles: the contact is of a higher or lower rank.")
    obscure: int = modifier("Wises: how obscure.")
    secret: int = modifier("Wises: how well hidden.")
    distant: int = modifier("Wises: how far away in land or time.")
    unlikely: int = modifier("Resources, circles and wises: how bulky, out of place or coincidental.")
    level: int | None = Field(title="Who would find it hard?", default=None, description=f"Deeds. {LEVEL}")
    step: int | None = Field(title="How hard for them?", default=None, description=f"Deeds. {STEP}")
    existing_asset: AssetRef | None = Field(
        title="Something noted already that helps",
        default=None,
        description="What is noted already: it adds a die.",
    )
    relationship: AssetRef | None = Field(
        title="A relationship shared with them",
        default=None,
        description="Circles: a relationship shared with the contact.",
    )
    npc: CastRef | None = Field(
        title="Somebody of the cast", default=None, description="Circles: who of the supporting cast it is."
    )
    setting: SettingRef | None = Field(
        title="In which setting do they belong?", default=None, description="Circles: where the contact belongs."
    )
    reward: Reward | None = Field(
        title="What does a hindrance bring?",
        default=None,
        description="A hindering lifepath earns a fate point here, no more.",
    )


class AbilityTestRequested(Event):
    """A character claims to have, know or have done something."""

    type: Literal["hot_circle.ability_test_requested.v1"] = "hot_circle.ability_test_requested.v1"
    test: TestId
    scene: SceneId
    character: CharacterSlug
    ability: Ability
    lifepath: Slug
    fit: Fit
    about: Text
    ob: Points
    base_dice: Points
    bonus_dice: Points
    existing_asset: Slug | None
    npc: CharacterSlug | None
    setting: Slug | None
    cut_advised: bool


@chapter.decides(RequestAbilityTest)
def request_ability_test(state: Circle, command: RequestAbilityTest, asker: Asker, dice: Dice) -> Events:
    """HC-46: request a test: what is claimed, by which lifepath, and how far-fetched it is."""
    in_play(state)
    it = pc(state, command.character)
    need(asker.is_gm or runs(state, it, asker), "not_your_character", character=command.character)
    in_scene(state, command.character)
    if state.ability_test is not None and state.ability_test.open:
        raise CommandRefused("test_open", test=state.ability_test.id)
    need(not blank(command.about), "about_missing", ability=command.ability)
    path = known_lifepath(it, command.character, command.lifepath)
    contact, place = None, None
    if command.ability is Ability.CIRCLES:
        contact = contact_of(it, command.existing_asset, command.npc)
        no_relationship_yet(state, it, contact)
    may_be_asked(state, command, it, path, asker)
    rightly_modified(state, command)
    bonus = bonus_for(state, command, it)
    if command.ability is Ability.DEEDS:
        deed_allowed(state, command.character, command.about)
    not_failed_before(state, command)
    if command.ability is Ability.CIRCLES:
        place = contact_place(state, command.character, command.existing_asset, contact, command.setting)
    return [
        AbilityTestRequested(
            test=f"test-{state.tests + 1}",
            scene=state.scene or "",
            character=command.character,
            ability=command.ability,
            lifepath=command.lifepath,
            fit=command.fit,
            about=command.about,
            ob=difficulty_of(state, command, contact),
            base_dice=path.rating if command.fit is Fit.HELPFUL else BASE_DICE[command.fit],
            bonus_dice=bonus,
            existing_asset=command.existing_asset,
            npc=contact,
            setting=place,
            cut_advised=cut_advised(state),
        )
    ]


def may_be_asked(state: Circle, command: RequestAbilityTest, it: Character, path: Lifepath, asker: Asker) -> None:
    """Refuse a lifepath that is taxed, or hinders without the player's choice (HC-46, HC-52)."""
    if command.fit is Fit.HINDERING and not runs(state, it, asker):
        raise CommandRefused("only_player_hinders", lifepath=command.lifepath)
    need(command.reward is not Reward.CLEAR, "no_clear_in_ability_test")
    need(command.ability not in path.taxed, "taxed", ability=command.ability, lifepath=command.lifepath)


def rightly_modified(state: Circle, command: RequestAbilityTest) -> None:
    """Refuse modifiers that do not apply, or more often than they do (HC-48, HC-49, HC-50, HC-51)."""
    applying = MODIFIERS[command.ability]
    for name in _NUMBERS:
        number: int = getattr(command, name)
        need(number >= 0, "negative_modifier", modifier=name, number=number)
        if number and name not in applying:
            raise CommandRefused("modifier_elsewhere", modifier=name, ability=command.ability)
        once = command.ability is Ability.CIRCLES and not state.house_rules.repeat_circles_modifiers
        if number > 1 and once:
            raise CommandRefused("modifier_once", modifier=name)
    if command.ability is Ability.DEEDS:
        difficulty_said(command.level, command.step)


def difficulty_of(state: Circle, command: RequestAbilityTest, contact: str | None) -> int:
    """The obstacle: one and the modifiers; for deeds level and step. A hostile contact counts, said or not."""
    if command.ability is Ability.DEEDS:
        return (command.level or 0) + (command.step or 0)
    numbers: list[int] = [getattr(command, name) for name in MODIFIERS[command.ability]]
    unsaid = not command.hostile and hostile(state, contact)
    return BASE_OB + sum(numbers) + unsaid


def bonus_for(state: Circle, command: RequestAbilityTest, it: Character) -> int:
    """HC-46: only what the ability itself names adds a die."""
    dice = 0
    if command.existing_asset is not None:
        existing = held_asset(it, command.character, command.existing_asset)
        need(existing.kind in BONUS_FOR[command.ability], "no_bonus_here")
        dice += not hostile(state, existing.npc_id)
    if command.relationship is not None:
        need(command.ability is Ability.CIRCLES, "no_bonus_here")
        shared = held_asset(it, command.character, command.relationship)
        need(shared.kind is AssetKind.RELATIONSHIP, "no_bonus_here")
        dice += 1
    return dice


def relationship_with(state: Circle, it: Character, npc: str) -> str | None:
    """The relationship of a character with somebody of the cast. A starting one may know them by name alone."""
    name = state.characters[npc].name if npc in state.characters else npc
    kept = it.kept(AssetKind.RELATIONSHIP).items()
    return next((slug for slug, tie in kept if tie.npc_id == npc or same(tie.name, name)), None)


def no_relationship_yet(state: Circle, it: Character, contact: str | None) -> None:
    """Refuse a contact who is a relationship by now: they come without a test, and share none (HC-49, HC-54)."""
    relationship = None if contact is None else relationship_with(state, it, contact)
    if relationship is not None:
        raise CommandRefused("relationship_itself", relationship=relationship)


def not_failed_before(state: Circle, command: RequestAbilityTest) -> None:
    """Refuse, by house rule, what failed once."""
    if not state.house_rules.ride_abilities:
        return
    for result in state.results.values():
        asked = result.ability is command.ability and same(result.about, command.about)
        if asked and result.tester_id == command.character and not result.passed:
            raise CommandRefused("let_it_ride_ability", ability=command.ability, session=result.session_no)


@chapter.applies(AbilityTestRequested, renames=True)
def _(state: Circle, event: AbilityTestRequested) -> None:
    must(state.ability_test is None or not state.ability_test.open, "one ability test at a time")
    lifepath_of(state, event.character, event.lifepath)
    scene_of(state, event.scene).ability_tests += 1
    state.tests += 1
    state.ability_test = AbilityTest(
        id=event.test,
        scene_id=event.scene,
        tester_id=event.character,
        ability=event.ability,
        lifepath_id=event.lifepath,
        fit=event.fit,
        about=event.about,
        existing_asset_id=event.existing_asset,
        npc_id=event.npc,
        setting_id=event.setting,
        ob=event.ob,
        base_dice=event.base_dice,
        bonus_dice=event.bonus_dice,
    )


@chapter.tells(AbilityTestRequested, "{character} tests {ability} by {lifepath} ({fit}), obstacle {ob}: {about}")
def _(state: Circle, event: AbilityTestRequested) -> Iterable[Fact]:
    yield facts.TestOpened(
        test=event.test, form=f"{event.ability.value} test", sides=(event.character,), aim=event.about
    )
    match event.ability:
        case Ability.WISES:
            yield facts.Turn(test=event.test, who=event.character, text=event.about, way=facts.Way.ASKS)
        case Ability.DEEDS:
            yield facts.Turn(test=event.test, who=event.character, text=event.about, way=facts.Way.CLAIMS)
        case _:
            yield facts.Aim(test=event.test, who=event.character, text=event.about, form=facts.Form.SOUGHT)
    path = state.characters[event.character].lifepaths[event.lifepath]
    pool = handful(event.base_dice + event.bonus_dice)
    yield told(f"{path.name} ({words(event.fit)}): {pool} against {event.ob}", "lifepath", event.character)
    if event.cut_advised:
        yield told("This scene has had its tests: after this one, cut.", "advice")


_ALL = tuple(dict.fromkeys(name for names in MODIFIERS.values() for name in names))
_CLAIMS = {
    Ability.RESOURCES: "has something",
    Ability.CIRCLES: "knows somebody",
    Ability.WISES: "knows something",
    Ability.DEEDS: "did something",
}


def claiming(state: Circle, seat: Seat) -> Iterable[Offer]:
    """One offer for each ability that some lifepath is free for."""
    it = seat.it
    settings = shared_settings(state, it)
    cast = {
        slug: npc.name
        for slug, npc in state.characters.items()
        if not npc.is_pc and not npc.end and (not npc.setting_id or npc.setting_id in settings)
    }
    ties = it.kept(AssetKind.RELATIONSHIP)
    cast = {slug: name for slug, name in cast.items() if relationship_with(state, it, slug) is None}
    for ability in Ability:
        free = {slug: path.name for slug, path in it.lifepaths.items() if ability not in path.taxed}
        if not free or (ability is Ability.CIRCLES and not settings):
            continue
        known: dict[str, object] = {"character": seat.who, "ability": ability.value, "reward": None}
        known |= {name: 0 for name in _ALL if name not in MODIFIERS[ability]}
        choices = {"lifepath": one_of(free), "fit": any_of(Fit)}
        for name in MODIFIERS[ability]:
            choices[name] = tuple(Choice(n, str(n)) for n in range(2 if ability is Ability.CIRCLES else 4))
        existing = one_of(
            {
                slug: one.name
                for slug, one in it.temporary_assets.items()
                if one.kind in BONUS_FOR[ability] and not (one.npc_id and state.characters[one.npc_id].end)
            }
            | {slug: one.name for slug, one in it.kept(*BONUS_FOR[ability]).items()}
        )
        if existing:
            choices["existing_asset"] = existing
        else:
            known["existing_asset"] = None
        if ability is Ability.DEEDS:
            choices |= {"level": levels(), "step": steps()}
        else:
            known |= {"level": None, "step": None}
        if ability is Ability.CIRCLES:
            choices["setting"] = one_of({slug: one.name for slug, one in settings.items()})
            choices |= {"relationship": one_of({slug: one.name for slug, one in ties.items()})} if ties else {}
            known |= {} if ties else {"relationship": None}
            choices |= {"npc": one_of(cast)} if cast else {}
            known |= {} if cast else {"npc": None}
        else:
            known |= {"relationship": None, "npc": None, "setting": None}
        label = f"{it.name} {_CLAIMS[ability]} ({ability.value})"
        yield seat.offer(RequestAbilityTest, label, known, choices, group=ABILITY_TEST)
