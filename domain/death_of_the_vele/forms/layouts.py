"""The commands whose forms are laid by hand, those asked most first."""

from domain.death_of_the_vele.forms.play import (
    CHALLENGE,
    ESTABLISH,
    HIT,
    OPEN_SCENE,
    TELL,
    TEMPORARY,
    TRAIT,
)
from domain.death_of_the_vele.forms.struggles import (
    ALLY,
    DIFFICULTY,
    EFFECT,
    FATE,
    HANDFUL,
    PUSH,
    START,
    TAG,
)

LAYOUTS = (
    HANDFUL,
    PUSH,
    TELL,
    START,
    HIT,
    ALLY,
    EFFECT,
    FATE,
    TAG,
    DIFFICULTY,
    ESTABLISH,
    OPEN_SCENE,
    TEMPORARY,
    CHALLENGE,
    TRAIT,
)
