"""Hearthlight: a game of next to no rules, that yet changes everything a read model can show.

For tests of whatever stands above the games. One command of each sort, most of them with an audience of choice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from domain.kernel import facts as say
from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.evolution import Evolution
from domain.kernel.facts import CharacterKind, Die, Fact
from domain.kernel.game import Game
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.offers import Offer
from domain.kernel.people import EVERYONE, Asker, Audience
from domain.kernel.sheet import Block, Counter, Progress, Section, Sheet, Tag, Tags, Texts
from domain.kernel.wording import Wording

XP_NEEDED = 3


class Rules(HouseRules):
    """The one setting."""

    generous: bool = False


class _Hidden(Command):
    hidden_from: Literal["nobody", "facts", "record"] = "nobody"
    """Whether all may know, or the facts or the whole record are for `audience` alone."""
    audience: str = "table"


class Enter(Command):
    type: Literal["toy.enter"] = "toy.enter"
    who: str
    name: str
    player: str | None = None


class Leave(Command):
    type: Literal["toy.leave"] = "toy.leave"
    who: str
    how: str = "gone"


class Gain(_Hidden):
    type: Literal["toy.gain"] = "toy.gain"
    who: str
    what: str
    by: int


class Say(_Hidden):
    type: Literal["toy.say"] = "toy.say"
    who: str
    text: str


class Light(_Hidden):
    type: Literal["toy.light"] = "toy.light"
    scene: str
    title: str


class Douse(_Hidden):
    type: Literal["toy.douse"] = "toy.douse"
    scene: str


class Roll(Command):
    type: Literal["toy.roll"] = "toy.roll"
    who: str


class _Event(Event):
    hidden_from: str
    audience: str


class Entered(Event):
    type: Literal["toy.entered.v1"] = "toy.entered.v1"
    who: str
    name: str
    player: str | None


class Left(Event):
    type: Literal["toy.left.v1"] = "toy.left.v1"
    who: str
    how: str


class Gained(_Event):
    type: Literal["toy.gained.v1"] = "toy.gained.v1"
    who: str
    what: str
    by: int


class Said(_Event):
    type: Literal["toy.said.v1"] = "toy.said.v1"
    who: str
    text: str


class Lit(_Event):
    type: Literal["toy.lit.v1"] = "toy.lit.v1"
    scene: str
    title: str


class Doused(_Event):
    type: Literal["toy.doused.v1"] = "toy.doused.v1"
    scene: str


class Rolled(Event):
    type: Literal["toy.rolled.v1"] = "toy.rolled.v1"
    who: str
    face: int


@dataclass(slots=True)
class Hero:
    name: str
    numbers: dict[str, int] = field(default_factory=dict)
    said: list[tuple[str, str]] = field(default_factory=list)
    xp: int = 0
    level: int = 1


@dataclass(slots=True)
class State:
    house_rules: Rules
    heroes: dict[str, Hero] = field(default_factory=dict)


evolve = Evolution[State]()


@evolve.on(Entered)
def _(state: State, event: Entered) -> None:
    state.heroes[event.who] = Hero(event.name)


@evolve.on(Left)
def _(state: State, event: Left) -> None:
    del state.heroes[event.who]


@evolve.on(Gained)
def _(state: State, event: Gained) -> None:
    numbers = state.heroes[event.who].numbers
    numbers[event.what] = numbers.get(event.what, 0) + event.by


@evolve.on(Said)
def _(state: State, event: Said) -> None:
    state.heroes[event.who].said.append((event.text, event.audience))


@evolve.on(Rolled)
def _(state: State, event: Rolled) -> None:
    hero = state.heroes[event.who]
    hero.xp += 1
    if hero.xp == XP_NEEDED:
        hero.xp, hero.level = 0, hero.level + 1


@evolve.on(Lit)
@evolve.on(Doused)
def _(state: State, event: Event) -> None:
    """Scenes leave nothing behind."""


def decide(state: State, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    who = getattr(command, "who", None)
    if who and not isinstance(command, Enter) and who not in state.heroes:
        return refuse("nobody_there", who=who)
    fields = command.model_dump(exclude={"type"})
    kinds = {Enter: Entered, Leave: Left, Gain: Gained, Say: Said, Light: Lit, Douse: Doused}
    if isinstance(command, Roll):
        return [Rolled(who=command.who, face=dice.roll(6)[0])]
    return [kinds[type(command)](**fields)]


def facts(state: State, event: Event) -> Iterable[Fact]:
    audience = Audience(event.audience) if getattr(event, "hidden_from", "") == "facts" else EVERYONE
    match event:
        case Entered():
            kind = CharacterKind.PLAYERS if event.player else CharacterKind.OTHER
            yield say.CharacterEntered(
                character=event.who, name=event.name, character_kind=kind, player=event.player, how="hero"
            )
            yield say.ProgressSet(owner=event.who, track="xp", have=0, need=XP_NEEDED, brings="a level")
        case Left():
            yield say.CharacterLeft(character=event.who, how=event.how)
        case Gained():
            now = state.heroes[event.who].numbers[event.what]
            yield say.NumberChanged(
                owner=event.who, name=event.what, delta=event.by, now=now, why="asked for", audience=audience
            )
        case Said():
            yield say.TextSet(owner=event.who, field="said", text=event.text, audience=audience)
            yield say.RelationSet(source=event.who, target="table", relation="talks", audience=audience)
        case Lit():
            yield say.SceneOpened(scene=event.scene, title=event.title, audience=audience)
        case Doused():
            yield say.SceneClosed(scene=event.scene, audience=audience)
        case Rolled():
            hero = state.heroes[event.who]
            yield say.DiceRolled(roller=event.who, purpose="luck", dice=(Die("d", 6, event.face),))
            yield say.ProgressSet(
                owner=event.who, track="xp", have=hero.xp, need=XP_NEEDED, brings=f"level {hero.level + 1}"
            )
            if hero.xp == 0:
                yield say.Advanced(owner=event.who, track="xp", what=f"level {hero.level}")
                yield say.NumberMoved(
                    giver="bank", taker=event.who, name="gold", amount=1, giver_now=None,
                    taker_now=hero.level, why="level",
                )  # fmt: skip


def audience_of(state: State, event: Event) -> Audience:
    hidden = getattr(event, "hidden_from", "") == "record"
    return Audience(event.audience) if hidden else EVERYONE  # type: ignore[attr-defined]


def sheet(state: State, who: str) -> Sheet:
    hero = state.heroes[who]
    numbers = tuple(Counter(path=f"{who}.{name}", label=name, value=value) for name, value in hero.numbers.items())
    words: tuple[Block, ...] = tuple(
        Texts(path=f"{who}.said", label="said", texts=(text,), audience=Audience(audience))
        for text, audience in hero.said
    )
    level = Tags(path=f"{who}.level", label="Level", tags=(Tag("level", str(hero.level), good=True),))
    xp = Progress(path=f"{who}.xp", label="XP", have=hero.xp, need=XP_NEEDED, brings="a level")
    return Sheet(
        character=who,
        title=hero.name,
        sections=(Section("Numbers", (*numbers, level, xp)), Section("Words", words)),  # type: ignore[arg-type]
    )


def offers(state: State, asker: Asker) -> Iterable[Offer]:
    return ()


def cast(state: State) -> Mapping[str, str]:
    return {who: hero.name for who, hero in state.heroes.items()}


GAME = Game(
    key="toy",
    title="Hearthlight",
    blurb="Enough of a game to test with.",
    house_rules=Rules,
    commands=(Enter, Leave, Gain, Say, Light, Douse, Roll),
    events=(Entered, Left, Gained, Said, Lit, Doused, Rolled),
    state=State,
    initial=lambda rules: State(rules),
    adopt=lambda state, rules: setattr(state, "house_rules", rules),
    decide=decide,
    evolve=evolve.complete((Entered, Left, Gained, Said, Lit, Doused, Rolled)),
    offers=offers,
    facts=facts,
    audience=audience_of,
    cast=cast,
    names=cast,
    sheet=sheet,
    wording=Wording(
        refusals={"nobody_there": "There is no {who}."},
        events={"toy.gained.v1": "{who} gains something", "toy.said.v1": "{who} speaks"},
    ),
    rules=(),
    refusals=("nobody_there",),
)
