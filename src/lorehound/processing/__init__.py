"""Step 10, process: Resource -> knowledge points, lists, files for other systems."""
