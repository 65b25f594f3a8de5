-- Times are in milliseconds since 1970. Ids of people, servers, channels, messages and interactions are Discord ids.
-- A negative person_id stands for a person who asked to be forgotten. Columns named is_… or has_… are 0 or 1.
-- Until 0.1.0 is released, this file is edited in place; run `make dumps` then. After the release, each change
-- is a new file; storage/migration.py explains its name.

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

CREATE INDEX match_live ON match (id) WHERE is_live = 1;
CREATE INDEX match_in_channel ON match (channel_id) WHERE is_live = 1;
CREATE INDEX match_below_channel ON match (parent_channel_id) WHERE is_live = 1;
CREATE INDEX match_in_thread ON match (channel_id) WHERE parent_channel_id IS NOT NULL;
CREATE INDEX match_on_server ON match (server_id, is_live);
CREATE INDEX match_rematch ON match (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX match_unshown ON match (id) WHERE events_shown < event_count;

-- The journal of each match. The primary key acts as an optimistic lock. By interaction_id, the bot recognizes a click
-- that Discord sends twice.
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

CREATE UNIQUE INDEX event_interaction ON event (interaction_id) WHERE interaction_id IS NOT NULL;
CREATE INDEX event_person ON event (person_id) WHERE person_id IS NOT NULL;

CREATE TABLE seat (
    match_id INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    -- NULL for a free seat and for the computer opponent.
    person_id INTEGER,
    status TEXT NOT NULL,
    is_live INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID, STRICT;

CREATE INDEX seat_person ON seat (person_id);
CREATE INDEX seat_live ON seat (person_id) WHERE is_live = 1;

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

CREATE INDEX deadline_due ON deadline (due_ms) WHERE outcome IS NULL;

-- The private messages of each player.
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

CREATE INDEX player_message_person ON player_message (person_id);

-- Each person's latest click on a match's card. With its token, the bot can edit the card and open a player message.
CREATE TABLE interaction_token (
    match_id INTEGER NOT NULL REFERENCES match (id),
    person_id INTEGER NOT NULL,
    -- NULL until the reply to a command has become the card.
    message_id INTEGER,
    token TEXT NOT NULL,
    issued_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, person_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX interaction_token_person ON interaction_token (person_id);

-- Messages that are being sent. If a row is still here after a crash, it is unknown whether the message arrived.
CREATE TABLE pending_send (
    match_id INTEGER NOT NULL REFERENCES match (id),
    -- The person who gets the direct message, or 0 for the card. Part of the key, so it cannot be NULL.
    recipient_id INTEGER NOT NULL,
    -- NULL for direct messages.
    channel_id INTEGER,
    started_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, recipient_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX pending_send_recipient ON pending_send (recipient_id);
CREATE INDEX pending_send_started ON pending_send (started_ms, match_id);

-- Messages that have been replaced and are to be deleted.
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

CREATE INDEX obsolete_message_due ON obsolete_message (due_ms);

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

-- A covering index for the rating curve in a profile.
CREATE INDEX result_person ON result (person_id, ended_ms, match_id, server_id, game, season_number, rating_after);
CREATE INDEX result_rated ON result (server_id, ended_ms, match_id, seat) WHERE is_rated = 1;
CREATE INDEX result_form ON result (person_id, server_id, ended_ms, match_id) WHERE is_rated = 1;

-- A second copy of the results, with one row for each ordered pair of players in a match. The key keeps a person's rows
-- together, so that years of history can be read fast.
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

CREATE INDEX past_result_pair ON past_result (person_id, opponent_id, ended_ms, match_id);

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

CREATE INDEX rating_ladder ON rating (server_id, game, season_number, is_hidden, rating, person_id);
CREATE INDEX rating_person ON rating (person_id);

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

CREATE UNIQUE INDEX season_running ON season (server_id) WHERE ended_ms IS NULL;
CREATE INDEX season_due ON season (scheduled_end_ms) WHERE ended_ms IS NULL AND scheduled_end_ms IS NOT NULL;
CREATE INDEX season_unannounced ON season (server_id, number) WHERE ended_ms IS NOT NULL AND is_announced = 0;

-- Announcements that are to be posted, other than the end of a season. A row is deleted when it has been posted.
CREATE TABLE announcement (
    server_id INTEGER NOT NULL,
    -- 0 for the weekly ladder post, which belongs to no season. Part of the key, so it cannot be NULL.
    season_number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    claimed_ms INTEGER,
    PRIMARY KEY (server_id, season_number, kind)
) WITHOUT ROWID, STRICT;

CREATE INDEX announcement_due ON announcement (due_ms);

-- People who wait in the lobby for an opponent, and the click with which they began to.
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

CREATE INDEX quick_match_server ON quick_match (server_id);
CREATE INDEX quick_match_person ON quick_match (person_id);

-- The matches and the people whom a person follows: the person gets a direct message when such a match starts or ends.
CREATE TABLE followed_match (
    person_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id),
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id, match_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX followed_match_followers ON followed_match (match_id, person_id);

CREATE TABLE followed_person (
    person_id INTEGER NOT NULL,
    followed_id INTEGER NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id, followed_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX followed_person_followers ON followed_person (followed_id, person_id);

-- Direct messages to followers that are still to be sent. The event that starts or ends the match stores them.
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

CREATE INDEX follow_notice_due ON follow_notice (due_ms);
CREATE INDEX follow_notice_person ON follow_notice (person_id);

-- The servers that the bot has greeted after joining them.
CREATE TABLE greeting (
    server_id INTEGER NOT NULL,
    -- The channel in which the greeting is being sent; NULL if it was sent, or if it could not be sent anywhere.
    pending_channel_id INTEGER,
    started_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id)
) WITHOUT ROWID, STRICT;

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

CREATE INDEX award_season ON award (server_id, season_number);

-- Public messages that stay in a channel and always show the current state of something.
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

CREATE UNIQUE INDEX tournament_interaction ON tournament (interaction_id);
CREATE INDEX tournament_unfinished ON tournament (id) WHERE is_shown = 0;
CREATE INDEX tournament_on_server ON tournament (server_id, id);
CREATE INDEX tournament_host ON tournament (host_id);

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

CREATE INDEX entrant_person ON entrant (person_id);

-- A match of two players in a tournament, or a bye. Fixtures of the same round and table belong to one pairing, which can
-- have several, such as a match and its replay.
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

CREATE UNIQUE INDEX fixture_match ON fixture (match_id) WHERE match_id IS NOT NULL;

-- The daily duel: one row for each day on which somebody on a server has opened it.
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

CREATE UNIQUE INDEX daily_number ON daily (server_id, number);
CREATE INDEX daily_due ON daily (closes_ms) WHERE status <> 'done';

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

CREATE INDEX daily_choice_person ON daily_choice (person_id, daily_id);
CREATE INDEX daily_choice_dm ON daily_choice (daily_id) WHERE result_dm = 'due';

-- What onlookers expect a player to choose in a step. It is neither in the journal nor in its chain of hashes.
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

CREATE INDEX prediction_person ON prediction (person_id, server_id);
CREATE INDEX prediction_on_server ON prediction (server_id, predicted_ms);

-- How lucky each player was and how well they played. The coach computes this, and can recompute it from the journal.
CREATE TABLE seat_review (
    match_id INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    coach_version INTEGER NOT NULL,
    luck REAL NOT NULL,
    play REAL NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID, STRICT;

CREATE INDEX seat_review_person ON seat_review (person_id, match_id);

-- The coach's complete review, compressed. It can be recomputed from the journal.
CREATE TABLE review (
    match_id INTEGER NOT NULL PRIMARY KEY REFERENCES match (id),
    coach_version INTEGER NOT NULL,
    packed_review BLOB NOT NULL
) STRICT;

-- When a person was last active in any match, and when they were last notified; 0 means never.
CREATE TABLE presence (
    person_id INTEGER NOT NULL,
    last_active_ms INTEGER NOT NULL,
    last_notified_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id)
) WITHOUT ROWID, STRICT;

-- When a person was last active in one match. Rows of finished matches are deleted.
CREATE TABLE match_presence (
    match_id INTEGER NOT NULL REFERENCES match (id),
    person_id INTEGER NOT NULL,
    last_active_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, person_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX match_presence_person ON match_presence (person_id);

-- Whether a person has left a server, according to the latest answer from Discord.
CREATE TABLE server_membership (
    server_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    checked_ms INTEGER NOT NULL,
    has_left INTEGER NOT NULL,
    PRIMARY KEY (server_id, person_id)
) WITHOUT ROWID, STRICT;

CREATE INDEX server_membership_person ON server_membership (person_id);

-- A person's clocks are stopped during a holiday.
CREATE TABLE holiday (
    person_id INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id, start_ms)
) WITHOUT ROWID, STRICT;

CREATE INDEX holiday_changed ON holiday (changed_ms);

-- A person's last known name, which is never a server nickname.
CREATE TABLE person_name (
    person_id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE settings (
    -- 'server' or 'player'.
    scope TEXT NOT NULL,
    -- The id of the server or person.
    owner_id INTEGER NOT NULL,
    -- JSON.
    content TEXT NOT NULL,
    PRIMARY KEY (scope, owner_id)
) WITHOUT ROWID, STRICT;

-- The last heartbeat of each process.
CREATE TABLE heartbeat (
    process TEXT NOT NULL,
    beat_ms INTEGER NOT NULL,
    PRIMARY KEY (process)
) WITHOUT ROWID, STRICT;

-- A single row with the latest heartbeat of any process, and the previous one. A starting process locks this row, so
-- that downtime is recorded only once.
CREATE TABLE latest_heartbeat (
    id INTEGER NOT NULL,
    beat_ms INTEGER,
    previous_ms INTEGER,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;

INSERT INTO latest_heartbeat (id) VALUES (1);

-- The periods in which no process was running.
CREATE TABLE downtime (
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    PRIMARY KEY (start_ms)
) WITHOUT ROWID, STRICT;

-- Assigns the next number to each person who asks to be forgotten. Nothing in the table identifies the person.
CREATE TABLE forgotten_person (
    id INTEGER PRIMARY KEY,
    forgotten_ms INTEGER NOT NULL
) STRICT;

-- Keyed hashes of forgotten people's ids, so that these people can be forgotten again in a restored backup.
CREATE TABLE tombstone (
    person_hash TEXT NOT NULL,
    forgotten_ms INTEGER NOT NULL,
    PRIMARY KEY (person_hash)
) WITHOUT ROWID, STRICT;

-- A single row with the key of all keyed hashes. The key is stored in the database so that every backup contains it.
CREATE TABLE secret (
    id INTEGER NOT NULL,
    key_hex TEXT NOT NULL,
    PRIMARY KEY (id)
) WITHOUT ROWID, STRICT;

INSERT INTO secret (id, key_hex) SELECT 1, lower(hex(randomblob(32)));
