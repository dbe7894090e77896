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

-- One for each filter, to start from when few resources have its value.
CREATE INDEX shelf_type ON shelf (topic, type);
CREATE INDEX shelf_language ON shelf (topic, language);
CREATE INDEX shelf_host ON shelf (topic, host);
CREATE INDEX shelf_license ON shelf (topic, license);
CREATE INDEX shelf_label ON shelf (topic, label);
CREATE INDEX shelf_review_state ON shelf (topic, review_state);

-- One for each sort, with all that is filtered by in it, so that walking along it reads nothing else.
CREATE INDEX shelf_by_score ON shelf (
    topic, score, number, type, language, host, license, label, review_state, known_difficulty, seen_for
);
CREATE INDEX shelf_by_newest ON shelf (
    topic, newest, number, type, language, host, license, label, review_state, known_difficulty, seen_for
);
CREATE INDEX shelf_by_quality ON shelf (
    topic, quality, number, type, language, host, license, label, review_state, known_difficulty, seen_for
);
CREATE INDEX shelf_by_difficulty ON shelf (
    topic, difficulty, number, type, language, host, license, label, review_state, known_difficulty, seen_for
);
CREATE INDEX shelf_by_title ON shelf (
    topic, title, number, type, language, host, license, label, review_state, known_difficulty, seen_for
);

-- The values of filters, each with a small number that stands for it on the shelf.
CREATE TABLE terms (
    code INTEGER PRIMARY KEY,
    facet TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (facet, value)
);
