"""A small game for the Table screen's tests: every shape of field, dice in two waves, a forced step, a secret."""

from dataclasses import dataclass, field
from typing import Any

from domain.kernel.chapter import Evolution
from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.facts import DiceRolled, Die, Fact, NumberChanged, StateChanged, Told
from domain.kernel.game import Game
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import EVERYONE, GM_ONLY, Asker, Audience
from domain.kernel.register import Credit, Rule
from domain.kernel.sheet import Counter, Section, Sheet
from domain.kernel.terms import slugify
from domain.kernel.wording.sentences import Wording
from tests.dashboard.table.wager_messages import (
    Choose,
    Chosen,
    Enter,
    Entered,
    Mood,
    Paid,
    Pay,
    Roll,
    Rolled,
    Settings,
    Settle,
    Settled,
    Whisper,
    Whispered,
)


@dataclass(slots=True)
class Player:
    name: str
    mood: Mood
    nerve: int
    ready: bool = False


@dataclass(slots=True)
class Wager:
    house_rules: Settings
    players: dict[str, Player] = field(default_factory=dict)
    rolled: list[str] = field(default_factory=list)


def decide(state: Wager, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    match command:
        case Enter():
            known = command.id or slugify(command.name) or "nobody"
            if known in state.players:
                return refuse("taken", id=known)
            return [Entered(id=known, name=command.name, mood=command.mood)]
        case Settle():
            return [Settled()] if state.rolled else refuse("nothing_rolled")
    who = getattr(command, "who", "")
    if who not in state.players:
        return refuse("unknown", who=who)
    player = state.players[who]
    match command:
        case Choose():
            return [Chosen(who=who, suits=tuple(pick.suit for pick in command.picks))]
        case Roll():
            hand = list(zip((8, 6, 6), dice.roll(8, 6, 6), strict=True))
            sixes = sum(face == 6 for _, face in hand)
            if player.mood is Mood.BOLD and sixes:
                hand += [(4, face) for face in dice.roll(*[4] * sixes)]
            return [Rolled(who=who, dice=tuple(hand))]
        case Pay() if command.amount > player.nerve:
            return refuse("too_little_nerve", who=who, have=player.nerve, need=command.amount)
        case Pay():
            return [Paid(who=who, amount=command.amount)]
        case Whisper():
            return [Whispered(who=who, text=command.text)] if command.text.strip() else refuse("nothing_said")
    raise TypeError(command.type)


evolve: Evolution[Wager] = Evolution()


@evolve.on(Entered)
def _(state: Wager, event: Entered) -> None:
    state.players[event.id] = Player(event.name, event.mood, state.house_rules.stake)


@evolve.on(Chosen)
def _(state: Wager, event: Chosen) -> None:
    state.players[event.who].ready = True


@evolve.on(Rolled)
def _(state: Wager, event: Rolled) -> None:
    state.rolled.append(event.who)


@evolve.on(Paid)
def _(state: Wager, event: Paid) -> None:
    state.players[event.who].nerve -= event.amount


@evolve.on(Whispered)
def _(state: Wager, event: Whispered) -> None:
    pass


@evolve.on(Settled)
def _(state: Wager, event: Settled) -> None:
    state.rolled.clear()


def offers(state: Wager, asker: Asker) -> list[Offer]:
    if state.rolled:
        return [Offer(command=Settle, label="End the round", forced=True, group="Round")]
    listed = [Offer(command=Enter, label="Take a place", group="Round")]
    suits = tuple(Choice(suit, suit.capitalize()) for suit in ("swords", "cups", "coins", "staves", "stars"))
    tools = (Choice("knife", "A long thin knife"), Choice("rope", "Forty feet of rope"))
    for who, player in state.players.items():
        if not player.ready:
            choices = {"picks.suit": suits, "picks.tool": tools}
            label = f"Choose suits for {player.name}"
            listed.append(Offer(command=Choose, label=label, known={"who": who}, choices=choices, group="Round"))
        listed.append(
            Offer(command=Roll, label=f"Roll for {player.name}", known={"who": who}, dice=(8, 6, 6), group="Round")
        )
    everybody = tuple(Choice(who, player.name) for who, player in state.players.items())
    if everybody:
        choices = {"who": everybody, "witnesses": everybody}
        listed.append(Offer(command=Pay, label="Pay nerve", choices=choices, group="Pot"))
        listed.append(Offer(command=Whisper, label="Whisper", choices={"who": everybody}, group="Pot"))
    return listed


def facts(state: Wager, event: Event) -> list[Fact]:
    match event:
        case Paid():
            now = state.players[event.who].nerve
            return [NumberChanged(owner=event.who, name="nerve", delta=-event.amount, now=now, why="paid")]
        case Chosen():
            return [
                StateChanged(owner=event.who, group="hand", name="hand", was="open", now="chosen", why="chose")
            ]
        case Rolled():
            dice = tuple(Die(str(n), size, face) for n, (size, face) in enumerate(event.dice, start=1))
            return [DiceRolled(roller=event.who, purpose="wager", dice=dice)]
        case Whispered():
            return [Told(text=event.text, audience=GM_ONLY)]
    return []


def audience(state: Wager, event: Event) -> Audience:
    return GM_ONLY if isinstance(event, Whispered) else EVERYONE


def sheet(state: Wager, who: str) -> Sheet:
    player = state.players[who]
    nerve = Counter(path=f"{who}.nerve", label="Nerve", value=player.nerve)
    return Sheet(character=who, title=player.name, sections=(Section("Wager", (nerve,)),))


def adopt(state: Wager, settings: Settings) -> None:
    state.house_rules = settings


COMMANDS: tuple[type[Command], ...] = (Enter, Choose, Roll, Pay, Whisper, Settle)
EVENTS: tuple[type[Event], ...] = (Entered, Chosen, Rolled, Paid, Whispered, Settled)


def names(state: Wager) -> dict[str, str]:
    return {who: player.name for who, player in state.players.items()}


GAME: Game[Any, Any, Any, Any] = Game(
    key="wager",
    title="The Wager",
    blurb="A game of nerve for tests.",
    credit=Credit(title="Wager", authors=("Campaign Ledger",), licence="MIT"),
    house_rules=Settings,
    commands=COMMANDS,
    events=EVENTS,
    state=Wager,
    initial=lambda settings: Wager(settings),
    adopt=adopt,
    decide=decide,
    evolve=evolve.complete(EVENTS),
    offers=offers,
    facts=facts,
    audience=audience,
    cast=names,
    names=names,
    sheet=sheet,
    wording=Wording(
        refusals={
            "taken": "{id} sits there already.",
            "nothing_rolled": "Nobody has rolled yet.",
            "unknown": "Nobody is called {who}.",
            "too_little_nerve": "{who} has {have:?point|points} of nerve and would need {need}.",
            "nothing_said": "Say something.",
        },
        events={
            tag_of(Entered): "{name} sits down",
            tag_of(Chosen): "{who} chooses {suits}",
            tag_of(Rolled): "{who} rolls",
            tag_of(Paid): "{who} pays {amount}",
            tag_of(Whispered): "{who} whispers: {text}",
            tag_of(Settled): "The round ends",
        },
    ),
    rules=(Rule("WA-1", "One rule"),),
)
