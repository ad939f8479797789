"""The parts of a laid form as an offer leaves them."""

from dataclasses import replace

from dashboard.forms.drafts import DraftKey
from dashboard.forms.layout_command import LaidCommand
from dashboard.forms.layout_parts import begun_rows, narrowed
from domain.hot_circle.chapters.rewards.goals import ReviseBelief, revision_offers
from domain.hot_circle.forms.playing import BELIEF
from domain.hot_circle.seats import Seat
from domain.hot_circle.state.people import Belief, Character
from domain.hot_circle.terms import Kind
from domain.kernel.forms.layouts import Group, Pick, Slots, Write, questions
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


ROWS = (
    Slots(field="picks", least=1, most=3, parts=(Pick(field="element", of="element"), Write(field="description"))),
)


def rows_of(*picks: dict[str, object]) -> Offer:
    return Offer(command=Command, label="", known={"picks": picks})


def test_rows_that_an_offer_only_begins_are_asked_for_as_many_as_there_are() -> None:
    offer = rows_of({"element": "exile"}, {})
    begun = begun_rows(ROWS, offer)
    assert begun == {"picks": [{"element": "exile"}, {}]}
    left_open = replace(offer, known={})
    (slots,) = narrowed(ROWS, left_open, begun)
    assert isinstance(slots, Slots)
    assert slots.exactly == 2


def test_rows_that_an_offer_settles_are_not_asked_for() -> None:
    offer = rows_of({"element": "exile", "description": "She has been here before."})
    assert begun_rows(ROWS, offer) == {}
    assert list(narrowed(ROWS, offer)) == []


def test_a_form_opens_with_what_its_offer_begins() -> None:
    it = Character(kind=Kind.PC, name="Ilka", player="ada")
    it.beliefs["1"] = Belief("The sea gives back", "wait at the stair")
    offer = next(iter(revision_offers(Seat("ilka", it))))
    form = LaidCommand(BELIEF, offer, "table-1", lambda _kind: (), DraftKey("tide", "ada", "belief"))
    kept = ReviseBelief(character="ilka", belief="1", stance="The sea gives back", goal="wait at the stair")
    assert form.checked(ReviseBelief).command == kept
