"""Steps 5 and 8 for known kinds of pages: site rules, problems, types of resources."""
