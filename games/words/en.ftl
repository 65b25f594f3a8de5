# What all games share: how a match ends, and how the house says no.

rank = { $rank }. { $who }: { $score }
list = { $some } and { $last }
you = you

reason-agreed = Draw agreed.
reason-abandoned = Called off: everybody left.
reason-no-show = Called off: { $who } never moved.
reason-cancelled = Called off by { $who }.
reason-lapse = { $who } ran out of time.
reason-resign = { $who } resigned.
reason-time = Time is up.

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
no-too-large = The record is too large; it may have { $limit } MiB at most.
no-not-text = The record is not UTF-8 text.
no-key-unknown = “{ $given }” is not a header line. There are: { $known }.
no-key-twice = The header has two lines “{ $given } …”.
no-key-missing = The header needs a line “{ $given } …”.
no-line = “{ $given }” is not a choice. A choice is a seat and a word, like “0 mask 2”.
no-number = { $given } should be a number, not “{ $value }”.
no-hash = { $given } should be 64 hexadecimal digits in lower case.
no-game-unknown = There is no game “{ $given }”. The games are: { $known }.
no-player-unknown = There is no player “{ $given }”. There are: { $known }.
no-edition = This match was played under edition { $given } of the rules; this is edition { $known }.
no-nonces = Each seat has at most one nonce, and none contains “|”.
no-no-perft = The ways to go on can’t be counted in { $given }.
no-no-review = In { $given }, luck and skill can’t be told apart yet.
no-no-pgn = { $given } can’t be written as PGN.
no-pgn-unknown = This PGN is of no game of this house; its Variant tag says which game it is.

no-unfinished = This match isn’t over yet; only finished ones can be checked.
no-unproven = This record has no chain of seals: you can replay it, but it proves nothing.
no-seedless = This seed was never drawn: anybody could have known these dice beforehand, so they prove nothing.
no-muster = “{ $given }” has no place here. Before a match come options, seats, since, sit, rise, shook, house and begin.
no-muster-number = “{ $value }” should be a number, without zeros before it.
no-nobody-sits = Nobody at the table has the number { $number }.
no-house-wrong = The house has the seats { $seats } here.
no-spelling = This line has one spelling: “{ $wanted }”
no-line-end = The last line doesn’t end with a line feed.
no-head = Here the record should say its { $key }, as the page on fair dice spells it. A record without a chain has a line “---” before its choices.
no-cut-head = The record is cut off before its seed.
no-not-yet = The record is cut off before its match began.
no-receipt-open = This choice was open, and an open choice has no receipt.
no-receipt-missing = This choice was hidden, and its receipt is missing.
no-choice-missing = Seat { $seats } had chosen, and the record doesn’t say what.
no-house-late = The house has to choose first, but seat { $seats } hadn’t.
no-house-changed = The house never changes its mind, but seat { $seat } did.
no-dice-wrong = For a seat that is left in the middle of a step the dice choose, and they chose “{ $word }”.
no-salt-wrong = The salt isn’t made from this match’s key.
no-seal-never = The seal { $seal } never stood under this match.
no-receipt-never = The receipt { $receipt } isn’t in this match.
no-shook-never = “{ $text }” isn’t part of these dice.
no-receipt-wrong = The receipt doesn’t fit this choice.

# Why the house would play a word, for whoever asks what it would do.
why-random = Left to chance.
