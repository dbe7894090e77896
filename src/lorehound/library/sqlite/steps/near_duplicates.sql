-- Where sketches of texts are looked up; `simhash` stands in the rows of blocks only, as a signed number.
CREATE TABLE near_slots (
    slot INTEGER NOT NULL,
    number INTEGER NOT NULL,
    simhash INTEGER,
    PRIMARY KEY (slot, number)
) WITHOUT ROWID;

-- The slots of each number, eight bytes each, and its minima, two bytes each.
CREATE TABLE near_sketches (
    number INTEGER PRIMARY KEY,
    slots BLOB NOT NULL,
    minima BLOB NOT NULL
);

-- Which address belongs to which resource; the one that is shown has no record.
CREATE TABLE near_members (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    cluster TEXT NOT NULL,
    reason TEXT NOT NULL,
    resemblance REAL NOT NULL,
    record BLOB
);

CREATE INDEX near_members_cluster ON near_members (cluster);
CREATE INDEX near_members_url ON near_members (url);
CREATE INDEX near_members_others ON near_members (cluster) WHERE record IS NOT NULL;

-- What a person took apart.
CREATE TABLE near_apart (
    key TEXT NOT NULL,
    cluster TEXT NOT NULL,
    PRIMARY KEY (key, cluster)
) WITHOUT ROWID;
