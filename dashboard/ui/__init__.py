"""Parts that several pages use: the look, the header, the campaign that is open, scripts in the browser."""
