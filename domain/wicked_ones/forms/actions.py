"""Actions: proposed, told without a roll, framed (WO-25 to WO-29)."""

from domain.kernel.forms.layouts import Count, Group, Instead, Layout, Pick, Slots, Tick, Weigh, Write
from domain.wicked_ones.chapters.actions.framing import FrameAction
from domain.wicked_ones.chapters.actions.proposing import NarrateWithoutRoll, ProposeAction
from domain.wicked_ones.chapters.actions.rolling import RollAction, TakeCriticalBonus
from domain.wicked_ones.choices import AXES, BONUSES, CIRCUMSTANCES, EFFECTS, OUTWEIGHS, POSITIONS, RISKS, SIGNS

PROPOSE = Layout(
    command=ProposeAction,
    title="An action",
    press="Ask for the roll",
    parts=(
        Pick(field="character", label="Which monster?", of="own monster"),
        Write(field="intention", label="What do you want?"),
        Weigh(field="action", label="Which action?", of="own action"),
        Write(field="description", label="What do you do?", long=True),
        Write(field="risk", label="What could go wrong?", suggest=RISKS),
    ),
    instead=(
        Instead(
            command=NarrateWithoutRoll,
            label="Nothing can: just tell it",
            keeps=("character", "description"),
        ),
    ),
)

NARRATE = Layout(
    command=NarrateWithoutRoll,
    title="Without a roll",
    press="Tell it",
    parts=(
        Pick(field="character", label="Which monster?", of="own monster"),
        Write(field="description", label="What does it do?", long=True),
    ),
)

FRAME = Layout(
    command=FrameAction,
    title="Position and effect",
    press="Frame it",
    parts=(
        Pick(field="roll", label="Which action?", of="action"),
        Pick(field="position", label="How bad may it get?", of=POSITIONS, required=False),
        Pick(field="effect", label="How much may it do?", of=EFFECTS, required=False),
        Slots(
            field="circumstances",
            label="What makes it so?",
            help="One at least, where position or effect is not as it stands already.",
            most=12,
            required=False,
            parts=(
                Write(field="text", label="What is it?", example="Rain on the slates"),
                Pick(field="axis", label="What does it bear on?", of=AXES),
                Pick(field="sign", label="Which way?", of=SIGNS),
                Pick(field="category", label="Of which kind?", of=CIRCUMSTANCES, required=False),
                Pick(field="overwhelming", label="How much does it weigh?", of=OUTWEIGHS, required=False),
            ),
        ),
        Group(title="Harm", parts=(Tick(field="risks_harm", label="Its body is at risk"),)),
    ),
)


def _dice_changed(field: str, label: str, example: str) -> Slots:
    return Slots(
        field=field,
        label=label,
        most=8,
        required=False,
        parts=(
            Count(field="n", label="By how many dice?", least=1, most=20),
            Write(field="reason", label="Because of what?", example=example),
        ),
    )


ROLL = Layout(
    command=RollAction,
    title="Roll it",
    press="Roll",
    parts=(
        Pick(field="roll", label="Which action?", of="action"),
        Group(
            title="More dice, or fewer",
            aside=True,
            parts=(
                _dice_changed("plus", "What gives more dice?", "Sil teams up"),
                _dice_changed("minus", "What takes dice away, besides shock?", "The light of the torches"),
            ),
        ),
    ),
)

CRITICAL = Layout(
    command=TakeCriticalBonus,
    title="What the critical brings",
    press="It brings that",
    parts=(
        Pick(field="roll", label="Which action?", of="action"),
        Pick(field="bonus", label="What more does it bring?", of=BONUSES),
        Write(field="text", label="How so?", long=True, required=False),
    ),
)

LAYOUTS = (PROPOSE, NARRATE, FRAME, ROLL, CRITICAL)
