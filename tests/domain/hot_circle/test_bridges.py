"""Bridges on the page of a protagonist: said while they wait, and led over once they are allowed."""

from typing import Any

from domain.hot_circle.chapters.people.bridges import ApproveBridge
from domain.kernel.forms.layouts import Batch
from tests.domain.hot_circle.circle_table import take
from tests.domain.hot_circle.test_preparation import JONNA, before_pages, page_of, write_page


def test_a_lifepath_that_is_listed_in_another_setting_is_said_while_the_page_is_written() -> None:
    moment = before_pages()
    form, asker = page_of(moment).form, moment.campaign.asker("player-0")
    assert isinstance(form, Batch)
    assert form.says is not None
    settings = moment.game.settings
    (here, there), strays = ("canals", "roofs"), settings["roofs"].character_types[0].title()
    assert strays.lower() not in settings[here].character_types
    life: dict[str, Any] = {"born_in": here, "lifepaths": [{"name": strays, "knows": "Slate-wise"}]}
    said = form.says(moment, asker, "1", life)
    assert said.startswith(f"{strays} is listed in {settings[there].name}")
    led = {**life, "bridge": strays, "bridge_to": there}
    said = form.says(moment, asker, "1", led)
    assert said.startswith(f"{strays} leads into {settings[there].name}, if the gamemaster allows it.")
    page = {**JONNA, "lifepaths": ["Mudlark: Scavenging-skill", f"{strays}: Slate-wise"]}
    write_page(moment, {**page, "bridge": strays, "bridge_to": settings[there].name})
    take(moment, ApproveBridge(character="jonna-varre", name=strays, setting=there), "gm")
    assert not form.says(moment, asker, "1", life), "once it is allowed, nobody has to say again where it leads"
    write_page(moment, page)
    assert [path.setting_id for path in moment.game.pcs["jonna-varre"].lifepaths.values()] == [here, here, there]


def test_two_lifepaths_of_one_page_lead_into_other_settings() -> None:
    moment = before_pages()
    here, *others = moment.game.settings
    wished = dict(zip(("Mudlark", "Lamplighter"), others, strict=False))
    named = [{"bridge": name, "bridge_to": moment.game.settings[to].name} for name, to in wished.items()]
    page = {**JONNA, **named[0], "bridges": named[1:]}
    write_page(moment, page)
    for name, to in wished.items():
        take(moment, ApproveBridge(character="jonna-varre", name=name, setting=to), "gm")
    form = page_of(moment).form
    assert isinstance(form, Batch)
    assert form.initial is not None
    kept = form.initial(moment, moment.campaign.asker("player-0"), "1")
    assert [it["name"] for it in kept["lifepaths"]] == [*wished]
    assert [kept["bridge_to"], *(it["bridge_to"] for it in kept["bridges"])] == [*wished.values()]
    write_page(moment, page)
    it = moment.game.pcs["jonna-varre"]
    assert [path.setting_id for path in it.lifepaths.values()] == [here, *wished.values()]
    assert it.complete
