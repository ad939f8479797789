"""Read models: pure folds over facts, and the tables they are kept in."""
