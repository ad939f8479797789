"""The first step of every preparation: who plays."""

from collections.abc import Iterable

from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.state import Campaign
from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Paste, Request
from domain.kernel.forms.line_grammar import Line
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.preparation.steps import Step
from domain.kernel.references import new_id
from domain.kernel.terms import PersonId

PLAYERS = "players"


def _seat_them(moment: AnyMoment, asker: Asker, subject: str, answers: Answers) -> Iterable[Request]:
    there = moment.campaign
    taken = {asker.person, *there.people, *there.formerly}
    seated = {_key(seat.name): person for person, seat in there.people.items()}
    for name in answers["names"]:
        if _key(name) in seated:
            raise FormProblem(_sits_already(name))
        person = new_id(name, taken, "player")
        taken.add(person)
        seated[_key(name)] = PersonId(person)
        yield Request(SeatPerson.model_validate({"person": person, "name": name}))


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _sits_already(name: str) -> str:
    return f"{name.strip()} sits at the table already: leave that line out, or call the player something else."


WHO_PLAYS = Batch(
    parts=(
        Paste(
            field="names",
            label="Players, one a line",
            help="As they are called at the table. More can join later.",
            line=Line(example="Ada"),
            least=1,
        ),
    ),
    press="Seat them",
    title="Who plays",
    compile=_seat_them,
)


def who_plays(campaign: Campaign, least: int = 1) -> Step:
    """The step itself: at least so many players beside the GM."""
    have = len(campaign.players)
    lacking = least - have
    return Step(
        key=PLAYERS,
        label="Who plays",
        why="The people who sit at the table beside you.",
        have=have,
        need=least,
        missing=(f"{lacking} {'player' if lacking == 1 else 'players'}",) if lacking > 0 else (),
        form=WHO_PLAYS,
    )
