"""Lines in nine scripts, and emoji, as people write them: for whatever keeps, shows or prints words."""

NINE = (
    "The quick brown fox, “Žluťoučký kůň” of Đặng Thị Ngọc",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "Съешь ещё этих мягких французских булок",
    "דג סקרן שט בים מאוכזב",
    "نص حكيم له سر قاطع",
    "ऋषियों को सताने वाले राक्षस",
    "เป็นมนุษย์สุดประเสริฐ",
    "いろはにほへと 日本語",
    "다람쥐 헌 쳇바퀴",
)
EMOJI = "👩‍👧 🎲 👍🏽 🇫🇷"
HELD = 7
"""Of those lines, so many are in scripts whose fonts come with the program."""


def letters(text: str) -> set[str]:
    """The letters and numerals of a text."""
    return {sign for sign in text if sign.isalnum()}
