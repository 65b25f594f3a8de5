# At the keyboard.

term = { $option }: { $value }
play-commitment = Commitment to the dice of this match: { $commitment }
play-help = Type your word. ? lists the words, how tells how to play, !resign gives up; Ctrl-D leaves.
play-turn = { $who }, it is your turn
play-hidden = { $who }, it is your turn. Press Enter when nobody else can see the screen
play-sealed = Sealed.
play-words = You may say: { $words }
play-more = … and { $count } more
play-left = You left the table.
play-saved = The record is in { $file }.

proof-commitment = The commitment belongs to the seed.
proof-seats = The dice drew the seats { $seats }.
proof-steps = All choices are legal under the dice, in { $steps ->
    [one] 1 step.
   *[other] { $steps } steps.
}
proof-receipts = { $hidden ->
    [0] No choice was hidden.
   *[other] { $receipts } of { $hidden } hidden choices have a receipt, and every receipt is right; { $salts } are salted from the match’s key.
}
