"""Characters: entered with numbers and texts, named anew, given to another player (OT-03, OT-04)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.references import PersonRef
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Person, Text
from domain.open_table.chapters.bounds import fits, known
from domain.open_table.chapters.guards import character_of, mine
from domain.open_table.lookup import system_of
from domain.open_table.phrases import sheet_told
from domain.open_table.seats import CAST_GROUP, people
from domain.open_table.state import Character, OpenTable, Values
from domain.open_table.terms import RESERVED_IDS, CharacterRef, Key, NewCharacter, Value

chapter = Chapter[OpenTable](
    "Characters",
    {
        "id_taken": "Somebody or something is called {name} here already. Choose another name.",
        "text_unknown": "There is no text called “{text}” on the sheets of this table.",
        "nothing_changes": "That is how it stands already, so there is nothing to record.",
        "for_the_gm": "You enter and change your own characters: the GM gives one to another player.",
    },
)

Numbers = Annotated[
    dict[Key, Value],
    Field(default_factory=dict, max_length=400, description="Numbers to begin with, by their keys."),
]


def kind_of(player: str | None) -> CharacterKind:
    """A player's, or the GM's."""
    return CharacterKind.OTHER if player is None else CharacterKind.PLAYERS


class EnterCharacter(Command):
    """Enter a character: your own, or for the GM anybody.

    Needs:    a name that nobody has. Numbers left out begin as the system file says.
    Refused:  `id_taken`, `for_the_gm`, `number_unknown`, `out_of_bounds`, `formula_fails`, `text_unknown`.
    Yields:   `CharacterEntered`.
    """

    type: Literal["open_table.enter_character"] = "open_table.enter_character"
    character: NewCharacter
    name: Name = Field(title="What are they called?")
    player: PersonRef | None = Field(default=None, title="Who plays them", description="Nobody: the GM.")
    numbers: Numbers
    texts: dict[Key, Text] = Field(default_factory=dict, max_length=100)


class CharacterEntered(Event):
    """Somebody came into the story. `numbers` are those that were named; others begin as the system file says."""

    type: Literal["open_table.character_entered.v1"] = "open_table.character_entered.v1"
    character: CharacterSlug
    name: Name
    player: Person | None
    numbers: dict[Key, Value]
    texts: dict[Key, Text]


@chapter.decides(EnterCharacter)
def enter_character(state: OpenTable, command: EnterCharacter, asker: Asker, dice: Dice) -> Events:
    """OT-03: a name of its own, and numbers within their bounds."""
    slug = command.character
    need(slug not in state.characters and slug not in RESERVED_IDS, "id_taken", name=command.name)
    player = command.player
    if not asker.is_gm:
        need(player in (None, asker.person), "for_the_gm")
        player = asker.person
    given = Values(numbers=dict(command.numbers))
    for number, value in command.numbers.items():
        known(state, Values(), number, "character")
        fits(state, given, number, value)
    for text in command.texts:
        it = system_of(state).file.text.get(text)
        need(it is not None and it.of == "character", "text_unknown", text=text)
    return [
        CharacterEntered(
            character=slug,
            name=command.name,
            player=player,
            numbers=command.numbers,
            texts={key: text for key, text in command.texts.items() if text},
        )
    ]


@chapter.applies(CharacterEntered, renames=True)
def _(state: OpenTable, event: CharacterEntered) -> None:
    must(event.character not in state.characters, f"{event.character} comes in once")
    values = Values(numbers=dict(event.numbers), texts=dict(event.texts))
    state.characters[event.character] = Character(event.name, event.player, values=values)


@chapter.tells(CharacterEntered, "{name} comes into the story")
def _(state: OpenTable, event: CharacterEntered) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character,
        name=event.name,
        character_kind=kind_of(event.player),
        player=event.player,
        how="character",
    )
    yield facts.NodeSet(node=event.character, name=event.name, node_kind="character")
    yield from sheet_told(state, event.character)


class ChangeCharacter(Command):
    """Rename or hand on a character: call them otherwise, or let somebody else play them.

    Needs:    your own character; the GM for another player. Left empty, the player stays; the GM takes one over by
              choosing themselves.
    Refused:  `character_unknown`, `not_yours`, `for_the_gm`, `nothing_changes`.
    Yields:   `CharacterChanged`.
    """

    type: Literal["open_table.change_character"] = "open_table.change_character"
    character: CharacterRef = Field(title="Who")
    name: Name
    player: PersonRef | None = Field(default=None, title="Who plays them", description="Empty: as before.")


class CharacterChanged(Event):
    """A character is called otherwise, or has another player."""

    type: Literal["open_table.character_changed.v1"] = "open_table.character_changed.v1"
    character: CharacterSlug
    was: Name
    name: Name
    player: Person | None


@chapter.decides(ChangeCharacter)
def change_character(state: OpenTable, command: ChangeCharacter, asker: Asker, dice: Dice) -> Events:
    """OT-04: one's own, and only the GM gives a character to somebody else."""
    it = character_of(state, command.character)
    mine(state, command.character, asker)
    player = it.player if command.player is None else command.player
    if player != it.player and not asker.is_gm:
        raise CommandRefused("for_the_gm")
    if asker.is_gm and player == asker.person:
        player = None
    need((command.name, player) != (it.name, it.player), "nothing_changes")
    return [CharacterChanged(character=command.character, was=it.name, name=command.name, player=player)]


@chapter.applies(CharacterChanged, renames=True)
def _(state: OpenTable, event: CharacterChanged) -> None:
    must(event.character in state.characters, f"{event.character} is nobody")
    it = state.characters[event.character]
    must(it.name == event.was, f"{event.character} is not called {event.was}")
    it.name, it.player = event.name, event.player


@chapter.tells(CharacterChanged, "{was} is {name} now{player:+, played by }")
def _(state: OpenTable, event: CharacterChanged) -> Iterable[Fact]:
    yield facts.CharacterChanged(
        character=event.character,
        name=event.name,
        character_kind=kind_of(event.player),
        player=event.player,
        how="character",
    )
    yield facts.NodeSet(node=event.character, name=event.name, node_kind="character")


def entering(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Entering a character: in front for a player who has none."""
    has = any(it.player == asker.person for it in state.characters.values())
    first = not asker.is_gm and not has
    known = {} if asker.is_gm else {"player": asker.person}
    yield Offer(
        command=EnterCharacter,
        label="Enter your character" if first else "Enter a character",
        known=known,
        group=CAST_GROUP,
        weight=Weight.TURN if first else Weight.ASIDE,
    )
    own = [slug for slug, it in state.characters.items() if asker.is_gm or it.player == asker.person]
    if own:
        yield Offer(
            command=ChangeCharacter,
            label="Change who a character is",
            choices={"character": people(state, own)},
            group=CAST_GROUP,
            weight=Weight.ASIDE,
        )
