"""Playing on by another system file (OT-17): what came, went and changed, and what is still called what."""

from domain.kernel.settings import Outline, Preset, WrittenRules

from .house_rules import OpenTableHouseRules
from .shipped import shipped
from .state import OpenTable, called_elsewhere
from .system.differences import differences, outline
from .system.faults import choose_system
from .system.reading import SystemProblem, read_system

SETTING = "system"


def adopt(state: OpenTable, house_rules: OpenTableHouseRules) -> None:
    """Play by this file from now on. Values whose declaration went stay, under the label they had."""
    before, after = read_system(state.house_rules.system), read_system(house_rules.system)
    state.edited = list(differences(before, after))
    state.labels.update((key, before.label(key)) for key in (*before.declared, *before.pool_dice))
    for key in (*after.declared, *after.pool_dice):
        state.labels.pop(key, None)
    state.elsewhere = called_elsewhere(house_rules)
    state.house_rules = house_rules


def says_setting(state: OpenTable, name: str, value: object) -> str | None:
    """The differences an edit of the file made, in words, given the state just after it."""
    if name != SETTING:
        return None
    return "; ".join(state.edited) or "nothing of what is declared is otherwise"


def read_outline(text: str) -> Outline:
    """The declarations of a system file. Raises `ValueError` with one sentence."""
    try:
        system = choose_system(text)
    except SystemProblem as problem:
        raise ValueError(f"{problem}.") from problem
    return Outline(title=system.file.title, blurb=system.file.blurb, parts=outline(system))


def presets() -> dict[str, Preset]:
    """The system files that come with the program, by name."""
    found = {}
    for name, text in shipped().items():
        file = read_system(text).file
        found[name] = Preset(
            name=name, title=file.title, blurb=file.blurb, fits=file.fits, house_rules={SETTING: text}
        )
    return found


WRITTEN = WrittenRules(setting=SETTING, called="system file", read=read_outline)
