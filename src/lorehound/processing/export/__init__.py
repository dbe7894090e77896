"""Step 11, as files that other systems read: one format a file, all of them streams in flat memory."""
