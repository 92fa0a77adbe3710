-- Creates missing tables, and fills fortune if it is empty, with the rows of Fortunes. It changes no existing row, so it can
-- run at every start, in several servers at once. Sent as one string it is one transaction.
-- It reads no existing table, because a sweep counts reads as requests.

-- "if not exists" alone can fail when two sessions create a table at the same time. The key is "threadwa" in ASCII.
select pg_advisory_xact_lock(x'7468726561647761'::bigint);

create table if not exists fortune (id int primary key, message text not null);
create table if not exists world (id int primary key, randomnumber int not null);
create table if not exists users
    (id int generated always as identity primary key, name text not null, age int not null);

insert into fortune (id, message) select * from (values
    (1, 'A thread that waits is a stack that dreams.'),
    (2, 'You will meet forty thousand strangers; give none of them two megabytes.'),
    (3, 'The shortest queue is the one you did not build.'),
    (4, 'He who locks early shall unlock late.'),
    (5, 'Ask not how many cores you have; ask who is holding them.'),
    (6, '<script>alert("a fiber parks where a thread would block");</script>'),
    (7, 'Sleep is cheap. The bed is not.'),
    (8, '待つ者は糸を持たず、糸を持つ者は待たない。'),
    (9, 'A limit you have not met is only a number; a limit you have met is an outage.'),
    (10, 'Backpressure is a kindness done to a stranger.'),
    (11, 'Two requests may share a thread, but not at the same time & not for long.'),
    (12, 'The scheduler''s promise: soon. The deadline''s answer: when?')) as seed -- PostgreSQL before 16 requires a name
where (select pg_relation_size('fortune')) = 0;
