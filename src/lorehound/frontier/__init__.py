"""Step 2, frontier: Candidate -> the best next Candidate of a host that may be asked now."""
