"""Steps 5 to 8 of a page's life as one call: clean, judge, links, resource.

No network, disk, clock or settings: what comes in decides what goes out, so "why was this page kept?", reading saved
pages, and judging a whole archive again need no fetch.
"""
