"""Play that was kept in another tool and is taken in as play: on the line, as it was logged, judged by no rule."""
