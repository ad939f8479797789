"""Characters: one that a player makes, or one that comes back from an earlier adventure (SPC-03)."""

from collections.abc import Iterable

from domain.kernel.forms.layouts import Answers, Batch, Group, Part, Pick, Write
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id
from domain.spc.chapters.adventure.characters import BringBackCharacter, CreateCharacter
from domain.spc.choices import AGAIN, NEW, WHO_COMES
from domain.spc.forms.features import DRAWBACK, FEATURES, GOAL, NUMBERS, RARER, sheet_answers, sheet_fields
from domain.spc.state.adventure import Adventure
from domain.spc.terms import RESERVED_IDS

PARTS: tuple[Part, ...] = (
    Write(field="name", label="What is your Character called?"),
    GOAL,
    DRAWBACK,
    NUMBERS,
    *FEATURES,
    RARER,
)


def taken_ids(state: Adventure) -> set[str]:
    """Ids that somebody or something of the cast has."""
    return {*RESERVED_IDS, *state.characters, *state.goons, *state.seats}


def _make(moment: Moment[Adventure], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    if answers.get("who") == AGAIN:
        yield BringBackCharacter.model_validate({"character": answers.get("character")})
        return
    made = new_id(answers["name"], taken_ids(moment.game))
    yield CreateCharacter.model_validate({"name": answers["name"], "id": made, **sheet_fields(answers)})


def _as_made(moment: Moment[Adventure], asker: Asker, subject: str) -> Answers:
    people = moment.campaign.players
    mine = moment.game.character_of(people[int(subject) - 1]) if int(subject) <= len(people) else None
    it = moment.game.characters[mine] if mine else None
    return {"name": it.name, **sheet_answers(it)} if it else {}


CHARACTER = Batch(
    title="Your Character",
    help="For this adventure, after what the Mastermind said. Only a name is needed; the rest as you all agree.",
    press="Make this Character",
    compile=_make,
    initial=_as_made,
    parts=PARTS,
)

AGAIN_OR_NEW = Batch(
    title="Your Character",
    help="Somebody from an earlier adventure, as the sheet stands, or somebody new.",
    press="Play this one",
    compile=_make,
    parts=(
        Pick(field="who", label="Whom do you play this time?", of=WHO_COMES, initial=AGAIN),
        Group(
            title="From an earlier adventure",
            when=("who", (AGAIN,)),
            parts=(Pick(field="character", label="Who comes back?", of="earlier character"),),
        ),
        Group(title="A new Character", when=("who", (NEW,)), parts=PARTS),
    ),
)
