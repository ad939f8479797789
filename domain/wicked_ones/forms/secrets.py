"""The form of the GM's secrets, one a line (WO-13)."""

from collections.abc import Iterable

from domain.kernel.forms.layouts import Answers, Batch, Paste
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.wicked_ones.chapters.world.hidden import KeepSecret
from domain.wicked_ones.state.underworld import Underworld


def _keep(moment: Moment[Underworld], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    """Those that are not kept yet."""
    kept = {it.text for it in moment.game.world.values() if it.hidden}
    for text in answers.get("secrets", ()):
        if text not in kept:
            kept.add(text)
            yield KeepSecret(text=text)


def _as_they_are(moment: Moment[Underworld], asker: Asker, subject: str) -> Answers:
    kept = [it.text for it in moment.game.world.values() if it.hidden] if asker.is_gm else []
    return {"secrets": kept} if kept else {}


SECRETS = Batch(
    title="Secrets",
    help="Nobody but you sees them until a monster learns one.",
    press="Keep them",
    compile=_keep,
    initial=_as_they_are,
    parts=(
        Paste(
            field="secrets",
            label="Secrets, one a line",
            line=Line(example="The miller's wife is buried under the wheel, and knocks."),
            least=1,
            secret=True,
        ),
    ),
)
