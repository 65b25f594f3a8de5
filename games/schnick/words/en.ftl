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
meaning-tiebreak = What happens if several have won the most cards at the end.
option-tiebreak-gesture = signs decide
option-tiebreak-shared = they share first place
option-hands = Preset hands
option-pile = Preset pile
option-first = First challenger
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
ask-challenge = Whom do you challenge?
    One card each; the winner takes what lies in the middle.
ask-card = Which card do you play?
ask-sign = Which sign do you show?
ask-joker = Your joker lies there. What does it become?
note-held = ×{ $held }: you hold { $held } of these.
note-joker = Your joker can’t be picked: as your last card it plays itself.

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
status-over = The match ended before anybody had won.
outcome-alone = { $who } wins with { $cards } cards.
outcome-alone-you = You win with { $cards } cards.
outcome-signs = { $who } wins with { $cards } cards: the signs decided.
outcome-signs-you = You win with { $cards } cards: the signs decided.
outcome-shared = { $who } share first place with { $cards } cards each.
outcome-shared-you = { $who } share first place with { $cards } cards each.

over = { $more } over { $less }
told-dealt = The cards are dealt; { $who } challenges first.
told-dealt-you = The cards are dealt; you challenge first.
told-redealt = { $who } had four or more alike and takes six new cards.
told-redealt-you = You had four or more alike and take six new cards.
told-kept = { $who } has four or more alike and keeps them.
told-kept-you = You have four or more alike and keep them.
told-challenged = { $who } challenges { $rival }.
told-challenged-you = You challenge { $rival }.
told-challenged-to-you = { $who } challenges you.
told-laid = { $who } has only the joker left, and lays it: it can be any symbol.
told-laid-you = You have only the joker left, and lay it: it can be any symbol.
told-plays = { $who } plays { $symbol }
told-plays-you = you play { $symbol }
told-signs = { $who } shows { $symbol }
told-signs-you = you show { $symbol }
told-shown = { $shows }: { $comes }
told-tie = a tie. Whoever wins next takes all that lies in the middle.
told-tie-again = another tie.
told-taken = { $who } has no card left and takes one from the pile.
told-taken-you = You have no card left and take one from the pile.
told-won = { $who } wins { $cards } cards { $drawn ->
    [0] and has nothing left to draw.
    [one] and draws 1 from the pile.
   *[other] and draws { $drawn } from the pile.
}
told-won-you = You win { $cards } cards { $drawn ->
    [0] and have nothing left to draw.
    [one] and draw 1 from the pile.
   *[other] and draw { $drawn } from the pile.
}
told-pile = The pile is used up: game over.
told-empty = { $who } { $count ->
    [one] has
   *[other] have
} no card left: game over.
told-empty-you = { $count ->
    [one] You have
   *[other] { $who } have
} no card left: game over.
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

reason-hand = Somebody has no card left.
reason-pile = The pile is used up.
reason-sign = The signs decided.

no-joker = The joker plays itself as soon as it’s your last card.
no-hands-pile = Preset hands and a preset pile go together.
no-hands-count = Preset hands are for 2 to 6 seats, not { $hands }.
no-hands-seats = There are { $hands } preset hands for { $seats } seats.
no-hand-empty = The hand of seat { $seat } is empty.
no-hand-letters = The hand of seat { $seat } is “{ $hand }”; cards are s, t, p, f, w (scissors, rock, paper, fire, well) and j for the joker.
no-hand-jokers = The hand of seat { $seat } has more than one joker.
no-pile-empty = The preset pile is empty.
no-pile-letters = The pile is “{ $pile }”; its cards are s, t, p, f, w (scissors, rock, paper, fire, well).
no-copies = There are { $count } cards of { $symbol ->
    [scissors] scissors
    [stone] rock
    [paper] paper
    [fire] fire
   *[well] well
}, but the deck has only { $copies }.
no-first = There’s no seat { $first } to begin; seats are 0 to { $last }.

how-1 = Everybody holds six cards and a joker. You duel in pairs, one card each, and the winner takes the cards as points. Whoever has won the most cards at the end wins.
how-2 = Rock blunts scissors and smothers fire. Scissors cut paper. Paper wraps rock and covers the well. Fire melts scissors and burns paper. Scissors, rock and fire end in the well. There are 12 cards each of scissors, rock and paper, 8 of fire and 5 of the well.
how-3 = You take turns challenging somebody, who has to accept. Both secretly choose a card; both cards are shown at once. The winner takes all cards in the middle and draws one from the pile. Then whoever sits to the left of the challenger challenges.
how-4 = Equal symbols are a tie: the cards stay in the middle, and both choose again until somebody wins them all. Whoever has nothing left to play takes the top card of the pile; if that is used up too, they show a sign instead.
how-5 = The joker is never chosen. When it is your last card it lies in the middle by itself, and you show a sign with your hand: any of the five symbols. Win that duel, even after a tie, and you draw three cards. Lose it, and the game is over.
how-6 = The game ends after a duel that leaves somebody without a card, or the pile without one. Cards in hand count for nothing. If several have won the most, they show signs: each scores for every rival they beat, and the best go on until one is left. Or you agree that they share first place.
how-7 = At the very start, a hand with four or more of one symbol may be exchanged for six new cards, and again if those have four alike too.

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

why-redeal = This hand loses more than it wins: take six new cards.
why-keep = This hand wins more than it loses: keep it.
why-read = Your usual choices suggest it.
why-nobody-else = There’s nobody else.
why-challenge = { $cards ->
    [0] No cards won there yet
   *[other] Only { $cards } won there, the fewest
}: don’t feed the leaders.
why-challenge-level = { $cards ->
    [0] Nobody has won a card yet
   *[other] All have won { $cards }
}; nobody there has fewer cards to choose from.
why-even-sign = Paper, fire or well, a third each: unguessable.
why-sign = Beats { $beats } of { $unseen } unseen cards, loses to { $loses }.
why-only-card = Your only symbol.
why-counted-out = Counted to the end: nothing wins more often.
why-end = Counted to the end: stay unpredictable.
why-strongest = Your strongest: beats { $beats } of { $unseen } unseen, loses to { $loses }.
why-any-sign = Any sign may come: it beats { $beats } of five.
why-cheap = Little at stake: start cheap (beats { $beats } of { $unseen } unseen, loses to { $loses }).
why-unforeseen = A surprise, so they can’t read you (beats { $beats } of { $unseen } unseen, loses to { $loses }).
why-alike = All yours are equal: beats { $beats } of { $unseen } unseen, loses to { $loses }.
why-tie = { $pot } cards at stake, so expect strength (beats { $beats } of { $unseen } unseen, loses to { $loses }).
why-tie-best = { $pot } cards at stake; none of yours does better (beats { $beats } of { $unseen } unseen, loses to { $loses }).
why-tie-unforeseen = { $pot } cards at stake: a surprise (beats { $beats } of { $unseen } unseen, loses to { $loses }).
why-against-sign = Answers the likely sign: { $likely ->
    [scissors] scissors
    [stone] rock
    [paper] paper
    [fire] fire
   *[well] well
}.
why-against-others = Beats { $beats } of five signs, if not the likely { $likely ->
    [scissors] scissors
    [stone] rock
    [paper] paper
    [fire] fire
   *[well] well
}.

first-duel = You both play a card face down: pick what beats theirs. The winner takes the middle; most cards wins.
first-end = It ends when somebody has no card after a duel, or the pile is used up. Only cards you’ve won count.
first-joker = Your joker is your last card, so choose its sign. Win, and you draw three cards; lose, and the game is over.
