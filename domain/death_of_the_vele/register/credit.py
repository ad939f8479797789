"""Credit to the rulebook this game is played by."""

from domain.kernel.register import Credit

CREDIT = Credit(
    title="Death of the Vele",
    authors=("Bill Burdick",),
    source="https://sites.google.com/site/deathofthevele/rules",
    edition="version of 27 September 2012",
)
