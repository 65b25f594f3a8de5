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
shown-values = duel values
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
meaning-variant = Midnight: animals lie face down; you play from memory.
option-variant-day = day
option-variant-midnight = midnight
option-modes = Battle-mode tiles
meaning-modes = One tile a round; two are left over.
option-modes-20 = 20, for 18 rounds
option-modes-14 = 14, for 12 rounds
option-modes-11 = 11, for 9 rounds
option-memory_help = Looking at your own animals (midnight)
meaning-memory_help = For midnight, when they lie face down.
option-memory_help-off = never
option-memory_help-own = always
option-animals = animals
option-forest = forest
option-stack = battle modes
option-rolls = dice
option-round = round
option-scores = points
agreed-variant-midnight = midnight: animals face down
agreed-modes-14 = 12 rounds
agreed-modes-11 = 9 rounds
agreed-memory_help-own = looking at own animals allowed

verb-set = Arrange your animals
verb-mode = Choose the battle mode
verb-roll = Roll the die
verb-skip = Skip this turn
verb-reroll = Spend a Die, roll again
verb-keep = Keep the roll
verb-move = Move an animal
verb-stay = Stay put
verb-heal = Spend a Medicine
verb-done = End the turn
verb-guess = Guess the attacker
verb-pass = Don’t guess
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
ask-set-others = Where do the others stand?
legend-modes = 🏋️ strength · ⚡ speed · ❤️ endurance · 💡 intelligence
ask-mode = Which battle mode this round?
ask-roll = Roll or skip?
ask-reroll = Roll again?
ask-duel = You’re behind. Roll again?
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
   *[back] the animal on { $space }
} go?
blocked-move = Blocked: out of reach.
blocked-home = Blocked: taken.
ask-guess = Who is attacking you?
ask-home = Where does your { $animal ->
    [back] animal
   *[other] { $name }
} go home?
ask-rest = Who gets a Medicine?

points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
place-flag = flag { $value }
place-tile = face-down tile
open-modes = Open: { $open }.
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

status-arrange = Everybody arranges their animals.
status-mode = Round { $round } of { $rounds }: { $who } chooses the battle mode.
status-roll = Round { $round } of { $rounds }, { $mode }: { $who } rolls or skips.
status-reroll = Round { $round } of { $rounds }, { $mode }: { $who } rolled { $die } and may roll again.
status-move = Round { $round } of { $rounds }, { $mode }: { $who } rolled { $die } and moves.
status-guess = Round { $round } of { $rounds }, { $mode }: { $who } may guess the attacker.
status-duel = Round { $round } of { $rounds }, { $mode }: { $who } is behind in the duel and may roll again.
status-home = Round { $round } of { $rounds }, { $mode }: { $who } brings the loser home.
status-rest = Round { $round } of { $rounds }, { $mode }: { $who } may heal.
status-over = Ended in round { $round } of { $rounds }.
won = { $who } wins with { points }.
won-you = You win with { points }.
won-flags = { $who } wins with { points } and more animals on flags.
won-flags-you = You win with { points } and more animals on flags.
won-wounds = { $who } wins with { points } and fewer wounds.
won-wounds-you = You win with { points } and fewer wounds.
won-shared = { $who } share the victory with { points } each.
won-shared-you = { $who } share the victory with { points } each.

told-arranged = All animals are in place.
told-chosen = { $who } chooses { $mode }.
told-chosen-you = You choose { $mode }.
told-skipped = { $who } skips.
told-skipped-you = You skip.
told-healed = { $who } heals { $animal }.
told-healed-you = You heal { $animal }.
told-rolled = { $who } rolls { $die }.
told-rolled-you = You roll { $die }.
told-rerolled = { $who } rolls again: { $die }.
told-rerolled-you = You roll again: { $die }.
told-moved = { $who } moves from { $origin } to { $space }.
told-moved-you = You move from { $origin } to { $space }.
told-moved-animal = { $who } moves { $animal } to { $space }.
told-moved-animal-you = You move { $animal } to { $space }.
told-stayed = { $who } stays put.
told-stayed-you = You stay put.
told-found-flag = { $who } finds a flag worth { $value }.
told-found-flag-you = You find a flag worth { $value }.
told-found-medicine = { $who } finds a Medicine.
told-found-medicine-you = You find a Medicine.
told-found-die = { $who } finds a Die.
told-found-die-you = You find a Die.
told-found-point = { $who } finds 1 point.
told-found-point-you = You find 1 point.
told-duel = Duel on { $space }: { $who } against { $rival }.
told-duel-you = Duel on { $space }: you against { $rival }.
told-duel-to-you = Duel on { $space }: { $who } against you.
told-duel-open = Duel on { $space }: { $who }, { $attacking }, against { $rival }, { $defending }.
told-duel-open-you = Duel on { $space }: you, { $attacking }, against { $rival }, { $defending }.
told-duel-open-to-you = Duel on { $space }: { $who }, { $attacking }, against you, { $defending }.
told-guess-right = { $who } guessed { $animal }: right, +1 for the defense.
told-guess-right-you = You guessed { $animal }: right, +1 for you.
told-guess-wrong = { $who } guessed { $animal }: wrong, +1 for the attack.
told-guess-wrong-you = You guessed { $animal }: wrong, +1 for the attack.
told-spent-die = { $who } spends a Die: { $attacking } – { $defending }.
told-spent-die-you = You spend a Die: { $attacking } – { $defending }.
told-spent-die-night = { $who } spends a Die.
told-spent-die-night-you = You spend a Die.
told-even = A tie: the defense holds.
told-won = { $who } wins { $points } points.
told-won-you = You win { $points } points.
told-removed = Third wound: the loser is out.
told-returned = { $who } brings the loser home to { $space }.
told-returned-you = You bring the loser home to { $space }.
told-returned-animal = { $who } brings { $animal } home to { $space }.
told-returned-animal-you = You bring { $animal } home to { $space }.
told-counted = Flags: { $flags }.
told-added = { $who } +{ $added }
told-added-you = you +{ $added }

why-set = Neighbors cover each other’s weak modes.
why-set-night = Arranged at random: nobody can guess it.
why-mode = Suits these animals best.
why-roll = You can still stay after that.
why-heal = { $wounds ->
    [one] A wound weakens every duel.
   *[other] One more wound and it’s gone.
}
why-die-again = A { $die } won’t do much: worth a Die.
why-die-keep = A { $die } is good enough: save the Die.
why-flag = A free flag, worth { $value }.
why-tile = A new tile: { $chance ->
    [0] no flag, but useful.
   *[other] { $chance }% a flag.
}
why-duel = Worth the risk: { $chance }% to win the duel.
why-duel-flag = { $chance }% to win the duel, for a flag worth { $value }.
why-duel-night = This duel looks worth the risk.
why-nearer = Close to what’s next.
why-safer = Safer next turn.
why-stay = Moving costs more than it brings.
why-guess = { $chance ->
    [100] It can only be that one.
   *[other] The likelier of two.
}
why-pass = { $count ->
    [one] It’s clear who’s attacking; guessing changes nothing.
    [2] One of two; guessing won’t help the defense.
   *[other] Any of { $count }; a wrong guess helps the attack.
}
why-duel-again = Another roll wins in { $chance }%: worth a Die.
why-duel-keep = { $chance ->
    [0] No roll can turn it
   *[other] Another roll wins in only { $chance }%
}: save the Die.
why-home = The best new start.
why-done = Keep the Medicine for later.

# Review: why another choice was better. The chances are those of the named player, and ± is their uncertainty.
judged-odds = about { $chances }%, not { $instead }% (±{ $unsure }).
judged-move = { $better } was better: { judged-odds }
judged-flag = { judged-move } { why-flag }
judged-tile = { judged-move } { why-tile }
judged-duel = { judged-move } { why-duel }
judged-duel-flag = { judged-move } { why-duel-flag }
judged-duel-night = { judged-move } { why-duel-night }
judged-nearer = { judged-move } { why-nearer }
judged-safer = { judged-move } { why-safer }
judged-stay = Better stay: { judged-odds }
judged-mode = Better { $mode ->
    [strength] { mode-strength }
    [speed] { mode-speed }
    [endurance] { mode-endurance }
   *[intelligence] { mode-intelligence }
}: { judged-odds } { why-mode }
judged-roll = Better roll: { judged-odds } { why-roll }
judged-die-again = Better roll again: { judged-odds } { why-die-again }
judged-die-keep = Better keep the die: { judged-odds } { why-die-keep }
judged-duel-again = Better roll again: { judged-odds } { why-duel-again }
judged-duel-keep = Better accept the duel: { judged-odds } { why-duel-keep }
judged-heal = Better heal { the-animal }: { judged-odds } { why-heal }
judged-done = Better keep the Medicine: { judged-odds }
judged-guess = Better guess { the-animal }: { judged-odds } { why-guess }
judged-pass = Better not guess: { judged-odds } { why-pass }
judged-home = Better start on { $space }: { judged-odds }

reason-points = The last round is over.

no-animal-form = “{ $given }”: write seat, animal, space and wounds, like “0 wolf d2 1”, or “0 wolf out”.
no-animal-unknown = No animal “{ $given }”, only { $known }.
no-animal-twice = The { $animal } of seat { $seat } is set twice.
no-animal-seat = No seat { $seat }: the { $seats } seats count from 0.
no-space-unknown = No space “{ $given }”: b2 to h8 are inside, start spaces around them.
no-space-taken = Two animals on { $space }: those left out stand at home, in the order of their cards.
no-space-foreign = { $space } is no start space of seat { $seat }.
no-tile-form = “{ $given }”: write tile and space, like “die c3” or “flag7 d4 up”.
no-tile-unknown = No tile “{ $given }” on this side of the board, only { $known }.
no-tile-up = Only flags lie face up, not { $tile }.
no-tile-space = { $space } is no light space on this side of the board.
no-tile-twice = Two tiles on { $space }.
no-tile-mix = Only { $most } of { $tile } on this side of the board.
no-tile-under = An animal on { $space } would have turned up its tile.
no-mode-unknown = No battle mode “{ $given }”, only { $known }.
no-stack-most = Only { $most } tiles of { $mode }.
no-stack-few = A preset stack needs at least { $least } battle modes.
no-roll = A die shows 1 to 6, not { $roll }.
no-round = Start in round 1 to { $last }, not { $round }.
no-points = Preset points are 0 to { $most }, not { $points }.
no-scores-seats = Preset points: one number for each of { $seats } seats.

how-1 = Each of you leads the same seven animals, with their strength, speed, endurance and intelligence. First, arrange yours on the start spaces. Most points win.
how-2 = Each round, one of you chooses one of three open battle modes for all duels. Then all take a turn clockwise, the chooser last; the player to their left chooses next. There are 18 rounds, or fewer if agreed.
how-3 = Your turn: roll (or skip), then move one animal up to that many spaces, never diagonally or through others. Start spaces are safe, but there’s no walking back, and other players’ are closed.
how-4 = Stop on a face-down tile to turn it up. A flag (5 to 15) stays: stand on it at the end for its points. A Medicine heals a wound on your turn. A Die rolls again, before moving or when behind in a duel. A point counts at once.
how-5 = Stop on another player’s animal to duel: value in the battle mode, less wounds, plus a die. The higher sum wins 2 points and the space; ties go to the defender. The loser goes home with a wound, to a free start space its owner chooses. With the third wound, it’s out.
how-6 = Flags count at the end. Ties: more animals on flags, then fewer wounds; otherwise shared.
how-7 = Midnight: arrange in secret. Then all animals lie face down, even for you; only a duel turns its two up. Before it, the defender may guess the attacker once: right, +1 for the defense; wrong, +1 for the attack. You see who is wounded, but not where. (Everybody gets the same suggestion: choose your own.)

# Habits in choosing battle modes.
habit-mode = Battle modes
habit-mode-strength = { mode-strength }
habit-mode-speed = { mode-speed }
habit-mode-endurance = { mode-endurance }
habit-mode-intelligence = { mode-intelligence }

first-arrange = Arrange your seven animals; the suggestion is fine.
first-night = Then they lie face down, even for you: remember who’s where.
first-mode = This value counts in everybody’s duels this round; the buttons name the best animals. You take turns choosing from three open tiles; some may show the same mode.
first-roll = Move one animal up to that many spaces, never diagonally. Stop on a tile to turn it up, on another player’s animal to duel.
first-flag = A flag stays: stand on it at the end for its points.
first-medicine = A Medicine heals a wound on your turn.
first-die = A Die rolls again: before moving, or when behind in a duel.
first-duel = A duel: value, less wounds, plus a die. The higher sum wins { $points } points and the space; the loser goes home wounded. With three wounds it’s out.
first-guess = The defender may guess the attacker: right is +1 for the defense, wrong +1 for the attack.
first-goal = Duels and flags score; most points win.
