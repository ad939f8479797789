"""Views as of any position of any line, and where a value comes from."""
