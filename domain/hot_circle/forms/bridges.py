"""Lifepaths on the page of a protagonist that lead into another setting, if the gamemaster allows it (HC-15)."""

from collections.abc import Mapping
from typing import Any

from domain.hot_circle.state.people import Character
from domain.hot_circle.state.world import Setting
from domain.hot_circle.words import same
from domain.kernel.forms.layouts import Answers, Asked, Pick, Slots, Written

_INTO = "Into which setting?"
BRIDGES: tuple[Asked, ...] = (
    Pick(
        field="bridge",
        label="A lifepath that leads into another setting",
        help="The gamemaster has to allow it; until then the page is kept as far as it goes.",
        of=Written("lifepaths"),
        required=False,
    ),
    Pick(field="bridge_to", label=_INTO, of="setting", required=False),
    Slots(
        field="bridges",
        label="More that lead into another setting",
        required=False,
        parts=(
            Pick(field="bridge", label="Lifepath", of=Written("lifepaths")),
            Pick(field="bridge_to", label=_INTO, of="setting"),
        ),
    ),
)


def bridge_of(it: Character | None, name: str) -> str | None:
    """The setting that a step of this name is allowed to lead into, if the gamemaster has allowed one."""
    return next((to.setting_id for to in it.bridges if same(to.name, name)), None) if it is not None else None


def led_to(it: Character | None, name: str) -> str | None:
    """The setting of a lifepath that was taken, or that a bridge may lead into."""
    taken = next((path for path in it.lifepaths.values() if same(path.name, name)), None) if it else None
    return taken.setting_id if taken is not None else bridge_of(it, name)


def wished_for(answers: Answers, name: str, here: str) -> str | None:
    """The other setting that the page wants a step of this name to lead into."""
    wished = ((row.get("bridge") or "", row.get("bridge_to")) for row in (answers, *answers.get("bridges", ())))
    return next((to for bridge, to in wished if same(bridge, name) and to not in (None, here)), None)


def strays(settings: Mapping[str, Setting], it: Character | None, answers: Answers) -> str:
    """A sentence on a lifepath that is listed in another setting than it is written down for; else nothing."""
    here = answers.get("born_in", "")
    for step in answers.get("lifepaths", ()):
        name = step["name"]
        if led := led_to(it, name):
            here = led
        elif (to := wished_for(answers, name, here)) is not None:
            return (
                f"{name} leads into {settings[to].name}, if the gamemaster allows it. "
                "Until then the page is kept as far as it goes, and the rest stays written here."
            )
        homes = [slug for slug, one in settings.items() if any(same(name, kind) for kind in one.character_types)]
        if here in settings and homes and here not in homes:
            return (
                f"{name} is listed in {settings[homes[0]].name}; as it stands here it belongs to "
                f"{settings[here].name}. A lifepath that leads into another setting is named under More about it."
            )
    return ""


def bridges_so_far(it: Character) -> dict[str, Any]:
    """The answers about bridges of a page that was kept: those taken, then those that are allowed."""
    taken = [(path.name, path.setting_id) for path in it.lifepaths.values() if path.is_bridge]
    rows = [{"bridge": name, "bridge_to": to} for name, to in taken]
    rows += [{"bridge": to.name, "bridge_to": to.setting_id} for to in it.bridges]
    return {**(rows[0] if rows else {}), **({"bridges": rows[1:]} if rows[1:] else {})}
