-- `number` stands for the topic wherever rows are many; numbers are never used again.
CREATE TABLE topics (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    learnt BLOB NOT NULL DEFAULT x''
);

-- The outline with everything above each point; a point is above itself.
CREATE TABLE outline (
    topic INTEGER NOT NULL,
    point TEXT NOT NULL,
    above TEXT NOT NULL,
    PRIMARY KEY (topic, above, point)
) WITHOUT ROWID;

-- How far each job got with a topic, as it noted it.
CREATE TABLE progress (
    topic INTEGER NOT NULL,
    job TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (topic, job)
) WITHOUT ROWID;

CREATE TABLE seeds (
    number INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    by_hand INTEGER NOT NULL,
    UNIQUE (topic, url)
);

CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    topic TEXT NOT NULL,
    started_at REAL NOT NULL,
    body TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX runs_newest ON runs (started_at, id);
