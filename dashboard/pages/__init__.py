"""The pages: a folder each, with what that page alone uses."""
