"""Hearthlight: a game of next to no rules, that yet changes everything a read model can show.

For tests of whatever stands above the games. One command of each sort; some of them with an audience of choice:
`hidden_from` says whether all may know, or the facts or the whole record are for `audience` alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import create_model

from domain.kernel import facts as say
from domain.kernel.chapter import Evolution
from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Die, Fact
from domain.kernel.game import Game
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.people import EVERYONE, Asker, Audience
from domain.kernel.register import Credit
from domain.kernel.sheet import Counter, Progress, Section, Sheet, Tag, Tags, Texts
from domain.kernel.wording.sentences import Wording

XP_NEEDED = 3


class Rules(HouseRules):
    generous: bool = False


def _pair(verb: str, past: str, then: dict[str, Any] | None = None, **fields: Any) -> tuple[Any, Any]:
    """A command and the event that follows from it, with the same fields; `then` are the event's own."""
    tag, event_tag = f"toy.{verb}", f"toy.{past}.v1"
    return (
        create_model(verb.title(), __base__=Command, type=(Literal[tag], tag), **fields),
        create_model(past.title(), __base__=Event, type=(Literal[event_tag], event_tag), **fields, **(then or {})),
    )


TEXT, NUMBER = (str, ...), (int, ...)
HIDDEN = {"hidden_from": (Literal["nobody", "facts", "record"], "nobody"), "audience": (str, "table")}

Enter, Entered = _pair("enter", "entered", who=TEXT, name=TEXT, player=(str | None, None))
Leave, Left = _pair("leave", "left", who=TEXT, how=(str, "gone"))
Gain, Gained = _pair("gain", "gained", who=TEXT, what=TEXT, by=NUMBER, **HIDDEN)
Say, Said = _pair("say", "said", who=TEXT, text=TEXT, **HIDDEN)
Light, Lit = _pair("light", "lit", scene=TEXT, title=TEXT, **HIDDEN)
Douse, Doused = _pair("douse", "doused", scene=TEXT, **HIDDEN)
Roll, Rolled = _pair("roll", "rolled", who=TEXT, then={"face": NUMBER})
FOLLOWS: dict[type[Command], type[Event]] = {
    Enter: Entered,
    Leave: Left,
    Gain: Gained,
    Say: Said,
    Light: Lit,
    Douse: Doused,
    Roll: Rolled,
}


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


def change(state: State, event: Any) -> None:
    hero = state.heroes.get(getattr(event, "who", ""))
    match event:
        case Entered():
            state.heroes[event.who] = Hero(event.name)
        case Left():
            del state.heroes[event.who]
        case Gained() if hero:
            hero.numbers[event.what] = hero.numbers.get(event.what, 0) + event.by
        case Said() if hero:
            hero.said.append((event.text, event.audience))
        case Rolled() if hero:
            hero.xp = (hero.xp + 1) % XP_NEEDED
            hero.level += hero.xp == 0


evolve = Evolution[State]()
for _kind in FOLLOWS.values():
    evolve.on(_kind)(change)


def decide(state: State, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    fields = command.model_dump(exclude={"type"})
    if "who" in fields and not isinstance(command, Enter) and fields["who"] not in state.heroes:
        return refuse("nobody_there", who=fields["who"])
    if isinstance(command, Roll):
        fields["face"] = dice.roll(6)[0]
    return [FOLLOWS[type(command)](**fields)]


def facts(state: State, event: Any) -> Iterable[Fact]:
    audience = Audience(event.audience) if getattr(event, "hidden_from", "") == "facts" else EVERYONE
    match event:
        case Entered(who=who):
            kind = CharacterKind.PLAYERS if event.player else CharacterKind.OTHER
            yield say.CharacterEntered(
                character=who, name=event.name, character_kind=kind, player=event.player, how="hero"
            )
            yield say.ProgressSet(owner=who, track="xp", have=0, need=XP_NEEDED, brings="a level")
        case Left():
            yield say.CharacterLeft(character=event.who, how=event.how)
        case Gained(who=who, what=what):
            now = state.heroes[who].numbers[what]
            yield say.NumberChanged(owner=who, name=what, delta=event.by, now=now, why="asked", audience=audience)
        case Said():
            yield say.TextSet(owner=event.who, field="said", text=event.text, audience=audience)
            yield say.RelationSet(source=event.who, target="table", relation="talks", audience=audience)
        case Lit():
            yield say.SceneOpened(scene=event.scene, title=event.title, audience=audience)
        case Doused():
            yield say.SceneClosed(scene=event.scene, audience=audience)
        case Rolled(who=who):
            hero = state.heroes[who]
            yield say.DiceRolled(roller=who, purpose="luck", dice=(Die("d", 6, event.face),))
            yield say.ProgressSet(owner=who, track="xp", have=hero.xp, need=XP_NEEDED, brings="a level")
            if hero.xp == 0:
                yield say.Advanced(owner=who, track="xp", what=f"level {hero.level}")
                yield say.NumberMoved(
                    giver="bank",
                    taker=who,
                    name="gems",
                    amount=1,
                    giver_now=None,
                    taker_now=hero.level,
                    why="level",
                )


def audience_of(state: State, event: Any) -> Audience:
    return Audience(event.audience) if getattr(event, "hidden_from", "") == "record" else EVERYONE


def sheet(state: State, who: str) -> Sheet:
    hero = state.heroes[who]
    numbers = tuple(Counter(path=f"{who}.{name}", label=name, value=value) for name, value in hero.numbers.items())
    words = tuple(
        Texts(path=f"{who}.said", label="said", texts=(text,), audience=Audience(audience))
        for text, audience in hero.said
    )
    level = Tags(path=f"{who}.level", label="Level", tags=(Tag("level", str(hero.level), good=True),))
    xp = Progress(path=f"{who}.xp", label="XP", have=hero.xp, need=XP_NEEDED, brings="a level")
    return Sheet(
        character=who,
        title=hero.name,
        sections=(Section("Numbers", (*numbers, level, xp)), Section("Words", words)),
    )


def cast(state: State) -> Mapping[str, str]:
    return {who: hero.name for who, hero in state.heroes.items()}


GAME = Game(
    key="toy",
    title="Hearthlight",
    blurb="Enough of a game to test with.",
    credit=Credit(title="Toy", authors=("Campaign Ledger",), licence="MIT"),
    house_rules=Rules,
    commands=tuple(FOLLOWS),
    events=tuple(FOLLOWS.values()),
    state=State,
    initial=State,
    adopt=lambda state, rules: setattr(state, "house_rules", rules),
    decide=decide,
    evolve=evolve.complete(FOLLOWS.values()),
    offers=lambda state, asker: (),
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
