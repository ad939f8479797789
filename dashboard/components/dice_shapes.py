"""Which outline a die of a size has; every other size is a round token (`dx`). The outlines are in `sheet.css`."""

SHAPES = {4: "d4", 6: "d6", 8: "d8", 10: "d10", 12: "d12", 20: "d20"}
