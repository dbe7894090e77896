"""Step 4, keep: Page -> its place in the page store, and back."""
