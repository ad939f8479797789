"""The dungeon, and a monster for each player (WO-01, WO-07, WO-62)."""

from domain.kernel.forms.layouts import Count, Group, Layout, Paste, Pick, Spread, Write
from domain.kernel.forms.line_grammar import Line
from domain.wicked_ones.chapters.founding.dungeon import FoundDungeon
from domain.wicked_ones.chapters.founding.monsters import CreateWickedOne
from domain.wicked_ones.choices import ACTIONS, CALLINGS, DEFENSES, SPREADS

DUNGEON = Layout(
    command=FoundDungeon,
    title="The dungeon",
    press="Found the dungeon",
    parts=(
        Write(field="dungeon", label="What is it called?", example="The Sump"),
        Write(field="master_plan", label="What are you after in the end?", long=True, required=False),
        Group(
            title="Another tier",
            aside=True,
            parts=(Count(field="tier", label="At which tier does it begin?", required=False),),
        ),
    ),
)

MONSTER = Layout(
    command=CreateWickedOne,
    title="A Wicked One",
    press="Let it crawl out",
    parts=(
        Write(field="name", label="What is your monster called?"),
        Write(field="calling", label="Its calling", suggest=CALLINGS),
        Write(field="dark_impulse", label="What is it that it cannot help doing?"),
        Spread(
            field="ratings",
            label="Dice in the nine actions",
            help="No total is printed: agree on one, or take one of ours.",
            over=ACTIONS,
            presets=SPREADS,
        ),
        Write(field="gear_defense_type", label="What does its gear protect against?", suggest=DEFENSES),
        Group(
            title="Abilities, items, gold",
            aside=True,
            parts=(
                Paste(
                    field="abilities",
                    label="Abilities, one a line",
                    line=Line(example="Too Big to Fall"),
                    most=20,
                    required=False,
                ),
                Paste(
                    field="items", label="Items, one a line", line=Line(example="Anchor"), most=20, required=False
                ),
                Count(field="gold", label="Gold", required=False),
                Pick(
                    field="replaces",
                    label="Whose place does it take?",
                    help="Where your last one died.",
                    of="dead monster",
                    required=False,
                ),
            ),
        ),
    ),
)

LAYOUTS = (DUNGEON, MONSTER)
