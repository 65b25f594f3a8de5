name = Woodwalkers
about = Seven animals, a forest full of flags, duels on the way. Most points win.
title = Woodwalkers
hook = dice & duels
seat-0 = Red
seat-1 = Blue
seat-2 = Green
seat-3 = Purple
side-south = south
side-west = west
side-north = north
side-east = east

animal-bison = bison
animal-bear = bear
animal-wolf = wolf
animal-puma = puma
animal-otter = otter
animal-deer = deer
animal-squirrel = squirrel
short-bison = Bi
short-bear = Be
short-wolf = Wo
short-puma = Pu
short-otter = Ot
short-deer = De
short-squirrel = Sq
the-animal = the { $animal ->
    [bison] bison
    [bear] bear
    [wolf] wolf
    [puma] puma
    [otter] otter
    [deer] deer
   *[squirrel] squirrel
}
mode-strength = strength
mode-speed = speed
mode-endurance = endurance
mode-intelligence = intelligence
shown-covered = still face down
shown-mode = which counts?
shown-flags = count at the end
shown-guessed = guessed right
shown-missed = guessed wrong
shown-asked-arrange = places
shown-asked-mode = picks
shown-asked-roll = rolls
shown-asked-reroll = again?
shown-asked-move = moves
shown-asked-guess = guess
shown-asked-duel = again?
shown-asked-home = home
shown-asked-rest = heals?

option-variant = Variant
meaning-variant = Day: all animals lie open. Midnight: face down, and everybody plays from memory.
option-variant-day = day
option-variant-midnight = midnight
option-modes = Battle-mode tiles
meaning-modes = How long it takes: one tile a round, two are left over.
option-modes-20 = 20, for 18 rounds
option-modes-14 = 14, for 12 rounds
option-modes-11 = 11, for 9 rounds
option-memory_help = Looking at your own animals (midnight)
meaning-memory_help = Only at midnight, when all animals lie face down.
option-memory_help-off = never
option-memory_help-own = always
option-animals = Preset animals
option-forest = Preset forest
option-stack = Preset battle modes
option-rolls = Preset dice
option-round = Preset round
option-scores = Preset points
agreed-variant-midnight = midnight: the animals lie face down
agreed-modes-14 = 12 rounds
agreed-modes-11 = 9 rounds
agreed-memory_help-own = everybody may look at their own animals

verb-set = Arrange your animals
verb-mode = Choose the battle mode
verb-roll = Roll the die
verb-skip = Skip this turn
verb-reroll = Spend a Die, roll again
verb-keep = Leave it as it is
verb-move = Move an animal
verb-stay = Move nobody
verb-heal = Spend a Medicine
verb-done = End the turn
verb-guess = Guess the attacker
verb-pass = Do not guess
verb-home = Bring the loser home
wound = { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
}
target-duel = duel with { $rival }
target-duel-animal = duel the { $seat ->
    [0] red
    [1] blue
    [2] green
   *[3] purple
} { $animal ->
    [bison] { animal-bison }
    [bear] { animal-bear }
    [wolf] { animal-wolf }
    [puma] { animal-puma }
    [otter] { animal-otter }
    [deer] { animal-deer }
   *[squirrel] { animal-squirrel }
}
target-flag = flag { $value }
target-tile = forest tile

label-column = column { $column }
ask-set = Who stands on { $space }?
ask-mode = Which battle mode counts this round?
ask-roll = Roll the die, or skip?
ask-reroll = You rolled { $die }. Spend a Die and roll again?
ask-duel = You’re behind in the duel. Spend a Die and roll again?
ask-move = Who moves? Up to { $die ->
    [one] 1 space
   *[other] { $die } spaces
}.
ask-goal = Where does { $animal ->
    [bison] the bison
    [bear] the bear
    [wolf] the wolf
    [puma] the puma
    [otter] the otter
    [deer] the deer
    [squirrel] the squirrel
   *[back] whoever is on { $space }
} go?
grey-move = Grey: too far, or the way is blocked.
grey-home = Grey: somebody stands there.
ask-guess = Who is attacking you?
ask-home = Where does the loser go home?
ask-rest = Who gets a Medicine?

battle = Battle mode: { $mode }. Open: { $open }.
team = { $who } ({ $side }), { $points ->
    [one] 1 point
   *[other] { $points } points
}
held = +{ $points } on flags
lap = space { $space }, lap { $lap }
medicine = { $count ->
    [one] 1 Medicine
   *[other] { $count } Medicines
}
die = { $count ->
    [one] 1 Die
   *[other] { $count } Dice
}
wounds = wounds: { $animals }
gone = gone: { $animals }
forest = Flags: { $flags }. Face down: { $hidden ->
    [0] nothing
    [one] 1 tile
   *[other] { $hidden } tiles
}.

status-arrange = Everybody arranges their seven animals.
status-mode = Round { $round } of { $rounds }: { $who } chooses the battle mode.
status-roll = Round { $round } of { $rounds }, { $mode }: { $who } rolls or skips.
status-reroll = Round { $round } of { $rounds }, { $mode }: { $who } has rolled { $die } and may roll again.
status-move = Round { $round } of { $rounds }, { $mode }: { $who } has rolled { $die } and moves.
status-guess = Round { $round } of { $rounds }, { $mode }: { $who } is attacked and may guess by which animal.
status-duel = Round { $round } of { $rounds }, { $mode }: { $who } is behind in the duel and may roll again.
status-home = Round { $round } of { $rounds }, { $mode }: { $who } brings the loser home.
status-rest = Round { $round } of { $rounds }, { $mode }: { $who } may heal before the turn ends.
status-over = The match ended in round { $round } of { $rounds }.
won = { $who } wins with { $points ->
    [one] 1 point
   *[other] { $points } points
}.
won-you = You win with { $points ->
    [one] 1 point
   *[other] { $points } points
}.
won-flags = { $who } wins with { $points ->
    [one] 1 point
   *[other] { $points } points
} and more animals on flags.
won-flags-you = You win with { $points ->
    [one] 1 point
   *[other] { $points } points
} and more animals on flags.
won-wounds = { $who } wins with { $points ->
    [one] 1 point
   *[other] { $points } points
} and fewer wounds.
won-wounds-you = You win with { $points ->
    [one] 1 point
   *[other] { $points } points
} and fewer wounds.
won-shared = { $who } share the victory with { $points ->
    [one] 1 point
   *[other] { $points } points
} each.
won-shared-you = { $who } share the victory with { $points ->
    [one] 1 point
   *[other] { $points } points
} each.

told-arranged = All the animals stand on their start spaces.
told-chosen = { $who } chooses { $mode }.
told-chosen-you = You choose { $mode }.
told-skipped = { $who } skips the turn.
told-skipped-you = You skip your turn.
told-healed = { $who } spends a Medicine: one wound fewer for { $animal }.
told-healed-you = You spend a Medicine: one wound fewer for { $animal }.
told-rolled = { $who } rolls { $die }.
told-rolled-you = You roll { $die }.
told-rerolled = { $who } spends a Die and rolls { $die }.
told-rerolled-you = You spend a Die and roll { $die }.
told-moved = { $who } moves from { $origin } to { $space }.
told-moved-you = You move from { $origin } to { $space }.
told-moved-animal = { $who } moves { $animal } from { $origin } to { $space }.
told-moved-animal-you = You move { $animal } from { $origin } to { $space }.
told-stayed = { $who } moves no animal.
told-stayed-you = You move no animal.
told-found-flag = On { $space } { $who } turns up a flag worth { $value }; it stays there.
told-found-flag-you = On { $space } you turn up a flag worth { $value }; it stays there.
told-found-medicine = On { $space } { $who } finds a Medicine.
told-found-medicine-you = On { $space } you find a Medicine.
told-found-die = On { $space } { $who } finds a Die.
told-found-die-you = On { $space } you find a Die.
told-found-point = On { $space } { $who } finds 1 point.
told-found-point-you = On { $space } you find 1 point.
told-duel = Duel on { $space }: { $who } against { $rival }.
told-duel-you = Duel on { $space }: you against { $rival }.
told-duel-to-you = Duel on { $space }: { $who } against you.
told-duel-open = Duel on { $space }: { $who }, { $attacking }, against { $rival }, { $defending }.
told-duel-open-you = Duel on { $space }: you, { $attacking }, against { $rival }, { $defending }.
told-duel-open-to-you = Duel on { $space }: { $who }, { $attacking }, against you, { $defending }.
told-guess-right = { $who } guessed { $animal }: right, 1 more for the defence.
told-guess-right-you = You guessed { $animal }: right, 1 more for the defence.
told-guess-wrong = { $who } guessed { $animal }: wrong, 1 more for the attack.
told-guess-wrong-you = You guessed { $animal }: wrong, 1 more for the attack.
told-even = Equal: the defence holds.
told-won = { $who } wins { $points } points.
told-won-you = You win { $points } points.
told-removed = That was the loser’s third wound: the animal is out of the game.
told-returned = { $who } brings the loser home to { $space }.
told-returned-you = You bring the loser home to { $space }.
told-returned-animal = { $who } brings { $animal } home to { $space }.
told-returned-animal-you = You bring { $animal } home to { $space }.
told-counted = The flags are counted: { $flags }.
told-added = { $who } +{ $added }
told-added-you = you +{ $added }

why-set = Neighbors cover each other’s weak modes.
why-set-night = At midnight chance arranges: nobody can guess it.
why-mode = { $mode ->
    [strength] Strength
    [speed] Speed
    [endurance] Endurance
   *[intelligence] Intelligence
} suits these animals best.
why-roll = You can still stay after rolling.
why-heal = { $wounds ->
    [one] A wound weakens every duel
   *[other] One more wound and it’s gone
}: { $animal ->
    [bison] bison
    [bear] bear
    [wolf] wolf
    [puma] puma
    [otter] otter
    [deer] deer
   *[squirrel] squirrel
}.
why-die-again = A { $die } won’t do much: worth a Die.
why-die-keep = A { $die } is good enough: save the Die.
why-flag = A free flag on { $space }, worth { $value }.
why-tile = A new tile on { $space }: { $chance ->
    [0] no flag, but something useful.
   *[other] { $chance }% a flag.
}
why-duel = Worth the risk: { $chance }% to win the duel on { $space }.
why-duel-flag = { $chance }% to win the duel on { $space }, for a flag worth { $value }.
why-duel-night = The duel on { $space } looks worth the risk.
why-nearer = { $space } is close to what’s next.
why-safer = { $space } is safer next turn.
why-stay = Anything else costs more than it brings.
why-guess = { $chance ->
    [100] It can only be the
   *[other] Of two, likelier the
} { $animal ->
    [bison] bison
    [bear] bear
    [wolf] wolf
    [puma] puma
    [otter] otter
    [deer] deer
   *[squirrel] squirrel
}.
why-pass = { $count ->
    [one] It’s clear who comes; guessing changes nothing.
    [2] One of two; guessing won’t help the defense.
   *[other] Any of { $count }; a wrong guess helps the attack.
}
why-duel-again = Another roll wins in { $chance }%: worth a Die.
why-duel-keep = { $chance ->
    [0] No roll can turn it
   *[other] Another roll wins in only { $chance }%
}: save the Die.
why-home = { $space } is the best new start.
why-done = Keep the Medicine for later.

# Review: why another choice was better. The chances are those of the named player, and ± is their uncertainty.
judged-odds = about { $chances }%, not { $instead }% (±{ $unsure }).
judged-move = { $better } was better: { judged-odds }
judged-flag = { judged-move } The flag on { $space } was free, worth { $value }.
judged-tile = { judged-move } { why-tile }
judged-duel = { judged-move } { why-duel }
judged-duel-flag = { judged-move } { why-duel-flag }
judged-duel-night = { judged-move } { why-duel-night }
judged-nearer = { judged-move } { why-nearer }
judged-safer = { judged-move } { why-safer }
judged-stay = Better stay: { judged-odds }
judged-mode = Another battle mode was better: { judged-odds } { why-mode }
judged-roll = Better roll: { judged-odds } { why-roll }
judged-die-again = Better roll again: { judged-odds } { why-die-again }
judged-die-keep = Better keep the die: { judged-odds } { why-die-keep }
judged-duel-again = Better roll again: { judged-odds } { why-duel-again }
judged-duel-keep = Better accept the duel: { judged-odds } { why-duel-keep }
judged-heal = Better heal: { judged-odds } { why-heal }
judged-done = Better keep the Medicine: { judged-odds }
judged-guess = Better guess another: { judged-odds } { why-guess }
judged-pass = Better not guess: { judged-odds } { why-pass }
judged-home = Better start elsewhere: { judged-odds } { why-home }

reason-points = The last round is over.

no-animal-form = “{ $given }” should be a seat, an animal, a space and perhaps its wounds, like “0 wolf d2 1”, or “0 wolf out”.
no-animal-unknown = There is no animal “{ $given }”. There are: { $known }.
no-animal-twice = The { $animal } of seat { $seat } is set twice.
no-animal-seat = There is no seat { $seat } at a table of { $seats }; seats count from 0.
no-space-unknown = There is no space “{ $given }”. The inner spaces are b2 to h8, around them lie the start spaces.
no-space-taken = Two animals would stand on { $space }. Those left out are at home in the order of their cards.
no-space-foreign = { $space } is no start space of seat { $seat }.
no-tile-form = “{ $given }” should be a forest tile and a space, like “die c3”, or “flag7 d4 up”.
no-tile-unknown = There is no tile “{ $given }” on this side of the board. There are: { $known }.
no-tile-up = Only flags lie face up; { $tile } cannot.
no-tile-space = { $space } is no light space on this side of the board.
no-tile-twice = Two tiles would lie on { $space }.
no-tile-mix = Of { $tile } there are only { $most } on this side of the board.
no-tile-under = An animal on { $space } would have turned up its tile.
no-mode-unknown = There is no battle mode “{ $given }”. There are: { $known }.
no-stack-most = There are only { $most } tiles of { $mode }.
no-stack-few = A preset stack has at least { $least } battle modes, those that lie open.
no-roll = A die shows 1 to 6, not { $roll }.
no-round = The match can begin in round 1 to { $last }, not in round { $round }.
no-points = Preset points are 0 to { $most }, not { $points }.
no-scores-seats = Preset points are one number for each of { $seats } seats.

how-1 = Each of you leads seven animals: bison, bear, wolf, puma, otter, deer and squirrel, each with its strength, speed, endurance and intelligence. All teams are equal. First everybody arranges theirs on the start spaces. The most points after the last round win.
how-2 = A round: one of you chooses one of three open battle modes; all duels of the round are fought in it. Then everybody takes a dice turn, going round to the left; whoever chose comes last. The choice then passes to the left. There are 18 rounds; when no third mode can be laid out, the round under way is the last.
how-3 = Your turn: roll (or skip), then move one animal up to that many steps, straight on or round corners, never diagonally. Animals block each other’s way. Start spaces are safe; once off them, your animals don’t walk back, and nobody enters another player’s.
how-4 = End your move on a face-down tile and turn it up. A flag (5 to 15) stays there: at the end its value goes to whoever’s animal stands on it. A Medicine takes away a wound in one of your turns. A Die lets you roll again, before moving or when you are behind in a duel. A point is yours at once.
how-5 = End your move on another player’s animal and duel: value in the battle mode, less its wounds, plus a die. The higher sum wins 2 points and the space; if they’re equal, the challenger loses. The loser gets a wound and goes home to a free start space of its owner’s choice; with the third wound it leaves the game.
how-6 = Flags count at the end. If points are equal, more animals on flags decide, then fewer wounds; otherwise you share the victory.
how-7 = Midnight: arrange secretly; the animals then lie face down, and not even you may look. Only a duel turns its two up. Before it, whoever is attacked may guess the attacker once: right, and the defence gets 1 more; wrong, and the attack does. Wounds lie open, so remember where you put whom. (The suggested arrangement is the same for everybody: choose your own.)

# Habits in choosing battle modes.
habit-mode = Battle modes
habit-mode-strength = { mode-strength }
habit-mode-speed = { mode-speed }
habit-mode-endurance = { mode-endurance }
habit-mode-intelligence = { mode-intelligence }

first-arrange = Arrange your seven animals; the suggestion is a fine start.
first-night = Then they lie face down, even for you: remember who stands where.
first-roll = An animal walks up to that many spaces, never diagonally. A forest tile is turned up; another player’s animal means a duel.
first-flag = A flag stays: whoever stands on it at the end gets its points.
first-medicine = A Medicine heals a wound on its owner’s turn.
first-die = A Die rolls again: before moving, or when behind in a duel.
first-duel = In a duel, each adds a die to their animal’s value, less its wounds. The higher sum wins { $points } points and the space; the loser goes home with a wound. The third is its last.
first-guess = The defender may guess the attacker: right, and the defence gets 1 more; wrong, and the attack does.
first-goal = Duels and flags score; most points win.
