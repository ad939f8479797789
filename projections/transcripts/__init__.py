"""Words that were spoken: the lines of transcripts, found by their words and led back to their moments."""
