"""Step 5, clean: Page -> CleanText. Pure functions over bytes and strings."""
