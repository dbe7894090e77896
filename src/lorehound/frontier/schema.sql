-- Times are seconds since 1970. best and head: score and id of the queue's first waiting address, null when it has none.
create table topic (id integer primary key, name text not null unique, policy text not null default '');

create table host (
    id integer primary key,
    name text not null unique,
    last_at real not null default -9e999,
    next_at real not null default 0,
    blocked_until real not null default 0,
    reason text not null default '',
    leased integer not null default 0
);

-- ready = 0: certainly may not be asked before wake_at. ready = 1: perhaps it may.
create table queue (
    id integer primary key,
    topic integer not null references topic,
    host integer not null references host,
    waiting integer not null default 0,
    leased integer not null default 0,
    done integer not null default 0,
    best real,
    head integer,
    ready integer not null default 1,
    wake_at real not null default 0,
    unique (host, topic)
);
create index queue_ready on queue (topic, best desc, head) where ready = 1 and best is not null;
create index queue_resting on queue (topic, wake_at) where ready = 0;

-- Addresses not done. state 0: waits; 1: waits until due; 2: leased until due. key is null when it equals url.
create table address (
    id integer primary key,
    queue integer not null references queue,
    score real not null,
    state integer not null default 0,
    due real not null default 0,
    leased_at real not null default 0,
    worker text,
    tries integer not null,
    kind text not null,
    depth integer not null,
    url text not null,
    key text,
    referrer text not null,
    anchor text not null,
    features blob not null,
    etag text not null,
    last_modified text not null
);
create index address_first on address (queue, score desc, id) where state = 0;
create index address_due on address (due) where state > 0;

-- Every address ever put, by fingerprint. at > 0: its row in address; at < 0: done, with outcome -at.
create table seen (key blob primary key, queue integer not null, at integer not null) without rowid;
create table outcome (id integer primary key, name text not null unique);
create table tally (topic integer, outcome integer, n integer not null, primary key (topic, outcome)) without rowid;

create table learnt (topic text, name text, number integer not null, sums text not null, primary key (topic, name)) without rowid;
create index learnt_number on learnt (topic, number);

-- members: how many fingerprints the seen-filter holds. name: ties the filter's files to this file.
create table filter (name text not null, members integer not null);
create table counter (name text primary key, value integer not null) without rowid;
