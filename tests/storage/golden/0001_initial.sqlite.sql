BEGIN TRANSACTION;
CREATE TABLE announcement (
    server_id INTEGER NOT NULL,
    -- 0 for the weekly ladder post, which belongs to no season. Part of the key, so it cannot be NULL.
    season_number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    claimed_ms INTEGER,
    PRIMARY KEY (server_id, season_number, kind)
) WITHOUT ROWID, STRICT;
INSERT INTO "announcement" VALUES(1,1,'started',2420070400000,NULL);
CREATE TABLE award (
    person_id INTEGER NOT NULL,
    server_id INTEGER NOT NULL,
    season_number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- '' means all games together. Part of the key, so it cannot be NULL.
    game TEXT NOT NULL,
    -- The meaning of the two numbers depends on the kind.
    value INTEGER NOT NULL,
    second_value INTEGER NOT NULL,
    PRIMARY KEY (person_id, server_id, season_number, kind, game)
) WITHOUT ROWID, STRICT;
INSERT INTO "award" VALUES(1000000000,1000000000,1000000000,'kind ''0'' — „Bär“ 🐺
','game ''0'' — „Bär“ 🐺
',1000000000,1000000000);
CREATE TABLE daily (
    id INTEGER PRIMARY KEY,
    server_id INTEGER NOT NULL,
    -- The number of the day, counted from 1 November 2026. A day is named by the date on which it closes.
    number INTEGER NOT NULL,
    board TEXT NOT NULL,
    opens_ms INTEGER NOT NULL,
    closes_ms INTEGER NOT NULL,
    -- 'open'; 'closed' when choices are no longer accepted; 'scored' when the results are stored; 'posting' while they
    -- are being posted; 'done'.
    status TEXT NOT NULL,
    -- The rows and columns that the house chose because few people did, such as '00 21 12'; NULL if it did not join.
    house_choices TEXT
) STRICT;
INSERT INTO "daily" VALUES(1,1,7253,'394518726 758129634 8:10',2420049600000,2420136000000,'open',NULL);
CREATE TABLE daily_choice (
    daily_id INTEGER NOT NULL REFERENCES daily (id),
    person_id INTEGER NOT NULL,
    -- Secret until the day is closed.
    chosen_row INTEGER NOT NULL,
    chosen_column INTEGER NOT NULL,
    chosen_ms INTEGER NOT NULL,
    -- Whether the person has seen the result.
    is_seen INTEGER NOT NULL DEFAULT 0,
    -- 'due' until the result has been sent as a direct message, and then 'sent'; NULL if the person does not want that.
    result_dm TEXT,
    -- Whether the others meet this person. This and the following columns are NULL or 0 until the day is scored.
    is_ranked INTEGER,
    -- What an average duel won.
    score REAL,
    beaten_count INTEGER NOT NULL DEFAULT 0,
    met_count INTEGER NOT NULL DEFAULT 0,
    -- NULL for people who are not ranked.
    place INTEGER,
    PRIMARY KEY (daily_id, person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "daily_choice" VALUES(1,11,0,0,2420070400000,0,NULL,NULL,NULL,0,0,NULL);
INSERT INTO "daily_choice" VALUES(1,22,1,2,2420070400000,0,NULL,NULL,NULL,0,0,NULL);
INSERT INTO "daily_choice" VALUES(1,33,2,1,2420070400000,0,NULL,NULL,NULL,0,0,NULL);
INSERT INTO "daily_choice" VALUES(1,44,0,1,2420070400000,0,NULL,NULL,NULL,0,0,NULL);
CREATE TABLE deadline (
    match_id INTEGER NOT NULL REFERENCES match (id),
    kind TEXT NOT NULL,
    -- -1 means the whole match. In an offer, which has no seats yet, -2 is the player who joined first, -3 the second,
    -- and so on. Part of the key, so it cannot be NULL.
    seat INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    step INTEGER NOT NULL,
    -- Whether this is the second notification in its step, sent because time is running out.
    is_reminder INTEGER NOT NULL DEFAULT 0,
    -- How often the deadline was set again while it was pending. A process that removes the row compares this number.
    revision INTEGER NOT NULL DEFAULT 0,
    -- What was done about the deadline; NULL while it is pending. The row is kept as long as the player is to move, so
    -- that a notification that was sent can be distinguished from a missing one.
    outcome TEXT,
    PRIMARY KEY (match_id, kind, seat)
) WITHOUT ROWID, STRICT;
INSERT INTO "deadline" VALUES(2,'call',1,2420070400000,1,0,0,'notified');
INSERT INTO "deadline" VALUES(3,'call',0,2420070520000,3,0,0,NULL);
INSERT INTO "deadline" VALUES(3,'call',1,2420070520000,3,0,0,NULL);
INSERT INTO "deadline" VALUES(4,'call',1,2420070400000,1,0,0,'notified');
INSERT INTO "deadline" VALUES(5,'call',0,2420070520000,1,0,0,NULL);
INSERT INTO "deadline" VALUES(6,'call',1,2420070280000,0,0,0,'notified');
INSERT INTO "deadline" VALUES(7,'offer',-1,2420156680000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(8,'call',0,2420070400000,0,0,0,'notified');
INSERT INTO "deadline" VALUES(8,'call',1,2420070400000,0,0,0,'notified');
INSERT INTO "deadline" VALUES(8,'reminder',0,2420139520000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(8,'reminder',1,2420139520000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(8,'turn',0,2420156800000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(8,'turn',1,2420156800000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(9,'call',0,2420070400000,0,0,0,'notified');
INSERT INTO "deadline" VALUES(9,'call',1,2420070400000,0,0,0,'notified');
INSERT INTO "deadline" VALUES(9,'reminder',0,2420139520000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(9,'reminder',1,2420139520000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(9,'turn',0,2420156800000,0,0,0,NULL);
INSERT INTO "deadline" VALUES(9,'turn',1,2420156800000,0,0,0,NULL);
CREATE TABLE downtime (
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    PRIMARY KEY (start_ms)
) WITHOUT ROWID, STRICT;
INSERT INTO "downtime" VALUES(1000000000,1000000000);
CREATE TABLE entrant (
    tournament_id INTEGER NOT NULL REFERENCES tournament (id),
    person_id INTEGER NOT NULL,
    -- Players are numbered in the order in which they entered.
    number INTEGER NOT NULL,
    -- The player's rating on entry, which decides the seeding.
    rating REAL NOT NULL,
    -- 'playing', 'paused' or 'withdrawn'.
    status TEXT NOT NULL,
    -- When the player last entered or said that they are here. Activity in matches is in the table presence.
    active_ms INTEGER NOT NULL,
    -- 'due' if the thread must ping the player, because no direct message reached them, and 'sending' while it does.
    call_state TEXT,
    -- The private message that says that the player waits for a match, and becomes the match when it begins; the token
    -- to edit it, and when it was last clicked. NULL if there is none. The channel is NULL for an ephemeral message.
    waiting_message_id INTEGER,
    waiting_channel_id INTEGER,
    waiting_token TEXT,
    waiting_ms INTEGER,
    PRIMARY KEY (tournament_id, person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "entrant" VALUES(1,11,1,1000.0,'playing',2420070400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entrant" VALUES(1,22,2,1000.0,'playing',2420070400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entrant" VALUES(1,33,3,1000.0,'playing',2420070400000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entrant" VALUES(1,44,4,1000.0,'playing',2420070400000,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE event (
    match_id INTEGER NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    person_id INTEGER,
    -- The data of this kind of event, for example a move or the options of an offer.
    payload TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    interaction_id INTEGER,
    PRIMARY KEY (match_id, seq)
) WITHOUT ROWID, STRICT;
INSERT INTO "event" VALUES(1,0,'offered',NULL,11,'{"options": {}, "agreement": {"seats": 2, "clock": null}}',2420070280000,100002);
INSERT INTO "event" VALUES(1,1,'named',NULL,22,'',2420070280000,NULL);
INSERT INTO "event" VALUES(1,2,'sat',NULL,22,'',2420070280000,100003);
INSERT INTO "event" VALUES(1,3,'said',0,NULL,'challenge 1',2420070400000,NULL);
INSERT INTO "event" VALUES(1,4,'said',0,22,'!resign',2420070400000,100005);
INSERT INTO "event" VALUES(2,0,'offered',NULL,11,'{"options": {}, "agreement": {"seats": 2, "clock": null}}',2420070280000,100008);
INSERT INTO "event" VALUES(2,1,'named',NULL,22,'',2420070280000,NULL);
INSERT INTO "event" VALUES(2,2,'sat',NULL,22,'',2420070280000,100009);
INSERT INTO "event" VALUES(2,3,'said',0,11,'place 1 a1',2420070400000,100010);
INSERT INTO "event" VALUES(3,0,'offered',NULL,11,'{"options": {}, "agreement": {"seats": 2, "clock": null}}',2420070280000,100011);
INSERT INTO "event" VALUES(3,1,'named',NULL,22,'',2420070280000,NULL);
INSERT INTO "event" VALUES(3,2,'sat',NULL,22,'',2420070280000,100012);
INSERT INTO "event" VALUES(3,3,'said',1,NULL,'challenge 0',2420070400000,NULL);
INSERT INTO "event" VALUES(3,4,'said',0,22,'card stone',2420070400000,100013);
INSERT INTO "event" VALUES(3,5,'said',1,11,'card scissors',2420070400000,100014);
INSERT INTO "event" VALUES(3,6,'said',0,NULL,'challenge 1',2420070400000,NULL);
INSERT INTO "event" VALUES(4,0,'offered',NULL,11,'{"options": {}, "agreement": {"seats": 2, "clock": null}}',2420070280000,100015);
INSERT INTO "event" VALUES(4,1,'named',NULL,22,'',2420070280000,NULL);
INSERT INTO "event" VALUES(4,2,'sat',NULL,22,'',2420070280000,100016);
INSERT INTO "event" VALUES(4,3,'said',0,22,'a1 ~ a3',2420070400000,100017);
INSERT INTO "event" VALUES(5,0,'offered',NULL,11,'{"options": {}, "agreement": {"seats": 2, "clock": null}}',2420070280000,100018);
INSERT INTO "event" VALUES(5,1,'named',NULL,22,'',2420070280000,NULL);
INSERT INTO "event" VALUES(5,2,'sat',NULL,22,'',2420070280000,100019);
INSERT INTO "event" VALUES(5,3,'said',0,22,'set bison bear wolf puma otter deer squirrel',2420070400000,100020);
INSERT INTO "event" VALUES(5,4,'said',1,11,'set bison bear wolf puma otter deer squirrel',2420070400000,100021);
INSERT INTO "event" VALUES(6,0,'offered',NULL,11,'{"options": {"placement": "random", "prize": "one"}, "agreement": {"seats": 2, "clock": null}}',2420070280000,100022);
INSERT INTO "event" VALUES(6,1,'named',NULL,22,'',2420070280000,NULL);
INSERT INTO "event" VALUES(6,2,'sat',NULL,22,'',2420070280000,100023);
INSERT INTO "event" VALUES(6,3,'said',0,11,'mask 1',2420070280000,100027);
INSERT INTO "event" VALUES(7,0,'offered',NULL,11,'{"options": {}, "agreement": {"seats": 2, "clock": null}}',2420070280000,100028);
INSERT INTO "event" VALUES(7,1,'named',NULL,22,'',2420070280000,NULL);
INSERT INTO "event" VALUES(8,0,'offered',NULL,11,'{"options": {"duel_limit": 1, "placement": "random"}, "agreement": {"seats": 2, "order": [0, 1], "tournament": {"id": 1, "name": "Friday", "round": 1}}}',2420070400000,4503599631566882);
INSERT INTO "event" VALUES(8,1,'named',NULL,44,'',2420070400000,NULL);
INSERT INTO "event" VALUES(8,2,'sat',NULL,44,'',2420070400000,4503599631566883);
INSERT INTO "event" VALUES(9,0,'offered',NULL,22,'{"options": {"duel_limit": 1, "placement": "random"}, "agreement": {"seats": 2, "order": [0, 1], "tournament": {"id": 1, "name": "Friday", "round": 1}}}',2420070400000,4503599631566914);
INSERT INTO "event" VALUES(9,1,'named',NULL,33,'',2420070400000,NULL);
INSERT INTO "event" VALUES(9,2,'sat',NULL,33,'',2420070400000,4503599631566915);
CREATE TABLE fixture (
    tournament_id INTEGER NOT NULL REFERENCES tournament (id),
    round INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    number INTEGER NOT NULL,
    -- 'match', 'mirror', 'signs' or 'bye'.
    kind TEXT NOT NULL,
    -- The numbers of the entrants in the first and the second seat; second is NULL for a bye.
    first INTEGER NOT NULL,
    second INTEGER,
    -- NULL until it has ended.
    outcome TEXT,
    -- The players' points in the match.
    first_points INTEGER NOT NULL DEFAULT 0,
    second_points INTEGER NOT NULL DEFAULT 0,
    -- NULL for a bye, for a forfeit, and until the match has been created.
    match_id INTEGER REFERENCES match (id),
    created_ms INTEGER NOT NULL,
    ended_ms INTEGER,
    -- 'sending' while the outcome is being posted in the thread, and then 'sent'.
    result_post TEXT,
    PRIMARY KEY (tournament_id, round, table_number, number)
) WITHOUT ROWID, STRICT;
INSERT INTO "fixture" VALUES(1,1,1,1,'match',1,4,NULL,0,0,8,2420070400000,NULL,NULL);
INSERT INTO "fixture" VALUES(1,1,2,1,'match',2,3,NULL,0,0,9,2420070400000,NULL,NULL);
CREATE TABLE follow_notice (
    match_id INTEGER NOT NULL REFERENCES match (id),
    person_id INTEGER NOT NULL,
    -- 'started' or 'ended'.
    phase TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    -- When a process first tried to send the message.
    sending_ms INTEGER,
    PRIMARY KEY (match_id, person_id, phase)
) WITHOUT ROWID, STRICT;
INSERT INTO "follow_notice" VALUES(2,33,'started',2420070280000,NULL);
INSERT INTO "follow_notice" VALUES(3,33,'started',2420070280000,NULL);
INSERT INTO "follow_notice" VALUES(4,33,'started',2420070280000,NULL);
INSERT INTO "follow_notice" VALUES(5,33,'started',2420070280000,NULL);
INSERT INTO "follow_notice" VALUES(6,33,'started',2420070280000,NULL);
INSERT INTO "follow_notice" VALUES(8,33,'started',2420070400000,NULL);
CREATE TABLE followed_match (
    person_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id),
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id, match_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "followed_match" VALUES(33,6,2420070400000);
CREATE TABLE followed_person (
    person_id INTEGER NOT NULL,
    followed_id INTEGER NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id, followed_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "followed_person" VALUES(33,11,2420070400000);
CREATE TABLE forgotten_person (
    id INTEGER PRIMARY KEY,
    forgotten_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "forgotten_person" VALUES(1,1000000000);
CREATE TABLE greeting (
    server_id INTEGER NOT NULL,
    -- The channel in which the greeting is being sent; NULL if it was sent, or if it could not be sent anywhere.
    pending_channel_id INTEGER,
    started_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "greeting" VALUES(1000000000,NULL,1000000000);
CREATE TABLE heartbeat (
    process TEXT NOT NULL,
    beat_ms INTEGER NOT NULL,
    PRIMARY KEY (process)
) WITHOUT ROWID, STRICT;
INSERT INTO "heartbeat" VALUES('process ''0'' — „Bär“ 🐺
',1000000000);
CREATE TABLE holiday (
    person_id INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id, start_ms)
) WITHOUT ROWID, STRICT;
INSERT INTO "holiday" VALUES(1000000000,1000000000,1000000000,1000000000);
CREATE TABLE interaction_token (
    match_id INTEGER NOT NULL REFERENCES match (id),
    person_id INTEGER NOT NULL,
    -- NULL until the reply to a command has become the card.
    message_id INTEGER,
    token TEXT NOT NULL,
    issued_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "interaction_token" VALUES(1,1000000000,NULL,'token ''0'' — „Bär“ 🐺
',1000000000);
CREATE TABLE latest_heartbeat (
    id INTEGER NOT NULL,
    beat_ms INTEGER,
    previous_ms INTEGER,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;
INSERT INTO "latest_heartbeat" VALUES(1,NULL,NULL);
CREATE TABLE match (
    id INTEGER PRIMARY KEY,
    -- NULL in direct messages.
    server_id INTEGER,
    -- The channel of the card, or the thread in which the match is played.
    channel_id INTEGER NOT NULL,
    -- The thread's parent channel. The message there that started the thread becomes the card when the match is over.
    parent_channel_id INTEGER,
    -- 'server' if the bot is installed in the server, 'user' if a person brought it into the conversation.
    installation TEXT NOT NULL,
    card_message_id INTEGER,
    game TEXT NOT NULL,
    edition INTEGER NOT NULL,
    options TEXT NOT NULL,
    terms TEXT NOT NULL,
    -- Secret until the match is over.
    seed TEXT NOT NULL,
    -- The earlier match of which this match is a rematch.
    rematch_of INTEGER,
    status TEXT NOT NULL,
    is_live INTEGER NOT NULL,
    event_count INTEGER NOT NULL,
    events_on_card INTEGER NOT NULL DEFAULT 0,
    -- How many events have been shown to everybody, by the card, by player messages and by notifications.
    events_shown INTEGER NOT NULL,
    -- Whether a process has posted the match's review in the channel, or has claimed the right to do so.
    is_review_posted INTEGER NOT NULL DEFAULT 0,
    -- How often one of the match's players was forgotten.
    forget_count INTEGER NOT NULL DEFAULT 0,
    opened_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "match" VALUES(1,1,2,NULL,'server',4194304000000000004,'schnick',1,'{}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":null,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":null,"won":null,"even_deal":false,"since":[],"tournament":null,"deal":null}','99f8414691e5f716e2c1a3af7a2cdef173fb54ec957a54ed67d4c0c992e68ca1',NULL,'resign',0,5,5,5,0,0,2420070280000,2420070400000);
INSERT INTO "match" VALUES(2,1,2,NULL,'server',4194304000000000005,'schamanen',1,'{}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":null,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":null,"won":null,"even_deal":false,"since":[],"tournament":null,"deal":null}','51f5ade79b4bddc769842e596d46ee5053224244cefdb642bd5dda46d155ae1d',NULL,'playing',1,4,3,3,0,0,2420070280000,2420070400000);
INSERT INTO "match" VALUES(3,1,2,NULL,'server',4194304000000000007,'schnick',1,'{}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":null,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":null,"won":null,"even_deal":false,"since":[],"tournament":null,"deal":null}','27617af06dfc5c626d1215061b83f2984e953226039ac06b1f254340aaa8e564',NULL,'playing',1,7,4,4,0,0,2420070280000,2420070400000);
INSERT INTO "match" VALUES(4,1,2,NULL,'server',4194304000000000010,'shamanic_chess',1,'{}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":null,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":null,"won":null,"even_deal":false,"since":[],"tournament":null,"deal":null}','85a1376c3432f43b6302be337b2ca14bd62a722fa7962ecd2cf8744bab05386f',NULL,'playing',1,4,3,3,0,0,2420070280000,2420070400000);
INSERT INTO "match" VALUES(5,1,2,NULL,'server',4194304000000000013,'woodwalkers',1,'{}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":null,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":null,"won":null,"even_deal":false,"since":[],"tournament":null,"deal":null}','60dc3eec834f63d8f98cd939408bcd1ef25cf5f498c848fb2f4f01a119e83210',NULL,'playing',1,5,3,3,0,0,2420070280000,2420070400000);
INSERT INTO "match" VALUES(6,1,2,NULL,'server',4194304000000000016,'schamanen',1,'{"placement":"random","prize":"one"}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":null,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":null,"won":null,"even_deal":false,"since":[],"tournament":null,"deal":null}','d28ac41078ad0504668a3d76c305ce63291e16e773736adbad1189e396920483',NULL,'playing',1,4,3,3,0,0,2420070280000,2420070280000);
INSERT INTO "match" VALUES(7,1,2,NULL,'server',4194304000000000019,'woodwalkers',1,'{}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":null,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":null,"won":null,"even_deal":false,"since":[],"tournament":null,"deal":null}','6522b034c7feaaafae247f3130c205365498bac8372e9a371250c077aaca522c',NULL,'offered',1,2,2,2,0,0,2420070280000,2420070280000);
INSERT INTO "match" VALUES(8,1,2,NULL,'server',NULL,'schamanen',1,'{"duel_limit":1,"placement":"random"}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":86400000,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":[0,1],"won":null,"even_deal":false,"since":[],"tournament":{"id":1,"name":"Friday","round":1,"is_mirror":false},"deal":null}','648a8a221dc9be374ad70400be67c2990a64e2a1633493a2a881b8ed1a9f1bc4',NULL,'playing',1,3,3,3,0,0,2420070400000,2420070400000);
INSERT INTO "match" VALUES(9,1,2,NULL,'server',NULL,'schamanen',1,'{"duel_limit":1,"placement":"random"}','{"kind":"challenge","seats":2,"house":0,"level":"medium","reads":false,"fills":null,"clock":86400000,"first_clock":null,"limit":null,"rated":true,"shakes":false,"order":[0,1],"won":null,"even_deal":false,"since":[],"tournament":{"id":1,"name":"Friday","round":1,"is_mirror":false},"deal":null}','47b4475ee9566a90075b354af9283aae64717180b920f5b280db7ba39d9b52b9',NULL,'playing',1,3,3,3,0,0,2420070400000,2420070400000);
CREATE TABLE match_presence (
    match_id INTEGER NOT NULL REFERENCES match (id),
    person_id INTEGER NOT NULL,
    last_active_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "match_presence" VALUES(1,11,2420070280000);
INSERT INTO "match_presence" VALUES(1,22,2420070400000);
INSERT INTO "match_presence" VALUES(2,11,2420070400000);
INSERT INTO "match_presence" VALUES(2,22,2420070280000);
INSERT INTO "match_presence" VALUES(3,11,2420070400000);
INSERT INTO "match_presence" VALUES(3,22,2420070400000);
INSERT INTO "match_presence" VALUES(4,11,2420070280000);
INSERT INTO "match_presence" VALUES(4,22,2420070400000);
INSERT INTO "match_presence" VALUES(5,11,2420070400000);
INSERT INTO "match_presence" VALUES(5,22,2420070400000);
INSERT INTO "match_presence" VALUES(6,11,2420070280000);
INSERT INTO "match_presence" VALUES(6,22,2420070280000);
INSERT INTO "match_presence" VALUES(7,11,2420070280000);
CREATE TABLE migration
    (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL);
INSERT INTO "migration" VALUES(1,'0001_initial','a1f1b154879cd95169f74e797df0029c9e91fa5e0cf663acb99acb6ed2dd888c');
CREATE TABLE obsolete_message (
    match_id INTEGER NOT NULL REFERENCES match (id),
    message_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    -- When deleting the message first failed.
    first_failed_ms INTEGER,
    -- When to try to delete the message next; 0 means at once.
    due_ms INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, message_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "obsolete_message" VALUES(1,1000000000,1000000000,NULL,1000000000);
CREATE TABLE past_result (
    person_id INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id),
    opponent_seat INTEGER NOT NULL,
    server_id INTEGER,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    reason TEXT NOT NULL,
    rank INTEGER NOT NULL,
    -- NULL for the computer opponent.
    opponent_id INTEGER,
    opponent_rank INTEGER NOT NULL,
    PRIMARY KEY (person_id, ended_ms, match_id, opponent_seat)
) WITHOUT ROWID, STRICT;
INSERT INTO "past_result" VALUES(11,2420070400000,1,0,1,'schnick','{}','resign',1,22,2);
INSERT INTO "past_result" VALUES(22,2420070400000,1,1,1,'schnick','{}','resign',2,11,1);
CREATE TABLE pending_send (
    match_id INTEGER NOT NULL REFERENCES match (id),
    -- The person who gets the direct message, or 0 for the card. Part of the key, so it cannot be NULL.
    recipient_id INTEGER NOT NULL,
    -- NULL for direct messages.
    channel_id INTEGER,
    started_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, recipient_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "pending_send" VALUES(1,1000000000,NULL,1000000000);
CREATE TABLE person_name (
    person_id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;
INSERT INTO "person_name" VALUES(1000000000,'name ''0'' — „Bär“ 🐺
');
CREATE TABLE player_message (
    match_id INTEGER NOT NULL REFERENCES match (id),
    person_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    -- NULL for an ephemeral message, which can only be edited with its token.
    channel_id INTEGER,
    -- 'play' if the person plays in the message, 'offer_panel' for an offer's private panel.
    kind TEXT NOT NULL,
    step INTEGER NOT NULL,
    -- Identifies the changeable content of the message; NULL if the content is unknown.
    content_key TEXT,
    -- The interaction token; NULL for a direct message that has not been clicked.
    token TEXT,
    -- When the message was last clicked, or when it was sent if it has not been clicked.
    last_used_ms INTEGER NOT NULL,
    -- When the message was last edited, not counting edits in answer to a click.
    last_edited_ms INTEGER,
    PRIMARY KEY (match_id, person_id, message_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "player_message" VALUES(2,22,4194304000000000006,1000022,'play',1,'asked en 1 2 / covered  ',NULL,2420070400000,2420070400000);
INSERT INTO "player_message" VALUES(3,11,4194304000000000009,1000011,'play',3,'asked en 3 1 / covered  ',NULL,2420070400000,2420070400000);
INSERT INTO "player_message" VALUES(3,22,4194304000000000008,1000022,'play',3,'asked en 3 2 / covered  ',NULL,2420070400000,2420070400000);
INSERT INTO "player_message" VALUES(4,11,4194304000000000012,1000011,'play',1,'asked en 1 1 / covered  ',NULL,2420070400000,NULL);
INSERT INTO "player_message" VALUES(4,22,4194304000000000011,1000022,'play',1,'waits en 1 3 / covered  1',NULL,2420070400000,2420070400000);
INSERT INTO "player_message" VALUES(5,11,4194304000000000015,1000011,'play',1,'waits en 1 2 / covered  0',NULL,2420070400000,2420070400000);
INSERT INTO "player_message" VALUES(5,22,4194304000000000014,1000022,'play',1,'asked en 1 2 / covered  ',NULL,2420070400000,2420070400000);
INSERT INTO "player_message" VALUES(6,11,4194304000000000017,1000011,'play',0,'asked en 0 2 / covered  ',NULL,2420070400000,NULL);
INSERT INTO "player_message" VALUES(6,22,4194304000000000018,1000022,'play',0,'asked en 0 3 / covered  ',NULL,2420070400000,NULL);
INSERT INTO "player_message" VALUES(8,11,4194304000000000021,1000011,'play',0,'asked en 0 2 / covered  ',NULL,2420070400000,NULL);
INSERT INTO "player_message" VALUES(8,44,4194304000000000023,1000044,'play',0,'asked en 0 0 / covered  ',NULL,2420070400000,NULL);
INSERT INTO "player_message" VALUES(9,22,4194304000000000022,1000022,'play',0,'asked en 0 4 / covered  ',NULL,2420070400000,NULL);
INSERT INTO "player_message" VALUES(9,33,4194304000000000024,1000033,'play',0,'asked en 0 0 / covered  ',NULL,2420070400000,NULL);
CREATE TABLE prediction (
    match_id INTEGER NOT NULL REFERENCES match (id),
    step INTEGER NOT NULL,
    -- The seat of the player.
    seat INTEGER NOT NULL,
    -- The onlooker.
    person_id INTEGER NOT NULL,
    server_id INTEGER NOT NULL,
    choice TEXT NOT NULL,
    -- Between how many moves the player chooses.
    choice_count INTEGER NOT NULL,
    -- Whether the table of seers counts the prediction, which depends on the age of the account.
    is_counted INTEGER NOT NULL,
    predicted_ms INTEGER NOT NULL,
    -- Set by the transaction that resolves the step. It stays NULL if the player never chooses.
    score INTEGER,
    PRIMARY KEY (match_id, step, seat, person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "prediction" VALUES(6,0,1,33,1,'mask c',3,1,2420070400000,NULL);
CREATE TABLE presence (
    person_id INTEGER NOT NULL,
    last_active_ms INTEGER NOT NULL,
    last_notified_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "presence" VALUES(11,2420070400000,2420070400000);
INSERT INTO "presence" VALUES(22,2420070400000,2420070400000);
INSERT INTO "presence" VALUES(33,0,2420070400000);
INSERT INTO "presence" VALUES(44,0,2420070400000);
CREATE TABLE quick_match (
    interaction_id INTEGER NOT NULL,
    server_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    -- The private message that says so; NULL until it was sent.
    message_id INTEGER,
    token TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    -- 'waiting', 'bot_offered' once the message offers to play the bot, or 'over' if the message must be deleted.
    state TEXT NOT NULL,
    PRIMARY KEY (interaction_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "quick_match" VALUES(1000000000,1000000000,1000000000,'game ''0'' — „Bär“ 🐺
',NULL,'token ''0'' — „Bär“ 🐺
',1000000000,'state ''0'' — „Bär“ 🐺
');
CREATE TABLE rating (
    server_id INTEGER NOT NULL,
    -- '' means all games together. Part of the key, so it cannot be NULL.
    game TEXT NOT NULL,
    -- 0 means that no season was running. Part of the key, so it cannot be NULL.
    season_number INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    rating REAL NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    -- How much better than expected the player has done lately.
    drift REAL NOT NULL,
    match_count INTEGER NOT NULL,
    -- How many different people the player has faced in rated matches, counted up to three.
    opponent_count INTEGER NOT NULL,
    -- The rating at the start of the week in which the last match ended; NULL in the player's first week.
    week_start_rating REAL,
    -- Whether the player is hidden from the ladder.
    is_hidden INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id, game, season_number, person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "rating" VALUES(1,'',1,11,-9.98893658544342266398e+05,2.85447151885892438363e+01,7.27820255197300269855e+00,3.80699392976041772751e-01,1,1,NULL,0,2420070400000);
INSERT INTO "rating" VALUES(1,'',1,22,-9.99106341455657733646e+05,2.14552848114107561636e+01,7.27820255197300269855e+00,-3.80699392976041772751e-01,1,1,NULL,0,2420070400000);
INSERT INTO "rating" VALUES(1,'schnick',1,11,-9.98893658544342266398e+05,2.85447151885892438363e+01,7.27820255197300269855e+00,3.80699392976041772751e-01,1,1,NULL,0,2420070400000);
INSERT INTO "rating" VALUES(1,'schnick',1,22,-9.99106341455657733646e+05,2.14552848114107561636e+01,7.27820255197300269855e+00,-3.80699392976041772751e-01,1,1,NULL,0,2420070400000);
CREATE TABLE result (
    match_id INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    person_id INTEGER,
    server_id INTEGER,
    game TEXT NOT NULL,
    -- 0 if no season was running.
    season_number INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    score INTEGER NOT NULL,
    reason TEXT NOT NULL,
    -- Whether this player left a match of more than two players before it ended.
    has_quit INTEGER NOT NULL,
    is_rated INTEGER NOT NULL,
    -- Why the match was not rated; NULL if it was rated.
    unrated_reason TEXT,
    rating_before REAL,
    rating_after REAL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID, STRICT;
INSERT INTO "result" VALUES(1,0,22,1,'schnick',1,2,0,'resign',0,1,NULL,1000.0,8.93658544342322670641e+02,2420070400000);
INSERT INTO "result" VALUES(1,1,11,1,'schnick',1,1,0,'resign',0,1,NULL,1000.0,1.10634145565767721562e+03,2420070400000);
CREATE TABLE review (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES match (id),
    coach_version INTEGER NOT NULL,
    packed_review BLOB NOT NULL
) STRICT;
INSERT INTO "review" VALUES(1,1000000000,X'0000FF');
CREATE TABLE season (
    server_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    -- When the season ends automatically; NULL means never.
    scheduled_end_ms INTEGER,
    -- NULL while the season is running.
    ended_ms INTEGER,
    has_awards INTEGER NOT NULL DEFAULT 0,
    -- When a process last claimed the announcement of the season's end, and whether it was posted.
    claimed_ms INTEGER,
    is_announced INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server_id, number)
) WITHOUT ROWID, STRICT;
INSERT INTO "season" VALUES(1,1,'Golden',2420070400000,NULL,NULL,0,NULL,0);
CREATE TABLE seat (
    match_id INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    -- NULL for a free seat and for the computer opponent.
    person_id INTEGER,
    status TEXT NOT NULL,
    is_live INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID, STRICT;
INSERT INTO "seat" VALUES(1,0,22,'playing',0);
INSERT INTO "seat" VALUES(1,1,11,'playing',0);
INSERT INTO "seat" VALUES(2,0,11,'playing',1);
INSERT INTO "seat" VALUES(2,1,22,'playing',1);
INSERT INTO "seat" VALUES(3,0,22,'playing',1);
INSERT INTO "seat" VALUES(3,1,11,'playing',1);
INSERT INTO "seat" VALUES(4,0,22,'playing',1);
INSERT INTO "seat" VALUES(4,1,11,'playing',1);
INSERT INTO "seat" VALUES(5,0,22,'playing',1);
INSERT INTO "seat" VALUES(5,1,11,'playing',1);
INSERT INTO "seat" VALUES(6,0,11,'playing',1);
INSERT INTO "seat" VALUES(6,1,22,'playing',1);
INSERT INTO "seat" VALUES(7,0,11,'joined',1);
INSERT INTO "seat" VALUES(7,1,22,'invited',1);
INSERT INTO "seat" VALUES(8,0,11,'playing',1);
INSERT INTO "seat" VALUES(8,1,44,'playing',1);
INSERT INTO "seat" VALUES(9,0,22,'playing',1);
INSERT INTO "seat" VALUES(9,1,33,'playing',1);
CREATE TABLE seat_review (
    match_id INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    coach_version INTEGER NOT NULL,
    luck REAL NOT NULL,
    play REAL NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID, STRICT;
INSERT INTO "seat_review" VALUES(1,1000000000,1000000000,1000000000,0.0,0.0);
CREATE TABLE secret (
    id INTEGER NOT NULL,
    key_hex TEXT NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;
INSERT INTO "secret" VALUES(1,'56d2c9545fd362770ecc613494f77efe7f610db9a86faea0a975589d8649df82');
CREATE TABLE server_membership (
    server_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    checked_ms INTEGER NOT NULL,
    has_left INTEGER NOT NULL,
    PRIMARY KEY (server_id, person_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "server_membership" VALUES(1,11,2420070400000,0);
INSERT INTO "server_membership" VALUES(1,22,2420070400000,0);
INSERT INTO "server_membership" VALUES(1,33,2420070400000,0);
INSERT INTO "server_membership" VALUES(1,44,2420070400000,0);
CREATE TABLE settings (
    -- 'server' or 'player'.
    scope TEXT NOT NULL,
    -- The id of the server or person.
    owner_id INTEGER NOT NULL,
    -- JSON.
    content TEXT NOT NULL,
    PRIMARY KEY (scope, owner_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "settings" VALUES('server',1,'{"daily_channel":[2]}');
CREATE TABLE standing_card (
    -- What the message shows, for example 'tournament', and the id of the subject.
    kind TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    -- Identifies the content of the message; '' if it is unknown.
    content_key TEXT NOT NULL,
    edited_ms INTEGER NOT NULL,
    -- When Discord first refused to edit the message because it is old.
    refused_ms INTEGER,
    PRIMARY KEY (kind, subject_id)
) WITHOUT ROWID, STRICT;
INSERT INTO "standing_card" VALUES('tournament',1,2,4194304000000000020,'34e308f93abf50f239ac49c8',2420070400000,NULL);
CREATE TABLE tombstone (
    person_hash TEXT NOT NULL,
    forgotten_ms INTEGER NOT NULL,
    PRIMARY KEY (person_hash)
) WITHOUT ROWID, STRICT;
INSERT INTO "tombstone" VALUES('person_hash ''0'' — „Bär“ 🐺
',1000000000);
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY,
    server_id INTEGER NOT NULL,
    -- The channel of the card.
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    -- The command that opened the tournament. If Discord delivers it twice, there is still only one tournament.
    interaction_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    -- Format, clocks and number of rounds, as JSON.
    rules TEXT NOT NULL,
    -- Secret until the tournament is over. All its matches and lots are drawn from it.
    seed TEXT NOT NULL,
    -- 'open', 'running', 'finished' or 'canceled'.
    status TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    -- When the tournament is to start; NULL if the host starts it.
    starts_ms INTEGER,
    started_ms INTEGER,
    ended_ms INTEGER,
    -- The last round whose pairings have been posted.
    announced_round INTEGER NOT NULL DEFAULT 0,
    -- Whether the end has been shown.
    is_shown INTEGER NOT NULL DEFAULT 0,
    -- The thread in which results are posted, and Discord's scheduled event; NULL if there is none.
    thread_id INTEGER,
    -- When results were last posted.
    posted_ms INTEGER NOT NULL DEFAULT 0,
    event_id INTEGER,
    -- When the event is estimated to end; NULL if no event was ever planned.
    event_ends_ms INTEGER
) STRICT;
INSERT INTO "tournament" VALUES(1,1,2,11,100030,'Friday','schamanen','{"duel_limit":1,"placement":"random"}','{"format":"round_robin","clock":86400000,"is_mirror":false,"is_rated":true,"round_count":null,"minutes":60,"round_days":7}','5033e8b9efd533a6e9d190852d49933ca1e9f3c2f736631c5e0623a239ec8012','running',2420070400000,NULL,2420070400000,NULL,0,0,NULL,0,NULL,NULL);
CREATE INDEX match_live ON match (id) WHERE is_live = 1;
CREATE INDEX match_in_channel ON match (channel_id) WHERE is_live = 1;
CREATE INDEX match_below_channel ON match (parent_channel_id) WHERE is_live = 1;
CREATE INDEX match_in_thread ON match (channel_id) WHERE parent_channel_id IS NOT NULL;
CREATE INDEX match_on_server ON match (server_id, is_live);
CREATE INDEX match_rematch ON match (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX match_unshown ON match (id) WHERE events_shown < event_count;
CREATE UNIQUE INDEX event_interaction ON event (interaction_id) WHERE interaction_id IS NOT NULL;
CREATE INDEX event_person ON event (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX seat_person ON seat (person_id);
CREATE INDEX seat_live ON seat (person_id) WHERE is_live = 1;
CREATE INDEX deadline_due ON deadline (due_ms) WHERE outcome IS NULL;
CREATE INDEX player_message_person ON player_message (person_id);
CREATE INDEX interaction_token_person ON interaction_token (person_id);
CREATE INDEX pending_send_recipient ON pending_send (recipient_id);
CREATE INDEX pending_send_started ON pending_send (started_ms, match_id);
CREATE INDEX obsolete_message_due ON obsolete_message (due_ms);
CREATE INDEX result_person ON result (person_id, ended_ms, match_id, server_id, game, season_number, rating_after);
CREATE INDEX result_rated ON result (server_id, ended_ms, match_id, seat) WHERE is_rated = 1;
CREATE INDEX result_form ON result (person_id, server_id, ended_ms, match_id) WHERE is_rated = 1;
CREATE INDEX past_result_pair ON past_result (person_id, opponent_id, ended_ms, match_id);
CREATE INDEX rating_ladder ON rating (server_id, game, season_number, is_hidden, rating, person_id);
CREATE INDEX rating_person ON rating (person_id);
CREATE UNIQUE INDEX season_running ON season (server_id) WHERE ended_ms IS NULL;
CREATE INDEX season_due ON season (scheduled_end_ms) WHERE ended_ms IS NULL AND scheduled_end_ms IS NOT NULL;
CREATE INDEX season_unannounced ON season (server_id, number) WHERE ended_ms IS NOT NULL AND is_announced = 0;
CREATE INDEX announcement_due ON announcement (due_ms);
CREATE INDEX quick_match_server ON quick_match (server_id);
CREATE INDEX quick_match_person ON quick_match (person_id);
CREATE INDEX followed_match_followers ON followed_match (match_id, person_id);
CREATE INDEX followed_person_followers ON followed_person (followed_id, person_id);
CREATE INDEX follow_notice_due ON follow_notice (due_ms);
CREATE INDEX follow_notice_person ON follow_notice (person_id);
CREATE INDEX award_season ON award (server_id, season_number);
CREATE UNIQUE INDEX tournament_interaction ON tournament (interaction_id);
CREATE INDEX tournament_unfinished ON tournament (id) WHERE is_shown = 0;
CREATE INDEX tournament_on_server ON tournament (server_id, id);
CREATE INDEX tournament_host ON tournament (host_id);
CREATE INDEX entrant_person ON entrant (person_id);
CREATE UNIQUE INDEX fixture_match ON fixture (match_id) WHERE match_id IS NOT NULL;
CREATE UNIQUE INDEX daily_number ON daily (server_id, number);
CREATE INDEX daily_due ON daily (closes_ms) WHERE status <> 'done';
CREATE INDEX daily_choice_person ON daily_choice (person_id, daily_id);
CREATE INDEX daily_choice_dm ON daily_choice (daily_id) WHERE result_dm = 'due';
CREATE INDEX prediction_person ON prediction (person_id, server_id);
CREATE INDEX prediction_on_server ON prediction (server_id, predicted_ms);
CREATE INDEX seat_review_person ON seat_review (person_id, match_id);
CREATE INDEX match_presence_person ON match_presence (person_id);
CREATE INDEX server_membership_person ON server_membership (person_id);
CREATE INDEX holiday_changed ON holiday (changed_ms);
COMMIT;
