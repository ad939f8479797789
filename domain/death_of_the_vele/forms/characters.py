"""The form that brings a PC (VE-116)."""

from collections.abc import Iterable

from domain.death_of_the_vele.chapters.founding.player_characters import BringPlayerCharacter
from domain.death_of_the_vele.choices import PEOPLES
from domain.death_of_the_vele.forms import entered
from domain.death_of_the_vele.forms.ids import free_id
from domain.death_of_the_vele.state.vele import Vele
from domain.kernel.forms.layouts import Answers, Batch, Count, Group, Paste, Tick, Write
from domain.kernel.forms.line_grammar import Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker


def _bring(moment: Moment[Vele], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    earned = answers.get("xp_earned", 0)
    yield BringPlayerCharacter.model_validate(
        {
            "name": answers["name"],
            "id": free_id(moment.game, answers["name"]),
            "concept": answers.get("concept", ""),
            "aspects": tuple(answers.get("aspects", ())),
            "returning": answers.get("returning", False),
            "xp_earned": earned,
            "xp_spent": answers.get("xp_spent", 0),
            "confirmed": answers.get("confirmed", False),
        }
    )


PC = Batch(
    title="A player character",
    press="Bring this PC",
    compile=_bring,
    entered=entered.pc,
    parts=(
        Write(field="name", label="What is your PC called?"),
        Write(
            field="concept",
            label="What is it, in two words?",
            suggest=PEOPLES,
            required=False,
            example="Goolan ferrywoman",
        ),
        Paste(
            field="aspects",
            label="Aspects, one a line",
            help="Phrases that say who it is and what it cannot leave alone. Five at level 1; more can follow.",
            line=Line(example="I never leave a debt open"),
            required=False,
        ),
        Group(
            title="From an earlier story",
            aside=True,
            parts=(
                Tick(field="returning", label="It comes from an earlier story"),
                Count(field="xp_earned", label="XP earned there", required=False),
                Count(field="xp_spent", label="XP of these spent", required=False),
                Tick(field="confirmed", label="The table confirms that XP"),
            ),
        ),
    ),
)
