"""Resources of a Wicked One: gold, stress, dark impulses, and what stress pays for (WO-10, WO-14 to WO-20)."""

from . import abilities, gold, impulses, stress

CHAPTERS = (
    gold.chapter,
    stress.chapter,
    impulses.chapter,
    abilities.chapter,
)
