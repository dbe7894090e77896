-- Tokens made by `library/search/tokens.py`, so the tokenizer here only has to part them at spaces.
CREATE VIRTUAL TABLE found USING fts5 (title, headings, text, singles, tokenize = 'unicode61 remove_diacritics 0');

-- What each resource looked like when it was taken in, so that a change of anything but its words costs nothing.
CREATE TABLE found_marks (
    number INTEGER PRIMARY KEY,
    mark TEXT NOT NULL
);

-- The change up to which the index has followed.
CREATE TABLE followed (
    name TEXT PRIMARY KEY,
    seq INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO followed VALUES ('found', 0);
