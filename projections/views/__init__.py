"""Views: pure folds over facts, one for each thing that people look at."""
