"""Step 3, fetch: Candidate -> Page. The only room that imports Scrapy."""
