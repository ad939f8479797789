"""HTML from values, dice and sheets: pure functions, used by documents and by the pages of the dashboard."""
