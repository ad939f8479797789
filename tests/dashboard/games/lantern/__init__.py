"""A small game for trying the screens: every block a sheet can have, dice that are rolled and rerolled, secrets.

It lives with the tests and is found like any other once its folder is on the search path of `domain`.
"""

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
from domain.kernel.people import EVERYONE, GM_ONLY, Asker, Audience
from domain.kernel.register import Credit
from domain.kernel.sheet import (
    Counter,
    CounterForm,
    DicePool,
    Progress,
    Section,
    Sheet,
    Table,
    Tag,
    Tags,
    Texts,
)
from domain.kernel.terms import Character, Name, Slug, Text

from .wording import WORDING


class LanternRules(HouseRules):
    """The settings of the game."""

    oil: int = Field(default=5, ge=1, le=9, description="How much oil a lantern holds.")
    deadly: bool = Field(default=False, description="Whether a lantern that goes out ends its bearer.")
    dusk: Literal["slow", "swift"] = Field(default="slow", description="How the dark comes.")


class Enter(Command):
    """Bring somebody into the story."""

    type: Literal["lantern.enter"] = "lantern.enter"
    character: Character
    name: Name
    player: Slug | None = None


class OpenScene(Command):
    """Begin a scene."""

    type: Literal["lantern.open_scene"] = "lantern.open_scene"
    scene: Slug
    title: Name


class Face(Command):
    """Face the dark: roll two dice of one's own against one of the dark's."""

    type: Literal["lantern.face"] = "lantern.face"
    character: Character


class Reroll(Command):
    """Burn oil to throw the lowest die again."""

    type: Literal["lantern.reroll"] = "lantern.reroll"
    character: Character


class Learn(Command):
    """Learn something the table does not know."""

    type: Literal["lantern.learn"] = "lantern.learn"
    character: Character
    secret: Text


class Entered(Event):
    """Somebody is in the story."""

    type: Literal["lantern.entered.v1"] = "lantern.entered.v1"
    character: Character
    name: Name
    player: Slug | None
    oil: int


class SceneBegan(Event):
    """A scene began."""

    type: Literal["lantern.scene_began.v1"] = "lantern.scene_began.v1"
    scene: Slug
    title: Name


class Faced(Event):
    """Dice fell."""

    type: Literal["lantern.faced.v1"] = "lantern.faced.v1"
    character: Character
    own: tuple[int, int]
    dark: int


class Rerolled(Event):
    """The lowest die was thrown again."""

    type: Literal["lantern.rerolled.v1"] = "lantern.rerolled.v1"
    character: Character
    die: int
    was: int
    now: int


class OilBurnt(Event):
    """Oil was burnt."""

    type: Literal["lantern.oil_burnt.v1"] = "lantern.oil_burnt.v1"
    character: Character
    by: int


class Grew(Event):
    """Somebody came out of the dark wiser."""

    type: Literal["lantern.grew.v1"] = "lantern.grew.v1"
    character: Character


class Learnt(Event):
    """Somebody knows something."""

    type: Literal["lantern.learnt.v1"] = "lantern.learnt.v1"
    character: Character
    secret: Text


@dataclass(slots=True)
class Bearer:
    """Somebody with a lantern."""

    name: str
    player: str | None
    oil: int
    most: int
    dread: int = 0
    wiser: int = 0
    own: tuple[int, int] = (0, 0)
    secrets: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Night:
    """The state."""

    house_rules: LanternRules
    bearers: dict[str, Bearer] = field(default_factory=dict)


def decide(night: Night, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """The rules."""
    if isinstance(command, Enter):
        if command.character in night.bearers:
            return refuse("already_here", character=command.character)
        return [
            Entered(
                character=command.character,
                name=command.name,
                player=command.player,
                oil=night.house_rules.oil,
            )
        ]
    if isinstance(command, OpenScene):
        return [SceneBegan(scene=command.scene, title=command.title)]
    bearer = night.bearers.get(getattr(command, "character", ""))
    if bearer is None:
        return refuse("not_here")
    if isinstance(command, Learn):
        return [Learnt(character=command.character, secret=command.secret)]
    if isinstance(command, Face):
        first, second, dark = dice.roll(8, 6, 10)
        faced: list[Event] = [Faced(character=command.character, own=(first, second), dark=dark)]
        return [*faced, Grew(character=command.character)] if first + second > dark else faced
    if bearer.oil < 1:
        return refuse("no_oil")
    low = 0 if bearer.own[0] <= bearer.own[1] else 1
    (now,) = dice.roll((8, 6)[low])
    who = getattr(command, "character", "")
    burnt = OilBurnt(character=who, by=1)
    return [burnt, Rerolled(character=who, die=low, was=bearer.own[low], now=now)]


evolve = Evolution[Night]()


@evolve.on(Entered)
def _(night: Night, event: Entered) -> None:
    night.bearers[event.character] = Bearer(event.name, event.player, event.oil, event.oil)


@evolve.on(SceneBegan)
def _(night: Night, event: SceneBegan) -> None:
    """Kept for the journal."""


@evolve.on(Faced)
def _(night: Night, event: Faced) -> None:
    if event.character not in night.bearers:
        raise ImpossibleHistoryError(f"{event.character} bears no lantern")
    bearer = night.bearers[event.character]
    bearer.own = event.own
    bearer.dread = max(-3, min(3, bearer.dread + (1 if sum(event.own) <= event.dark else -1)))


@evolve.on(Rerolled)
def _(night: Night, event: Rerolled) -> None:
    own = list(night.bearers[event.character].own)
    own[event.die] = event.now
    night.bearers[event.character].own = (own[0], own[1])


@evolve.on(OilBurnt)
def _(night: Night, event: OilBurnt) -> None:
    night.bearers[event.character].oil -= event.by


@evolve.on(Grew)
def _(night: Night, event: Grew) -> None:
    night.bearers[event.character].wiser += 1


@evolve.on(Learnt)
def _(night: Night, event: Learnt) -> None:
    night.bearers[event.character].secrets.append(event.secret)


def retell(night: Night, event: Event) -> Iterable[facts.Fact]:
    """The facts."""
    match event:
        case Entered():
            kind = facts.CharacterKind.PLAYERS if event.player else facts.CharacterKind.OTHER
            yield facts.CharacterEntered(
                character=event.character,
                name=event.name,
                character_kind=kind,
                player=event.player,
                how="bearer",
            )
        case SceneBegan():
            yield facts.SceneOpened(scene=event.scene, title=event.title, present=tuple(night.bearers))
        case Faced():
            yield facts.TestOpened(test="dark", form="facing", sides=(event.character,), aim="to cross the dark")
            own = tuple(
                facts.Die(f"own-{n}", size, face, label)
                for n, (size, face, label) in enumerate(((8, event.own[0], "Nerve"), (6, event.own[1], "Light")))
            )
            yield facts.DiceRolled(
                roller=event.character, purpose="own", dice=own, test="dark", reading=str(sum(event.own))
            )
            dark = facts.Die("dark", 10, event.dark, kept=sum(event.own) <= event.dark)
            yield facts.DiceRolled(roller=event.character, purpose="the dark", dice=(dark,), test="dark")
            outcome = "crossed" if sum(event.own) > event.dark else "lost in it"
            yield facts.TestClosed(test="dark", outcome=outcome, losers=(event.character,))
        case Rerolled():
            yield facts.DieChanged(
                roller=event.character,
                die=f"own-{event.die}",
                size=(8, 6)[event.die],
                was=event.was,
                now=event.now,
                why="rerolled",
                rerolled=True,
                test="dark",
            )
        case OilBurnt():
            now = night.bearers[event.character].oil
            yield facts.NumberChanged(owner=event.character, name="oil", delta=-event.by, now=now, why="reroll")
        case Grew():
            have = night.bearers[event.character].wiser
            yield facts.ProgressSet(owner=event.character, track="wiser", have=have, need=6, brings="a new light")
        case Learnt():
            yield facts.TextSet(owner=event.character, field="secrets", text=event.secret, audience=GM_ONLY)


def audience(night: Night, event: Event) -> Audience:
    """The audience of an event: everybody, unless it is hidden."""
    return GM_ONLY if isinstance(event, Learnt) else EVERYONE


def sheet(night: Night, character: str) -> Sheet:
    """Every kind of block."""
    it = night.bearers[character]

    def at(name: str) -> str:
        return f"{character}.{name}"

    lamp = "burning" if it.oil else "out"
    tags = [Tag("lamp", "Brass lantern", lamp, good=it.oil > 0)]
    tags += [Tag("wise", "Wise to the dark", "", "Crossed it twice.", True)] if it.wiser > 1 else []
    resources = (
        Counter(path=at("oil"), label="Oil", value=it.oil, high=it.most),
        Counter(path=at("gold"), label="Gold", value=40 + it.wiser),
        Counter(path=at("wounds"), label="Wounds", value=max(0, it.dread), high=4, form=CounterForm.BOXES),
        Counter(
            path=at("dread"),
            label="Dread",
            value=it.dread,
            low=-3,
            high=3,
            form=CounterForm.TWO_ENDED,
            ends=("calm", "terror"),
        ),
    )
    clocks = (
        Counter(path=at("dawn"), label="Till dawn", value=it.wiser, high=6, form=CounterForm.CLOCK),
        Counter(path=at("door"), label="The door opens", value=1, high=4, form=CounterForm.CLOCK),
    )
    hands = (
        DicePool(path=at("dice"), label="Dice", dice=((8, 1), (6, 2), (10, 1), (4, it.oil))),
        Tags(path=at("things"), label="Things", tags=tuple(tags)),
    )
    words = (
        Texts(path=at("belief"), label="Belief", texts=("The light is owed to whoever walks last.",)),
        Table(
            path=at("deeds"),
            label="Deeds",
            columns=("Deed", "Where"),
            rows=tuple((f"Crossed the dark, {n}", "the causeway") for n in range(1, it.wiser + 1)),
        ),
        Texts(path=at("secrets"), label="Secrets", texts=tuple(it.secrets), audience=GM_ONLY),
    )
    growth = (Progress(path=at("wiser"), label="Wiser", have=it.wiser, need=6, brings="a new light"),)
    return Sheet(
        character=character,
        title=it.name,
        subtitle="bearer of a lantern",
        sections=(
            Section("What is left", resources),
            Section("Time", clocks),
            Section("In hand", hands),
            Section("In words", words),
            Section("Growth", growth),
        ),
    )


def no_offers(night: Night, asker: Asker) -> Iterable[Offer]:
    """Nothing is offered: the screens tried with this game do not ask."""
    return ()


def adopt(night: Night, rules: LanternRules) -> None:
    """Changed settings."""
    night.house_rules = rules


def cast(night: Night) -> Mapping[str, str]:
    """Everybody."""
    return {key: it.name for key, it in night.bearers.items()}


EVENTS = (Entered, SceneBegan, Faced, Rerolled, OilBurnt, Grew, Learnt)

GAME: Game[Night, Command, Event, LanternRules] = Game(
    key="lantern",
    title="Lantern",
    blurb="A small game of light and dark, for trying the screens.",
    credit=Credit(title="Lantern", authors=("Campaign Ledger",), licence="MIT"),
    house_rules=LanternRules,
    commands=(Enter, OpenScene, Face, Reroll, Learn),
    events=EVENTS,
    state=Night,
    initial=Night,
    adopt=adopt,
    decide=decide,
    evolve=evolve.complete(EVENTS),
    offers=no_offers,
    facts=retell,
    audience=audience,
    cast=cast,
    names=cast,
    sheet=sheet,
    wording=WORDING,
    rules=(),
    refusals=("already_here", "not_here", "no_oil"),
)
