"""``lorehound demo``: a real crawl without the internet, over the documentation server that every Python carries."""
