"""Step 8, reading sites: what kind of page this is and, by site rule or by its headings, the problem on it."""
