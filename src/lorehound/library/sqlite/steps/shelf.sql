-- Made from `resources` and `memberships` whenever they change: what can be filtered and sorted by, in one narrow row a
-- resource and topic. Topic 0 is the whole library, where `seen_for` is the topic in which the resource scores best.
CREATE TABLE shelf (
    topic INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seen_for INTEGER NOT NULL,
    type INTEGER NOT NULL,
    language INTEGER NOT NULL,
    host INTEGER NOT NULL,
    license INTEGER NOT NULL,
    label INTEGER NOT NULL,
    review_state INTEGER NOT NULL,
    known_difficulty REAL,
    score REAL NOT NULL,
    newest REAL NOT NULL,
    quality REAL NOT NULL,
    difficulty REAL NOT NULL,
    title TEXT NOT NULL,
    PRIMARY KEY (topic, number)
) WITHOUT ROWID;

CREATE INDEX shelf_resource ON shelf (number);
CREATE INDEX shelf_score ON shelf (topic, score, number);
CREATE INDEX shelf_newest ON shelf (topic, newest, number);
CREATE INDEX shelf_quality ON shelf (topic, quality, number);
CREATE INDEX shelf_difficulty ON shelf (topic, difficulty, number);
CREATE INDEX shelf_title ON shelf (topic, title, number);
CREATE INDEX shelf_type ON shelf (topic, type, score, number);
CREATE INDEX shelf_language ON shelf (topic, language, score, number);
CREATE INDEX shelf_host ON shelf (topic, host, score, number);
CREATE INDEX shelf_license ON shelf (topic, license, score, number);
CREATE INDEX shelf_review_state ON shelf (topic, review_state, score, number);

-- The values of filters, each with a small number that stands for it on the shelf.
CREATE TABLE terms (
    code INTEGER PRIMARY KEY,
    facet TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (facet, value)
);
