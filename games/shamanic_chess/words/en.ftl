name = Shamanic Chess
seat-0 = White
seat-1 = Black

option-variant = Variant
option-variant-classic = classic
option-variant-free = free shamans
option-fen = Preset position (FEN)

the-piece = { $piece ->
    [king] the king
    [queen] the queen
    [rook] the rook
    [bishop] the bishop
    [knight] the knight
   *[pawn] the pawn
}
taken-piece = { $taken ->
    [queen] the queen
    [rook] the rook
    [bishop] the bishop
    [knight] the knight
   *[pawn] the pawn
}
some-king = { $count ->
    [one] king
   *[other] kings
}
some-queen = { $count ->
    [one] queen
   *[other] queens
}
some-rook = { $count ->
    [one] rook
   *[other] rooks
}
some-bishop = { $count ->
    [one] bishop
   *[other] bishops
}
some-knight = { $count ->
    [one] knight
   *[other] knights
}
some-pawn = { $count ->
    [one] pawn
   *[other] pawns
}

last = { $who } played { $san }.
status-turn = Move { $number }: { $who } to play.
status-check = Move { $number }: { $who } to play, in check.
status-stopped = The match ended at move { $number }, with { $who } to play.
won-mate = Checkmate: { $who } wins.

told-moved = { $who }, { $san }: { $piece } goes from { $at } to { $to }.
told-taken = { $who }, { $san }: { $piece } from { $at } captures { $taken } on { $to }.
told-passing = It captures it en passant.
told-became-queen = There it becomes a queen.
told-became-rook = There it becomes a rook.
told-became-bishop = There it becomes a bishop.
told-became-knight = There it becomes a knight.
told-castled-short = { $who }, { $san }: the king on { $at } castles short.
told-castled-long = { $who }, { $san }: the king on { $at } castles long.
told-entranced = { $who }, { $san }: { $piece } on { $at } falls into a trance and journeys to { $to }.
told-travelled = { $who }, { $san }: { $piece } on { $at }, in trance, journeys on to { $to }.
told-woke = { $who }, { $san }: { $piece } on { $at } wakes from its trance.
told-check = Check!

label-piece = { $piece } { $at }
label-trance = { $piece } { $at }, in trance
label-journey = Journey in trance to …
label-wake = Wake
label-castle = Castle, king to { $to }

alt-awake = { $who }: { $awake }.
alt-trance = { $who }: { $awake }; in trance: { $trance }.

reason-mate = Checkmate.
reason-stalemate = Stalemate: a draw.
reason-dead = Nobody can mate any more: a draw.
reason-repetition = The same position for the third time: a draw.
reason-fifty = Fifty moves of each without a capture or a pawn move: a draw.

why-only = There is nothing else that may be played.
why-hurried = There was no time to think: this may be played, and that is all I know of it.
why-mates = { $moves ->
    [1] Checkmate!
   *[other] Checkmate in { $moves } moves, whatever the answers are.
}
why-holds-out = The mate can no longer be averted; this puts it off the longest.
why-parries = The king is in check, and { $to } is the best way out that I see.
why-promotes = The pawn has come to the end of its way: on { $to } it becomes more than a pawn.
why-takes = Of all that I looked at, capturing { taken-piece } on { $to } came out best.
why-takes-free = Nothing protects { taken-piece } on { $to }.
why-takes-shaman = A shaman cannot resist: capture { taken-piece } on { $to } before it wakes.
why-castles = The king on { $to } is safer, and a rook joins in.
why-flees = Danger on { $at }: in trance, { the-piece } escapes to { $to }, where nothing attacks it.
why-retreats = Danger on { $at }: on { $to }, nothing attacks { the-piece }.
why-uncovers = When { the-piece } journeys away from { $at }, the line is open: check!
why-lies-in-wait = If { the-piece } wakes on { $to }, that is check.
why-travels = On { $to }, { the-piece } will be of more use once it wakes.
why-wakes-check = On { $at }, { the-piece } wakes and gives check.
why-wakes = A shaman does nothing: awake on { $at }, { the-piece } plays again.
why-checks = Check: whatever else was planned has to wait.
why-forks = From { $to }, { the-piece } attacks two at once, { $first } and { $second }.
why-threatens = From { $to }, { the-piece } threatens { taken-piece } on { $target }.
why-guards = That protects { taken-piece } on { $target }.
why-develops = On { $to }, { the-piece } has more to do than at home.
why-centre = A pawn on { $to } claims the middle of the board.
why-ahead = { $depth ->
    [1] I looked one turn ahead and found nothing better.
   *[other] I looked { $depth } turns ahead and found nothing better.
}

no-unread-check = “{ $typed }” is not possible: in check, nobody falls into a trance or wakes. Did you mean { $near }?
no-unread-trance = “{ $typed }” is not possible: the piece on { $square } is in trance and must wake first. Did you mean { $near }?

no-fen-fields = A position is written in the six fields of a FEN: board, side to move, castling, en passant and two counts; not “{ $fen }”.
no-fen-board = “{ $board }” is not a board: eight ranks separated by /, each of eight squares, like rnbqkbnr or 3Q~4.
no-fen-turn = The side to move is w or b, not “{ $turn }”.
no-fen-castling = Castling rights are “-” or some of KQkq, not “{ $castling }”.
no-fen-passing = No pawn can have passed { $square } by a double step just now.
no-fen-clocks = The counts of half-moves and moves are numbers of at most four digits, not “{ $quiet }” and “{ $number }”.
no-fen-kings = { $side ->
    [white] White
   *[black] Black
} has { $kings ->
    [0] no king
   *[other] { $kings } kings
}; each side needs one.
no-fen-pawns = A pawn cannot stand on { $square }, on the first or last rank.
no-fen-trance = On { $square }: kings and pawns never fall into a trance.
no-fen-check = { $turn ->
    [w] Black is in check, but it is White’s
   *[b] White is in check, but it is Black’s
} turn.

no-pgn-tag = “{ $line }” is not a tag of a PGN, like [Result "1-0"].
no-pgn-turn = “{ $typed }” cannot be played as move { $number } of { $side ->
    [white] White
   *[black] Black
}.
no-pgn-open = A comment or a variation is not closed.

how-1 = All the rules of chess hold: checkmate the king. In addition, queens, rooks, bishops and knights can fall into a trance. A piece in trance is called a shaman.
how-2 = Journey: instead of a move, one of your awake pieces falls into a trance and is put, in the same turn, on any empty square. Nothing blocks its way, and it captures nothing. Type b1~d5, or N~d5.
how-3 = A shaman is only a body. It cannot move or capture, attacks and protects nothing and gives no check; even a king may step up to it. It does stand in the way of others, and it can be captured.
how-4 = Waking: a shaman stays where it is and becomes an ordinary piece again. That is your whole turn. Type d5^. If it then attacks the king, it gives check.
how-5 = In check only ordinary moves help: nobody falls into a trance then, and nobody wakes. A piece that shields its king may journey only along the line that it shields.
how-6 = A rook that has journeyed no longer castles, not even if it comes back. Journeys and wakings count neither as captures nor as pawn moves. The third time a position arises, and fifty moves of each without capture or pawn move, are a draw at once; so is king against king with at most one bishop or knight.
how-7 = Free shamans: a shaman may also journey on, to any empty square, and stays in trance. That is a move like any other, so a shaman can step between its king and an attacker.
