"""Answers to what hangs over a monster (WO-54, WO-55, WO-61)."""

from domain.kernel.forms.layouts import Lay, Pick, Weigh, Write
from domain.wicked_ones.chapters.consequences.costs import PayCost
from domain.wicked_ones.chapters.consequences.resisting import Resist
from domain.wicked_ones.chapters.consequences.settling import UseDefense

RESIST = Lay(
    command=Resist,
    title="Resisting",
    press="Resist",
    parts=(
        Pick(field="consequence", label="What do you resist?", of="consequence"),
        Pick(field="character", label="Which monster?", of="own monster"),
        Weigh(field="action", label="With which action?", of="own action"),
        Write(field="description", label="How do you fight it off?", long=True),
    ),
)

DEFEND = Lay(
    command=UseDefense,
    title="A defense",
    press="Keep it off",
    parts=(
        Pick(field="consequence", label="What do you keep off?", of="consequence"),
        Pick(field="defense", label="Which defense?", of="defense"),
        Write(field="description", label="How does it keep it off?", long=True),
    ),
)

PAY = Lay(
    command=PayCost,
    title="A price",
    press="Pay the price",
    parts=(
        Pick(field="cost", label="Which price?", of="price"),
        Write(field="description", label="What do you give for it?", long=True),
    ),
)

LAYOUTS = (RESIST, DEFEND, PAY)
