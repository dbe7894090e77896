"""Real HTTP servers on loopback that tests crawl."""
