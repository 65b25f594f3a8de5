### Texts of the bot. Every language has the same keys in the same order.

# Matches at a terminal

play-seal = Sceau de fair-play de cette partie : { $seal }
play-help = Tape ton coup. « ? » donne les coups, « how » explique le jeu, « !resign » abandonne, Ctrl-D quitte la table.
play-turn = { $who }, à toi de jouer
play-hidden = { $who }, à toi de jouer. Appuie sur Entrée quand personne d’autre ne regarde
play-sealed = Scellé.
play-words = Tu peux jouer : { $words }
show-words = { $seat } : { $words }
show-daily = Duel du jour { $number } · { $date }
show-daily-weekday = En semaine : tu gagnes ou paies la différence.
show-daily-sunday = Dimanche : seule la victoire dans la partie compte (+3, 0, −3).
show-daily-solution = Dosage parfait : { $rows } / { $columns }
play-more = … et { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
play-left = Tu as quitté la table.
play-saved = La feuille de partie est dans { $file }.

proof-fair = ✅ La partie { $match } était honnête
proof-unchanged = ✅ Rien n’a été changé dans la partie { $match }
proof-not-drawn = ❔ Rien n’a été changé dans la partie { $match }, mais tout n’a pas été tiré au sort
proof-unfair = ❌ Quelque chose cloche dans la partie { $match }
proof-unproven = ❔ Rien n’est prouvé sur la partie { $match }
proof-promised = Sceau de fair-play : `{ $seal }`. Garde-le dès maintenant ; après la partie, chacun peut vérifier que rien n’a changé.
proof-continues = ↩️ Cette partie en continue une autre, avec son propre numéro et son propre sceau.
proof-seal = Dernier sceau, dont la carte montre le début : `{ $seal }`
proof-proven = ✅ Prouvé : c’est bien la partie qui a été jouée. Rien n’a été changé, ajouté ni omis.
proof-agrees = La feuille est cohérente. Pour prouver que c’est la partie jouée, compare son dernier sceau { $seal } avec le tien, ou ajoute --seal.
proof-same-match = C’est bien la partie qui a été jouée. Rien n’a été changé, ajouté ni omis. Mais il n’est pas prouvé qu’elle était honnête :
proof-short = Pas prouvé : le sceau de la ligne { $line } commence par { $seal }, mais l’hébergeur peut chercher une feuille qui convient. Le sceau entier est sous « Fair-play ».
proof-until = Prouvé jusqu’à la ligne { $line }, où se trouvait { $seal } ; pas au-delà.
proof-receipt = { $receipt } est un reçu de cette partie.
proof-shook = « { $text } » fait partie des dés.
proof-wrong = Faux à la ligne { $line } : { $why }
proof-missing = Pas prouvé, voir la ligne { $line } : { $why }
proof-never = Faux : { $why }
proof-seats = Les dés ont placé { $seats }.
proof-agreed = Places convenues : { $seats }.
proof-shaken = { $count ->
    [0] Personne n’a secoué les dés : seul l’ordi dit que c’était le hasard. Pour un défi, fais d’abord `/duel secouer`.
    [one] Une personne a secoué les dés. Si tu as vu un sceau avant, l’ordi seul ne pouvait pas les choisir.
   *[other] { $count } personnes ont secoué les dés. Si tu as vu un sceau avant, l’ordi seul ne pouvait pas les choisir.
}
proof-receipts = { $hidden ->
    [0] Aucun choix caché.
    [one] Un choix caché, conforme à son reçu.
   *[other] { $hidden } choix cachés, chacun conforme à son reçu.
}{ $again ->
    [0] {""}
    [one] {" "}Un choix a changé avant d’être révélé, c’est permis.
   *[other] {" "}{ $again } choix ont changé avant d’être révélés, c’est permis.
}
proof-seated = { $who } en { $seat }
proof-sitter = le joueur { $number }
proof-steps = Avec ces dés, chaque choix était permis, en { $steps ->
    [one] { $steps } étape.
   *[other] { $steps } étapes.
}
proof-tally = 🎲 Ce serveur : { $sealed } scellées · { $results } avec résultat · { $off } annulées · { $alone } annulées par une seule personne · { $expired } expirées · { $live } en cours
proof-since = { $steps ->
    [0] ⚠️ Elle continue une autre partie : ses dés ne prouvent rien sur le début.
   *[other] ⚠️ Elle continue une autre partie : ses dés ne prouvent rien jusqu’à l’étape { $steps }.
}
proof-deal = ⚠️ Elle reprend la donne de la partie { $match } ; les deux n’ont pas été comparées.
proof-deal-unproven = ⚠️ Sa donne a les mêmes dés que l’autre feuille ; seul le dernier sceau de la partie { $match } prouve cette autre feuille.
proof-deal-same = 🪞 Sa donne est celle de la partie { $match }.
proof-laid = ⚠️ Posé à la main, pas tiré au sort : { $what }
proof-terms = Joué : { $terms }

# Refused offers and actions
no-typed-line = Une ligne de texte ordinaire, s’il te plaît : { $most } caractères au plus, rien d’invisible, pas d’accents empilés.
no-option-typed = « { $typed } » ne va pas avec « { $option } ». { $free ->
    [0] Au choix : { $wants }.
   *[other] Par exemple : { $wants }
}
no-variant-unknown = { $count ->
    [0] Ce jeu n’a pas de variantes.
   *[other] Pas de variante « { $typed } », seulement { $known }.
}
no-no-table = Pas de partie { $match }.
no-game-missing = Le bot n’a pas ce jeu pour le moment.
no-busy = Il y a foule. Réessaie dans un instant.
no-stale = Ce tour est terminé.
no-late = Trop tard : le temps est écoulé.
no-running = Cette partie est encore en cours.
no-begun = Cette partie a déjà commencé.
no-options-changed = Les options ont changé. Rouvre le formulaire.
no-practising = Finis d’abord ton entraînement, ou tape juste `/duel entraînement`.
no-illegible = Je ne peux pas te lire dans ce jeu.
no-such-level = { $game } : ce niveau n’existe pas, seulement { $levels }.
no-not-begun = Cette partie n’a pas encore commencé.
no-closed-declined = Ce défi a été décliné.
no-closed-withdrawn = Cette proposition a été retirée.
no-closed-expired = Trop tard : cette proposition a expiré.
no-closed-outdated = Partie annulée : les règles ont changé.
no-closed-broken = Partie annulée : ce jeu a planté. Elle ne compte pas.
no-closed-bygone = Les règles ont changé : je ne peux plus montrer cette partie. Le résultat reste.
no-closed-newer = On me met à jour. Réessaie dans quelques minutes.
no-closed-shelved = 🧺 Entraînement abandonné, sans résultat.
no-named-twice = Choisis d’autres joueurs, chacun une fois.
no-yourself = Pas toi-même – essaie `/duel entraînement`.
no-no-seat-free = Aucune place n’est libre.
no-seats-of-game = { $game } : on y joue à { $allowed }, pas à { $seats }.
no-named-count = { $wanted ->
    [0] Ici, on ne choisit pas d’adversaires.
    [one] Choisis { $wanted } adversaire.
   *[other] Choisis { $wanted } adversaires.
}
no-sits-already = Tu es déjà de la partie.
no-changed-too-often = Trop de changements. Repars de zéro.
no-not-named = Ce défi n’est pas pour toi.
no-own-challenge = Ton propre défi : retire-le sous « Plus ».
no-for-others = Ce défi est pour { $who }.
no-said-no = Tu as déjà décliné.
no-not-host = Il faut avoir ouvert la partie pour ça.
no-not-open = Ce n’est pas une table ouverte.
no-prediction = Ça ne se prédit pas.
no-not-seated = Tu n’es pas dans cette partie.
no-plays-elsewhere = { no-not-seated } Pour une autre, choisis-la dans « partie ».
no-unshaken = D’abord, secouez tous deux les dés, sous « Plus ».
no-dealt = Tu as vu ta donne : impossible d’annuler sans les autres. Une nulle maintenant ne compte pas ; un abandon, si.
no-has-left = Tu as quitté la table ; l’ordi joue pour toi.
no-has-timed-out = Ton temps est écoulé ; l’ordi joue pour toi.
no-seats-stay = Pas autant de places ici.
no-too-few = Au moins { $least ->
    [one] { $least } personne
   *[other] { $least } personnes
}, et une place pour chacune.
no-nobody = Il faut deux personnes, ou une et l’ordi.
no-gone = Pas de revanche : quelqu’un est parti pour de bon.
no-not-the-house = Ce n’est pas l’ordi qui joue à cette place.
no-house-plays-on = L’ordi refuse toute nulle : abandonne ou annule.
no-draw-already-offered = Tu as déjà proposé la nulle.
no-holiday-used = Il ne te reste pas autant de jours.
no-not-due = Il reste encore du temps.

# Slash commands and their options: names, then descriptions
name-play = jouer
name-help = aide
name-daily = duel-du-jour
name-challenge = défier
name-practice = entraînement
name-open = ouvrir
name-inbox = attente
name-move = coup
name-board = plateau
name-resign = abandonner
name-draw = nulle
name-cancel = annuler
name-list = liste
name-replay = revoir
name-verify = vérifier
name-shake = secouer
name-line = ligne
name-rules = règles
name-opponent = adversaire
name-opponent2 = adversaire2
name-opponent3 = adversaire3
name-opponent4 = adversaire4
name-opponent5 = adversaire5
name-game = jeu
name-variant = variante
name-clock = cadence
name-level = niveau
name-house = ordi
name-rated = classée
name-options = options
name-seats = places
name-word = mot
name-find = cherche
name-match = partie
name-text = texte
name-settings = réglages
name-me = moi
name-server = serveur
name-ladder = classement
name-player = joueur
name-user = personne
command-ladder = Classements et profils
command-player = Cotes, bilan et rivaux ; et tes habitudes
about-user = Profil à voir ; sinon le tien
menu-challenge = Défier en duel
menu-profile = Profil
menu-review = Revoir
menu-verify = Vérifier le fair-play
command-play = Par ici : joue contre l’ordi ou défie quelqu’un
command-help = Les jeux, leurs règles et une première partie
command-daily = Un plateau par jour, un choix secret, toi contre tout le serveur
command-duel = Des duels à choix cachés
command-challenge = Défie quelqu’un
command-practice = Joue contre l’ordi, tout de suite
command-open = Ouvre une table à tous
command-inbox = Tes parties
command-move = Écris ton coup
command-board = Remontre le plateau
command-resign = Abandonne une partie
command-draw = Propose ou accepte la nulle
command-cancel = Annule une partie
command-list = Les parties en cours
command-replay = Revois une partie : tournants, chance et jeu, film
command-verify = Partie honnête ou pas ?
command-shake = Ajoute une ligne aux dés avant une partie
command-rules = Comment jouer
command-settings = Tes réglages, ou ceux du serveur
command-me = Ta langue, tes notifications, vacances et classements
command-server = Pour qui gère le serveur : langue, salons, cadence, fils, saisons
about-opponent = Qui tu défies
about-opponents = Qui d’autre, à plus de deux
about-game = Quel jeu
about-variant = Quelle variante
about-clock = Temps par coup
about-level = À quel niveau joue l’ordi
about-house = L’ordi aux places libres ?
about-rated = Pour le classement ?
about-options = Options avancées, par leur nom, comme duel_limit=7 ; prize=one
about-seats = Combien jouent
about-word = En notation ; quelques lettres suffisent
about-line = Elle reste privée ; elle entre dans les dés
about-find = Ce que tu cherches, par exemple C6 ou loup
about-match = Quelle partie ; sinon la plus urgente
about-own-match = Quelle partie ; sinon celle de ce salon
about-text = Le plateau en lettres
name-season = saison
name-begin = commencer
name-end = terminer
name-name = nom
command-standing = Le classement de ce serveur, et ta place
command-season = Pour qui gère le serveur : commencer ou terminer une saison
command-season-begin = Commence une saison, tous repartent de zéro
command-season-end = Termine la saison et publie le classement
about-ladder-game = Quel jeu ; sinon tous ensemble
about-season = Quelle saison ; sinon celle en cours
about-season-name = Un nom, si tu veux
choice-clock-5m = 5 minutes par coup
choice-clock-1h = 1 heure par coup
choice-clock-24h = 24 heures par coup
choice-clock-3d = 3 jours par coup
choice-clock-none = Sans limite
choice-fills-1m = Après 1 minute
choice-fills-5m = Après 5 minutes
choice-fills-1h = Après 1 heure
level-easy = facile
level-medium = moyen
level-hard = difficile
level-reads = te lit : apprend comment tu choisis

# People and times
the-house = l’ordi
# In pictures, where names have little room.
house-short = Ordi
house-numbered = Ordi { $number }
house-for = l’ordi (pour { $who })
house-plays-on = 🚪 { $who } a quitté la table – l’ordi continue.
house-plays-on-after-timeout = ⌛ { $who } a dépassé son temps – l’ordi continue.
somebody = quelqu’un qui n’est plus là
seated = { $who } ({ $seat })
time-up = ⏳ { $until }
span-none = sans limite
span-days = { $count ->
    [one] 1 jour
   *[other] { $count } jours
}
span-hours = { $count ->
    [one] 1 heure
   *[other] { $count } heures
}
span-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
span-months = { $count } mois
span-seconds = { $count ->
    [one] 1 seconde
   *[other] { $count } secondes
}
match-count = { $matches ->
    [one] { $matches } partie
   *[other] { $matches } parties
}
label-versus = contre { $who }
label-your-turn = à toi de jouer
label-offered = pas encore commencée
age-now = à l’instant
age-minutes = il y a { $count } min
age-hours = il y a { $count } h
age-days = { $count ->
    [one] il y a 1 jour
   *[other] il y a { $count } jours
}
page = Page { $page } sur { $pages }
board-number = Plateau { $board } sur { $boards }
yes = Oui
no = Non

# Start page for newcomers
greeting = 👋 Salut ! Dans mes jeux, chacun choisit en secret, puis tout est révélé d’un coup. Joue contre moi tout de suite ou défie quelqu’un ; `/jouer` marche dans tous les salons.
door-title = À quoi veux-tu jouer ?
door-more = Tes parties : `/duel attente` · réglages : `/réglages moi`
door-challenge = Qui veux-tu défier ?
door-person = Choisir quelqu’un
door-elsewhere = Ça marche dans { $channels }.
door-other-rules = Règles d’un autre jeu…

# Lobby
lobby-title = Salon de jeu
lobby-quiet = Personne ne joue encore. Qui commence ?
lobby-waits = ⏳ { $who } attend · { $game }
lobby-live = En ce moment
lobby-results = Derniers résultats
lobby-leader = 🏆 En tête cette semaine : { $who }
lobby-waiting = ⏳ Tu attends quelqu’un : { $game }. Je te préviens dès qu’on te rejoint. Fin { $until }.
lobby-other-game = Un autre jeu
lobby-left = Tu n’attends plus.
lobby-lapsed = Personne n’est venu cette fois : { $game }.

# Followers
follow-started = 👀 { $players } jouent : { $game }
follow-match = 🔔 Je t’écris une seule fois, à la fin.
follow-match-stopped = 🔕 Je ne t’écrirai pas pour cette partie.
follow-person = 🔔 Tu suis { $who } : je t’écris au début et à la fin de ses parties visibles par tous ici.
follow-person-stopped = 🔕 Tu ne suis plus { $who }.
follow-all-stopped = 🔕 Tu ne suis plus personne.
follow-limit = Tu suis déjà { $limit } personnes et parties. C’est le maximum.
followed-nobody = Tu ne suis personne. Appuie sur Suivre dans un profil ou devant une partie.
followed-stop = Ne plus suivre…
no-follow-closed = Ce salon n’est pas ouvert à tous : on ne peut pas suivre la partie.

# Offers and options
offer-challenge = { $host } défie { $guests } : { $game }
offer-challenge-own = Tu défies { $guests } : { $game }
offer-challenge-you = { $host } te défie{ $count ->
    [0] {""}
   *[other] {", toi et "}{ $guests }
} : { $game }
offer-rematch = 🔁 { $host } veut sa revanche contre { $guests } : { $game }
offer-rematch-own = 🔁 Tu veux ta revanche contre { $guests } : { $game }
offer-rematch-you = 🔁 { $host } veut sa revanche contre toi{ $count ->
    [0] {""}
   *[other] {" et "}{ $guests }
} : { $game }
offer-so-far = 📊 Jusqu’ici : { $scores }
offer-open = { $host } ouvre une table : { $game }
offer-open-own = Ta table : { $game }
offer-practice = { $host } contre l’ordi : { $game }
offer-there = { $count ->
    [one] { $who } est de la partie.
   *[other] { $who } sont de la partie.
}
offer-seats = 👥 { $taken } sur { $seats } : { $who }
offer-stands = ⏳ expire { $until }
offer-young = 🌱 { $who } : compte Discord récent, classement après { $days } jours.
offer-fills = ⏳ L’ordi prend les places libres { $until }
offer-filled = { $rest ->
    [0] ▶️ On commence dès qu’un joueur arrive. { $host } peut commencer tout de suite, contre l’ordi.
   *[other] ▶️ On commence dès qu’un joueur arrive ; l’ordi prend les autres places. { $host } peut commencer tout de suite.
}
offer-passed = 🙅 Décliné : { $who }
offer-unseated = 🔁 Nouvelles options : { $who }, il faut rejoindre de nouveau.
offer-at-host = 👉 { $host } : commence, ou invite quelqu’un d’autre sous « Plus ».
offer-unshaken = 🎲 Les dés attendent encore { $who }.
offer-spilt = 🎲 Nouvelles options : secouez encore.
offer-asks = 🎲 D’abord, chacun secoue les dés avec la ligne de son choix : ainsi, personne ne peut choisir les lancers.
offer-invite = Inviter quelqu’un d’autre
banner-players = { $players } joueurs
game-facts = { $minutes } min · { $players }
offer-shaken = 🎲 Dés secoués par { $who }.
form-shake = Secouer les dés
form-shake-line = La ligne de ton choix
form-shake-about = Elle reste privée. Ta dernière compte.
offer-begun = ▶️ La partie a commencé.
offer-declined = { $who } a décliné.
offer-withdrawn = { $host } a retiré sa proposition.
offer-expired = Personne n’a répondu à temps.
offer-outdated = 📜 Partie annulée : nouvelles règles pour { $game }. On en refait une ?
offer-broken = 🔧 Partie annulée : { $game } a planté. Elle ne compte pas.
offer-bygone = 📜 Nouvelles règles pour { $game }. Le résultat reste.
term-clock = { $span } par coup
term-no-clock = sans limite de temps
term-limit = { $span } pour la partie
term-level = ordi : { $level }
laid-by-hand = posé à la main : { $what }
term-rated = classée
term-unrated = hors classement
term-shakes = d’abord, chacun secoue
option-clock = Cadence
meaning-clock = Pour réfléchir.
option-limit = Temps pour toute la partie
meaning-limit = Une fois écoulé, qui mène gagne.
option-rated = Classée
meaning-rated = Compte pour le classement.
option-shakes = Secouer d’abord
meaning-shakes = On commence quand chacun a secoué les dés.
options-title = Options : { $game }
options-checks = Et aussi
options-typed = Toute option par son nom
options-typed-about = Sépare-les par des points-virgules.
options-unchanged = Rien n’a changé.
options-anew = Nouvelles options, nouvelle partie : celle-ci finit sans résultat.
options-spills = 🎲 Après un changement, chacun secoue de nouveau.
options-unseat = Si tu changes une option, chacun doit rejoindre de nouveau.

# Reviews
debrief-points = En % de chances de victoire.
verdict-won = { $own ->
    [1] Tu as gagné
   *[0] { $winner } a gagné
}
review-reader = toi
review-went = { $name } : de { $before } % à { $after } % ({ $causes }).
review-stayed = { $name } : { $before } % comme au début ({ $causes }).
review-by-luck = { $gain ->
    [1] { $points } par chance
   *[0] { $points } par malchance
}
review-by-play = { $gain ->
    [1] { $points } par un meilleur jeu
   *[0] { $points } par un jeu plus faible
}
review-by-unexplained = { $points } sans explication
review-by-nothing = chance et jeu à égalité
review-mistakes = Erreurs : { $counts }
review-mistake-count = { $name } { $mistakes ->
    [0] aucune
   *[other] { $mistakes } ({ $cost })
}
review-turn-luck = 🎲 { $name } { $points } : { $what }
review-turn-mistake = 💡 { $name } { $points } : { $what }
review-luck = 🎲 Chance : { $name } { $points }
review-legend = 🎲 chance : la donne, les dés ou la rencontre des choix secrets. 💡 erreur. En % de chances de victoire. Sans explication : ce que l’estimation a manqué.
verdict-luck = { verdict-won } par chance.
verdict-luck-against = { verdict-won } par chance, malgré un jeu plus faible.
verdict-play = { verdict-won } en jouant mieux.
verdict-play-against = { verdict-won } en jouant mieux, malgré la malchance.
verdict-both = { verdict-won } en jouant mieux, et avec de la chance.
verdict-close = { verdict-won } ; ni la chance ni le jeu seuls n’ont décidé.
verdict-late = { verdict-won } ; l’estimation n’explique guère pourquoi.
verdict-drawn = Égalité : chance et jeu équilibrés.
verdict-drawn-against = Égalité : { $own ->
    [1] ta chance
   *[0] la chance ({ $winner })
} contre un meilleur jeu.
verdict-ahead = { verdict-won }, en tête dès le départ.
verdict-unclear = { verdict-won } ; les erreurs ne disent pas comment.
verdict-even = Égalité : personne n’a gâché davantage.
verdict-open = Fin anticipée : rien n’était encore décidé sur le plateau.
verdict-thrown = { $when } : { $lost ->
    [1] tu étais devant et tu as
   *[0] { $loser } était devant et a
} tout gâché.
ahead-luck = Chance
ahead-play = Jeu
ahead-late = Inexpliqué
ahead-whole = Total
ahead-mistake = Erreur
ahead-unit = Plus de couleur, plus de chances
ahead-picture = Chances et tournants. { $players }
debrief-many = { $game }, { $matches ->
    [one] une partie
   *[other] { $matches } parties
}, en moyenne par partie :
debrief-seat = { $name } : chance { $luck } (±{ $unsure }), jeu { $choices } (±{ $loose })
debrief-slips = erreurs { $whole },{ $tenths }
debrief-others = Pas encore d’analyse pour { $matches ->
    [one] une partie
   *[other] { $matches } parties
}.

# Match cards and results
match-title = { $game } : { $players }
match-name = { $players } · { $game }
match-threaded = 🧵 { $players } · { $game } · { $where }
as-of = 🕰️ { $at } · Tout bouton met à jour.
match-result = 🏁 Le résultat : { $where }
match-review = 🏁 Analyse et revanche : { $where }
result-line = 🏆 { $winner } bat { $losers } { $score }
match-number = Partie numéro { $match }
more-ends = Abandonner : tu perds. Annuler : pas de résultat, mais après le premier coup, tous doivent accepter.
more-ends-practice = Abandonner : avec résultat et analyse. Annuler : sans.
chooses = À { $who } de jouer
chooses-until = À { $who } de jouer · { $until }
choose-here = 👉 À { $who } de choisir ici.
seers = 🔮 Prévu par { $who }.
seers-more = { $count ->
    [one] une autre personne
   *[other] { $count } autres
}
prediction-ask =
    🔮 À toi de deviner : { $who }
    -# Personne ne voit ta prédiction avant la révélation.
prediction =
    🔮 Ta prédiction : { $what }
    -# Tu peux la changer jusqu’à la révélation.
prediction-last = 🔮 La dernière fois : { $outcomes }
prediction-right = { $who } juste, +{ $points }
prediction-wrong = { $who } faux, −{ $points }
prediction-clock = -# Les prédictions demandent au moins { $minutes } minutes par coup.
has-chosen = ✅ { $who } a choisi.
limit-until = ⏳ Fin de partie { $until }
offers-draw = 🤝 { $who } propose nulle.
asks-to-cancel = 🕊️ { $who } veut annuler.
absent-gone = 🚪 { $who } { $count ->
    [one] a
   *[other] ont
} quitté le serveur : on peut annuler sans { $count ->
    [one] son
   *[other] leur
} accord.
absent-away = 🏖️ { $who } est en vacances jusqu’au { $until }.
over-won = 🏆 { $who } gagne : { $why }
over-won-you = 🏆 Tu gagnes : { $why }
over-alone = plus personne d’autre ne joue
over-time = le temps est écoulé
film-won = { $who } gagne : { $why }
over-left = a quitté
over-timed-out = temps écoulé
over-record = Pour `duel replay` et `duel verify` au terminal.
end-turned = { $decided ->
    [0] Plus gros écart
   *[1] Coup décisif
}
end-board = À la fin
moment-duel = Duel { $number } sur { $of }
moment-after = { $number ->
    [0] Avant le premier duel
   *[other] Après le duel { $number } sur { $of }
}
moment-turn = Tour { $number } sur { $of }
moment-step = Étape { $number } sur { $of }
moment-move = Coup { $number } sur { $of }
moment-end = La fin
story-comeback = 🔄 Remontée après { $behind }.
story-points-behind = { $points } points de retard
story-upset = 🎯 Surprise : { $gap } points de cote en moins.
story-shutout = 🧱 Sans partage : pas un point concédé.
story-last-step = ⏱️ Décidé à la fin : +{ $gain } pour { $who }{ $change }.
story-photo-finish = 📸 Sur le fil : { $scores }.
story-swing = ⚡ Plus gros écart : { $moment }{ $what }, +{ $gain } pour { $who }{ $change }.
review-course = Scores et tournants. À présent : { $scores }
course-after = { $number ->
    [0] Avant le premier duel
   *[other] Après le duel { $number }
}
course-duel = Duel
course-turn = Tour
course-step = Étape
course-move = Coup
review-gains = Plus gros écarts :
jump = Aller à…
jump-turning = 🔑 { $when }
jump-highlight = ⭐ Temps fort
jump-mistake = 💡 Il y avait mieux
jump-duel = ⚔️ Duel { $number }
jump-turn = Tour { $number }
known-here = 🧠 Tout ce que { $who } pouvait savoir ici, avec une mémoire parfaite.
known-unsure = Face cachée chez { $who }, ordre inconnu : { $what } en { $where }.
jump-eyes = Vu par :
jump-turned = Le plateau, vu du côté de :
look-closes = 👁️ Recouvert dans dix secondes.
board-comes = Le plateau arrive : { $where }
place-holds = { $place } : { $what }
place-empty = { $place } : vide
place-unknown = Rien de tel sur le plateau.
list-title = Parties en cours
list-empty = Personne ne joue en ce moment.
list-card = message
list-practice = Jouer contre l’ordi…
list-more = … et { $count } de plus

# Ratings, ladders and seasons
rated-rank = { $rank ->
    [1] 1er rang
   *[other] { $rank }e rang
}
rank-missing = sans rang, { $played } sur { $needed } jouées
rank-strangers = { $strangers ->
    [one] sans rang, encore { $strangers } nouvel adversaire
   *[other] sans rang, encore { $strangers } nouveaux adversaires
}
worth-likely = **{ $points }** ± { $unsure }
unrated-practice = Entraînement – hors classement
unrated-drawn = Hors classement : début imposé.
unrated-agreed = Hors classement, comme convenu.
unrated-abroad = Hors classement : seulement sur les serveurs où je suis.
unrated-young = Hors classement : compte Discord récent (moins de { $limit } jours).
unrated-cancelled = Hors classement : annulée.
unrated-abandoned = Hors classement : plus personne ne joue.
unrated-short = Hors classement : { $limit ->
    [0] trop courte
    [one] aucune étape jouée
   *[other] moins de { $limit } étapes
}.
unrated-pair = Hors classement : { $limit ->
    [0] trop de parties ce jour-là
   *[other] { $limit } au plus par jour et par paire
}.
player-count = { $players ->
    [one] { $players } joueur
   *[other] { $players } joueurs
}
ladder-title = Classement : { $game }
ladder-everything = tous les jeux
ladder-empty = Pas encore de partie classée.
ladder-line = **{ $rank }.** { $who } · { $worth } · { match-count }
ladder-line-missing = **({ $rank })** { $who } · { $worth } · { $missing }
ladder-new = nouveau
ladder-hidden = Personne d’autre ne voit ta ligne ; `/réglages moi` la montre à tous.
ladder-provisional = 🌱 Entre parenthèses : provisoire. Un rang demande { $matches } parties et { $opponents } adversaires.
ladder-small = { player-count } · cote ± erreur · ▲ ▼ depuis lundi · 🏁 dernières places
ladder-alt = Du meilleur au dernier : { $lines }
ladder-alt-line = { $rank }. { $who }, { $points }
season-alt-line = rang { $rank }, { $points } points
ladder-alt-missing = ({ $rank }) { $who }, { $points }
ladder-open = Pas de saison ; les parties comptent quand même.
ladder-running = { $season } · 📅 { $began } →
ladder-running-until = { $season } · 📅 { $began } – { $due }
ladder-ended = { $season } · 🏁 { $began } – { $ended }
seers-title = Devins
seers-line = **{ $rank }.** { $who } · { $points ->
    [one] { $shown } point
   *[other] { $shown } points
} · { $hits } { $hits ->
    [one] juste
   *[other] justes
} sur { $count }
seers-empty = Encore personne. Il faut { $predictions } prédictions sur { $players } joueurs dans le mois. Appuie sur Regarder sous une partie.
seers-own = Toi · { $points ->
    [one] { $shown } point
   *[other] { $shown } points
} · prédictions : { $count } sur { $least } · joueurs : { $players } sur { $different }
seers-small = 4 options : juste +3, faux −1 · { $most } prédictions par joueur au plus
season = Saison { $number }
season-named = { $name } (saison { $number })
season-over = { $season } : c’est terminé
season-was = 📅 { $began } – { $ended } · { player-count }
season-unranked = 🌱 Pas de rangs : il faut { $matches } parties contre trois adversaires.
season-champion = 🏆 { $count ->
    [one] En tête de tous les jeux : { $who } !
   *[other] À égalité en tête de tous les jeux : { $who }
}
season-firsts = 🎯 En tête de chaque jeu : { $firsts }
season-improved = 📈 Plus belle progression : { $who }, +{ $points } ({ $game }).
season-rivals = ⚔️ Rivalité : { $one } et { $other }, { $met } parties, { $ahead } à { $behind }.
season-upset = 💥 Surprise : { $who } bat { $whom } ({ $game }), avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} de retard et { $chance } % de chances.
season-rules = Progression : points à un jeu après { $matches } parties. Rivalité : le plus de parties classées ensemble. Surprise : la victoire la moins probable.
laurels-improved = Progression
laurels-rival = Rivalité
laurels-upset = Surprise
season-alt = Le podium, du premier au dernier : { $lines }
season-last = ⏳ { $season }, dernière semaine : fin le { $due }.
week-title = La semaine au classement
week-match = 🎬 **Partie de la semaine :** { $result }
week-upset = ⚡ **Surprise de la semaine :** { $who } bat { $whom } et gagne { $points } points · { $game }
week-small = { player-count } · cote ± erreur · ▲ ▼ cette semaine · 🏁 dernières places
season-crown = 👑 En prime : { $role }, jusqu’à la saison suivante.
season-no-crown = 👑 Pour donner { $role }, il me faut « Gérer les rôles » et un rôle placé au-dessus.
season-begun = C’est parti : { $season }. Tout le monde repart de zéro !
season-closes = Fin · 📅 { $due }
form-season = Nouvelle saison ?
form-season-name = Son nom
form-season-note = { $season } se termine : classement final publié, tout le monde repart de zéro.
sure-season-end = Terminer : { $season } ?
    Classement final publié, tout le monde repart de zéro.
button-season-end = Terminer
season-ended = { $season } : c’est terminé, le classement final arrive. Jusqu’à la prochaine, les parties comptent à part.
button-ladder = Tout le classement
button-own-rank = Ma place

# Player messages and inbox
hand-careless = { $why } Jouer quand même ?
hand-so-far = Jusqu’ici : **{ $word }**
deed = { $deed } : { $what }
hand-last = { $count ->
    [one] { $who } t’attend !
   *[other] Tout le monde t’attend !
}
hand-hint = 💡 **{ $word }** – { $why }
hint-share = { $move } { $percent } %
hand-until = À toi de jouer · { $until }
hand-shut = Tes messages privés sont fermés, alors je demande ici.
hand-reminder = ⏰ Le temps presse !
hand-sealed = 🔒 Scellé : **{ $word }**
hand-others = { $count ->
    [one] { $who } réfléchit encore.
   *[other] { $who } réfléchissent encore.
} Tu peux encore changer.
hand-since = **Depuis ton dernier coup :**
hand-list = { $count } au choix
hand-more = Autres ({ $count })
hand-counts = Choix actuel : **{ $word }**
hand-place = Tu finis { $place }e sur { $players }
hand-place-shared = Tu finis { $place }e ex æquo sur { $players }
departure-timed-out = ⌛ Ton temps est écoulé – l’ordi continue.
departure-left = 🚪 Tu as quitté la table – l’ordi continue.
hand-left = Tu as quitté la table : dernière place
hand-timed-out = Ton temps est écoulé : dernière place
hand-resign = Tu as abandonné
hand-lapse = Ton temps est écoulé
hand-no-show = Annulée : tu n’as jamais joué
hand-paused = ⏸️ En pause. Appuie pour continuer.
proof-your-receipt = 🎲 Reçu de ton choix : `{ $receipt }`
proof-your-seal = 🎲 Sceau avec ton choix : `{ $seal }`
inbox-waits = { $count ->
    [one] { $count } partie t’attend.
   *[other] { $count } parties t’attendent.
}
inbox-unshaken = 🎲 secoue les dés, et on commence
inbox-filled = ▶️ commence, ou attends encore un joueur
rematch-asked = 🔁 Revanche proposée : { $where }
rematch-here = 🔁 Voici ta revanche.
practising = Tu t’entraînes encore
practising-anew = Une nouvelle partie arrête celle-ci, sans résultat.
practising-other = Lancer { $game } arrête cette partie, sans résultat.
deal-begins = 🔁 La même donne. Ça ne compte pas.
onward-begins = 🔁 On reprend de là. Ça ne compte pas.
first-match = 🌱 Première fois : { $level ->
    [easy] facile, à chances égales
   *[other] à chances égales
}.
taken-back = ↩️ Coup repris : choisis à nouveau.
practice-shelved = 🧺 Ton autre entraînement est annulé. En voici un nouveau !
practice-other = 🧺 Annulé. Voici ta partie en cours.
inbox-empty = Rien ne t’attend. Profite du calme.

# Buttons and confirmations
button-play = Jouer
button-result = Résultat
button-play-bot = Contre l’ordi
button-challenge = Défier
button-everybody-here = N’importe qui ici
button-games = Tous les jeux
button-sit-challenge = Accepter
button-sit-open = Rejoindre
button-decline = Décliner
button-rise = Quitter la table
button-shake = 🎲 Secouer les dés
button-unshaken = Commencer quand même
button-start = Commencer
button-house = Faire jouer l’ordi
button-quick-match = Partie rapide
button-open-table = Table ouverte
button-stop-waiting = Ne plus attendre
button-play-bot-meanwhile = Contre l’ordi en attendant
button-wait-again = Attendre encore
button-withdraw = Retirer
button-options = Options
button-advanced = Options avancées
button-rules = Règles
button-choose = Choisir
button-watch = Regarder
button-now = Maintenant
button-look = Revoir une fois
button-skip-look = Jouer sans regarder
button-more = Plus
button-text = Plateau en texte
button-inbox = { $count ->
    [1] Autre partie (1)
   *[other] Autres parties ({ $count })
}
button-change = Changer
button-anew = Recommencer
button-practise-on = Continuer
button-practise-anew = Nouvel entraînement
button-play-on = Continuer à jouer
button-open = Ouvrir
button-list = Mes parties
button-keep = Garder
button-continue = Continuer
button-begin = Lancer { $game }
button-hint = Indice
button-play-anyway = Jouer
button-try-again = Réessayer
button-take-back = Reprendre le coup
button-follow = Va pour ça
button-back = Retour
button-back-to = Retour : { $game }
button-back-to-match = Retour à la partie
button-ready = Suggestion
button-rematch = Revanche
button-replay = Revoir
button-verify = Fair-play
button-step = Pas à pas
button-mistake-earlier = ◀️ 💡 { $when }
button-mistake-later = 💡 { $when } ▶️
button-onward = ▶️ Reprendre : { $seat }
button-again = 💡 Rejouer : { $seat }
button-look-again = Actualiser
coach-thinks = 🔎 L’analyse s’affichera ici d’elle-même.
button-first = Début
button-before = Précédent
button-next = Suivant
button-last = Fin
button-everybody = Ce que tous ont vu
button-resign = Abandonner
button-offer = Proposer nulle
button-agree = Accepter la nulle
button-cancel = Annuler la partie
sure-resign = Abandonner ?
sure-resign-several = Dernière place pour toi ; l’ordi continue{ $rated ->
    [0] .
   *[1] . Partir coûte 6 points de plus.
}
sure-resign-dealt = Tu as vu ta donne : tu perds.
sure-offer = Proposer nulle ?
    C’est valable jusqu’au prochain coup.
sure-agree = Accepter la nulle ?
    C’est fini quand tous acceptent.
sure-cancel = Annuler la partie ?
    Pas de résultat. Après le premier coup, tous doivent accepter.
done-resign = Tu as abandonné.
done-offer = Tu as proposé nulle.
done-agree = Tu as accepté la nulle.
done-cancel = Tu as proposé d’annuler.
done-cancelled = Partie annulée, sans résultat.
done-withdraw = Proposition retirée.
done-decline = Tu as décliné.
done-rise = Tu as quitté la table.
done-shake = 🎲 Dés secoués avec « { $text } ». Garde cette ligne pour vérifier les dés plus tard ; ta dernière compte.

# Settings
settings-me = Tes réglages
settings-server = Réglages du serveur
settings-ladder = Classement et saisons
button-settings-ladder = Classement et saisons
button-settings-server = Parties et salons
settings-sided = -# 🔍 Pour qui gère le serveur : en 30 jours, presque toujours la même personne gagne. Souvent anodin.
settings-one-sided = { $ahead } devant { $behind } dans { $won } parties classées sur { $met }
settings-no-threads = ⚠️ Pour les fils ici, accorde-moi : { $permissions }.
setting-locale = Langue
setting-locale-none = Comme dans Discord
setting-locale-en = English
setting-locale-de = Deutsch
setting-locale-fr = français
setting-prompts = Notifications de tour
setting-prompts-dm = Message privé
setting-prompts-here = Mention dans le salon
setting-prompts-both = Les deux
setting-prompts-none = Aucune
setting-quiet = Heures calmes
setting-quiet-none = Aucune
setting-quiet-hours = De { $begins } h à { $ends } h
setting-zone = Fuseau horaire
setting-zone-other = Une autre ville…
form-zone-city = Grande ville de ton fuseau horaire
form-zone-about = Comme New York ou Europe/Berlin.
setting-reminders = Rappel avant la fin
setting-channels = Salons des propositions
setting-channels-none = Partout
setting-clock = Cadence habituelle
setting-threads = Fils de partie
setting-results = Résultats dans les salons
setting-results-thread = Une ligne après un fil
setting-results-line = Une ligne
setting-results-full = Avec l’image
setting-holiday = Vacances : ni temps ni notifications (jours restants : { $left } sur { $days })
setting-holiday-until = Vacances jusqu’au { $until } : ni temps ni notifications
setting-holiday-none = Je suis là
setting-holiday-away = En vacances
setting-holiday-back = De retour
setting-listed = Montrer mon nom (classements, duel du jour)
setting-predictable = Les spectateurs peuvent prédire mes choix
setting-season = Durée d’une saison (début : `/classement saison commencer`)
setting-season-none = Fin ouverte
setting-standing = Infos de saison
setting-standing-none = Dernier salon joué
setting-lobby = Carte du salon de jeu
setting-lobby-none = Pas de carte
setting-weekly = Classement du lundi (sans mention)
setting-crown = Rôle pour qui gagne la saison
setting-crown-none = Aucun rôle
setting-pair = Parties classées par jour et par paire
setting-pair-none = Toutes
setting-steps = Tours de choix pour qu’une partie compte
settings-daily = Duel du jour
button-settings-daily = Duel du jour
setting-daily = Sur ce serveur
setting-daily_channel = Résultats dans
setting-daily_channel-none = Nulle part ; seulement en privé
setting-daily_hour = Révélation à
setting-daily_zone = Fuseau de la révélation
setting-daily_dm = Duel du jour : résultat par message
button-data = Mes données
button-unread = Oublie mes choix
button-unread-yes = Oui, oublie-les
button-forget = Oublie-moi
button-forget-yes = Oui, oublie-moi
button-forget-no = Finalement non
data-given = Tout ce que je garde sur toi. Les choix des parties en cours s’y ajoutent à la fin.
forget-sure = Dois-je vraiment t’oublier ?
    Tu quittes tes parties et tes propositions. Nom, réglages, vacances, cotes et résultats disparaissent pour toujours. Les parties restent sans ton nom, mes messages dans les salons tels quels.
forgotten = C’est oublié. Adieu ! 👋
unread-sure = Dois-je oublier tes choix ?
    Tout ce que j’y ai lu est effacé pour de bon.
unread = 🔮 Oublié. Je recommence sans a priori.
button-settings = Réglages

# Profiles
profile-title = Profil de { $who }
profile-nothing = Encore aucune partie entre personnes : `/jouer`
all-games = Tous les jeux
profile-game = **{ $game }** : { $rating }
profile-all-games-differ = Pas la même que pour { $game } : ici, les adversaires comptent avec leur cote tous jeux confondus.
profile-top = parmi les { $percent } % de tête
profile-peak = record { $points }
trophy-seasons = { $count ->
    [one] saison { $seasons }
   *[other] saisons { $seasons }
}
trophy-champion = Première place : { $seasons }
trophy-place = Sur le podium : { $seasons }
trophy-first = En tête ({ $game }) : { $seasons }
meeting-ask = Face à face avec…
meeting-title = { $one } et { $other }
meeting-never = Pas encore de rencontre ici.
meeting-all = { match-count } : **{ $ahead } à { $behind }**{ $level ->
    [0] {""}
    [one] , { $level } égalité
   *[other] , { $level } égalités
}
meeting-game = **{ $game }** : { $ahead } à { $behind }{ $level ->
    [0] {""}
    [one] , { $level } égalité
   *[other] , { $level } égalités
}
meeting-latest = Dernière : { $latest }.
meeting-rules = Qui a fini devant, dans toutes les parties entre personnes ici.
profile-record = { match-count } : { $won } { $won ->
    [one] gagnée
   *[other] gagnées
}, { $drawn } { $drawn ->
    [one] égalité
   *[other] égalités
}, { $lost } { $lost ->
    [one] perdue
   *[other] perdues
}
profile-streak-won = 🔥 { $count ->
    [one] Dernière partie gagnée.
   *[other] Les { $count } dernières parties gagnées d’affilée.
}
profile-streak-drawn = ⚖️ { $count ->
    [one] Égalité à la dernière partie.
   *[other] Égalité aux { $count } dernières parties.
}
profile-streak-lost = 🌧️ { $count ->
    [one] Dernière partie perdue.
   *[other] Les { $count } dernières parties perdues d’affilée.
}
profile-longest = 🏔️ Plus longue série : { $count } victoires d’affilée
profile-seer = 🔮 { $count } prédictions, { $right } % justes (au hasard : { $guessed } %)
profile-nemesis = ⚔️ Bête noire : { $who }, devant { $behind } fois sur { $met }
profile-favourite = 🤝 Adversaire préféré : { $who }, { $met } parties, { $ahead } à { $behind }
fortune = 🎲 **{ $game }**, tes { $matches } dernières parties : chance { $luck } (±{ $unsure }), jeu { $play } (±{ $loose }) par partie.
fortune-plain = 🎲 **{ $game }**, tes { $matches } dernières parties : jeu { $play } (±{ $loose }) par partie.
fortune-few = 🎲 Chance ou jeu ? Je le dis après { $least } parties d’un jeu : { $games }.
fortune-so-far = **{ $game }** { $matches } sur { $of }
fortune-luck-more = La chance était avec toi.
fortune-luck-less = La chance était contre toi.
fortune-luck-open = Chance : trop serré.
fortune-play-more = Tu as moins gâché que tes adversaires.
fortune-play-less = Tu as plus gâché que tes adversaires.
fortune-play-open = Jeu : trop serré.
profile-small = cote ± marge d’erreur
fortune-private = 🎲 rien que pour toi
profile-season-new = 📅 { $season } : { $missing }
profile-season-last = 🏁 { $season } : { $rank }, { $points } points
profile-how = Ce qui compte dans un profil
profile-how-points = Points : cote ± marge d’erreur, par saison.
profile-how-wins = Seule une première place sans partage est une victoire.
profile-how-matches = Toutes les parties entre personnes comptent, même hors classement ; pas l’entraînement.
profile-how-rivals = Bête noire : le plus souvent devant toi. Adversaire préféré : le plus souvent rencontré. Dès { $least } parties ensemble.
profile-how-luck = 🎲 n’est que pour toi, en % de chances de victoire. Jeu : erreurs des autres moins les tiennes.
portrait-streak = d’affilée
profile-plot = Les cotes au fil du temps.
profile-curve = { $game } : de { $first } à { $last }, au plus bas { $least }, au plus haut { $most }.
button-mind = Télépathe : { $game }
button-how = Comment ?
button-share = Publier ici pour tous
button-play-deal = Jouer cette donne
button-challenge-player = Défier { $who }
button-profile = Profil
button-follow-start = Suivre
button-follow-player = Suivre { $who }
button-unfollow = Ne plus suivre
button-unfollow-player = Ne plus suivre { $who }
button-followed = Mes suivis
button-unfollow-all = Ne plus suivre personne
shared = ✅ Publié pour tous ici.
shared-by = Partagé par { $who }

# The level “reads you”
read-begins = 🔮 J’apprends de tes choix contre moi, ici et dans les parties du même genre, sans rien dire à personne. Oublier : `/réglages moi`.
read-none = 🔮 Je n’ai pas pu te lire : trop peu de choix.
read-right = 🔮 J’ai lu ceci : { $habit }. Juste, { $hits } fois sur { $of } (hasard : environ { $usual }).
read-wrong = 🔮 J’ai lu ceci : { $habit }. Faux, { $hits } fois sur { $of } (hasard : environ { $usual }). Bien caché !
read-open = 🔮 J’ai lu ceci : { $habit }. { $hits } fois sur { $of } (hasard : environ { $usual }) : trop serré.
read-repeat = tu aimes refaire le même choix
read-avoid = tu ne te répètes presque jamais
read-next = tu avances d’un cran à chaque fois
read-back = tu recules d’un cran à chaque fois
read-mirror = tu copies mon dernier choix
read-counter = tu choisis ce qui bat mon dernier choix
read-stay = tu gardes ce qui gagne et tu lâches ce qui perd
read-plain = tu prends ce qui a l’air le plus fort
read-pattern = tu suis un motif bien à toi
read-favourite = tu choisis sans cesse { $what }

# The mind reader in a profile
mind-title = Le télépathe face à { $who } : { $game }
mind-little = Rien à lire encore : il me faut { $least } choix d’une même sorte, de parties terminées ; j’en ai { $choices }.
mind-dice = 🎲 **{ $habit }** – { $count } choix, rien sur quoi parier : difficile à percer !
mind-bet = 🔮 **{ $habit }** – { $bets }
mind-odds = { $times } fois sur { $of } (dés : environ { $dice }).
mind-favourite = Je parierais sur { $favourite } : { mind-odds }
mind-avoided = Je parierais contre { $favourite } : { mind-odds }
mind-again-stays = Je parierais sur le même choix : { mind-odds }
mind-again-turns = Je parierais sur un changement : { mind-odds }
mind-won-stays = Après une victoire, je parierais sur le même choix : { mind-odds }
mind-won-turns = Après une victoire, je parierais sur un changement : { mind-odds }
mind-lost-stays = Après une défaite, je parierais sur le même choix : { mind-odds }
mind-lost-turns = Après une défaite, je parierais sur un changement : { mind-odds }
mind-tied-stays = Après une égalité, je parierais sur le même choix : { mind-odds }
mind-tied-turns = Après une égalité, je parierais sur un changement : { mind-odds }
mind-ring = Je parierais sur le suivant ({ $ring }) : { mind-odds }
mind-pair = Après { $first }, je parierais sur { $then } : { mind-odds }
mind-copy = Je parierais sur le dernier choix de l’adversaire : { mind-odds }
mind-answer = Si l’adversaire choisit { $met }, je parierais sur { $then } : { mind-odds }
mind-by-favourite = -# D’après le choix le plus fréquent : juste { $times } fois sur { $of } (dés : { $dice })
mind-by-sequence = -# D’après le choix d’avant : juste { $times } fois sur { $of } (dés : { $dice })
mind-by-rival = -# D’après le dernier choix de l’adversaire : juste { $times } fois sur { $of } (dés : { $dice })
mind-same-all = Le même choix : juste { $times } fois sur { $of } (dés : { $dice })
mind-same-won = s’il a gagné { $times } sur { $of } (dés : { $dice })
mind-same-lost = s’il a perdu { $times } sur { $of } (dés : { $dice })
mind-same-tied = après une égalité { $times } sur { $of } (dés : { $dice })
mind-row-then = { $first }, puis { $then }
mind-row-copy = le dernier choix de l’adversaire
mind-row-again = le même choix
mind-row-won = le même, s’il a gagné
mind-row-lost = le même, s’il a perdu
mind-row-tied = le même, après une égalité
mind-row-turn = un changement
mind-row-turn-won = un changement, s’il a gagné
mind-row-turn-lost = un changement, s’il a perdu
mind-row-turn-tied = un changement, après une égalité
mind-row-dice = dés
mind-how = Sur { $matches ->
    [one] { $matches } partie terminée
   *[other] { $matches } parties terminées
} (les { $most } dernières au plus), dès { $least } choix d’une même sorte. Je parie sur ce qui frappe dans l’ensemble. Les lignes en dessous sont l’épreuve : chaque choix est deviné d’après les seuls précédents. « Dés » : combien de fois des choix à l’aveugle tomberaient juste. Sur cent personnes qui choisissent à l’aveugle, j’en soupçonnerais une au plus. Si plusieurs paris conviennent, je dis le plus simple.

# Errors and refused commands
try-again = Quelque chose coince, rien n’est perdu. Réessaie dans un instant.
failed = Ça a raté ; rien n’est perdu. Si ça recommence, donne-nous ce code : { $code }
unreachable-channel = Je ne vois pas ce salon. Fais-moi entrer, ou prends `/duel attente`.
unreachable-permissions = Pour écrire là, je dois pouvoir voir le salon, envoyer des messages et joindre des fichiers.
unreachable-lacking = Je ne peux pas écrire là. Qui gère le serveur doit m’accorder : { $permissions }.
unreachable-automod = L’AutoMod me bloque là-bas ; qui gère le serveur peut m’autoriser. Je réessaie au prochain coup.
unreachable-answer = L’AutoMod a bloqué ma réponse. Prends `/duel attente`, de préférence en message privé avec moi.
unreachable-refused = Discord refuse mon message là-bas. Continue avec `/duel attente`.
unreachable-dm = Tes messages privés sont fermés : choisis dans le salon.
no-button = Ce bouton est trop ancien. Prends-en un plus récent.
no-command = Je ne connais pas cette commande. Relance Discord.
no-too-fast = Doucement ! Réessaie dans { $seconds ->
    [one] une seconde.
   *[other] { $seconds } secondes.
}
no-many-offers = Déjà { $count } propositions ouvertes : retires-en une.
no-many-offers-there = Il y a déjà { $count } propositions ici. Réessaie plus tard.
no-many-matches = Tu joues déjà { $count } parties : finis-en une.
no-many-matches-there = Il y a déjà { $count } parties ici. Réessaie plus tard.
no-bots = Les autres bots ne jouent pas : prends une personne, ou moi.
no-server-only = Seulement sur un serveur où je suis.
no-no-card = Ce message n’est pas une partie.
no-unknown-person = Je ne connais pas cette personne.
no-company-only = Ici, personne ne le verrait. Essaie en message privé avec ton adversaire, dans un groupe ou sur un serveur.
no-elsewhere = Cette partie est dans une autre conversation. Demande-moi là-bas.
no-whispers = Personne d’autre ne le verrait : il te manque ici { $permissions }. Essaie en message privé, dans un groupe ou sur un serveur où je suis.
no-other-channel = Pas de parties dans ce salon ; essaie { $channel }.
no-not-now = { $count ->
    [0] Ce n’est pas encore à toi.
   *[other] Ce n’est pas encore à toi : on attend { $who }.
}
no-example = « { $typed } » ne va pas ici. Essaie { $example }
no-nothing-waits = Aucune partie ne t’attend.
no-no-match-here = Tu n’as pas de partie ici. `/jouer` en commence une.
no-which-match = { $here ->
    [0] Tu n’as pas de partie ici, mais tu en as ailleurs
   *[other] Tu as plusieurs parties ici
}. Choisis-en une dans « partie » :
    { $first }
    { $second }
    { $third }
    { $more }
no-looked = Un seul regard par tour.
no-look-late = Trop tard pour regarder : tu as choisi.
no-no-hints = Pas d’indices entre joueurs.
no-hint-later = Je réfléchis encore. Redemande dans un instant.
no-nobody-waits = Personne n’attend plus. Appuie sur Partie rapide pour attendre à ton tour.
no-not-manager = Il faut gérer ce serveur pour ça.
no-zone-unknown = Je ne connais pas « { $typed } ». Essaie une grande ville voisine, en anglais, comme Kolkata.
no-no-season = Pas de saison en cours : `/classement saison commencer`.
no-season-changed = La saison a changé, je n’ai rien fait. Réessaie.
no-no-such-season = Cette saison n’existe pas ; choisis dans la liste.
no-unlisted = Ce profil est privé.
no-scoreless = Les bots n’ont pas de bilan.
no-lacking = Je ne peux pas écrire ici. Qui gère le serveur doit m’accorder : { $permissions }.
permission-view-channel = Voir le salon
permission-send-messages = Envoyer des messages
permission-send-messages-in-threads = Envoyer des messages dans les fils
permission-attach-files = Joindre des fichiers
permission-connect = Se connecter
permission-create-public-threads = Créer des fils publics
permission-use-external-apps = Utiliser des applications externes

# Tournaments
name-tournament = tournoi
name-join = rejoindre
name-leave = quitter
name-start = lancer
name-standings = classement
name-format = format
name-mirror = miroir
name-rounds = rondes
name-minutes = minutes
name-days = jours
name-starts = début
command-tournament = Tournois sur ce serveur
command-tournament-open = Ouvre un tournoi dans ce salon
command-tournament-join = Rejoins un tournoi
command-tournament-leave = Quitte un tournoi
command-tournament-start = Lance ton tournoi maintenant
command-tournament-standings = Le classement d’un tournoi
command-tournament-cancel = Annule ton tournoi
about-format = Qui joue contre qui
about-tournament-clock = Par coup : des minutes en direct, 24 heures sur plusieurs jours
about-starts = En minutes (30), ou quand (21:00, 2026-12-04 21:00) ; sinon tu le lances
about-tournament-name = Son nom
about-mirror = Chaque donne deux fois, côtés échangés (Duel seulement)
about-rounds = Système suisse : combien de rondes ; sinon assez pour un vainqueur
about-minutes = Arène : combien de temps
about-days = 24 heures par coup : jours au plus par ronde
about-tournament = Quel tournoi ; sinon celui d’ici
choice-clock-1m = 1 minute par coup
choice-clock-2m = 2 minutes par coup
tournament-format-arena = Arène
tournament-format-swiss = Système suisse
tournament-format-round_robin = Toutes rondes
tournament-format-knockout = Élimination directe
tournament-about-arena = Un adversaire après l’autre, jusqu’à la fin.
tournament-about-swiss = Les gagnants se rencontrent, personne n’est éliminé.
tournament-about-round_robin = Chacun affronte tous les autres.
tournament-about-knockout = Qui perd est éliminé.
tournament-about-mirror = Chaque donne se joue deux fois, une fois de chaque côté.
tournament-unnamed = Tournoi { $number }
tournament-turn = { $time } par coup
tournament-turn-live = { $time } par coup (le premier : { $first })
tournament-rounds = { $count ->
    [one] 1 ronde
   *[other] { $count } rondes
}
tournament-mirror = en miroir
tournament-starts = Début { $when }.
tournament-waits = Commence quand { $host } le lance.
tournament-entered = { $count ->
    [0] Personne pour l’instant. Il en faut quatre.
    [one] { $count } inscrit : { $who }
   *[other] { $count } inscrits : { $who }{ $more ->
        [0] {""}
        [one] {" "}et { $more } autre
       *[other] {" "}et { $more } autres
    }
}
tournament-ends = Fin { $when }.
tournament-round = Ronde { $round } sur { $rounds } · { $open ->
    [0] tout est joué
    [one] 1 partie en cours
   *[other] { $open } parties en cours
}
tournament-round-due = La ronde finit { $when } ; celui dont c’est alors le tour perd.
tournament-bye = Exempt : { $who }.
tournament-absent = **{ $winner }** gagne par forfait contre { $loser }.
tournament-beats = **{ $winner }** bat { $loser }.
tournament-both-absent = Double forfait : { $first } et { $second }.
tournament-signs = (aux signes)
tournament-night = Partie de la soirée : { $line } (`/duel revoir` { $match })
tournament-upset = Plus grosse surprise : { $line }
tournament-streak = Plus longue série : { $who }, { $count } victoires d’affilée
tournament-canceled = Annulé.
tournament-proof = Une graine scellée décide de toutes les donnes et de tous les tirages. On la montre à la fin ; le sceau est son hachage SHA-256.
tournament-seal = Sceau du tirage { $seal }
tournament-seed = Graine du tirage { $seed }
tournament-alt = Classement : { $lines }
tournament-legend = (victoires/nulles/défaites)
tournament-legend-arena = (victoires/nulles/défaites) · 🔥 les prochains points comptent double
tournament-tie-buchholz = points des adversaires { $value }
tournament-tie-sonneborn-berger = points des battus { $value }
tournament-tie-direct-encounter = confrontation directe { $value }
tournament-tie-lot = tirage au sort
tournament-round-begins = Ronde { $round }
tournament-your-turn = 🔔 On attend { $who }
tournament-in-match = { $name }{ $round ->
    [0] {""}
   *[other] {" "}· ronde { $round }
}
tournament-opened = C’est ouvert ! La carte arrive dans ce salon. Tu joues aussi ? Appuie sur Rejoindre.
tournament-in = Tu participes ({ $count } pour l’instant). Je te préviens au début.
tournament-in-running = Tu participes. Je te préviens pour ta prochaine partie.
tournament-out = Tu ne participes plus. La porte reste ouverte.
tournament-out-running = Tu as quitté le tournoi. Merci d’avoir joué !
tournament-leave-question = Partir pour de bon ? Tu perds la partie en cours.
tournament-cancel-question = Annuler pour tous ? Les parties en cours continuent.
tournament-not-started = Pas encore commencé.
tournament-watching = Tu ne participes pas.
tournament-withdrawn = Tu ne participes plus.
tournament-next-round = Pas de partie pour l’instant. La prochaine s’ouvre ici, ou je te préviens.
tournament-over-for-you = C’était ta dernière partie ici.
tournament-paused = En pause : pas de nouvel adversaire.
tournament-pairing-soon = Je cherche ton prochain adversaire : quelques secondes. La partie s’ouvre ici.
button-tournament-enter = Rejoindre
button-tournament-leave = Quitter
button-tournament-start = Lancer
button-tournament-play = Ma partie
button-tournament-next = Partie suivante
button-tournament-standings = Classement
button-tournament-here = Je suis là
button-tournament-pause = Pause
button-tournament-cancel = Annuler
setting-organizers = Rôle qui peut ouvrir des tournois
setting-organizers-none = Réservé à qui gère le serveur
unrated-forfeit = Hors classement : forfait.
no-no-tournament = Ce tournoi n’existe pas ici.
no-tournaments-yet = Pas encore de tournoi ici. Pour en ouvrir un, il faut gérer ce serveur, ou avoir le rôle choisi pour ça : `/tournoi ouvrir`.
no-not-organizer = Il faut gérer ce serveur, ou avoir le rôle choisi pour ça.
no-tournament-live-game = En direct, seulement le Duel et Schnick : les autres jeux sont trop longs. Choisis 24 heures par coup.
no-tournament-live-option = En direct, on joue avec { $option }={ $value }. Enlève cette option, ou choisis 24 heures par coup.
no-tournament-live-arena = Une arène se joue en direct : choisis 1, 2 ou 5 minutes par coup.
no-tournament-mirror-game = Seul le Duel se joue en miroir.
no-tournament-game = Ce jeu se joue à plus de deux.
no-tournament-past = C’est déjà passé.
no-tournament-time = Quand ? En minutes (30), à une heure (21:00) ou un jour (2026-12-04 21:00) d’ici un mois. Heure de ton fuseau : `/réglages moi`.
no-tournament-many = Déjà { $most } tournois en cours.
no-tournament-preset = Pas de début imposé en tournoi.
no-tournament-late = Trop tard pour participer.
no-tournament-full = Complet : { $most } joueurs.
no-tournament-not-in = Tu n’es pas dans ce tournoi.
no-tournament-running = Ce tournoi a déjà commencé.
no-tournament-over = Ce tournoi est terminé.
no-tournament-few = { $entered } { $entered ->
    [one] inscrit
   *[other] inscrits
} ; il en faut { $least }.
no-in-tournament = Impossible dans une partie de tournoi.
no-mirror-unfinished = Attends la fin des deux parties de cette donne.

# The daily duel
daily-title = Duel du jour { $number }
daily-ask = Choisis une rangée pour le bison : elle affronte les colonnes des autres. Puis une colonne pour le loup : elle affronte leurs rangées.
daily-difference = Au croisement, le pion le plus fort gagne la différence.
daily-match-point = Balle de match : il faut juste avoir plus de coquillages après le duel (+3, 0, −3).
daily-ask-column = **{ $row }** pour le bison. Et une colonne pour le loup : elle affronte les rangées des autres.
daily-locked = 🔒 Scellé : **{ $row }, { $column }**.
daily-others = { $count ->
    [0] Personne d’autre pour l’instant.
    [one] 1 autre pour l’instant.
   *[other] { $count } autres pour l’instant.
}
daily-reveal = Révélation { $when }
daily-last = Duel du jour { $number } : **{ $result }**
daily-score = { $score } · { $beaten } { $beaten ->
    [one] battu
   *[other] battus
} sur { $met }
daily-place = { $place ->
    [1] 1re
   *[other] { $place }e
} place sur { $count }
daily-own = Toi : { $row }, { $column }.
daily-meetings = Meilleure rencontre : { $best } contre { $best_who }. Pire : { $worst } contre { $worst_who }.
daily-the-house = l’ordi
daily-alone = Personne d’autre n’a joué.
daily-best = **{ $row } + { $column }** était le meilleur choix, { $score } contre les { $count } : { $who }.
daily-nobody = personne ne l’a trouvé
daily-unnamed = Quelqu’un
daily-people = { $count ->
    [one] 1 personne
   *[other] { $count } personnes
}
daily-more = { $count ->
    [one] 1 autre
   *[other] { $count } autres
}
daily-story-aside = Choix majoritaire : { $line }. Il y avait mieux.
daily-story-with = Choix majoritaire : { $line }, à raison.
daily-story-split = Aucune rangée ni colonne majoritaire.
daily-house = Moins de { $least } personnes{ $newcomers ->
    [0] {""}
   *[other] , sans les débutants
} : l’ordi a joué aussi (facile, moyen, difficile). Ça compte pour ta série, pas pour le mois.
daily-newcomers = { $count ->
    [one] { $count } débutant a joué aussi.
   *[other] { $count } débutants ont joué aussi.
}
daily-streak = 🔥 { $count } jours
daily-month-place = { $month } : { $total }, { $place ->
    [1] 1re
   *[other] { $place }e
} place sur { $count }
daily-habit-average = Rien que pour toi : { $count } de tes { $lines } dernières lignes étaient les meilleures en moyenne. Ça se devine.
daily-habit-bold = Rien que pour toi : { $count } de tes { $lines } dernières lignes visaient le plus gros gain. Ça se devine.
daily-apprentice = Les autres t’affrontent après { $days } duels du jour.
daily-how = Tu as affronté tout le monde deux fois : ta rangée contre leur colonne, leur rangée contre la tienne. Ton score est ton gain par duel.
daily-how-match-point = Tu as affronté tout le monde deux fois : ta rangée contre leur colonne, leur rangée contre la tienne. Un duel vaut 3 s’il gagne la partie. Ton score est ton gain par duel.
daily-example = Contre { $who } : { $row } contre { $other_column }, { $as_row } ; { $column } contre { $other_row }, { $as_column }. Total : { $total }.
daily-how-sum = { $row } : { $as_row }. { $column } : { $as_column }. Total : { $total } en { $count } duels.
daily-how-mix = Un tirage au sort parfait rapporte 0 en moyenne. Pour plus, devine les autres.
daily-month-title = Duel du jour : { $month }
daily-month-line = **{ $place }.** { $who } · **{ $total }** · { $days ->
    [one] 1 jour
   *[other] { $days } jours
}
daily-month-empty = Rien encore : un jour compte à partir de { $least } personnes.
daily-month-rule = La somme de tes scores ; un jour manqué vaut 0.
daily-share-title = Wolf & Bison Duel du jour { $number }
daily-share-beat = { $beaten } { $beaten ->
    [one] battu
   *[other] battus
} sur { $met }
daily-too-late = Celui-là est clos. Voici le suivant.
daily-closing = La révélation arrive.
daily-not-played = Tu n’as pas joué celui-ci.
no-daily-off = Pas de duel du jour sur ce serveur.
no-daily-where = Quel serveur ? Lance d’abord `/duel-du-jour` là-bas.
button-daily = ☀️ Duel du jour
button-daily-last = Dernier résultat
button-daily-tell = Dis-moi le résultat
button-daily-silent = Ne me dis rien
button-daily-play = Jouer celui du jour
button-daily-result = Mon résultat
button-daily-month = Ce mois-ci
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre
