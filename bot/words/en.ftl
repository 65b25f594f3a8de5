### Texts of the bot. Every language has the same keys in the same order.

# Matches at a terminal

play-seal = Fair-play seal of this match: { $seal }
play-help = Type your move. “?” lists the moves, “how” explains the game, “!resign” resigns, Ctrl-D leaves.
play-turn = { $who }, it’s your turn
play-hidden = { $who }, it’s your turn. Press Enter when nobody else is looking
play-sealed = Sealed.
play-words = You can play: { $words }
show-words = { $seat }: { $words }
show-daily = Daily duel { $number } · { $date }
show-daily-weekday = Weekday: you win or pay the difference.
show-daily-sunday = Sunday: only winning the match counts (+3, 0, −3).
show-daily-solution = Perfect mix: { $rows } / { $columns }
play-more = … and { $count } more
play-left = You left the table.
play-saved = The record is in { $file }.

proof-fair = ✅ Match { $match } was fair
proof-unchanged = ✅ Nothing was changed in match { $match }
proof-not-drawn = ❔ Nothing was changed in match { $match }, but not all of it was drawn
proof-unfair = ❌ Something is wrong with match { $match }
proof-unproven = ❔ Nothing is proven about match { $match }
proof-promised = Fair-play seal: `{ $seal }`. Save it now; after the match, anyone can check that nothing was changed.
proof-continues = ↩️ This match goes on from an earlier one, with a number and seal of its own.
proof-seal = Last seal, which begins as on the card: `{ $seal }`
proof-proven = ✅ Proven: this is the match that was played. Nothing was changed, added or left out.
proof-agrees = The record is consistent. To prove that it’s the match that was played, compare its last seal { $seal } with yours, or add --seal.
proof-same-match = This is the match that was played. Nothing was changed, added or left out. But it isn’t proven fair:
proof-short = Not proven: the seal of line { $line } begins with { $seal }, but a host can search for a record that fits. The whole seal is under “Fair play”.
proof-until = Proven up to line { $line }, where { $seal } stood; not beyond.
proof-receipt = { $receipt } is a receipt of this match.
proof-shook = “{ $text }” is part of the dice.
proof-wrong = Wrong at line { $line }: { $why }
proof-missing = Not proven, see line { $line }: { $why }
proof-never = Wrong: { $why }
proof-seats = The dice seated { $seats }.
proof-agreed = Seated as agreed: { $seats }.
proof-shaken = { $count ->
    [0] Nobody shook the dice: only the house says they were random. In a challenge, use `/duel shake` first.
    [one] One person shook the dice. If you saw a seal before, the house alone couldn’t pick them.
   *[other] { $count } people shook the dice. If you saw a seal before, the house alone couldn’t pick them.
}
proof-receipts = { $hidden ->
    [0] No hidden choices.
    [one] One hidden choice, which fits its receipt.
   *[other] { $hidden } hidden choices, and each fits its receipt.
}{ $again ->
    [0] {""}
    [one] {" "}One was changed before it was revealed, as allowed.
   *[other] {" "}{ $again } were changed before they were revealed, as allowed.
}
proof-seated = { $who } as { $seat }
proof-sitter = player { $number }
proof-steps = Every choice was legal with these dice, in { $steps ->
    [one] 1 step.
   *[other] { $steps } steps.
}
proof-tally = 🎲 This server: { $sealed } sealed · { $results } with a result · { $off } called off · { $alone } canceled by one player · { $expired } expired · { $live } open
proof-since = { $steps ->
    [0] ⚠️ It goes on from another match: its dice prove nothing about the start.
   *[other] ⚠️ It goes on from another match: its dice prove nothing up to step { $steps }.
}
proof-deal = ⚠️ It repeats the deal of match { $match }; the two were not compared.
proof-deal-unproven = ⚠️ Its deal has the same dice as the other record; only the last seal of match { $match } proves that one.
proof-deal-same = 🪞 Its deal is that of match { $match }.
proof-laid = ⚠️ Set by hand, not drawn: { $what }
proof-terms = Played: { $terms }

# Refused offers and actions
no-typed-line = One line of ordinary text, please: at most { $most } characters, nothing invisible, no stacked accents.
no-option-typed = “{ $typed }” doesn’t fit “{ $option }”. { $free ->
    [0] Possible: { $wants }.
   *[other] For example: { $wants }
}
no-variant-unknown = { $count ->
    [0] This game has no variants.
   *[other] No variant “{ $typed }”, only { $known }.
}
no-no-table = No match { $match }.
no-game-missing = The bot doesn’t have this game at the moment.
no-busy = Busy. Try again in a moment.
no-stale = That turn is over.
no-late = Too late: time’s up.
no-running = This match is still on.
no-begun = This match has already begun.
no-options-changed = The options changed. Open the form again.
no-practising = Finish your practice first, or type just `/duel practice`.
no-illegible = I can’t read you in this game.
no-such-level = { $game } doesn’t have that level, only { $levels }.
no-not-begun = This match hasn’t begun yet.
no-closed-declined = This challenge was declined.
no-closed-withdrawn = This offer was withdrawn.
no-closed-expired = Too late: this offer has expired.
no-closed-outdated = Called off: the rules have changed.
no-closed-broken = Called off: this game broke. It doesn’t count.
no-closed-bygone = The rules changed, so I can’t show this match. The result stands.
no-closed-newer = I’m being updated. Try again in a few minutes.
no-closed-shelved = 🧺 Practice match called off: no result.
no-named-twice = Pick other players, each only once.
no-yourself = Not yourself – try `/duel practice`.
no-no-seat-free = No seat is free.
no-seats-of-game = { $game } is for { $allowed } players, not { $seats }.
no-named-count = { $wanted ->
    [0] You can’t pick opponents here.
    [one] Pick 1 opponent.
   *[other] Pick { $wanted } opponents.
}
no-sits-already = You’re already in.
no-changed-too-often = Changed too often. Start a new one.
no-not-named = This challenge isn’t for you.
no-own-challenge = Your own challenge: withdraw it under “More”.
no-for-others = This challenge is for { $who }.
no-said-no = You’ve already declined.
no-not-host = Only the host can do that.
no-not-open = This isn’t an open table.
no-prediction = That can’t be predicted.
no-not-seated = You’re not in this match.
no-plays-elsewhere = { no-not-seated } To act in another, pick it in “match”.
no-unshaken = First you both shake the dice, under “More”.
no-dealt = You’ve seen your deal: no canceling alone. A draw now doesn’t count; resigning does.
no-has-left = You left; the house plays for you.
no-has-timed-out = You ran out of time; the house plays for you.
no-seats-stay = Not that many seats here.
no-too-few = At least { $least ->
    [one] 1 person
   *[other] { $least } people
}, and a seat for each.
no-nobody = It takes two people, or one and the house.
no-gone = No rematch: somebody is gone for good.
no-not-the-house = The house isn’t playing this seat.
no-house-plays-on = The house takes no draws: resign or cancel.
no-draw-already-offered = You’ve already offered a draw.
no-holiday-used = Not that many days left.
no-not-due = There’s still time.

# Slash commands and their options: names, then descriptions
name-play = play
name-help = help
name-daily = daily
name-challenge = challenge
name-practice = practice
name-open = open
name-inbox = inbox
name-move = move
name-board = board
name-resign = resign
name-draw = draw
name-cancel = cancel
name-list = list
name-replay = replay
name-verify = verify
name-shake = shake
name-line = line
name-rules = rules
name-opponent = opponent
name-opponent2 = opponent2
name-opponent3 = opponent3
name-opponent4 = opponent4
name-opponent5 = opponent5
name-game = game
name-variant = variant
name-clock = clock
name-level = level
name-house = house
name-rated = rated
name-options = options
name-seats = seats
name-word = word
name-find = find
name-match = match
name-text = text
name-settings = settings
name-me = me
name-server = server
name-ladder = ladder
name-player = player
name-user = user
command-ladder = Ladders and profiles
command-player = Ratings, record and rivals; your own habits too
about-user = Whose profile; else yours
menu-challenge = Challenge to a duel
menu-profile = Profile
menu-review = Review
menu-verify = Check fair play
command-play = Start here: play the bot or challenge somebody
command-help = The games, their rules, and a first match
command-daily = One board a day, one secret choice, you against the whole server
command-duel = Duels of hidden choices
command-challenge = Challenge somebody
command-practice = Play the house right away
command-open = Open a table anybody may join
command-inbox = Your matches
command-move = Type your move
command-board = Show the board again
command-resign = Resign a match
command-draw = Offer or accept a draw
command-cancel = Cancel a match
command-list = Matches being played
command-replay = Review a match: turning points, luck and skill, film
command-verify = Was a match fair?
command-shake = Add a line to the dice before a match
command-rules = How to play
command-settings = Your settings, or the server’s
command-me = Your language, notifications, holiday and ladders
command-server = For server managers: language, channels, clock, threads, seasons
about-opponent = Who you challenge
about-opponents = Who else, for more than two
about-game = Which game
about-variant = Which variant
about-clock = Time per turn
about-level = How well the house plays
about-house = When the house fills empty seats
about-rated = For the ladder?
about-options = Advanced: options by name, such as duel_limit=7; prize=one
about-seats = How many play
about-word = In notation; a few letters will do
about-line = Only you see it; it goes into the dice
about-find = What to look up, such as C6 or wolf
about-match = Which match; else the most urgent
about-own-match = Which match; else the one in this channel
about-text = The board in letters
name-season = season
name-begin = begin
name-end = end
name-name = name
command-standing = This server’s ladder, and your place
command-season = For server managers: begin or end a season
command-season-begin = Begin a season: everybody starts afresh
command-season-end = End the season and post the standings
about-ladder-game = Which game; else all together
about-season = Which season; else the current one
about-season-name = A name, if you like
choice-clock-5m = 5 minutes a turn
choice-clock-1h = 1 hour a turn
choice-clock-24h = 24 hours a turn
choice-clock-3d = 3 days a turn
choice-clock-none = No clock
choice-fills-1m = After 1 minute
choice-fills-5m = After 5 minutes
choice-fills-1h = After 1 hour
level-easy = easy
level-medium = medium
level-hard = hard
level-reads = reads you: learns how you choose

# People and times
the-house = the house
# In pictures, where names have little room.
house-short = House
house-numbered = House { $number }
house-for = the house (for { $who })
house-plays-on = 🚪 { $who } left – the house plays on.
house-plays-on-after-timeout = ⌛ { $who } ran out of time – the house plays on.
somebody = somebody who’s gone
seated = { $who } ({ $seat })
time-up = ⏳ { $until }
span-none = no limit
span-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
span-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
span-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
span-months = { $count ->
    [one] 1 month
   *[other] { $count } months
}
span-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
match-count = { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}
label-versus = vs { $who }
label-your-turn = your turn
label-offered = not begun yet
age-now = just now
age-minutes = { $count } min ago
age-hours = { $count } h ago
age-days = { $count ->
    [one] 1 day ago
   *[other] { $count } days ago
}
page = Page { $page } of { $pages }
board-number = Board { $board } of { $boards }
yes = Yes
no = No

# Start page for newcomers
greeting = 👋 Hi, I bring games of hidden choices: everybody picks in secret, then all is revealed at once. Play me right now or challenge somebody; `/play` works in any channel.
door-title = What would you like to play?
door-more = Your matches: `/duel inbox` · settings: `/settings me`
door-challenge = Who do you challenge?
door-person = Pick a person
door-elsewhere = It works in { $channels }.
door-other-rules = Rules of another game …

# Lobby
lobby-title = Lobby
lobby-quiet = Nobody is playing yet. Who’s first?
lobby-waits = ⏳ { $who } is waiting · { $game }
lobby-live = Now playing
lobby-results = Latest results
lobby-leader = 🏆 Leading this week: { $who }
lobby-waiting = ⏳ You’re waiting for an opponent: { $game }. I’ll ping you when somebody joins. Ends { $until }.
lobby-other-game = Another game
lobby-left = You’re not waiting anymore.
lobby-lapsed = Nobody came this time: { $game }.

# Followers
follow-started = 👀 { $players } are playing: { $game }
follow-match = 🔔 I’ll message you once, when it ends.
follow-match-stopped = 🔕 I won’t message you about it.
follow-person = 🔔 You follow { $who }: I’ll message you when they start or end a match that everybody here can see.
follow-person-stopped = 🔕 You no longer follow { $who }.
follow-all-stopped = 🔕 You follow nobody anymore.
follow-limit = You follow { $limit } people and matches. That’s the maximum.
followed-nobody = You follow nobody. Press Follow in a profile or while you watch a match.
followed-stop = Stop following …
no-follow-closed = Not everybody can read that channel, so nobody can follow the match.

# Offers and options
offer-challenge = { $host } challenges { $guests }: { $game }
offer-challenge-own = You challenge { $guests }: { $game }
offer-challenge-you = { $host } challenges you{ $count ->
    [0] {""}
   *[other] {" and "}{ $guests }
}: { $game }
offer-rematch = 🔁 { $host } wants a rematch with { $guests }: { $game }
offer-rematch-own = 🔁 You want a rematch with { $guests }: { $game }
offer-rematch-you = 🔁 { $host } wants a rematch with you{ $count ->
    [0] {""}
   *[other] {" and "}{ $guests }
}: { $game }
offer-so-far = 📊 So far: { $scores }
offer-open = { $host } opens a table: { $game }
offer-open-own = Your table: { $game }
offer-practice = { $host } vs the house: { $game }
offer-there = { $count ->
    [one] { $who } is in.
   *[other] { $who } are in.
}
offer-seats = 👥 { $taken } of { $seats }: { $who }
offer-stands = ⏳ expires { $until }
offer-young = 🌱 { $who }: new on Discord, rated after { $days } days.
offer-fills = ⏳ The house fills empty seats { $until }
offer-filled = { $rest ->
    [0] ▶️ Starts when somebody joins. { $host } can start now, against the house.
   *[other] ▶️ Starts when one more joins; the house takes the other seats. { $host } can start now.
}
offer-passed = 🙅 Declined: { $who }
offer-unseated = 🔁 New options: { $who }, please join again.
offer-at-host = 👉 { $host }: start, or ask somebody else under “More”.
offer-unshaken = 🎲 Waiting for { $who } to shake.
offer-spilt = 🎲 New terms: shake again.
offer-asks = 🎲 First, everyone shakes the dice with a line of their own, so nobody can pick the rolls.
offer-invite = Ask somebody else
banner-players = { $players } players
game-facts = { $minutes } min · { $players }
offer-shaken = 🎲 { $who } shook the dice.
form-shake = Shake the dice
form-shake-line = A line of anything
form-shake-about = Only you see it. Your last line counts.
offer-begun = ▶️ The match has begun.
offer-declined = { $who } declined.
offer-withdrawn = { $host } withdrew the offer.
offer-expired = Nobody answered in time.
offer-outdated = 📜 Called off: { $game } has new rules. Another one?
offer-broken = 🔧 Called off: { $game } broke. It doesn’t count.
offer-bygone = 📜 { $game } has new rules. The result stands.
term-clock = { $span } a turn
term-no-clock = no clock
term-limit = { $span } for the match
term-level = house: { $level }
laid-by-hand = set by hand: { $what }
term-rated = rated
term-unrated = unrated
term-shakes = everyone shakes first
option-clock = Time per turn
meaning-clock = To think.
option-limit = Time for the whole match
meaning-limit = When it’s up, the leader wins.
option-rated = Rated
meaning-rated = Counts for the ladder.
option-shakes = Shake first
meaning-shakes = Begins once everyone has shaken the dice.
options-title = Options: { $game }
options-checks = Also
options-typed = Any option by name
options-typed-about = Separate with semicolons.
options-unchanged = Nothing changed.
options-anew = New options, new match: this one ends without a result.
options-spills = 🎲 After a change, everyone shakes again.
options-unseat = If you change an option, everyone has to join again.

# Reviews
debrief-points = In percent chance to win.
verdict-won = { $own ->
    [1] You
   *[0] { $winner }
} won
review-reader = you
review-went = { $name } went from { $before }% to { $after }%: { $causes }.
review-stayed = { $name } stayed at { $before }%: { $causes }.
review-by-luck = { $gain ->
    [1] { $points } by luck
   *[0] { $points } by bad luck
}
review-by-play = { $gain ->
    [1] { $points } by better play
   *[0] { $points } by weaker play
}
review-by-unexplained = { $points } unexplained
review-by-nothing = luck and play were even
review-mistakes = Mistakes: { $counts }
review-mistake-count = { $name } { $mistakes ->
    [0] none
   *[other] { $mistakes } ({ $cost })
}
review-turn-luck = 🎲 { $name } { $points }: { $what }
review-turn-mistake = 💡 { $name } { $points }: { $what }
review-luck = 🎲 Luck: { $name } { $points }
review-legend = 🎲 luck: the deal, dice, or which secret choices met. 💡 mistake. Both in percent chance to win. Unexplained: missed by the estimate.
verdict-luck = { verdict-won } by luck.
verdict-luck-against = { verdict-won } by luck, despite weaker play.
verdict-play = { verdict-won } by better play.
verdict-play-against = { verdict-won } by better play, despite bad luck.
verdict-both = { verdict-won } by better play and luck.
verdict-close = { verdict-won }; neither luck nor play alone decided it.
verdict-late = { verdict-won }; the estimate hardly explains why.
verdict-drawn = A draw: luck and play were even.
verdict-drawn-against = A draw: { $own ->
    [1] your luck
   *[0] { $winner }’s luck
} against better play.
verdict-ahead = { verdict-won }, ahead from the start.
verdict-unclear = { verdict-won }; the mistakes don’t explain it.
verdict-even = A draw: neither gave more away.
verdict-open = Ended early: nothing was decided on the board yet.
verdict-thrown = { $when }: { $lost ->
    [1] you were
   *[0] { $loser } was
} ahead and threw it away.
ahead-luck = Luck
ahead-play = Play
ahead-late = Unexplained
ahead-whole = Total
ahead-mistake = Mistake
ahead-unit = More of a color: better chances
ahead-picture = Chances and turning points. { $players }
debrief-many = { $game }, { $matches ->
    [one] one match
   *[other] { $matches } matches
}, a match on average:
debrief-seat = { $name }: luck { $luck } (±{ $unsure }), own play { $choices } (±{ $loose })
debrief-slips = mistakes { $whole }.{ $tenths }
debrief-others = Can’t be reviewed yet: { $matches ->
    [one] one match
   *[other] { $matches } matches
}.

# Match cards and results
match-title = { $game }: { $players }
match-name = { $players } · { $game }
match-threaded = 🧵 { $players } · { $game } · { $where }
as-of = 🕰️ { $at } · Press any button to update.
match-result = 🏁 The result: { $where }
match-review = 🏁 Review and rematch: { $where }
result-line = 🏆 { $winner } beat { $losers } { $score }
match-number = Match number { $match }
more-ends = Resign: you lose. Cancel: no result, but after the first move all must agree.
more-ends-practice = Resign: you get the result and its review. Cancel: neither.
chooses = { $who } to move
chooses-until = { $who } to move · { $until }
choose-here = 👉 { $who }: choose here.
seers = 🔮 { $who } saw it coming.
seers-more = { $count ->
    [one] one more
   *[other] { $count } more
}
prediction-ask =
    🔮 What will they choose? { $who }
    -# Nobody sees your prediction before the reveal.
prediction =
    🔮 Your prediction: { $what }
    -# You can change it until the reveal.
prediction-last = 🔮 Last time: { $outcomes }
prediction-right = { $who } right, +{ $points }
prediction-wrong = { $who } wrong, −{ $points }
prediction-clock = -# Predictions need a clock of { $minutes } minutes or more.
has-chosen = ✅ { $who } has chosen.
limit-until = ⏳ Match ends { $until }
offers-draw = 🤝 { $who } offers a draw.
asks-to-cancel = 🕊️ { $who } wants to cancel.
absent-gone = 🚪 { $who } { $count ->
    [one] has
   *[other] have
} left the server: you can cancel without them.
absent-away = 🏖️ { $who } is away until { $until }.
over-won = 🏆 { $who } wins: { $why }
over-won-you = 🏆 You win: { $why }
over-alone = nobody else played on
over-time = time is up
film-won = { $who } wins: { $why }
over-left = left
over-timed-out = ran out of time
over-record = For `duel replay` and `duel verify` in a terminal.
end-turned = { $decided ->
    [0] Biggest swing
   *[1] The decider
}
end-board = At the end
moment-duel = Duel { $number } of { $of }
moment-after = { $number ->
    [0] Before the first duel
   *[other] After duel { $number } of { $of }
}
moment-turn = Turn { $number } of { $of }
moment-step = Step { $number } of { $of }
moment-move = Move { $number } of { $of }
moment-end = The end
story-comeback = 🔄 Comeback from { $behind }.
story-points-behind = { $points } points behind
story-upset = 🎯 Upset: rated { $gap } points lower.
story-shutout = 🧱 Shutout: not a point conceded.
story-last-step = ⏱️ Decided at the end: +{ $gain } for { $who }{ $change }.
story-photo-finish = 📸 Photo finish: { $scores }.
story-swing = ⚡ Biggest swing: { $moment }{ $what }, +{ $gain } for { $who }{ $change }.
review-course = Scores and turning points. By now: { $scores }
course-after = { $number ->
    [0] Before the first duel
   *[other] After duel { $number }
}
course-duel = Duel
course-turn = Turn
course-step = Step
course-move = Move
review-gains = Biggest swings:
jump = Jump to …
jump-turning = 🔑 { $when }
jump-highlight = ⭐ Highlight
jump-mistake = 💡 There was better
jump-duel = ⚔️ Duel { $number }
jump-turn = Turn { $number }
known-here = 🧠 Everything { $who } could know here, with a perfect memory.
known-unsure = { $who }’s, face down, in any order: { $what } on { $where }.
jump-eyes = Seen through the eyes of:
jump-turned = The board, seen from the side of:
look-closes = 👁️ Covered again in ten seconds.
board-comes = The board is on its way: { $where }
place-holds = { $place }: { $what }
place-empty = { $place }: empty
place-unknown = Nothing like that on the board.
list-title = Matches being played
list-empty = Nobody is playing right now.
list-card = card
list-practice = Play against the house …
list-more = … and { $count } more

# Ratings, ladders and seasons
rated-rank = rank { $rank }
rank-missing = unranked, { $played } of { $needed } played
rank-strangers = { $strangers ->
    [one] unranked, 1 new opponent to go
   *[other] unranked, { $strangers } new opponents to go
}
worth-likely = **{ $points }** ± { $unsure }
unrated-practice = Practice – unrated
unrated-drawn = Unrated: start set by hand.
unrated-agreed = Unrated, as agreed.
unrated-abroad = Unrated: only on servers that have me.
unrated-young = Unrated: new Discord account (under { $limit } days).
unrated-cancelled = Unrated: canceled.
unrated-abandoned = Unrated: nobody played on.
unrated-short = Unrated: { $limit ->
    [0] too short
    [one] no step played
   *[other] under { $limit } steps
}.
unrated-pair = Unrated: { $limit ->
    [0] met too often that day
   *[other] at most { $limit } a day per pair
}.
player-count = { $players ->
    [one] 1 player
   *[other] { $players } players
}
ladder-title = Ladder: { $game }
ladder-everything = all games
ladder-empty = No rated matches yet.
ladder-line = **{ $rank }.** { $who } · { $worth } · { match-count }
ladder-line-missing = **({ $rank })** { $who } · { $worth } · { $missing }
ladder-new = new
ladder-hidden = Only you see your row; `/settings me` shows it to all.
ladder-provisional = 🌱 In brackets: provisional. A rank takes { $matches } matches and { $opponents } opponents.
ladder-small = { player-count } · rating ± error · ▲ ▼ since Monday · 🏁 recent places
ladder-alt = From the best down: { $lines }
ladder-alt-line = { $rank }. { $who }, { $points }
season-alt-line = rank { $rank }, { $points } points
ladder-alt-missing = ({ $rank }) { $who }, { $points }
ladder-open = No season; matches count anyway.
ladder-running = { $season } · 📅 { $began } →
ladder-running-until = { $season } · 📅 { $began } – { $due }
ladder-ended = { $season } · 🏁 { $began } – { $ended }
seers-title = Seers
seers-line = **{ $rank }.** { $who } · { $points ->
    [one] { $shown } point
   *[other] { $shown } points
} · { $hits } of { $count } right
seers-empty = Nobody yet. It takes { $predictions } predictions on { $players } players in a month. Press Watch on a match to begin.
seers-own = You: { $points ->
    [one] { $shown } point
   *[other] { $shown } points
} · { $count } of { $least } predictions, on { $players } of { $different } players
seers-small = 4 options: right +3, wrong −1 · at most { $most } predictions per player
season = Season { $number }
season-named = { $name } (season { $number })
season-over = { $season } is over
season-was = 📅 { $began } – { $ended } · { player-count }
season-unranked = 🌱 No ranks: they take { $matches } matches against three opponents.
season-champion = 🏆 { $count ->
    [one] { $who } is the champion of all games!
   *[other] Joint champions of all games: { $who }
}
season-firsts = 🎯 First at each game: { $firsts }
season-improved = 📈 Most improved: { $who }, +{ $points } at { $game }.
season-rivals = ⚔️ Rivalry: { $one } and { $other }, { $met } matches, { $ahead } to { $behind }.
season-upset = 💥 Upset: { $who } beat { $whom } at { $game }, { $points ->
    [one] 1 point
   *[other] { $points } points
} behind, with a { $chance }% chance.
season-rules = Most improved: points at one game after { $matches } matches. Rivalry: most rated matches together. Upset: least likely win.
laurels-improved = Most improved
laurels-rival = Rivalry
laurels-upset = Upset
season-alt = The podium, from the best down: { $lines }
season-last = ⏳ Last week of { $season }: it ends { $due }.
week-title = The week on the ladder
week-match = 🎬 **Match of the week:** { $result }
week-upset = ⚡ **Upset of the week:** { $who } beat { $whom } and gained { $points } points · { $game }
week-small = { player-count } · rating ± error · ▲ ▼ this week · 🏁 recent places
season-crown = 👑 { $role } goes with it, until the next champion.
season-no-crown = 👑 To give out { $role }, I must be allowed to manage roles, and have a higher one.
season-begun = { $season } is on. Everybody starts afresh!
season-closes = It ends · 📅 { $due }
form-season = Begin a new season?
form-season-name = Its name
form-season-note = { $season } ends: standings are posted, everybody starts afresh.
sure-season-end = End { $season }?
    Standings are posted, everybody starts afresh.
button-season-end = End it
season-ended = { $season } is over; standings follow. Until the next, matches count separately.
button-ladder = The whole ladder
button-own-rank = My place

# Player messages and inbox
hand-careless = { $why } Play it anyway?
hand-so-far = So far: **{ $word }**
deed = { $deed }: { $what }
hand-last = { $count ->
    [one] { $who } is waiting for you!
   *[other] Everyone’s waiting for you!
}
hand-hint = 💡 **{ $word }** – { $why }
hint-share = { $move } { $percent }%
hand-until = Your turn · { $until }
hand-shut = Your direct messages are closed, so I’m asking here.
hand-reminder = ⏰ Time’s nearly up!
hand-sealed = 🔒 Sealed: **{ $word }**
hand-others = { $count ->
    [one] { $who } is still thinking.
   *[other] { $who } are still thinking.
} You can still change your choice.
hand-since = **Since your last turn:**
hand-list = Pick one of { $count }
hand-more = More ({ $count })
hand-counts = Still counts: **{ $word }**
hand-place = You came { $place ->
    [2] second
    [3] third
    [4] fourth
    [5] fifth
   *[6] sixth
} of { $players ->
    [3] three
    [4] four
    [5] five
   *[6] six
}
hand-place-shared = You came joint { $place ->
    [2] second
    [3] third
    [4] fourth
   *[5] fifth
} of { $players ->
    [3] three
    [4] four
    [5] five
   *[6] six
}
departure-timed-out = ⌛ You ran out of time – the house plays on.
departure-left = 🚪 You left – the house plays on.
hand-left = You left: last place
hand-timed-out = You ran out of time: last place
hand-resign = You resigned
hand-lapse = You ran out of time
hand-no-show = Called off: you never moved
hand-paused = ⏸️ Paused. Press to go on.
proof-your-receipt = 🎲 Receipt of your choice: `{ $receipt }`
proof-your-seal = 🎲 Seal with your choice: `{ $seal }`
inbox-waits = { $count ->
    [one] 1 match is waiting for you.
   *[other] { $count } matches are waiting for you.
}
inbox-unshaken = 🎲 shake the dice, and it starts
inbox-filled = ▶️ start now, or wait for one more
rematch-asked = 🔁 Rematch offered: { $where }
rematch-here = 🔁 Here’s your rematch.
practising = You’re still practicing
practising-anew = A new match ends this one, without a result.
practising-other = { $game } ends this one, without a result.
deal-begins = 🔁 The same deal. It doesn’t count.
onward-begins = 🔁 Playing on from there. It doesn’t count.
first-match = 🌱 First time: { $level ->
    [easy] easy, with even chances
   *[other] even chances
}.
taken-back = ↩️ Taken back: choose again.
practice-shelved = 🧺 Your other practice is called off. Here’s a fresh one!
practice-other = 🧺 Called off. Here’s your current match.
inbox-empty = Nothing’s waiting for you. Enjoy the quiet.

# Buttons and confirmations
button-play = Play
button-result = Result
button-play-bot = Play the bot
button-challenge = Challenge
button-everybody-here = Anybody here
button-games = All games
button-sit-challenge = Accept
button-sit-open = Join
button-decline = Decline
button-rise = Leave
button-shake = 🎲 Shake the dice
button-unshaken = Start anyway
button-start = Start now
button-house = Let the house join
button-quick-match = Quick match
button-open-table = Open table
button-stop-waiting = Stop waiting
button-play-bot-meanwhile = Meanwhile, play the bot
button-wait-again = Wait again
button-withdraw = Withdraw
button-options = Options
button-advanced = Advanced
button-rules = Rules
button-choose = Choose
button-watch = Watch
button-now = Now
button-look = Look once more
button-skip-look = Play without looking
button-more = More
button-text = Board as text
button-inbox = { $count ->
    [1] Other match (1)
   *[other] Other matches ({ $count })
}
button-change = Change
button-anew = Start new
button-practise-on = Keep practicing
button-practise-anew = Practice again
button-play-on = Play on
button-open = Open
button-list = All my matches
button-keep = Keep
button-continue = Continue
button-begin = Start { $game }
button-hint = Hint
button-play-anyway = Play it
button-try-again = Try again
button-take-back = Take back
button-follow = I’ll do that
button-back = Back
button-back-to = Back to { $game }
button-back-to-match = Back to the match
button-ready = Suggestion
button-rematch = Rematch
button-replay = Review
button-verify = Fair play
button-step = Step by step
button-mistake-earlier = ◀️ 💡 { $when }
button-mistake-later = 💡 { $when } ▶️
button-onward = ▶️ Play on as { $seat }
button-again = 💡 Choose again as { $seat }
button-look-again = Look again
coach-thinks = 🔎 The coach is on it; this page updates itself.
button-first = First
button-before = Previous
button-next = Next
button-last = Last
button-everybody = What everybody saw
button-resign = Resign
button-offer = Offer a draw
button-agree = Agree to a draw
button-cancel = Cancel the match
sure-resign = Resign?
sure-resign-several = You come last; the house plays on{ $rated ->
    [0] .
   *[1] . Leaving costs 6 more points.
}
sure-resign-dealt = You’ve seen your deal: you lose.
sure-offer = Offer a draw?
    It stands until the next move.
sure-agree = Agree to a draw?
    It ends once all agree.
sure-cancel = Cancel the match?
    No result. After the first move, all must agree.
done-resign = You resigned.
done-offer = You offered a draw.
done-agree = You agreed to a draw.
done-cancel = You asked to cancel.
done-cancelled = Canceled: no result.
done-withdraw = Offer withdrawn.
done-decline = You declined.
done-rise = You left.
done-shake = 🎲 You shook the dice with “{ $text }”. Keep this line to check them later; your last one counts.

# Settings
settings-me = Your settings
settings-server = Server settings
settings-ladder = Ladder and seasons
button-settings-ladder = Ladder and seasons
button-settings-server = Matches and channels
settings-sided = -# 🔍 For server managers: nearly always the same winner, these 30 days. Often harmless.
settings-one-sided = { $ahead } ahead of { $behind }: { $won } of { $met } rated
settings-no-threads = ⚠️ For threads here, allow me: { $permissions }.
setting-locale = Language
setting-locale-none = Same as Discord
setting-locale-en = English
setting-locale-de = Deutsch
setting-locale-fr = français
setting-prompts = Turn notifications
setting-prompts-dm = Direct message
setting-prompts-here = Channel ping
setting-prompts-both = Both
setting-prompts-none = None
setting-quiet = Quiet hours
setting-quiet-none = None
setting-quiet-hours = { $begins }:00 to { $ends }:00
setting-zone = Time zone
setting-zone-other = Another city …
form-zone-city = Large city in your time zone
form-zone-about = Such as New York or Europe/Berlin.
setting-reminders = Last-minute reminder
setting-channels = Channels for offers
setting-channels-none = Everywhere
setting-clock = Default time per turn
setting-threads = Match threads
setting-results = Results in channels
setting-results-thread = One line after a thread
setting-results-line = One line
setting-results-full = With picture
setting-holiday = Holiday: no clocks, no pings ({ $left } of { $days } days left)
setting-holiday-until = Holiday until { $until }: no clocks, no pings
setting-holiday-none = I’m here
setting-holiday-away = I’m away
setting-holiday-back = I’m back
setting-listed = Show my name on ladders and in the daily
setting-predictable = Let onlookers predict my choices
setting-season = Season length (start: `/ladder season begin`)
setting-season-none = Open-ended
setting-standing = Season news
setting-standing-none = Where last played
setting-lobby = Lobby card
setting-lobby-none = No lobby
setting-weekly = Monday ladder post (no ping)
setting-crown = Role for the champion
setting-crown-none = No role
setting-pair = Rated matches a day per pair
setting-pair-none = All
setting-steps = Rounds of choices a rated match needs
settings-daily = Daily duel
button-settings-daily = Daily duel
setting-daily = On this server
setting-daily_channel = Results in
setting-daily_channel-none = Nowhere; only in private
setting-daily_hour = Reveal at
setting-daily_zone = Time zone of the reveal
setting-daily_dm = Daily duel: result by message
button-data = My data
button-unread = Forget how I choose
button-unread-yes = Yes, forget it
button-forget = Forget me
button-forget-yes = Yes, forget me
button-forget-no = Better not
data-given = All I keep about you. Choices in running matches are added when they end.
forget-sure = Really forget you?
    You leave your matches and offers. Name, settings, holidays, ratings and results are gone for good. Matches stay without your name, my posts in channels as they are.
forgotten = Forgotten. Farewell! 👋
unread-sure = Forget how you choose?
    All I’ve read is gone for good.
unread = 🔮 Forgotten. I start fair again.
button-settings = Settings

# Profiles
profile-title = Profile of { $who }
profile-nothing = No matches with people yet: `/play`
all-games = All games
profile-game = **{ $game }**: { $rating }
profile-all-games-differ = Not the same as { $game }: here, opponents count with their rating at all games.
profile-top = top { $percent }%
profile-peak = peak { $points }
trophy-seasons = { $count ->
    [one] season { $seasons }
   *[other] seasons { $seasons }
}
trophy-champion = Champion: { $seasons }
trophy-place = On the podium: { $seasons }
trophy-first = First at { $game }: { $seasons }
meeting-ask = Head to head with …
meeting-title = { $one } and { $other }
meeting-never = They haven’t met here.
meeting-all = { match-count }: **{ $ahead } to { $behind }**{ $level ->
    [0] {""}
   *[other] , { $level } level
}
meeting-game = **{ $game }**: { $ahead } to { $behind }{ $level ->
    [0] {""}
   *[other] , { $level } level
}
meeting-latest = Last: { $latest }.
meeting-rules = Who finished ahead, in all matches between people here.
profile-record = { match-count }: { $won } won, { $drawn } drawn, { $lost } lost
profile-streak-won = 🔥 { $count ->
    [one] Won the last match.
   *[other] Won the last { $count } matches.
}
profile-streak-drawn = ⚖️ { $count ->
    [one] Drew the last match.
   *[other] Drew the last { $count } matches.
}
profile-streak-lost = 🌧️ { $count ->
    [one] Lost the last match.
   *[other] Lost the last { $count } matches.
}
profile-longest = 🏔️ Longest streak: { $count } wins in a row
profile-seer = 🔮 { $count } predictions, { $right }% right (guessing: { $guessed }%)
profile-nemesis = ⚔️ Nemesis: { $who }, ahead in { $behind } of { $met } matches
profile-favourite = 🤝 Favorite opponent: { $who }, { $met } matches, { $ahead } to { $behind }
fortune = 🎲 **{ $game }**, your last { $matches } matches: luck { $luck } (±{ $unsure }), play { $play } (±{ $loose }) a match.
fortune-plain = 🎲 **{ $game }**, your last { $matches } matches: play { $play } (±{ $loose }) a match.
fortune-few = 🎲 Luck or play? After { $least } matches of a game I can tell: { $games }.
fortune-so-far = **{ $game }** { $matches } of { $of }
fortune-luck-more = Luck was with you.
fortune-luck-less = Luck was against you.
fortune-luck-open = Luck: can’t tell.
fortune-play-more = You gave away less than your opponents.
fortune-play-less = You gave away more than your opponents.
fortune-play-open = Play: can’t tell.
profile-small = rating ± margin of error
fortune-private = 🎲 only you see this
profile-season-new = 📅 { $season }: { $missing }
profile-season-last = 🏁 { $season }: { $rank }, { $points } points
profile-how = What counts in a profile
profile-how-points = Points: rating ± margin of error, per season.
profile-how-wins = Only an unshared first place is a win.
profile-how-matches = All matches between people count, rated or not; practice doesn’t.
profile-how-rivals = Nemesis: most often ahead of you. Favorite: most often met. From { $least } matches together.
profile-how-luck = 🎲 is only for you, in percent chance to win. Play: others’ mistakes minus yours.
portrait-streak = in a row
profile-plot = Ratings over time.
profile-curve = { $game }: from { $first } to { $last }, lowest { $least }, highest { $most }.
button-mind = Mind reader: { $game }
button-how = How?
button-share = Post it here for all
button-play-deal = Play this deal
button-challenge-player = Challenge { $who }
button-profile = Profile
button-follow-start = Follow
button-follow-player = Follow { $who }
button-unfollow = Stop following
button-unfollow-player = Stop following { $who }
button-followed = Following
button-unfollow-all = Stop following all
shared = ✅ Posted for all here.
shared-by = Shared by { $who }

# The level “reads you”
read-begins = 🔮 I learn from what you choose against me, here and in later matches like this, and tell nobody. To forget: `/settings me`.
read-none = 🔮 I couldn’t read you: too little to go on.
read-right = 🔮 I read that you { $habit }. Right: { $hits } of { $of } times (chance: about { $usual }).
read-wrong = 🔮 I read that you { $habit }. Wrong: { $hits } of { $of } times (chance: about { $usual }). Well hidden!
read-open = 🔮 I read that you { $habit }. { $hits } of { $of } times (chance: about { $usual }): can’t tell.
read-repeat = like to repeat your choice
read-avoid = hardly ever repeat your choice
read-next = move on by one each time
read-back = go back by one each time
read-mirror = copy my last choice
read-counter = choose what beats my last choice
read-stay = keep what won and drop what lost
read-plain = take what looks strongest
read-pattern = follow a pattern of your own
read-favourite = keep coming back to { $what }

# The mind reader in a profile
mind-title = The mind reader on { $who }: { $game }
mind-little = Nothing to read yet: I need { $least } choices of one kind from finished matches; I have { $choices }.
mind-dice = 🎲 **{ $habit }** – { $count } choices, nothing I’d bet on: hard to see through!
mind-bet = 🔮 **{ $habit }** – { $bets }
mind-odds = { $times } of { $of } times (dice: about { $dice }).
mind-favourite = I’d bet on { $favourite }: { mind-odds }
mind-avoided = I’d bet against { $favourite }: { mind-odds }
mind-again-stays = I’d bet on the same again: { mind-odds }
mind-again-turns = I’d bet on a change: { mind-odds }
mind-won-stays = After a win, I’d bet on the same again: { mind-odds }
mind-won-turns = After a win, I’d bet on a change: { mind-odds }
mind-lost-stays = After a loss, I’d bet on the same again: { mind-odds }
mind-lost-turns = After a loss, I’d bet on a change: { mind-odds }
mind-tied-stays = After a tie, I’d bet on the same again: { mind-odds }
mind-tied-turns = After a tie, I’d bet on a change: { mind-odds }
mind-ring = I’d bet on the next in turn ({ $ring }): { mind-odds }
mind-pair = After { $first }, I’d bet on { $then }: { mind-odds }
mind-copy = I’d bet on the opponent’s last choice: { mind-odds }
mind-answer = After the opponent’s { $met }, I’d bet on { $then }: { mind-odds }
mind-by-favourite = -# By what came most so far: right { $times } of { $of } times (dice: { $dice })
mind-by-sequence = -# By the choice before: right { $times } of { $of } times (dice: { $dice })
mind-by-rival = -# By the opponent’s choice before: right { $times } of { $of } times (dice: { $dice })
mind-same-all = Same as last time: right { $times } of { $of } times (dice: { $dice })
mind-same-won = after it won { $times } of { $of } (dice: { $dice })
mind-same-lost = after it lost { $times } of { $of } (dice: { $dice })
mind-same-tied = after it tied { $times } of { $of } (dice: { $dice })
mind-row-then = { $first }, then { $then }
mind-row-copy = what the opponent chose last
mind-row-again = the same as last time
mind-row-won = the same, after it won
mind-row-lost = the same, after it lost
mind-row-tied = the same, after it tied
mind-row-turn = a change
mind-row-turn-won = a change, after it won
mind-row-turn-lost = a change, after it lost
mind-row-turn-tied = a change, after it tied
mind-row-dice = dice
mind-how = From { $matches ->
    [one] 1 finished match
   *[other] { $matches } finished matches
} (at most the newest { $most }), for kinds of choice with { $least } or more. I bet on what stands out in all of them. The lines below test that: each choice is guessed only from those before. “Dice”: how often blind choices would fit. Of a hundred blind players, I’d suspect one at most. If several bets fit, I name the simplest.

# Errors and refused commands
try-again = Something’s stuck, nothing’s lost. Try again in a moment.
failed = That went wrong; nothing’s lost. If it happens again, tell us: { $code }
unreachable-channel = I can’t see that channel. Let me in, or use `/duel inbox`.
unreachable-permissions = To write there, I must see the channel, send messages and attach files.
unreachable-lacking = I can’t write there; server managers must allow: { $permissions }.
unreachable-automod = AutoMod blocks me there until a server manager lets me through; I’ll try again with the next move.
unreachable-answer = AutoMod blocked my answer. Use `/duel inbox`, best in our direct messages.
unreachable-refused = Discord refuses my message there. Play on with `/duel inbox`.
unreachable-dm = Your direct messages are closed: choose in the channel.
no-button = That button is too old. Use a newer one.
no-command = I don’t know that command. Restart Discord.
no-too-fast = Slow down! Try again in { $seconds ->
    [one] a second.
   *[other] { $seconds } seconds.
}
no-many-offers = { $count } open offers already: withdraw one first.
no-many-offers-there = { $count } open offers here already. Try later.
no-many-matches = You’re in { $count } matches: finish one first.
no-many-matches-there = { $count } matches here already. Try later.
no-bots = Other bots don’t duel: pick a person, or me.
no-server-only = Only on servers that have me.
no-no-card = That message isn’t a match.
no-unknown-person = I don’t know that person.
no-company-only = Nobody would see it here. Try a direct message with your opponent, a group or a server.
no-elsewhere = That match is in another conversation. Ask me there.
no-whispers = Only you would see it: you lack { $permissions } here. Try a direct message, a group or a server that has me.
no-other-channel = No matches in this channel; try { $channel }.
no-not-now = { $count ->
    [0] Not your turn yet.
   *[other] Not your turn yet: waiting for { $who }.
}
no-example = “{ $typed }” isn’t possible here. Try { $example }
no-nothing-waits = No match is waiting for you.
no-no-match-here = You have no match here. `/play` starts one.
no-which-match = { $here ->
    [0] You have no match here, but elsewhere
   *[other] You have several matches here
}. Pick one in “match”:
    { $first }
    { $second }
    { $third }
    { $more }
no-looked = Only one look a turn.
no-look-late = Too late to look: you’ve chosen.
no-no-hints = No hints in matches between people.
no-hint-later = I’m busy. Ask again in a moment.
no-nobody-waits = Nobody is waiting anymore. Press Quick match to wait yourself.
no-not-manager = Only server managers can do that.
no-zone-unknown = I don’t know “{ $typed }”. Try a large city nearby in English, such as Kolkata.
no-no-season = No season is on: `/ladder season begin`.
no-season-changed = The season has changed, so I did nothing. Try again.
no-no-such-season = No such season; pick from the list.
no-unlisted = This profile is private.
no-scoreless = Bots keep no score.
no-lacking = I can’t post here; server managers must allow: { $permissions }.
permission-view-channel = View channel
permission-send-messages = Send messages
permission-send-messages-in-threads = Send messages in threads
permission-attach-files = Attach files
permission-connect = Connect
permission-create-public-threads = Create public threads
permission-use-external-apps = Use external apps

# Tournaments
name-tournament = tournament
name-join = join
name-leave = leave
name-start = start
name-standings = standings
name-format = format
name-mirror = mirror
name-rounds = rounds
name-minutes = minutes
name-days = days
name-starts = starts
command-tournament = Tournaments on this server
command-tournament-open = Open a tournament in this channel
command-tournament-join = Join a tournament
command-tournament-leave = Leave a tournament
command-tournament-start = Start your tournament now
command-tournament-standings = The standings of a tournament
command-tournament-cancel = Cancel your tournament
about-format = How players are paired
about-tournament-clock = Time per turn: minutes to play live, 24 hours to play over days
about-starts = In minutes (30), or when (21:00, 2026-12-04 21:00); else you start it
about-tournament-name = What it is called
about-mirror = Every deal twice, sides swapped (Duel only)
about-rounds = Swiss: how many rounds; else enough for a winner
about-minutes = Arena: how long
about-days = 24 hours a turn: how many days a round may last
about-tournament = Which tournament; else the one here
choice-clock-1m = 1 minute a turn
choice-clock-2m = 2 minutes a turn
tournament-format-arena = Arena
tournament-format-swiss = Swiss
tournament-format-round_robin = Round robin
tournament-format-knockout = Knockout
tournament-about-arena = One opponent after another until time is up.
tournament-about-swiss = Winners meet winners, and nobody is out.
tournament-about-round_robin = Everybody meets everybody.
tournament-about-knockout = Lose and you’re out.
tournament-about-mirror = You play each deal twice, once from each side.
tournament-unnamed = Tournament { $number }
tournament-turn = { $time } a turn
tournament-turn-live = { $time } a turn (first: { $first })
tournament-rounds = { $count ->
    [one] 1 round
   *[other] { $count } rounds
}
tournament-mirror = mirrored
tournament-starts = Starts { $when }.
tournament-waits = Starts when { $host } says so.
tournament-entered = { $count ->
    [0] Nobody is in yet. It takes four.
   *[other] { $count } in: { $who }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
}
tournament-ends = Ends { $when }.
tournament-round = Round { $round } of { $rounds } · { $open ->
    [0] all done
    [one] 1 match on
   *[other] { $open } matches on
}
tournament-round-due = The round ends { $when }; the side to move then loses.
tournament-bye = { $who } has a bye.
tournament-absent = **{ $winner }** wins: { $loser } didn’t come.
tournament-beats = **{ $winner }** beats { $loser }.
tournament-both-absent = Neither { $first } nor { $second } came.
tournament-signs = (by signs)
tournament-night = Match of the night: { $line } (`/duel replay` { $match })
tournament-upset = Biggest upset: { $line }
tournament-streak = Longest streak: { $who }, { $count } wins in a row
tournament-canceled = Canceled.
tournament-proof = One sealed seed decides all deals and lots. It is shown at the end; its SHA-256 hash is the seal.
tournament-seal = Seal of the draw { $seal }
tournament-seed = Seed of the draw { $seed }
tournament-alt = Standings: { $lines }
tournament-legend = (wins/draws/losses)
tournament-legend-arena = (wins/draws/losses) · 🔥 the next points count double
tournament-tie-buchholz = opponents’ points { $value }
tournament-tie-sonneborn-berger = points of those beaten { $value }
tournament-tie-direct-encounter = direct encounter { $value }
tournament-tie-lot = by lot
tournament-round-begins = Round { $round }
tournament-your-turn = 🔔 Your turn: { $who }
tournament-in-match = { $name }{ $round ->
    [0] {""}
   *[other] {" "}· round { $round }
}
tournament-opened = Open! The card comes to this channel. Want to play, too? Press Join.
tournament-in = You’re in: { $count } so far. I’ll ping you when it starts.
tournament-in-running = You’re in. I’ll ping you for your next match.
tournament-out = You’re out. The door stays open.
tournament-out-running = You’re out. Thanks for playing.
tournament-leave-question = Leave for good? You lose the match you’re playing.
tournament-cancel-question = Cancel for everybody? Matches being played go on.
tournament-not-started = It hasn’t started yet.
tournament-watching = You’re not in it.
tournament-withdrawn = You’re out of it.
tournament-next-round = No match for you now. Your next one opens here, or I’ll ping you.
tournament-over-for-you = That was your last match here.
tournament-paused = Paused: you get no new opponent.
tournament-pairing-soon = Looking for your next opponent: a few seconds. The match opens here.
button-tournament-enter = Join
button-tournament-leave = Leave
button-tournament-start = Start
button-tournament-play = My match
button-tournament-next = Next match
button-tournament-standings = Standings
button-tournament-here = I’m here
button-tournament-pause = Pause
button-tournament-cancel = Cancel it
setting-organizers = Role that may open tournaments
setting-organizers-none = Only server managers
unrated-forfeit = Unrated: a player didn’t come.
no-no-tournament = No such tournament here.
no-tournaments-yet = No tournament here yet. Server managers, or the role they chose, can open one: `/tournament open`.
no-not-organizer = Only server managers, or the role they chose, can do that.
no-tournament-live-game = Live tournaments are for the Duel and Schnick: the other games can take too long. Choose 24 hours a turn.
no-tournament-live-option = Live tournaments are played with { $option }={ $value }. Leave it out, or choose 24 hours a turn.
no-tournament-live-arena = An arena is live: choose 1, 2 or 5 minutes a turn.
no-tournament-mirror-game = Only the Duel can be mirrored.
no-tournament-game = This game needs more than two.
no-tournament-past = That time has passed.
no-tournament-time = When? In minutes (30), at a time (21:00), or on a day (2026-12-04 21:00) within a month. Your time zone counts: `/settings me`.
no-tournament-many = { $most } tournaments are on already.
no-tournament-preset = No starts set by hand in a tournament.
no-tournament-late = Too late to join.
no-tournament-full = Full: { $most } players.
no-tournament-not-in = You’re not in this tournament.
no-tournament-running = This tournament has already started.
no-tournament-over = This tournament is over.
no-tournament-few = { $entered } in; { $least } are needed.
no-in-tournament = Not possible in a tournament match.
no-mirror-unfinished = Wait until both matches with this deal are over.

# The daily duel
daily-title = Daily duel { $number }
daily-ask = Pick a row for Bison: it meets everybody’s column. Then a column for Wolf: it meets everybody’s row.
daily-difference = Where they cross, the higher stone wins the difference.
daily-match-point = Match point: all that counts is who has more shells after the duel (+3, 0, −3).
daily-ask-column = **{ $row }** for Bison. Now a column for Wolf: it meets everybody’s row.
daily-locked = 🔒 Locked in: **{ $row }, { $column }**.
daily-others = { $count ->
    [0] Nobody else so far.
    [one] 1 other so far.
   *[other] { $count } others so far.
}
daily-reveal = Reveal { $when }
daily-last = Daily { $number }: **{ $result }**
daily-score = { $score } · beat { $beaten } of { $met }
daily-place = place { $place } of { $count }
daily-own = You: { $row }, { $column }.
daily-meetings = Best meeting: { $best } against { $best_who }. Worst: { $worst } against { $worst_who }.
daily-the-house = the house
daily-alone = Nobody else played.
daily-best = **{ $row } + { $column }** was best, { $score } against all { $count }: { $who }.
daily-nobody = nobody chose both
daily-unnamed = Somebody
daily-people = { $count ->
    [one] 1 person
   *[other] { $count } people
}
daily-more = { $count } more
daily-story-aside = Most went for { $line }; another was better.
daily-story-with = Most went for { $line }, and rightly so.
daily-story-split = No row or column drew more than half.
daily-house = { $newcomers ->
    [0] Fewer than { $least } played
   *[other] Without newcomers, fewer than { $least } played
}, so the house joined in (easy, medium, hard). It counts for your streak, not for the month.
daily-newcomers = { $count ->
    [one] 1 newcomer played along.
   *[other] { $count } newcomers played along.
}
daily-streak = 🔥 { $count } days
daily-month-place = { $month }: { $total }, place { $place } of { $count }
daily-habit-average = Only you see this: { $count } of your last { $lines } lines were the best on average. People may know.
daily-habit-bold = Only you see this: { $count } of your last { $lines } lines went for the greatest prize. People may know.
daily-apprentice = Others meet you once you have played { $days } dailies.
daily-how = You met everybody twice: your row against their column, their row against yours. Your score is what you won per duel.
daily-how-match-point = You met everybody twice: your row against their column, their row against yours. A duel is worth 3 if it wins the match. Your score is what you won per duel.
daily-example = Against { $who }: your { $row } met { $other_column }, { $as_row }; your { $column } met { $other_row }, { $as_column }. Together { $total }.
daily-how-sum = Your { $row } won { $as_row }, your { $column } { $as_column }: { $total } in { $count } duels.
daily-how-mix = Random choices with perfect odds average 0. To earn more, outguess people.
daily-month-title = Daily duel: { $month }
daily-month-line = **{ $place }.** { $who } · **{ $total }** · { $days ->
    [one] 1 day
   *[other] { $days } days
}
daily-month-empty = Nothing yet: a day counts with { $least } players or more.
daily-month-rule = The sum of your scores; a missed day is 0.
daily-share-title = Wolf & Bison Daily { $number }
daily-share-beat = beat { $beaten } of { $met }
daily-too-late = That one has closed. Here’s the next.
daily-closing = It’s being revealed. One moment.
daily-not-played = You didn’t play this one.
no-daily-off = No daily duel on this server.
no-daily-where = Which server? Use `/daily` there first.
button-daily = ☀️ Daily duel
button-daily-last = Last result
button-daily-tell = Tell me the result
button-daily-silent = Don’t tell me
button-daily-play = Play today’s
button-daily-result = My result
button-daily-month = This month
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
