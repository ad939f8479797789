"""The register: the rules of the open table, and how each unclear point is read."""

from domain.kernel.register import Credit, Reading, Rule

CREDIT = Credit(
    title="The open table",
    authors=("the makers of this program",),
    source="system files in words of their own",
    licence="MIT",
)

_RULES = (
    ("Somebody is entered before anything happens to them", "Who"),
    ("Players act for their own, the GM for all and for the table", "Who"),
    ("A character comes in", "Who"),
    ("A character is called otherwise, or has another player", "Who"),
    ("Out of play, and back", "Who"),
    ("A number stays within its bounds", "Sheets"),
    ("A number goes from one to another", "Sheets"),
    ("Tags and items, in the states that are declared", "Sheets"),
    ("Texts", "Sheets"),
    ("Clocks and tracks", "Sheets"),
    ("Growth, counted or by a word", "Sheets"),
    ("A roll of the file, or any notation", "Dice"),
    ("The first band that fits is the outcome", "Dice"),
    ("Dice rolled again", "Dice"),
    ("Scenes", "Scenes"),
    ("Settled by word", "The GM's word"),
    ("Playing on by another system file", "The system file"),
)
RULES = tuple(
    Rule(f"OT-{number:02}", title, f"[{source}]") for number, (title, source) in enumerate(_RULES, start=1)
)

_READINGS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "What does the program judge?",
        "Bounds and arithmetic, and whose a character is. Whatever else a game says is said by its system file, "
        "or by the people who play it.",
        ("system",),
    ),
    (
        "Where a bound comes down and a number stands above it?",
        "The number stays as it is. From then on it can only come nearer to its bounds, until it is within them.",
        (),
    ),
    (
        "A change that would go past a bound?",
        "It is refused, and never made smaller: who changes a number says what it is.",
        (),
    ),
    (
        "What is a number before anybody set it?",
        "What its start comes to now; without a start 0, or the bound that is nearest to 0.",
        (),
    ),
    (
        "Fractions in a formula?",
        "The result is rounded down to a whole number, unless the formula rounds otherwise itself.",
        (),
    ),
    (
        "A roll against a number that nobody named?",
        "It comes to its total, and the table says what that means.",
        (),
    ),
    (
        "Equal to what it is against?",
        "That is enough. Against each of some dice, it is not: those are to be beaten.",
        (),
    ),
    (
        "Dice rolled again that burst before?",
        "Each die of a size keeps the face it has, in the order they fell; what is missing is drawn.",
        (),
    ),
    (
        "A declaration that goes while somebody has its value?",
        "The value stays on the sheet, under the heading of what is no longer declared, and can still be changed "
        "or taken off. Declared again, it is as it was.",
        (),
    ),
)
READINGS = tuple(
    Reading(f"OT-A{number}", question, reading, settings)
    for number, (question, reading, settings) in enumerate(_READINGS, start=1)
)
