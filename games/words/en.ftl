# Texts that all games share: how a match ended, and why a request was refused.

rank = { $rank }. { $who }: { $score }
list = { $some } and { $last }
you = you

reason-agreed = Draw agreed.
reason-abandoned = Called off: nobody played on.
reason-no-show = Called off: { $who } never moved.
reason-cancelled = Called off by { $who }.
reason-lapse = { $who } ran out of time.
reason-resign = { $who } resigned.
reason-time = Time is up.

no-ended = This match is over.
no-seat = No seat { $seat } at a table of { $seats } (counted from 0).
no-seats = This game is for { $allowed } players, not { $seats }.
no-not-awaited = It’s seat { $awaited }’s turn, not seat { $seat }’s.
no-illegal = “{ $word }” isn’t possible here.
no-sealed = Seat { $seat } has already chosen.
no-untimed = This game has no time limit for the whole match.
no-left = Seat { $seat } has left the table.
no-in-time = Seat { $seat } still has time.
no-offered = A draw is on offer: agree, or play on.
no-not-offered = No draw is on offer.
no-said-so = You’ve already said so.
no-unread = “{ $typed }” isn’t possible here. Did you mean { $near }?
no-not-asked = Not your turn yet.

no-option-unknown = No option “{ $option }”. Options: { $known }.
no-option-twice = “{ $option }” is given twice.
no-option-value = { $option } can’t be { $value }. { $free ->
    [0] Possible: { $wants }.
   *[other] For example: { $wants }
}
no-option-form = Write options like variant=memory, not “{ $given }”.
no-options-json = Options must be one JSON object, like {"{"}"variant": "classic"{"}"}.

no-no-record = Not a match record: the first line should be “match { $format }”.
no-too-large = The record is larger than { $limit } MiB.
no-not-text = The record is not UTF-8 text.
no-key-unknown = Unknown header line “{ $given }”. Known: { $known }.
no-key-twice = The header has “{ $given } …” twice.
no-key-missing = The header lacks “{ $given } …”.
no-line = “{ $given }” should be a seat and a choice, like “0 mask 2”.
no-number = { $given } should be a number, not “{ $value }”.
no-hash = { $given } should be 64 lower-case hex digits.
no-game-unknown = No game “{ $given }”. Games: { $known }.
no-game-refused = The game “{ $given }” can’t be played here: { $reason }
no-player-unknown = No player “{ $given }”. Players: { $known }.
no-edition = Played under edition { $given } of the rules; this is edition { $known }.
no-nonces = A seat has at most one nonce, without “|”.
no-no-perft = No perft for { $given }.
no-no-review = No review for { $given } yet.
no-no-pgn = No PGN for { $given }.
no-pgn-unknown = The Variant tag of this PGN names none of our games.

no-unfinished = The record has no end.
no-early-end = The match isn’t over here.
no-unproven = No chain of seals: you can replay this record, but it proves nothing.
no-seedless = This seed was never drawn: anybody could have known these dice, so they prove nothing.
no-muster = “{ $given }” has no place here, only options, seats, since, deal, sit, rise, shook, house and begin.
no-muster-number = “{ $value }” should be a number without leading zeros.
no-nobody-sits = Nobody here has the number { $number }.
no-nonce-invented = { $nonce } isn’t the ID of a new interaction.
no-seats-fewer = The number of seats can only fall, from { $seats } here.
no-since-alone = A match that goes on from another has one person, who begins at once.
no-since-far = No match has more than { $most } steps.
no-deal-people = A match that repeats a deal has two people with agreed seats.
no-deal-itself = No match repeats its own deal.
no-deal-none = This match repeats no deal.
no-deal-match = It repeats the deal of match { $wanted }; the other record is that of match { $given }.
no-deal-dice = Match { $match } was dealt with other dice.
no-deal-terms = Match { $match } had other options.
no-lobby-long = A match begins within { $most } lines.
no-house-wrong = The house has the seats { $seats } here.
no-spelling = Spell this line “{ $wanted }”.
no-line-end = The last line needs a line feed.
no-head = The { $key } belongs here, spelled as on the page on fair dice. Without a chain, “---” comes before the choices.
no-cut-head = The record ends before its seed.
no-not-yet = The record ends before its match begins.
no-receipt-open = An open choice has no receipt.
no-receipt-missing = This hidden choice lacks its receipt.
no-choice-missing = The record doesn’t say what seat { $seats } chose.
no-house-late = The house chooses first, but seat { $seats } hadn’t.
no-house-changed = The house never changes its mind; seat { $seat } did.
no-dice-wrong = For a seat left mid-step the dice choose, and they chose “{ $word }”.
no-salt-wrong = The salt isn’t made from this match’s key.
no-seal-never = This match never had the seal { $seal }.
no-receipt-never = This match has no receipt { $receipt }.
no-shook-never = “{ $text }” isn’t part of these dice.
no-receipt-wrong = The receipt doesn’t fit this choice.

# The reason for a random move, for a player who asks for a hint.
why-random = Left to chance.
