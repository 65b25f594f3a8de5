-- Where a match is: `home`, where the bot may post, or `abroad`, in a conversation in which it is nobody's but a guest.
ALTER TABLE match ADD COLUMN venue TEXT NOT NULL DEFAULT 'home';
