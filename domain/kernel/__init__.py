"""The parts all games share: messages, decisions and refusals, dice, facts, sheets, and the `Game` value."""
