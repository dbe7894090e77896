"""Step 9, store: Resource -> new, changed, or duplicate-of; and everything else that must last."""
