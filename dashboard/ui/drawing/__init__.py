"""Pure functions from values to HTML, and to data for drawings, that several pages use."""
