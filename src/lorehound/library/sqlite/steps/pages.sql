CREATE TABLE pages (
    topic TEXT NOT NULL,
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    referrer TEXT NOT NULL,
    anchor TEXT NOT NULL,
    depth INTEGER NOT NULL,
    fetched_at REAL NOT NULL,
    status INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    score REAL NOT NULL,
    label TEXT NOT NULL,
    reason TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    etag TEXT NOT NULL,
    last_modified TEXT NOT NULL,
    new_links_on_topic INTEGER NOT NULL,
    store TEXT,
    file TEXT,
    offset INTEGER,
    length INTEGER,
    PRIMARY KEY (topic, key)
) WITHOUT ROWID;

CREATE INDEX pages_outcome ON pages (topic, outcome, key);
CREATE INDEX pages_kept ON pages (key, fetched_at) WHERE store IS NOT NULL;
