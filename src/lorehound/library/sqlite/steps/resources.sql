-- `record` is the resource as JSON without what stands in a column here, in `bodies` or in `memberships`.
CREATE TABLE resources (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    fetched_at REAL NOT NULL,
    version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    record TEXT NOT NULL
);

CREATE INDEX resources_url ON resources (url);
CREATE INDEX resources_key ON resources (key);
CREATE INDEX resources_text ON resources (text_hash) WHERE text_hash <> '';

CREATE TABLE bodies (
    number INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    markdown TEXT NOT NULL,
    html TEXT NOT NULL
);

CREATE TABLE memberships (
    topic INTEGER NOT NULL,
    number INTEGER NOT NULL,
    score REAL NOT NULL,
    label TEXT NOT NULL,
    review_state TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (number, topic)
) WITHOUT ROWID;

CREATE INDEX memberships_topic ON memberships (topic);

CREATE TABLE placements (
    topic INTEGER NOT NULL,
    point TEXT NOT NULL,
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    score REAL NOT NULL,
    by TEXT NOT NULL,
    reasons TEXT NOT NULL,
    PRIMARY KEY (topic, point, number)
) WITHOUT ROWID;

CREATE INDEX placements_resource ON placements (number, topic);

-- Other addresses of a resource; `key` is the address itself where its key is not known.
CREATE TABLE duplicates (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    number INTEGER NOT NULL
);

CREATE INDEX duplicates_resource ON duplicates (number);
CREATE INDEX duplicates_url ON duplicates (url);

-- Earlier texts; the present one is in `bodies`.
CREATE TABLE versions (
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    fetched_at REAL NOT NULL,
    text_hash TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (number, version)
) WITHOUT ROWID;

-- A resource stands once, at its last change.
CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL,
    removed INTEGER NOT NULL
);
