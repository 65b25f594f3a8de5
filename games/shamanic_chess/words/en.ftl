name = Shamanic Chess
about = Chess whose pieces journey in a trance to any empty square and wake there. Mate wins.
title =
    Shamanic
    Chess
hook = trance and mate
seat-0 = White
seat-1 = Black

option-variant = Variant
meaning-variant = Free: a piece in trance may journey on, without waking first.
option-variant-classic = classic
option-variant-free = free shamans
option-fen = position (FEN)
agreed-variant-free = free shamans: they may journey on

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
in-trance = in trance
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

piece-letters = KQRBN
last = { $who } played { $san }.
status-turn = Move { $number }: { $who } to move.
status-check = Move { $number }: { $who } to move, in check.
status-stopped = Ended at move { $number }, { $who } to move.
won-mate = Checkmate: { $who } wins.

told-played = { $who } plays { $san }: { $description }
told-played-you = You play { $san }: { $description }
told-moved = { $piece } goes from { $at } to { $to }.
told-taken = { $piece } from { $at } captures { $taken } on { $to }.
told-passing = En passant!
told-became-queen = It becomes a queen.
told-became-rook = It becomes a rook.
told-became-bishop = It becomes a bishop.
told-became-knight = It becomes a knight.
told-castled-short = the king castles short.
told-castled-long = the king castles long.
told-entranced = { $piece } on { $at } journeys to { $to }, in trance.
told-travelled = { $piece } on { $at } journeys on to { $to }.
told-woke = { $piece } on { $at } wakes.
told-check = Check!
told-check-you = You’re in check!
told-mate = Checkmate: { $who } wins.
told-mate-you = Checkmate: you win!

label-piece = { $piece } { $at }
shown-turn = to move
shown-trance = in trance
label-trance = { $piece } { $at }, in trance
label-journey = Journey in trance to …
label-file = ⇢ { $file }-file
label-file-pieces = pieces on the { $file }-file
label-file-moves = → move, { $file }-file
label-file-journeys = ⇢ journey, { $file }-file
label-only-journeys = (journey only)
ask-piece = Which piece moves?
ask-check = You’re in check. Which piece helps?
legend-journey = ⇢ can only journey in trance
legend-wake = ^ wake
ask-goal = { $piece }: where to?
ask-both = { $piece }: where to? (⇢ in trance)
ask-asleep = { $piece }: wake, or journey on?
ask-journey = { $piece } journeys: where to?
ask-became = { $piece }: what does it become?
label-wake = Wake
label-castle = Castle, king to { $to }

alt-awake = { $who }: { $awake }.
alt-trance = { $who }: { $awake }; in trance: { $trance }.

reason-mate = Checkmate.
reason-stalemate = Stalemate: a draw.
reason-dead = Nobody can mate anymore: a draw.
reason-repetition = The same position for the third time: a draw.
reason-fifty = Fifty moves each without a capture or pawn move: a draw.

why-only = The only move.
why-hurried = No time to think.
why-hasty = A quick look around { $around }.
why-mates = { $moves ->
    [1] Checkmate!
   *[other] Mate in { $moves }.
}
why-holds-out = Mate can’t be stopped; this lasts longest.
why-parries = The best way out of check.
why-promotes = The pawn promotes.
why-takes = Capturing { taken-piece } came out best.
why-takes-free = Nothing protects { taken-piece }.
why-takes-shaman = Capture { taken-piece } before it wakes.
why-castles = The king is safer, and a rook joins in.
why-flees = A journey saves { the-piece }.
why-retreats = Saves { the-piece }.
why-uncovers = Check, as { the-piece } leaves.
why-lies-in-wait = Once it wakes, check!
why-travels = Does more there, once awake.
why-wakes-check = Waking gives check.
why-wakes = Brings { the-piece } back into the game.
why-checks = Check!
why-forks = Attacks { $first } and { $second }.
why-threatens = Threatens { taken-piece } on { $target }.
why-guards = Protects { taken-piece } on { $target }.
why-develops = Has more to do there.
why-centre = Claims the center.
why-ahead = { $depth ->
    [1] Best, looking one turn ahead.
   *[other] Best, looking { $depth } turns ahead.
}

# Review: why another move was better. Chances are percentages for the player named in the message.
judged-turn = { $better } kept { $chances }%, not { $instead }%.
judged-mate = { $moves ->
    [1] Missed mate: { $better }.
   *[other] Missed mate in { $moves }: { $better }.
}
judged-mated = { $moves ->
    [1] Now { $answer } mates
   *[other] Now { $answer } mates in { $moves }
}; { $better } kept { $chances }%.
judged-drawn = Now it’s a draw; { $better } kept { $chances }%.
judged-taken = Now { $answer } captures { taken-piece } on { $to }; { $better } kept { $chances }%, not { $instead }%.
judged-missed = { $better } would have captured { taken-piece } on { $to }: { $chances }%, not { $instead }%.
judged-why-castles = { judged-turn } { why-castles }
judged-why-checks = { judged-turn } { why-checks }
judged-why-flees = { judged-turn } { why-flees }
judged-why-forks = { judged-turn } { why-forks }
judged-why-guards = { judged-turn } { why-guards }
judged-why-lies-in-wait = { judged-turn } { why-lies-in-wait }
judged-why-promotes = { judged-turn } { why-promotes }
judged-why-retreats = { judged-turn } { why-retreats }
judged-why-threatens = { judged-turn } { why-threatens }
judged-why-uncovers = { judged-turn } { why-uncovers }
judged-why-wakes = { judged-turn } { why-wakes }
judged-why-wakes-check = { judged-turn } { why-wakes-check }

careless = Then { the-piece } captures { taken-piece } on { $square }.

no-unread-check = Not “{ $typed }”: in check, no trance and no waking. Did you mean { $near }?
no-unread-trance = Not “{ $typed }”: the piece on { $square } has to wake first. Did you mean { $near }?

no-fen-fields = A FEN has six fields (board, side, castling, en passant, two counts), not “{ $fen }”.
no-fen-board = “{ $board }” isn’t a board: eight ranks of eight squares, like rnbqkbnr or 3Q~4, with / between them.
no-fen-turn = The side to move is w or b, not “{ $turn }”.
no-fen-castling = Castling is “-” or some of KQkq, not “{ $castling }”.
no-fen-passing = No pawn has just passed { $square }.
no-fen-clocks = The two counts have at most four digits each, not “{ $quiet }” and “{ $number }”.
no-fen-kings = { $side ->
    [white] White
   *[black] Black
} has { $kings ->
    [0] no king
   *[other] { $kings } kings
}; each side needs one.
no-fen-pawns = No pawn can stand on { $square }.
no-fen-trance = On { $square }: kings and pawns are never in trance.
no-fen-check = { $turn ->
    [w] Black
   *[b] White
} is in check, but not to move.

no-pgn-tag = “{ $line }” isn’t a PGN tag, like [Result "1-0"].
no-pgn-turn = { $side ->
    [white] White
   *[black] Black
} can’t play “{ $typed }” on move { $number }.
no-pgn-open = A comment or variation isn’t closed.

how-1 = Chess with all its rules: mate the king. But queens, rooks, bishops and knights can fall into a trance. In trance, a piece is a shaman.
how-2 = Journey: instead of moving, put an awake piece on any empty square, whatever is in between. There it’s in trance. Type it with `/duel move`: b1~d5 or N~d5.
how-3 = A shaman is frozen: it can’t move, capture, check or protect; even a king may step beside it. But it blocks the way and can be captured.
how-4 = Waking takes your turn: the shaman stays put, an ordinary piece again, and may give check. Type d5^.
how-5 = In check, only ordinary moves help: no trance, no waking. A piece shielding its king journeys only along that line.
how-6 = A rook that has journeyed never castles. Draws at once: a position for the third time; fifty moves each without a capture or pawn move (journeys and wakings are neither); king against king with at most one bishop or knight.
how-7 = Free shamans: a shaman may journey on, still in trance, to any empty square; even in check, to block an attacker.

button-try = Try trance
try-1 = Your knight is trapped: wherever it moves, the king takes it. Save it! (⇢ = journey in trance)
do-1-1 = Knight a8 → c7
try-1-1 = Taken. No ordinary move helps.
do-1-2 = Knight a8 ⇢ c6
try-1-2 = Taken: beside the king, a piece in trance can’t run away.
do-1-3 = Knight a8 ⇢ e5
try-1-3 = Saved! A journey leads to any empty square. But until it wakes, the knight can’t move, capture or protect.
try-2 = A queen beside your king, but she’s in trance. What now?
do-2-1 = King e1 × d2
try-2-1 = Right! In trance she attacks nothing; even a king can take her.
do-2-2 = King e1 → f1
try-2-2 = She wakes, and she’s dangerous again.
try-3 = Your rook is in trance on a8. Mate in one!
do-3-1 = King g1 → f2
try-3-1 = Now the king gets out. Your rook could have mated.
do-3-2 = Wake the rook on a8
try-3-2 = Checkmate! Waking takes your turn, but the rook attacks at once.

first-goal = It’s chess, but instead of moving, a queen, rook, bishop or knight may journey to any empty square. There it’s in trance: frozen until you spend a turn to wake it.
first-trance = A piece in trance is a shaman: it attacks and protects nothing, but can be captured. Waking it takes your turn{ $free ->
    [1] , or it journeys on, still in trance.
   *[0] .
}
