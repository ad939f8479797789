"""What an obstacle test offers, stage by stage."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.names import called
from domain.hot_circle.rules.common import at_hand, runs
from domain.hot_circle.rules.tasks import gm_pool, opposition_pool, pool_of
from domain.hot_circle.state import Circle, Help, ObstacleTest, Scene, Side
from domain.hot_circle.tables import LEVELS, STEPS
from domain.hot_circle.terms import (
    AdvantageSource,
    AssetKind,
    Fit,
    HelpSource,
    HindranceSource,
    Rank,
    RerollReason,
    Reward,
    Stakes,
    TestKind,
)
from domain.hot_circle.words import same
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker

from .seats import (
    OBSTACLE_TEST,
    Seat,
    any_of,
    characters,
    handful,
    levels,
    one_of,
    own_seats,
    seat_of,
    sizes,
    steps,
)


def declaring(state: Circle, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Against an obstacle, or against somebody in the scene."""
    for seat in own_seats(state, asker):
        if seat.who not in scene.present:
            continue
        choices = {"condition_rank": any_of(Rank)}
        nobody: dict[str, object] = {
            "kind": TestKind.INDEPENDENT.value, "tester": seat.who, "opponent": None, "simple": False,
            "opponent_intent": "", "opponent_task": "", "tester_compromise": "", "opponent_compromise": "",
            "consequence_stakes": Stakes.NORMAL.value,
        }  # fmt: skip
        yield seat.offer(
            ask.DeclareObstacleTest, f"{seat.it.name} faces an obstacle", nobody, choices, group=OBSTACLE_TEST
        )
        others = [slug for slug in scene.present if slug != seat.who]
        if others:
            yield seat.offer(
                ask.DeclareObstacleTest,
                f"{seat.it.name} against somebody",
                {"kind": TestKind.VERSUS.value, "tester": seat.who, "consequence": ""},
                {**choices, "opponent": characters(state, others), "stakes": any_of(Stakes)},
                group=OBSTACLE_TEST,
            )


def setting_obstacle(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-29: as prepared, or by level and step."""
    if test.versus:
        return
    yield from as_prepared(state, test)
    yield Offer(
        command=ask.SetObstacle,
        label="Set the obstacle" if test.ob is None else "Set the obstacle anew",
        known={"test": test.id},
        choices={"level": levels(), "step": steps()},
        group=OBSTACLE_TEST,
    )


def taking_back(seat: Seat, test: str, group: str) -> Offer:
    """A test that was not rolled yet."""
    return seat.offer(ask.CancelTest, "Take the test back", {"test": test}, group=group, weight=Weight.ASIDE)


def as_prepared(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-72: as hard as it was planned to be, where the obstacle is one that was prepared."""
    for it in state.obstacles.values():
        if it.level is not None and it.step is not None and test.ob is None and same(it.name, test.obstacle):
            yield Offer(
                command=ask.SetObstacle,
                label=f"Set the obstacle as prepared: {STEPS[it.step - 1]} for {LEVELS[it.level]}",
                known={"test": test.id, "level": it.level, "step": it.step},
                group=OBSTACLE_TEST,
            )


def rolling(state: Circle, test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """The dice of a side, when everything before them is settled."""
    known = {"test": test.id, "pool": None, "again": None}
    if seat.who == test.opponent_id and not test.opposed and side.fit is not None:
        pool = opposition_pool(test)
        label = f"{seat.it.name} opposes with {handful(pool)}"
        yield seat.offer(ask.RollOpposition, label, known, group=OBSTACLE_TEST, dice=sizes(state, pool))
    if seat.who == test.tester_id and side.fit is not None and test.ob is not None:
        pool = pool_of(side)
        label = f"{seat.it.name} rolls {handful(pool)} against {test.ob}"
        yield seat.offer(ask.RollTask, label, known, group=OBSTACLE_TEST, dice=sizes(state, pool))


def lifepaths_to_roll_by(test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """HC-31: what a side may roll by."""
    it, who = seat.it, {"test": test.id, "character": seat.who}
    helping_paths = {each.source_id for each in side.bonus if each.source is HelpSource.LIFEPATH}
    for slug, path in it.lifepaths.items():
        if slug in helping_paths or slug == side.lifepath_id:
            continue
        label = f"{it.name} rolls as {path.name}"
        known = {**who, "lifepath": slug, "reward": None}
        fits = any_of((Fit.HELPFUL, Fit.NEUTRAL))
        yield seat.offer(ask.ChooseTestLifepath, label, known, {"fit": fits}, group=OBSTACLE_TEST)
        hindered = {**who, "lifepath": slug, "fit": Fit.HINDERING.value}
        rewards = (Reward.FATE, Reward.CLEAR) if path.taxed else (Reward.FATE,)
        yield seat.offer(
            ask.ChooseTestLifepath, f"{label}, hindered", hindered, {"reward": any_of(rewards)}, group="Hindrance"
        )
    if not it.is_pc and side.fit is None:
        known = {**who, "lifepath": None, "fit": Fit.NEUTRAL.value, "reward": None}
        label = f"Nothing of {it.name}'s bears on it: 2 dice"
        yield seat.offer(ask.ChooseTestLifepath, label, known, group=OBSTACLE_TEST, forced=not it.lifepaths)


def hindrances(test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """HC-30: traits and conditions that may make it harder."""
    if test.opposed:
        return
    it, who = seat.it, {"test": test.id, "character": seat.who}
    for source, sheet in (
        (HindranceSource.TRAIT, it.traits),
        (HindranceSource.CONDITION, {slug: one.text for slug, one in it.conditions.items()}),
    ):
        for slug, text in sheet.items():
            if Help(HelpSource(source.value), slug) in side.bonus:
                continue
            declared = {each.reward for each in side.hindrances if (each.source, each.source_id) == (source, slug)}
            rewards = [Reward.FATE] if source is HindranceSource.TRAIT else list(Reward)
            for reward in rewards:
                if reward not in declared and (source is HindranceSource.CONDITION or not declared):
                    known = {**who, "source": source.value, "source_id": slug, "reward": reward.value}
                    label = f"{text} hinders {it.name}, for {'fate' if reward is Reward.FATE else 'clearing'}"
                    yield seat.offer(ask.DeclareHindrance, label, known, group="Hindrance")


def bonuses(test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """HC-32: everything on the sheet that could add a die."""
    if side.fit is None:
        return
    it, who = seat.it, {"test": test.id, "character": seat.who}
    hindering = {(each.source.value, each.source_id) for each in side.hindrances}
    helpful = {
        HelpSource.LIFEPATH: {slug: path.name for slug, path in it.lifepaths.items() if slug != side.lifepath_id},
        HelpSource.TRAIT: dict(it.traits),
        HelpSource.CONDITION: {slug: one.text for slug, one in it.conditions.items()},
        HelpSource.WISE: {slug: one.name for slug, one in it.kept(AssetKind.WISE).items()},
        HelpSource.SKILL: {slug: one.name for slug, one in it.kept(AssetKind.SKILL).items()},
    }
    for source, named in helpful.items():
        free = {
            slug: name
            for slug, name in named.items()
            if Help(source, slug) not in side.bonus and (source.value, slug) not in hindering
        }
        if free:
            yield seat.offer(
                ask.AddBonusDie,
                f"A {source.value} helps {it.name}: one more die",
                {**who, "source": source.value, "reward": None},
                {"source_id": one_of(free)},
                group="Help",
            )


def helping(state: Circle, scene: Scene, test: ObstacleTest, asker: Asker) -> Iterable[Offer]:
    """Who in the scene could help."""
    if test.advantage:
        return
    for slug in scene.present:
        seat = None if slug in test.sides or state.characters[slug].end else seat_of(state, slug, asker)
        if seat is not None:
            known = {"test": test.id, "helper": slug}
            yield seat.offer(ask.HelpTest, f"{seat.it.name} helps", known, group="Help")


def advantages(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-33: advantage and disadvantage."""
    known = {"test": test.id}
    if not test.advantage:
        plain = {**known, "source": AdvantageSource.CIRCUMSTANCES.value, "asset": None}
        yield Offer(command=ask.GrantAdvantage, label="Give advantage", known=plain, group="Judging")
        it = state.characters[test.tester_id]
        things = {slug: one.name for slug, one in it.temporary_assets.items() if at_hand(state, one)}
        things.update(
            (slug, one.name) for slug, one in it.kept(AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP).items()
        )
        if things:
            yield Offer(
                command=ask.GrantAdvantage,
                label="Give advantage for an asset",
                known={**known, "source": AdvantageSource.ASSET.value},
                choices={"asset": one_of(things)},
                group="Judging",
            )
    if not test.disadvantage:
        plain = {**known, "source": AdvantageSource.CIRCUMSTANCES.value}
        yield Offer(command=ask.ImposeDisadvantage, label="Impose disadvantage", known=plain, group="Judging")


def linking(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-55: what earlier tests bear on this one."""
    known = {"test": test.id}
    if test.linked_from_test_id is None and state.results:
        recent = list(state.results)[-5:]
        earlier = tuple(
            Choice(slug, called(state.results[slug]), "passed" if state.results[slug].passed else "failed")
            for slug in reversed(recent)
        )
        yield Offer(
            command=ask.LinkTest, label="Link an earlier test", known=known, choices={"from_test": earlier},
            group="Judging",
        )  # fmt: skip


def letting_stand(test: ObstacleTest, seat: Seat) -> Iterable[Offer]:
    """HC-42: the end, when disadvantage demands nothing more."""
    outstanding = test.net_disadvantage and test.due_to_pass and not test.dis_used
    if not outstanding:
        label = f"Let it stand: it {'passes' if test.due_to_pass else 'fails'}"
        yield seat.offer(ask.ResolveTest, label, {"test": test.id}, group=OBSTACLE_TEST)


def reroll(test: ObstacleTest, reason: RerollReason, by: str | None) -> dict[str, object]:
    """What is settled about a reroll."""
    return {"test": test.id, "reason": reason.value, "by": by, "pool": None, "again": None}


def forced_reroll(state: Circle, test: ObstacleTest, asker: Asker) -> Iterable[Offer]:
    """HC-38: the reroll that disadvantage demands, called by the gamemaster or the opponent's player."""
    opponent = state.characters.get(test.opponent_id or "")
    calls = asker.is_gm or (opponent is not None and runs(state, opponent, asker))
    if calls and test.net_disadvantage and test.due_to_pass and not test.dis_used:
        yield Offer(
            command=ask.RerollTask,
            label="Disadvantage: reroll",
            known=reroll(test, RerollReason.DISADVANTAGE, None),
            group=OBSTACLE_TEST,
            dice=sizes(state, test.pool or 0),
            forced=True,
        )


def rerolls(state: Circle, test: ObstacleTest, seat: Seat) -> Iterable[Offer]:
    """The rerolls of one side: advantage, persona, a compromise."""
    tester, dice = seat.who == test.tester_id, sizes(state, test.pool or 0)
    if tester is test.due_to_pass:
        return
    if tester and test.net_advantage and not test.adv_used:
        known = reroll(test, RerollReason.ADVANTAGE, None)
        yield seat.offer(
            ask.RerollTask, f"{seat.it.name} rerolls by advantage", known, group=OBSTACLE_TEST, dice=dice
        )
    if seat.it.persona or (not seat.it.is_pc and gm_pool(state)):
        known = reroll(test, RerollReason.PERSONA, seat.who)
        label = f"{seat.it.name} spends a persona point: reroll"
        yield seat.offer(ask.RerollTask, label, known, group=OBSTACLE_TEST, dice=dice)
    used = test.tester_compromised if tester else test.opponent_compromised
    if test.versus and not test.simple and not used:
        known = reroll(test, RerollReason.COMPROMISE, seat.who)
        label = f"{seat.it.name} accepts the compromise: reroll"
        yield seat.offer(ask.RerollTask, label, known, group=OBSTACLE_TEST, dice=dice)
