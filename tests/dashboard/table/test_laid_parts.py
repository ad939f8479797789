"""The parts of a laid form as an offer leaves them."""

from dashboard.forms.laid_parts import narrowed
from domain.kernel.forms.layouts import Group, Pick, Write, questions
from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer

PARTS = (
    Pick(field="kind", of=(Choice("alone", "Alone"), Choice("versus", "Against somebody"))),
    Group(title="If it fails", when=("kind", ("alone",)), parts=(Write(field="consequence"),)),
    Group(title="The other side", when=("kind", ("versus",)), parts=(Write(field="opponent"),)),
)


def left(**known: object) -> list[str]:
    return [it.field for it in questions(tuple(narrowed(PARTS, Offer(command=Command, label="", known=known))))]


def test_a_heading_follows_what_is_settled_and_else_what_is_answered() -> None:
    assert left(kind="alone") == ["consequence"]
    assert left(kind="versus") == ["opponent"]
    assert left() == ["kind", "consequence", "opponent"]
    (group,) = narrowed(PARTS, Offer(command=Command, label="", known={"kind": "alone"}))
    assert isinstance(group, Group)
    assert group.when is None, "its field is not asked, so it always shows"
