"""Dice notation: `2d20kh1 + @strength vs 15`, read, rolled and worked out. See `docs/reference/notation.md`.

    notation = parse("2d20kh1 + @strength vs 15")       # NotationWrong says the character where it goes wrong
    named_in(notation)                                  # {"strength"}
    resolved = resolve(notation, {"strength": 3})       # str(resolved) == "2d20kh1 + 3 vs 15"
    first_sizes(resolved)                               # (20, 20)
    rolled = roll(notation, dice, {"strength": 3})      # Rolled: dice, total, target, met, margin
    work_out(parse_formula("floor((@str - 10) / 2)"), {"str": 15})   # 2

    spelled("/r 4d6k3[fire]")                           # Spelled: the notation in ours, or why it is not known
    feed(notation, [GivenDie(17, size=20), ...], 20)    # Fed: the roll those dice make, whether it comes to 20

All are pure values; faces come from the `Dice` given. `NotationWrong` is a `CommandRefused`: raised in a rule, it
is the refusal `notation_wrong` (`problem`, `column`) or `number_unknown` (`number`, `column`), with `WORDING`.
"""

from domain.kernel.notation.errors import WORDING, NotationWrong, NumberUnknown
from domain.kernel.notation.fed_dice import Fed, GivenDie, feed
from domain.kernel.notation.pools import MOST_DICE, MOST_FACES, divides, first_sizes, resolve, work_out
from domain.kernel.notation.reading import LONGEST, parse, parse_formula
from domain.kernel.notation.rolling import MOST_WAVES, Rolled, RolledDie, roll
from domain.kernel.notation.spellings import Spelled, spelled
from domain.kernel.notation.tree import Notation, Number, dice_in, named_in, number_written

__all__ = [
    "LONGEST",
    "MOST_DICE",
    "MOST_FACES",
    "MOST_WAVES",
    "WORDING",
    "Fed",
    "GivenDie",
    "Notation",
    "NotationWrong",
    "Number",
    "NumberUnknown",
    "Rolled",
    "RolledDie",
    "Spelled",
    "dice_in",
    "divides",
    "feed",
    "first_sizes",
    "named_in",
    "number_written",
    "parse",
    "parse_formula",
    "resolve",
    "roll",
    "spelled",
    "work_out",
]
