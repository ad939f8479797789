"""Records made by hand, each telling some facts; and a strategy for any number of them."""

from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from domain.kernel import facts as say
from domain.kernel.campaign.founding import CampaignRenamed
from domain.kernel.facts import CharacterKind, Fact, Retelling
from domain.kernel.people import EVERYONE, Audience, Role
from ledger.answers import ToldRecord
from ledger.log.record import Envelope, Record

_CAMPAIGN = str(UUID(int=1))


def told(*facts: Fact, position: int = 1, audience: Audience = EVERYONE, headline: str = "It is so") -> ToldRecord:
    """One record that tells these facts."""
    event = CampaignRenamed(title="A tale")
    fields: dict[str, Any] = {
        "at": "2026-11-21T20:00:00.000Z",
        "by": "gm",
        "campaign": _CAMPAIGN,
        "data": event,
        "parent": position - 1,
        "position": position,
        "prev": "0" * 64,
        "rules": 1,
        "ruling": position,
        "type": event.type,
    }
    return ToldRecord(Record(Envelope(**fields), b""), Retelling(headline, audience, facts))


ids = st.sampled_from(["ann", "bob", "cat"])
names = st.sampled_from(["gold", "heat"])
texts = st.text(max_size=5)
numbers = st.integers(-9, 9)
audiences = st.sampled_from([EVERYONE, Audience("gm"), Audience("person:ann"), Audience("person:bob")])
meant = audiences | st.just(Audience("person:ann person:bob"))

any_fact = st.one_of(
    st.builds(say.PersonSeated, person=ids, name=texts, role=st.sampled_from(Role)),
    st.builds(say.PersonLeft, person=ids),
    st.builds(say.CharacterEntered, character=ids, name=texts, character_kind=st.sampled_from(CharacterKind)),
    st.builds(say.CharacterChanged, character=ids, name=texts, character_kind=st.sampled_from(CharacterKind)),
    st.builds(say.CharacterLeft, character=ids, how=texts),
    st.builds(say.SessionOpened, session=st.integers(1, 5)),
    st.builds(say.SceneOpened, scene=ids, title=texts, audience=meant),
    st.builds(say.SceneClosed, scene=ids, audience=meant),
    st.builds(say.NumberChanged, owner=ids, name=names, delta=numbers, now=numbers, why=texts, audience=meant),
    st.builds(
        say.NumberMoved,
        giver=ids,
        taker=ids,
        name=names,
        amount=numbers,
        why=texts,
        audience=meant,
        giver_now=st.none() | numbers,
        taker_now=st.none() | numbers,
    ),
    st.builds(say.StateChanged, owner=ids, group=names, name=names, was=texts, now=texts, why=texts),
    st.builds(say.TextSet, owner=ids, field=names, text=texts, audience=meant),
    st.builds(say.NodeSet, node=ids, name=texts, node_kind=names, removed=st.booleans(), audience=meant),
    st.builds(say.RelationSet, source=ids, target=ids, relation=texts, audience=meant),
    st.builds(say.ProgressSet, owner=ids, track=names, have=numbers, need=st.none() | numbers, brings=texts),
    st.builds(say.Advanced, owner=ids, track=names, what=texts, audience=meant),
    st.builds(say.Told, text=texts),
)


@st.composite
def tellings(draw: st.DrawFn) -> list[ToldRecord]:
    """Some records that follow each other, each with some facts."""
    groups = draw(st.lists(st.tuples(st.lists(any_fact, max_size=3), meant), max_size=12))
    return [
        told(*facts, position=position, audience=audience)
        for position, (facts, audience) in enumerate(groups, start=1)
    ]
