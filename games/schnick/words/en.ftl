name = Schnick Schnack Schnuck
about = Rock Paper Scissors with fire and a well. Most cards won wins.
title =
    Schnick
    Schnack
    Schnuck
hook = fire & well
seat-0 = Red
seat-1 = Blue
seat-2 = Green
seat-3 = Purple
seat-4 = Amber
seat-5 = Sky
shown-last = last duel

option-tiebreak = A tie for the most cards
meaning-tiebreak = If several have won the most cards.
option-tiebreak-gesture = signs decide
option-tiebreak-shared = they share first place
option-hands = hands
option-pile = draw pile
option-first = first challenger
agreed-tiebreak-shared = first place can be shared

verb-redeal = Six new cards
verb-keep = Keep this hand
verb-challenge = Challenge somebody
verb-card = Play a card
verb-sign = Show a sign
card-scissors = scissors
card-stone = rock
card-paper = paper
card-fire = fire
card-well = well
card-joker = joker

label-joker = joker as { $symbol }
ask-redeal = So many alike! Six new cards?
ask-challenge = Who do you challenge?
ask-card = Which card do you play?
ask-sign = Which sign do you show?
ask-joker = What does your joker become?
note-held = ×{ $held }: { $held } in your hand.

holds = { $cards ->
    [0] no card
    [one] 1 card
   *[other] { $cards } cards
}{ $joker ->
    [yes] {" "}+ joker
   *[no] {""}
}
holds-joker = only the joker
won = { $cards } won
seat = { $who }: { $holds }, { $won }
pile = Pile: { $cards ->
    [0] empty
    [one] 1 card
   *[other] { $cards } cards
}
middle = In the middle: { $cards }
played = Played so far: { $cards }
hand-yours = Your hand: { $cards }
hand-theirs = { $who } still held: { $cards }
status-redeal = Four or more alike: { $who } may take { $count ->
    [one] a new hand.
   *[other] new hands.
}
status-challenge = { $who } challenges somebody.
status-duel-0 = { $one } against { $other }: each chooses a card.
status-duel-1 = { $one } against { $other }: { $one } chooses a card, { $other } a sign.
status-duel-2 = { $one } against { $other }: each chooses a sign.
status-sign = Signs decide: { $who } choose one each.
status-over = Ended before anybody had won.
outcome-alone = { $who } wins with { $cards } cards.
outcome-alone-you = You win with { $cards } cards.
outcome-signs = { $who } wins with { $cards } cards; signs break the tie: { $over }.
outcome-signs-you = You win with { $cards } cards; signs break the tie: { $over }.
outcome-shared = { $who } share first place with { $cards } cards each.
outcome-shared-you = { $who } share first place with { $cards } cards each.

over = { $more } over { $less }
told-dealt = Cards are dealt; { $who } challenges first.
told-dealt-you = Cards are dealt; you challenge first.
told-redealt = { $who } swaps four or more alike for six new cards.
told-redealt-you = You swap four or more alike for six new cards.
told-kept = { $who } keeps four or more alike.
told-kept-you = You keep four or more alike.
told-challenged = { $who } challenges { $rival }.
told-challenged-you = You challenge { $rival }.
told-challenged-to-you = { $who } challenges you.
told-laid = { $who } has only the joker left: it can be any symbol.
told-laid-you = You have only the joker left: it can be any symbol.
told-plays = { $who } plays { $symbol }
told-plays-you = you play { $symbol }
told-signs = { $who } shows { $symbol }
told-signs-you = you show { $symbol }
told-shown = { $shows }: { $comes }
told-tie = a tie. The next winner takes the whole middle.
told-tie-again = another tie.
told-taken = { $who } is out of cards and draws one.
told-taken-you = You’re out of cards and draw one.
told-won = { $who } wins { $cards } cards{ $drawn ->
    [0] .
   *[other] {" "}and draws { $drawn }.
}
told-won-you = You win { $cards } cards{ $drawn ->
    [0] .
   *[other] {" "}and draw { $drawn }.
}
told-won-last = { $over }: { $who } wins { $cards } cards.
told-won-last-you = { $over }: you win { $cards } cards.
told-pile = The pile is empty: game over.
told-empty = { $who } { $count ->
    [one] is
   *[other] are
} out of cards: game over.
told-empty-you = { $count ->
    [one] You’re
   *[other] { $who } are
} out of cards: game over.
told-level = { $who } have { $cards } cards each.
told-level-you = { $who } have { $cards } cards each.
told-signed = { $signs }.
told-signed-on = { $signs }: { $who } stay in.
told-signed-on-you = { $signs }: { $who } stay in.
beats-ts = rock blunts scissors.
beats-sp = scissors cut paper.
beats-pt = paper wraps rock.
beats-fs = fire melts scissors.
beats-tf = rock smothers fire.
beats-fp = fire burns paper.
beats-ws = the scissors fall into the well.
beats-wt = the rock falls into the well.
beats-pw = paper covers the well.
beats-wf = the well’s water puts out the fire.

reason-hand = Somebody has no cards left.
reason-pile = The pile is used up.
reason-sign = The signs decided.

no-joker = Your joker plays itself as your last card.
no-hands-pile = Preset hands and pile go together.
no-hands-count = Preset hands: 2 to 6, not { $hands }.
no-hands-seats = { $hands } preset hands don’t fit { $seats } seats.
no-hand-empty = Seat { $seat }’s hand is empty.
card-letters = s, t, p, f, w (scissors, rock, paper, fire, well)
no-hand-letters = Seat { $seat }’s hand is “{ $hand }”; cards are { card-letters }, j (joker).
no-hand-jokers = Seat { $seat }’s hand has more than one joker.
no-pile-empty = The preset pile is empty.
no-pile-letters = The pile is “{ $pile }”; cards are { card-letters }.
no-copies = { $count } cards of { $symbol ->
    [scissors] scissors
    [stone] rock
    [paper] paper
    [fire] fire
   *[well] well
}, but the deck has only { $copies }.
no-first = No seat { $first }; seats are 0 to { $last }.

how-1 = Everybody has six cards and a joker. Two of you duel, one card each; the winner takes both. Most cards won wins.
how-2 = Rock blunts scissors and smothers fire. Scissors cut paper. Paper wraps rock and covers the well. Fire melts scissors and burns paper. Scissors, rock and fire end in the well. There are 12 each of scissors, rock and paper, 8 fires and 5 wells.
how-3 = Challenge anybody; they must accept. Both secretly choose a card; both are shown at once. The winner takes all cards in the middle and draws one. The player to the challenger’s left challenges next.
how-4 = Equal symbols tie: the cards stay in the middle, and both choose again until one wins all. With nothing to play, take the top card of the pile; if it’s empty, show a sign.
how-5 = You never choose the joker: it plays itself as your last card, and you show a sign, any of the five symbols. Win that duel, even after a tie, and draw three cards; lose it, and the game is over.
how-6 = The game ends when a duel leaves somebody without cards or the pile empty. Cards in hand don’t count. Tied leaders show signs, one point per rival beaten; the best go on until one is left. Or agree to share first place.
how-7 = At the start, you may swap a hand with four or more alike for six new cards, as often as it happens.

# Habits in choosing cards and signs.
habit-card = Cards in duels
habit-card-scissors = { card-scissors }
habit-card-stone = { card-stone }
habit-card-paper = { card-paper }
habit-card-fire = { card-fire }
habit-card-well = { card-well }
habit-sign = Signs
habit-sign-scissors = { card-scissors }
habit-sign-stone = { card-stone }
habit-sign-paper = { card-paper }
habit-sign-fire = { card-fire }
habit-sign-well = { card-well }
habit-favourite-scissors = { card-scissors }
habit-favourite-stone = { card-stone }
habit-favourite-paper = { card-paper }
habit-favourite-fire = { card-fire }
habit-favourite-well = { card-well }

why-odds = beats { $beats } of { $unseen } unseen, loses to { $loses }.
why-likely = { $likely ->
    [scissors] scissors
    [stone] rock
    [paper] paper
    [fire] fire
   *[well] well
}
why-redeal = This hand loses more than it wins: take six new cards.
why-keep = This hand wins more than it loses: keep it.
why-read = Your usual choices suggest it.
why-nobody-else = There’s nobody else.
why-challenge = { $cards ->
    [0] No cards won there yet
   *[other] Only { $cards } won there, the fewest
}: don’t feed the leaders.
why-challenge-level = All level, and nobody has fewer cards to choose from.
why-even-sign = Paper, fire or well, a third each: unguessable.
why-sign = { why-odds }
why-only-card = Your only symbol.
why-counted-out = Counted to the end: nothing wins more often.
why-end = Counted to the end: stay unpredictable.
why-strongest = Your strongest: { why-odds }
why-any-sign = Any sign may come: it beats { $beats } of five.
why-cheap = Little at stake, start cheap: { why-odds }
why-unforeseen = A surprise, so they can’t read you: { why-odds }
why-alike = All yours are equal: { why-odds }
why-tie = { $pot } cards at stake, so expect strength: { why-odds }
why-tie-best = { $pot } cards at stake; none of yours does better: { why-odds }
why-tie-unforeseen = { $pot } cards at stake, a surprise: { why-odds }
why-against-sign = Answers the likely { why-likely }.
why-against-others = Beats { $beats } of five signs, if not the likely { why-likely }.

first-duel = You both play a card face down. The winner takes the middle; most cards wins.
first-end = It ends when a duel leaves somebody without cards or the pile empty. Only cards won count.
first-joker = Your joker is your last card: choose its sign. Win, and you draw three cards; lose, and it’s over.
