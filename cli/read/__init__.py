"""Commands that read one campaign or search in all of them."""
