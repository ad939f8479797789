"""The tables that views are kept in, how they are kept in step, and how they are asked."""
