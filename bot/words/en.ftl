# At the keyboard.

term = { $option }: { $value }
play-commitment = Commitment to the dice of this match: { $commitment }
play-help = Type your word. “?” lists the words, “how” tells how to play, “!resign” resigns; Ctrl-D leaves.
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
   *[other] Of { $hidden ->
        [one] 1 hidden choice
       *[other] { $hidden } hidden choices
    }, { $receipts ->
        [0] none has a receipt
        [one] 1 has a receipt, and it is right
       *[other] { $receipts } have a receipt, each of them right
    }; { $salts ->
        [0] no salt comes
        [one] 1 salt comes
       *[other] { $salts } salts come
    } from the match’s key.
}

# At the tables.
no-no-table = There is no match { $match }.
no-busy = Too many people at once; please try again.
no-stale = This table has moved on to step { $step }.
no-late = Time is up.
no-running = This match is still being played.
no-begun = This match has begun already.
no-not-begun = This match has not begun yet.
no-closed-declined = This challenge was declined.
no-closed-withdrawn = This offer was withdrawn.
no-closed-expired = This offer has lapsed.
no-named-twice = Name each opponent once, and not yourself.
no-named-count = { $wanted ->
    [0] This match takes no named opponents; you named
    [one] This match needs 1 opponent; you named
   *[other] This match needs { $wanted } opponents; you named
} { $named ->
    [0] nobody
   *[other] { $named }
}.
no-sits-already = You sit at this table already.
no-not-named = Only those who were challenged can answer.
no-not-host = Only the host of this table can do that.
no-not-open = This is not an open table.
no-not-seated = You do not sit at this table.
no-has-left = You have left this table; the house plays on for you.
no-seats-stay = This table does not have that many seats.
no-too-few = { $sat ->
    [0] Nobody sits here
    [one] 1 person sits here
   *[other] { $sat } people sit here
}; the match needs at least { $least }, and a seat for everybody.
no-nobody = A table needs two people, or one and the house.
no-gone = Somebody who played here is gone for good; there can be no rematch.
no-not-the-house = The house does not play this seat.
no-not-due = The time is not up yet.
