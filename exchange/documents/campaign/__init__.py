"""A campaign, or sessions of it, as one file for a reader: a page with its replay, a book, Markdown."""
