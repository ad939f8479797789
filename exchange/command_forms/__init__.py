"""Commands asked by form: from an offer to fields, from values back to a command, and the steps that follow."""
