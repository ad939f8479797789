"""The preview of the villainy, from the Mastermind's chair (SPC-01, SPC-02)."""

from collections.abc import Iterable

from domain.kernel.forms.layouts import Answers, Batch, Write
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.spc.chapters.adventure.adventures import PreviewVillainy
from domain.spc.chapters.adventure.seats import NameMastermind
from domain.spc.state.adventure import Adventure
from domain.spc.terms import Status


def _preview(moment: Moment[Adventure], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    if moment.game.mastermind != asker.person:
        yield NameMastermind.model_validate({"player": asker.person})
    yield PreviewVillainy.model_validate(answers)


def _as_given(moment: Moment[Adventure], asker: Asker, subject: str) -> Answers:
    it = moment.game
    return {"text": it.preview} if it.preview is not None and it.status is not Status.ENDED else {}


PREVIEW = Batch(
    title="The villainy",
    help="You are the Mastermind. Tell the players what they will be up against: they make Characters for it.",
    press="Preview it",
    compile=_preview,
    initial=_as_given,
    parts=(
        Write(
            field="text",
            label="What kind of villainy do you intend?",
            long=True,
            example="On the longest night the light at the harbour will go out, and somebody was paid for it.",
        ),
    ),
)
