name = Duel of the Shamans
about = Row meets column: the higher stone takes shells. Most shells after the last duel wins.
title =
    Duel of the
    Shamans
hook = hidden masks
seat-0 = Bison
seat-1 = Wolf
shown-covered = still face down
shown-each = chance of each

option-variant = Variant
meaning-variant = Memory: stones face down. Professional: you also place and swap your opponent’s.
option-variant-classic = classic
option-variant-memory = memory
option-variant-pro = professional
option-variant-pro_stacks = professional with stacks
option-duel_limit = Duel limit
meaning-duel_limit = After this many duels, most shells win.
option-duel_limit-none = none
option-placement = How the stones are placed
meaning-placement = You place them in turn, or they’re dealt.
option-placement-draft = in turn
option-placement-random = dealt at random
option-memory_help = Looking at your own stones (memory)
meaning-memory_help = In memory all stones lie face down.
option-memory_help-off = never
option-memory_help-own = always
option-prize = Prize of a duel
meaning-prize = What the loser pays.
option-prize-difference = the difference
option-prize-one = one shell
option-board = board
option-shells = shells
agreed-variant-memory = memory: stones face down
agreed-variant-pro = professional rules
agreed-variant-pro_stacks = professional rules with stacks
agreed-duel_limit = { $value ->
    [one] a single duel
   *[other] { $value } duels at most
}
agreed-duel_limit-none = any number of duels
agreed-placement-draft = stones placed in turn
agreed-placement-random = stones dealt at random
agreed-memory_help-own = looking at own stones allowed
agreed-prize-one = one shell per duel

button-first-look = See your nine stones (once, 10 s)
verb-mask = Pick a { $line_kind ->
    [row] row
   *[column] column
}
verb-place = Place a stone
verb-relocate = Relocate a stone
verb-swap = Swap two stones
verb-move = Move two stones
ask-place = Which stone do you place?
ask-move = Which stone moves?
ask-also = Which other stone moves, too?
ask-there = { $stone }: where does it go?
ask-swap = Swap which two? First:
ask-with = { $stone } swaps with …
blocked-place = Blocked: taken, or an equal stone there.
blocked-swap = Blocked: equal stones would meet.
row = Row { $line }
column = Column { $line }
stones-bison = Bison’s stones
stones-wolf = Wolf’s stones
stone = Stone { $value }
stone-bison = Bison { $value }
stone-wolf = Wolf { $value }

supply = { $who } still holds { $stones }
shells = { $who }: { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
status-place = Turn { $turn } of 10: { $who } places.
status-mask = Duel { $duel }{ $limit ->
    [none] {""}
   *[other] {" "}of { $limit }
}: both choose a mask.
status-exchange = Before duel { $duel }{ $limit ->
    [none] {""}
   *[other] {" "}of { $limit }
}: { $who } to move.
status-over = Ended before duel { $duel }.
won = { $who } wins with { $shells } shells.
won-you = You win with { $shells } shells.
won-nobody = Nine shells each: a draw.

over = { $more } over { $less }
paid-shells = { $paid ->
    [one] 1 shell
   *[other] { $paid } shells
}
told-dealt = Stones are dealt.
told-stone-own = the { $value }
told-stone-own-you = your { $value }
told-stone-other = the other side’s { $value }
told-stone-other-you = { told-stone-own-you }
told-placed = { $who } places { $stone } on { $space }.
told-placed-you = You place { $stone } on { $space }.
told-hidden = { $who } places a stone on { $space }, face down.
told-hidden-you = You place a stone on { $space }, face down.
told-relocated = { $who } has no place for { $stone }: it takes { $space }, the { $moved } there moves to { $to }.
told-relocated-you = You have no place for { $stone }: it takes { $space }, the { $moved } there moves to { $to }.
told-duel = Duel { $number } on { $space } – { $who }’s { $more } beats { $rival }’s { $less }: { paid-shells }{ $short ->
    [0] {""}
   *[other] , all { $rival } had
}.
told-duel-you = Duel { $number } on { $space } – your { $more } beats { $rival }’s { $less }: { paid-shells }{ $short ->
    [0] {""}
   *[other] , all { $rival } had
}.
told-duel-to-you = Duel { $number } on { $space } – { $who }’s { $more } beats your { $less }: you pay { paid-shells }{ $short ->
    [0] {""}
   *[other] , all you had
}.
told-duel-covered = Duel { $number } on { $space } – { $who } wins { paid-shells }.
told-duel-covered-you = Duel { $number } on { $space } – you win { paid-shells }.
told-duel-covered-to-you = Duel { $number } on { $space } – { $who } wins, you pay { paid-shells }.
told-tie = Duel { $number } on { $space } – { $one } meets { $other }: a tie.
told-tie-covered = Duel { $number } on { $space } – a tie.
told-swapped-own = { $who } swaps { $one } and { $other }.
told-swapped-own-you = You swap { $one } and { $other }.
told-swapped-other = { $who } swaps the other side’s { $one } and { $other }.
told-swapped-other-you = You swap the other side’s { $one } and { $other }.
told-swapped-other-to-you = { $who } swaps your { $one } and { $other }.
told-moved = { $who } moves { $one } from { $origin } to { $space } and { $other } from { $other_origin } to { $other_space }.
told-moved-you = You move { $one } from { $origin } to { $space } and { $other } from { $other_origin } to { $other_space }.

reason-shells = All the shells are won.
reason-limit = The last duel is over.

alt-board = Bison/Wolf, { $spaces }.
alt-empty = The board is empty.

no-duel-limit = The duel limit is odd, 1 to { $most }, or “none”; not { $limit }.
no-placement-pro = Stones are dealt in classic and memory only.
no-placement-board = A preset board needs no placement.
no-shells-alone = Preset shells need a preset board.
no-shells-sum = Preset shells: at least 1 each and 18 together, not { $bison } and { $wolf }.
no-board-shape = A board is three rows of three spaces: | between rows, blanks between spaces.
no-board-cell = { $space } should be bison/wolf, like 9/4 (with stacks, also 9+8/0).
no-board-one = { $space } needs one stone of each side.
no-board-twins = Equal stones would meet on { $space }.
no-board-stones = { $side ->
    [bison] Bison’s
   *[wolf] Wolf’s
} stones must be 1 to 9, each once.

how-1 = Each side has stones 1 to 9, nine shells and three masks: rows for Bison, columns for Wolf. Win all 18 shells, or hold more after the last duel, usually the 21st.
how-2 = { $placement ->
    [draft] First you place the stones in turn: one, then two at a time.
    [random] The stones are dealt, or placed in turn, as pictured.
   *[any] First the stones are dealt, or you place them in turn: one, then two at a time.
} Each space gets one stone of each side, never equal ones.
how-3 = Duel: both secretly choose a mask. Where row and column meet, the higher stone wins; the loser pays the difference in shells.
how-4 = Between duels, you take turns swapping two of your own stones, Bison first. Equal stones never share a space.
how-5 = Memory: stones lie face down and turn up only to duel. Nobody may look, not even at their own. If equal ones meet, nobody pays.
how-6 = Professional: also place and swap your opponent’s stones. With stacks, move any two stones to other spaces; a side’s stones on a space add up.

# Habits in choosing masks.
habit-row = Rows, as Bison
habit-row-1 = row 1
habit-row-2 = row 2
habit-row-3 = row 3
habit-column = Columns, as Wolf
habit-column-a = column A
habit-column-b = column B
habit-column-c = column C
habit-line = Strong and weak lines
habit-line-strong = the strongest line
habit-line-middle = the middling line
habit-line-weak = the weakest line
habit-favourite-1 = the first line (row 1 or column A)
habit-favourite-2 = the middle line (row 2 or column B)
habit-favourite-3 = the last line (row 3 or column C)

# Reasons for a hint, which is shown only to the player who asked for it.
why-hunch = My best of a few ideas.
why-mask-average = Pays best on average.
why-mask-sure = Safest, even if they expect it.
why-mask-mix = Stay unpredictable.
why-mask-likely = Pays best, given what was turned up.
why-mask-memory = Stay unpredictable, given what was turned up.
why-read = Your usual choices suggest it.
why-swap-average = Then { $seat ->
    [0] row
   *[other] column
} { $line } pays best on average.
why-swap-threat = Threatens to win everything on { $space }.
why-swap-ahead = You’re ahead; this keeps it.
why-swap-open = Best, looking ahead; still open.
why-swap-behind = A tough spot: the best move.
why-swap-chances = Best, looking ahead: { $chances }% to win.
why-swap-least = { $chances ->
    [0] Hardly 1% to win, but nothing leaves more.
   *[other] A tough spot: { $chances }% to win, nothing leaves more.
}
why-swap-memory = Sets up the next duels best, given what was turned up.
why-place-average = Helps most, at a glance.
why-place-beats = Beats the { $other }.
why-place-yields = Gives way, so better stones win elsewhere.
why-place-dreams = Came out best on { $boards } imagined boards.
why-relocate = It fits nowhere; this trade is best.

# Review: why another choice was better. Chances are percentages for the player named in the message.
judged-mask = { $seat ->
    [0] Row
   *[other] Column
} { $better } was worth { $chances }%; { $line } only { $instead }%, because of { $seat ->
    [0] column
   *[other] row
} { $answer }.
judged-swap = { $better } kept { $chances }%; this dropped to { $instead }%{ $sure ->
    [1] {" "}for sure
   *[other] {""}
}.
judged-swap-threat = { $better } threatened to win everything on { $space }: { $chances }%, not { $instead }%.
judged-swap-open = This left { $space } open to losing everything: { $instead }%. { $better } kept { $chances }%.

goal = Most shells { $limit ->
    [none] {""}
    [one] after a single duel{" "}
   *[other] after { $limit } duels{" "}
}wins; all 18 win at once.
first-place = One stone of each side per space, never equal ones. Put yours where they win.
first-exchange = You take turns { $exchange ->
    [move] moving any two stones
    [swap-any] swapping two stones of one side
   *[swap] swapping two of your own stones
}. Your turn.
first-mask = You pick a { $line_kind ->
    [row] row, your opponent a column
   *[column] column, your opponent a row
}: where they meet, the higher stone wins.
first-duel = On { $space }, your { $mine } would take { $gain ->
    [one] 1 shell
   *[other] { $gain } shells
} from their { $theirs }.

# The daily duel.
daily-shells = Match point! Shells: Bison { $bison }, Wolf { $wolf }.
daily-line = { $line }: { $content }
daily-best = Best: { $row } + { $column }
daily-nobody = nobody
daily-more = { $count } more
daily-people = { $count ->
    [one] 1 person
   *[other] { $count } people
}
