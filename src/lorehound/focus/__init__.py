"""Steps 6 and 7, judge and links: CleanText + Topic -> Verdict, links + Verdict -> scored links. Pure; state is
passed in."""
