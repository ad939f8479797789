"""A game of three rules: heroes go down a cave, roll two dice, and come back with gold or less hope."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Evolution
from domain.kernel.decisions import Decision, ImpossibleHistoryError, refuse
from domain.kernel.dice import Dice
from domain.kernel.game import Game
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.offers import Offer
from domain.kernel.people import GM_ONLY, Asker
from domain.kernel.register import Credit, Rule
from domain.kernel.sheet import Counter, Progress, Section, Sheet, Texts
from domain.kernel.terms import Name, Person, Points, Slug
from domain.kernel.wording.sentences import Wording

TO_LEVEL = 3


class DelveRules(HouseRules):
    """House rules of the cave."""

    starting_hope: Points = Field(default=2, description="Hope a hero begins with.")


class EnterHero(Command):
    """Bring a hero to the cave. Refused: `hero_known`. Yields: `HeroEntered`."""

    type: Literal["delve.enter_hero"] = "delve.enter_hero"
    hero: Slug
    name: Name


class GoDeeper(Command):
    """Roll two dice: seven or more is gold. Refused: `hero_unknown`, `no_hope`. Yields: `CaveSearched`."""

    type: Literal["delve.go_deeper"] = "delve.go_deeper"
    hero: Slug


class HeroEntered(Event):
    """A hero stands before the cave."""

    type: Literal["delve.hero_entered.v1"] = "delve.hero_entered.v1"
    hero: Slug
    name: Name
    player: Person


class CaveSearched(Event):
    """Two dice fell."""

    type: Literal["delve.cave_searched.v1"] = "delve.cave_searched.v1"
    hero: Slug
    faces: tuple[int, int]


class GoldFound(Event):
    """There was gold."""

    type: Literal["delve.gold_found.v1"] = "delve.gold_found.v1"
    hero: Slug
    by: int


class HopeLost(Event):
    """There was none."""

    type: Literal["delve.hope_lost.v1"] = "delve.hope_lost.v1"
    hero: Slug
    by: int


@dataclass(slots=True)
class Hero:
    name: Name
    player: Person
    hope: int
    gold: int = 0


@dataclass(slots=True)
class Delve:
    house_rules: DelveRules
    heroes: dict[str, Hero] = field(default_factory=dict)


def decide(state: Delve, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    match command:
        case EnterHero() if command.hero in state.heroes:
            return refuse("hero_known", hero=command.hero)
        case EnterHero():
            return [HeroEntered(hero=command.hero, name=command.name, player=asker.person)]
        case GoDeeper():
            return go_deeper(state, command, dice)
    raise TypeError(command.type)


def go_deeper(state: Delve, command: GoDeeper, dice: Dice) -> Decision[Event]:
    hero = state.heroes.get(command.hero)
    if hero is None:
        return refuse("hero_unknown", hero=command.hero)
    if not hero.hope:
        return refuse("no_hope", hero=command.hero)
    first, second = dice.roll(6, 6)
    searched = CaveSearched(hero=command.hero, faces=(first, second))
    if first + second >= 7:
        return [searched, GoldFound(hero=command.hero, by=first)]
    return [searched, HopeLost(hero=command.hero, by=1)]


evolve = Evolution[Delve]()


@evolve.on(HeroEntered)
def _(state: Delve, event: HeroEntered) -> None:
    state.heroes[event.hero] = Hero(event.name, event.player, state.house_rules.starting_hope)


@evolve.on(CaveSearched)
def _(state: Delve, event: CaveSearched) -> None:
    if event.hero not in state.heroes:
        raise ImpossibleHistoryError(f"{event.hero} never entered")


@evolve.on(GoldFound)
def _(state: Delve, event: GoldFound) -> None:
    state.heroes[event.hero].gold += event.by


@evolve.on(HopeLost)
def _(state: Delve, event: HopeLost) -> None:
    state.heroes[event.hero].hope -= event.by


EVENTS: tuple[type[Event], ...] = (HeroEntered, CaveSearched, GoldFound, HopeLost)
evolve.complete(EVENTS)


def retell(state: Delve, event: Event) -> Iterable[facts.Fact]:
    match event:
        case HeroEntered():
            yield facts.CharacterEntered(
                character=event.hero,
                name=event.name,
                character_kind=facts.CharacterKind.PLAYERS,
                player=event.player,
                how="hero",
            )
            yield hope(state, event.hero, state.house_rules.starting_hope, "a fresh start")
        case CaveSearched():
            dice = tuple(facts.Die(str(n), 6, face) for n, face in enumerate(event.faces))
            yield facts.DiceRolled(roller=event.hero, purpose="search", dice=dice, reading=str(sum(event.faces)))
        case GoldFound():
            gold = state.heroes[event.hero].gold
            yield facts.NumberChanged(
                owner=event.hero, name="gold", label="Gold", delta=event.by, now=gold, why="found", low=0
            )
            yield facts.ProgressSet(
                owner=event.hero, track="level", label="Level", have=gold, need=TO_LEVEL, brings="a better lamp"
            )
        case HopeLost():
            yield hope(state, event.hero, -event.by, "nothing there")


def hope(state: Delve, hero: str, delta: int, why: str) -> facts.NumberChanged:
    now = state.heroes[hero].hope
    return facts.NumberChanged(owner=hero, name="hope", label="Hope", delta=delta, now=now, why=why, low=0)


def sheet(state: Delve, hero: str) -> Sheet:
    it = state.heroes[hero]
    return Sheet(
        character=hero,
        title=it.name,
        subtitle="Hero",
        sections=(
            Section(
                "Purse and heart",
                (
                    Counter(path=f"{hero}.gold", label="Gold", value=it.gold),
                    Counter(path=f"{hero}.hope", label="Hope", value=it.hope, high=5),
                    Progress(
                        path=f"{hero}.level", label="Level", have=it.gold, need=TO_LEVEL, brings="a better lamp"
                    ),
                ),
            ),
            Section(
                "Secret", (Texts(path=f"{hero}.doom", label="Doom", texts=("The cave waits",), audience=GM_ONLY),)
            ),
        ),
    )


def names(state: Delve) -> Mapping[str, str]:
    return {hero: it.name for hero, it in state.heroes.items()}


def offers(state: Delve, asker: Asker) -> Iterable[Offer]:
    for hero in state.heroes:
        yield Offer(command=GoDeeper, label="Go deeper", known={"hero": hero}, dice=(6, 6))


def adopt(state: Delve, house_rules: DelveRules) -> None:
    state.house_rules = house_rules


GAME = Game(
    key="delve",
    title="The Delve",
    blurb="Heroes go down a cave.",
    credit=Credit(title="The Delve", authors=("Campaign Ledger",), licence="MIT"),
    house_rules=DelveRules,
    commands=(EnterHero, GoDeeper),
    events=EVENTS,
    state=Delve,
    initial=Delve,
    adopt=adopt,
    decide=decide,
    evolve=evolve,
    offers=offers,
    facts=retell,
    cast=names,
    names=names,
    sheet=sheet,
    wording=Wording(
        refusals={
            "hero_known": "{hero} stands before the cave already.",
            "hero_unknown": "There is no hero {hero}. Bring them in first.",
            "no_hope": "{hero} has no hope left.",
        },
        events={
            "delve.hero_entered.v1": "{name} comes to the cave",
            "delve.cave_searched.v1": "{hero} searches the cave: {faces}",
            "delve.gold_found.v1": "{hero} finds {by:?piece|pieces} of gold",
            "delve.hope_lost.v1": "{hero} loses {by} hope",
        },
    ),
    rules=(
        Rule("DE-1", "Heroes enter"),
        Rule("DE-2", "Seven or more is gold"),
        Rule("DE-3", "Without hope nobody goes"),
    ),
    refusals=("hero_known", "hero_unknown", "no_hope"),
)
