-- `before` is what the review found, as JSON, so that it can be taken back.
CREATE TABLE reviews (
    review INTEGER PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL,
    topic INTEGER NOT NULL,
    body TEXT NOT NULL,
    before TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX reviews_resource ON reviews (number, review);
CREATE INDEX reviews_topic ON reviews (topic, review);

CREATE TABLE reading_lists (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL
) WITHOUT ROWID;
