"""Forms of what is known and what builds up: questions, facts, secrets, clocks, and what an ability does."""

from domain.kernel.forms.layouts import Count, Group, Layout, Pick, Write
from domain.kernel.offers import Choice
from domain.wicked_ones.chapters.resources.abilities import UseAbility
from domain.wicked_ones.chapters.world.clocks import StartClock
from domain.wicked_ones.chapters.world.hidden import KeepSecret
from domain.wicked_ones.chapters.world.knowledge import AskGm, ProposeFact
from domain.wicked_ones.terms.holdings import FactSource

_SOURCES = (
    Choice(FactSource.TALK.value, "The table agrees"),
    Choice(FactSource.ABILITY.value, "An ability lets me"),
    Choice(FactSource.ROOM.value, "A room lets me"),
)

ASK = Layout(
    command=AskGm,
    title="A question",
    press="Ask",
    parts=(Write(field="question", label="What do the monsters know of it?"),),
)

FACT = Layout(
    command=ProposeFact,
    title="A fact of the world",
    press="Say it is so",
    parts=(
        Write(field="description", label="What is so?", long=True),
        Group(
            title="By an ability or a room",
            aside=True,
            parts=(
                Pick(field="source", label="What lets you say so?", of=_SOURCES, required=False),
                Write(field="through", label="Which one is it?", required=False),
            ),
        ),
    ),
)

SECRET = Layout(
    command=KeepSecret,
    title="A secret",
    press="Keep it",
    parts=(Write(field="text", label="What does only the GM know?", long=True),),
)

CLOCK = Layout(
    command=StartClock,
    title="A clock",
    press="Start the clock",
    parts=(
        Write(field="name", label="What builds up?"),
        Count(field="segments", label="In how many segments?", least=1, most=100, initial=6),
        Write(field="on_full", label="What happens when it is full?", required=False),
    ),
)

ABILITY = Layout(
    command=UseAbility,
    title="An ability or a magic item",
    press="Use it",
    parts=(
        Pick(field="character", label="Which monster?", of="own monster"),
        Pick(field="ability", label="Which ability or item?", of="own ability or item"),
        Write(field="description", label="What does it look like?", long=True),
        Write(field="effect_text", label="What does it do?", required=False),
        Group(
            title="It costs otherwise",
            aside=True,
            parts=(
                Count(field="stress", label="How much stress?", most=6, required=False),
                Write(field="note", label="What does its text say of that?", required=False),
            ),
        ),
    ),
)

LAYOUTS = (ASK, FACT, SECRET, CLOCK, ABILITY)
