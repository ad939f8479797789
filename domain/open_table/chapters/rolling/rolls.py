"""Rolls: of the file, or any notation (OT-12)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import ASKED, Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import EVERYONE, GM_ONLY, Asker, Audience, only
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Person, PersonId, Text
from domain.open_table.chapters.guards import acts, hands
from domain.open_table.chapters.rolling.outcomes import Came, Planned, cast, first_dice, low_enough, planned
from domain.open_table.lookup import owner_id, system_of
from domain.open_table.seats import ROLL_GROUP, whose
from domain.open_table.state import Fallen, OpenTable, Thrown
from domain.open_table.system.model import Roll as RollOfTheFile
from domain.open_table.terms import CharacterRef, Key, Notation, RollRef, Value

chapter = Chapter[OpenTable](
    "Rolls",
    {
        "roll_or_notation": "Choose one of the rolls of this table, or write a notation: one of the two.",
    },
)

Answers = Annotated[
    dict[Key, Text],
    Field(default_factory=dict, max_length=10, title="Choices", description="What the roll asks for, by name."),
]


class RollDice(Command):
    """Roll the dice: one of the rolls that the system file has, with what it asks for, or any notation.

    Needs:    your own character, in play; the GM for the table, with nobody named.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `roll_or_notation`, `roll_unknown`,
              `not_of_this`, `ask_missing`, `ask_wrong`, `notation_wrong`, `number_unknown`, `formula_fails`.
    Yields:   `DiceRolled`.
    """

    type: Literal["open_table.roll"] = "open_table.roll"
    who: CharacterRef | None = Field(default=None, title="Who rolls", description="Empty: the table.")
    roll: RollRef | None = Field(default=None, title="Which roll")
    asks: Answers
    notation: Notation = Field(
        default="",
        title="Or any dice",
        description="2d6+3, 4d6kh3, 2d20kl1 + @dexterity vs 15.",
        json_schema_extra=ASKED,
    )
    versus: Value | None = Field(
        default=None, title="Against", description="The number to reach.", json_schema_extra=ASKED
    )
    purpose: Text = Field(
        default="", title="What for", description="The story tells it: To reach the bell.", json_schema_extra=ASKED
    )
    secret: bool = Field(default=False, description="Only for you and the GM to see.")


class DieFallen(BaseModel):
    """A die as it fell. A fudge die has the size 3 and shows its face less 2; `against` marks one to be beaten."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^d[0-9]+$", max_length=8)]
    size: int
    face: int
    kept: bool = True
    extra: bool = False
    fudge: bool = False
    against: bool = False


class DiceRolled(Event):
    """Dice fell. `asked` is the notation with its places filled, `resolved` the same with the numbers put in.

    `seen_by`, of a secret roll: whom it is for beside the GM.
    """

    type: Literal["open_table.dice_rolled.v1"] = "open_table.dice_rolled.v1"
    roll: int
    by: Person
    who: CharacterSlug | None
    form: Key | None
    called: Name
    asks: dict[Key, Text]
    asked: Notation
    resolved: Text
    each: Text
    versus: int | None
    dice: tuple[DieFallen, ...]
    total: Text
    outcome: Text
    good: bool | None
    purpose: Text
    secret: bool
    seen_by: Person | None


@chapter.decides(RollDice)
def roll_dice(state: OpenTable, command: RollDice, asker: Asker, dice: Dice) -> Events:
    """OT-12: a roll of the file or a notation, over the numbers of whoever rolls."""
    acts(state, command.who, asker)
    written = command.notation.strip()
    need((command.roll is None) == bool(written), "roll_or_notation")
    if command.roll is not None:
        plan = planned(state, command.who, command.roll, command.asks, command.versus)
        called = system_of(state).file.roll[command.roll].called(command.roll)
    else:
        plan, called = Planned(written, versus=command.versus), "Dice"
    came = cast(state, command.who, plan, dice, purpose_of(state, command.who, called))
    return [_rolled(state, command, asker, plan, came, called)]


def purpose_of(state: OpenTable, who: str | None, called: str) -> str:
    """The purpose of dice, in words."""
    name = "the table" if who is None else state.characters[who].name
    return f"{called}, {name}"


def _rolled(
    state: OpenTable, command: RollDice, asker: Asker, plan: Planned, came: Came, called: str
) -> DiceRolled:
    return DiceRolled(
        roll=state.rolls + 1,
        by=asker.person,
        who=command.who,
        form=command.roll,
        called=called,
        asks=command.asks if command.roll is not None else {},
        asked=plan.notation,
        resolved=came.resolved,
        each=plan.each,
        versus=plan.versus,
        dice=told_dice(came.dice),
        total=came.total_written,
        outcome=came.outcome,
        good=came.good,
        purpose=command.purpose,
        secret=command.secret,
        seen_by=None if asker.is_gm or not command.secret else asker.person,
    )


def told_dice(fallen: Iterable[Fallen]) -> tuple[DieFallen, ...]:
    """Dice as an event holds them."""
    return tuple(
        DieFallen(
            id=it.id, size=it.size, face=it.face, kept=it.kept, extra=it.extra, fudge=it.fudge, against=it.against
        )
        for it in fallen
    )


def kept_dice(dice: Iterable[DieFallen]) -> list[Fallen]:
    """Dice as the state keeps them."""
    return [Fallen(it.id, it.size, it.face, it.kept, it.extra, it.fudge, it.against) for it in dice]


@chapter.applies(DiceRolled, renames=True)
def _(state: OpenTable, event: DiceRolled) -> None:
    must(event.roll == state.rolls + 1, f"roll {event.roll} does not follow")
    must(event.who is None or event.who in state.characters, f"{event.who} is nobody")
    state.rolls = event.roll
    lying = state.hidden if event.secret else state.last
    lying[owner_id(event.who)] = Thrown(
        roll=event.roll,
        by=event.by,
        who=event.who,
        form=event.form or "",
        called=event.called,
        asks=dict(event.asks),
        notation=event.asked,
        each=event.each,
        versus=event.versus,
        secret=event.secret,
        seen_by=event.seen_by,
        dice=kept_dice(event.dice),
        total=event.total,
    )


def seen_by(*, secret: bool, person: str | None) -> Audience:
    """Audience of a roll."""
    if not secret:
        return EVERYONE
    return GM_ONLY if person is None else only(PersonId(person))


@chapter.tells(
    DiceRolled,
    "{called}{who:+, }{purpose:+, }: {resolved} comes to {total}{outcome:+, }",
    to=lambda state, event: seen_by(secret=event.secret, person=event.seen_by),
)
def _(state: OpenTable, event: DiceRolled) -> Iterable[Fact]:
    audience = seen_by(secret=event.secret, person=event.seen_by)
    test, roller = f"roll-{event.roll}", owner_id(event.who)
    if event.outcome:
        yield facts.TestOpened(test=test, form=event.called, sides=(roller,), aim=event.purpose, audience=audience)
    yield from _tried(event, test if event.outcome else "", audience)
    yield facts.DiceRolled(
        roller=roller,
        purpose=event.called,
        dice=tuple(map(fact_of, event.dice)),
        test=test if event.outcome else None,
        reading=reading_of(event.total, event.versus, event.outcome),
        notation=notation_of(state, event),
        audience=audience,
    )
    if event.outcome:
        yield closed(test, roller, event.outcome, event.good, audience)
        yield facts.Outcome(
            test=test,
            who=event.who or "",
            came=CAME[event.good] if event.purpose else facts.Came.UNSAID,
            called=event.outcome if event.purpose else "",
            proof=event.total,
            audience=audience,
        )


CAME = MappingProxyType({True: facts.Came.AS_WANTED, False: facts.Came.NOT, None: facts.Came.UNSAID})
"""A band that is good, bad or neither -> how it came out, where somebody said what they wanted."""


def _tried(event: DiceRolled, test: str, audience: Audience) -> Iterable[Fact]:
    """A question, something that somebody wants to do, or what they do; else how the named roll came out."""
    text, who = event.purpose, event.who or ""
    if not text:
        if event.outcome and who:
            what = f"{event.called}: {event.outcome}"
            yield facts.Turn(test=test, who=who, text="", what=what, way=facts.Way.SAYS, audience=audience)
        elif event.outcome:
            came = event.outcome[:1].upper() + event.outcome[1:]
            told = f"{event.called} {came}" if event.called.endswith("?") else f"{event.called}: {event.outcome}"
            yield facts.Turn(test=test, who="", text=told, way=facts.Way.TRUE, audience=audience)
        return
    if text.startswith("To ") and who:
        yield facts.Aim(test=test, who=who, text=text, audience=audience)
    else:
        way = facts.Way.ASKS if text.endswith("?") else facts.Way.SAYS
        yield facts.Turn(test=test, who=who, text=text, way=way, audience=audience)


def notation_of(state: OpenTable, event: DiceRolled) -> str:
    """The notation whose odds can be told: what was rolled, against what; where it is to stay low, how low."""
    if event.each or any(f" {sign} " in event.resolved for sign in ("vs", "<=", "<", ">", "=")):
        return event.resolved
    if event.versus is not None:
        return f"{event.resolved} vs {event.versus}"
    low = low_enough(state, event.who, event.form, event.asks) if event.form is not None else None
    return event.resolved if low is None else f"{event.resolved} <= {low}"


def fact_of(die: DieFallen) -> facts.Die:
    """A die in the published language."""
    label = "to beat" if die.against else f"{die.face - 2:+d}" if die.fudge else ""
    return facts.Die(die.id, die.size, die.face, label, die.kept, die.extra, die.against, die.fudge)


def reading_of(total: str, versus: int | None, outcome: str) -> str:
    """The reading of the dice, in words."""
    against = f" against {versus}" if versus is not None else ""
    return f"{total}{against}{f': {outcome}' if outcome else ''}"


def closed(test: str, roller: str, outcome: str, good: bool | None, audience: Audience) -> Fact:
    """The outcome of a roll."""
    return facts.TestClosed(
        test=test,
        outcome=outcome,
        winner=roller if good else None,
        losers=(roller,) if good is False else (),
        audience=audience,
    )


def rolling(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """The rolls of the file with their choices, then any dice."""
    own = hands(state, asker)
    for key, it in system_of(state).file.roll.items():
        if it.of == "table" and asker.is_gm:
            yield _of_the_file(state, key, it, {"who": None}, {}, None)
        elif it.of == "character" and own:
            known, choices = whose(state, own)
            yield _of_the_file(state, key, it, known, choices, own[0] if len(own) == 1 else None)
    if own:
        known, choices = whose(state, own)
        yield _any_dice("Roll any dice", known, choices)
    if asker.is_gm:
        yield _any_dice("Roll any dice for the table", {"who": None}, {})


def _any_dice(label: str, known: Mapping[str, object], choices: Mapping[str, tuple[Choice, ...]]) -> Offer:
    return Offer(
        command=RollDice,
        label=label,
        known={"roll": None, "asks": {}, **known},
        choices=choices,
        suggested={"notation": tuple(Choice(it, it) for it in ("1d20", "2d6", "1d100", "4dF"))},
        group=ROLL_GROUP,
        weight=Weight.ASIDE,
    )


def _of_the_file(
    state: OpenTable,
    key: str,
    it: RollOfTheFile,
    known: Mapping[str, object],
    choices: Mapping[str, tuple[Choice, ...]],
    who: str | None,
) -> Offer:
    settled: dict[str, object] = {"roll": key, "notation": "", **known}
    if it.against is not True:
        settled["versus"] = None
    if not it.ask:
        settled["asks"] = {}
    system = system_of(state)
    asks = {
        f"asks.{ask}": tuple(
            Choice(name, system.label(text) if text in system.numeric else name)
            for name, text in it.options(ask).items()
        )
        for ask in it.ask
    }
    sizes = first_dice(state, who, key) if it.of == "table" or who is not None else ()
    return Offer(
        command=RollDice,
        label=f"Roll: {it.called(key)}",
        known=settled,
        choices={**asks, **choices},
        dice=sizes,
        group=ROLL_GROUP,
    )
