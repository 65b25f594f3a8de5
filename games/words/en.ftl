# What all games share: how a match ends, and how the house says no.

rank = { $rank }. { $who }: { $score }
list = { $some } and { $last }
you = you

reason-agreed = Draw agreed.
reason-abandoned = Everybody left. Nobody won.
reason-cancelled = Cancelled. Nobody won.
reason-lapse = { $who } ran out of time.
reason-resign = { $who } resigned.
reason-time = The time for the whole match is up.

no-ended = This match is over.
no-seat = There is no seat { $seat } at a table of { $seats }; seats count from 0.
no-seats = This game is for { $allowed } players, not { $seats }.
no-not-awaited = It is not seat { $seat }’s turn, but seat { $awaited }’s.
no-illegal = “{ $word }” isn’t a possible move here.
no-sealed = Seat { $seat } has already sealed its choice in this step.
no-untimed = This game has no time limit for the whole match.
no-left = Seat { $seat } has left the table.
no-in-time = Seat { $seat } still has time.
no-offered = There’s already a draw on offer: agree, or play on.
no-not-offered = Nobody has offered a draw.
no-said-so = You’ve already said so.
no-unread = “{ $typed }” isn’t a possible move here. Did you mean { $near }?
no-not-asked = Not your turn yet.

no-option-unknown = There is no option “{ $option }”. The options are: { $known }.
no-option-twice = The option “{ $option }” is given twice.
no-option-value = { $option } cannot be { $value }. { $free ->
    [0] It can be: { $wants }.
   *[other] It can be, for example: { $wants }
}
no-option-form = “{ $given }” should be an option and its value, like variant=memory.
no-options-json = The options must be one JSON object, like {"{"}"variant": "classic"{"}"}.

no-no-record = This is not a match record; its first line should be “match { $format }”.
no-cut = The record is cut off: the line “---” that begins the choices is missing.
no-too-large = The record is too large; it may have { $limit } MiB at most.
no-not-text = The record is not UTF-8 text.
no-key-unknown = “{ $given }” is not a header line. There are: { $known }.
no-key-twice = The header has two lines “{ $given } …”.
no-key-missing = The header needs a line “{ $given } …”.
no-line = “{ $given }” is not a choice. A choice is a seat and a word, like “0 mask 2”.
no-seal = After # come a salt of 32 and a receipt of 64 hexadecimal digits.
no-number = { $given } should be a number, not “{ $value }”.
no-hash = { $given } should be 64 hexadecimal digits in lower case.
no-game-unknown = There is no game “{ $given }”. The games are: { $known }.
no-player-unknown = There is no player “{ $given }”. There are: { $known }.
no-edition = This match was played under edition { $given } of the rules; this is edition { $known }.
no-nonces = Each seat has at most one nonce, and none contains “|”.
no-sat = sat lists seats of this table, each at most once.
no-seed-missing = A seal proves nothing without its seed.
no-no-perft = { $given } does not count its ways.
no-no-pgn = { $given } is not written down as PGN.
no-pgn-unknown = No game of this house is written down in this PGN; its Variant tag tells which it is.

no-unfinished = This match isn’t over yet; only finished ones can be checked.
no-unproven = This record has no fair-play seal: you can replay it, but it proves nothing.
no-commit-wrong = The fair-play seal doesn’t fit the seed.
no-sat-wrong = The dice gave the seats { $drawn }.
no-id-missing = Receipts name their match, but the header has no id.
no-receipt-wrong = The receipt doesn’t fit this choice.

# Why the house would play a word, for whoever asks what it would do.
why-random = I let the dice choose.
