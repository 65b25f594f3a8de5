name = Woodwalkers
about = Sept animaux, une forêt de drapeaux, des duels en chemin. Qui a le plus de points gagne.
title = Woodwalkers
hook = dés et duels
seat-0 = Rouge
seat-1 = Bleu
seat-2 = Vert
seat-3 = Violet
side-south = sud
side-west = ouest
side-north = nord
side-east = est

animal-bison = bison
animal-bear = ours
animal-wolf = loup
animal-puma = puma
animal-otter = loutre
animal-deer = cerf
animal-squirrel = écureuil
short-bison = Bi
short-bear = Ou
short-wolf = Lo
short-puma = Pu
short-otter = Lt
short-deer = Ce
short-squirrel = Éc
the-animal = { $animal ->
    [bison] le bison
    [bear] l’ours
    [wolf] le loup
    [puma] le puma
    [otter] la loutre
    [deer] le cerf
   *[squirrel] l’écureuil
}
mode-strength = force
mode-speed = vitesse
mode-endurance = endurance
mode-intelligence = intelligence
shown-covered = encore face cachée
shown-values = valeurs en duel
shown-mode = que choisir ?
shown-flags = comptent à la fin
shown-guessed = bien deviné
shown-missed = mal deviné
shown-asked-arrange = place
shown-asked-mode = choisit
shown-asked-roll = lance
shown-asked-reroll = encore
shown-asked-move = avance
shown-asked-guess = devine
shown-asked-duel = encore
shown-asked-home = rentre
shown-asked-rest = soin ?

option-variant = Variante
meaning-variant = Minuit : animaux face cachée, on joue de mémoire.
option-variant-day = jour
option-variant-midnight = minuit
option-modes = Tuiles de mode de combat
meaning-modes = Une tuile par manche ; deux restent à la fin.
option-modes-20 = 20, pour 18 manches
option-modes-14 = 14, pour 12 manches
option-modes-11 = 11, pour 9 manches
option-memory_help = Regarder ses propres animaux (minuit)
meaning-memory_help = Pour minuit, quand ils sont face cachée.
option-memory_help-off = jamais
option-memory_help-own = toujours
option-animals = animaux
option-forest = forêt
option-stack = modes de combat
option-rolls = dés
option-round = manche
option-scores = points
agreed-variant-midnight = minuit : animaux face cachée
agreed-modes-14 = 12 manches
agreed-modes-11 = 9 manches
agreed-memory_help-own = regarder ses animaux est permis

verb-set = Disposer tes animaux
verb-mode = Choisir le mode de combat
verb-roll = Lancer le dé
verb-skip = Passer ton tour
verb-reroll = Dépenser un dé, relancer
verb-keep = Garder ce résultat
verb-move = Déplacer un animal
verb-stay = Ne déplacer personne
verb-heal = Dépenser un remède
verb-done = Finir le tour
verb-guess = Deviner l’attaquant
verb-pass = Ne pas deviner
verb-home = Ramener le perdant
wound = { $wounds ->
    [one] { $wounds } blessure
   *[other] { $wounds } blessures
}
target-duel = duel contre { $rival }
target-duel-animal = duel contre { $animal ->
    [bison] le bison
    [bear] l’ours
    [wolf] le loup
    [puma] le puma
    [otter] la loutre
    [deer] le cerf
   *[squirrel] l’écureuil
} { $seat ->
    [0] rouge
    [1] { $animal ->
        [otter] bleue
       *[wolf] bleu
    }
    [2] { $animal ->
        [otter] verte
       *[wolf] vert
    }
   *[3] { $animal ->
        [otter] violette
       *[wolf] violet
    }
}
target-flag = drapeau { $value }
target-tile = tuile forêt

label-column = colonne { $column }
ask-set = Qui se tient en { $space } ?
ask-set-others = Où se tiennent les autres ?
legend-modes = 🏋️ force · ⚡ vitesse · ❤️ endurance · 💡 intelligence
ask-mode = Quel mode de combat pour cette manche ?
ask-roll = Lancer ou passer ?
ask-reroll = Relancer ?
ask-duel = Tu perds le duel. Relancer ?
ask-move = Qui avance ? { $die ->
    [one] { $die } case
   *[other] { $die } cases
} au plus.
ask-goal = Où va { $animal ->
    [bison] le bison
    [bear] l’ours
    [wolf] le loup
    [puma] le puma
    [otter] la loutre
    [deer] le cerf
    [squirrel] l’écureuil
   *[back] l’animal en { $space }
} ?
blocked-move = Bloqué : hors d’atteinte.
blocked-home = Bloqué : occupée.
ask-guess = Qui t’attaque ?
ask-home = Où rentre { $animal ->
    [back] ton animal
    [otter] ta loutre
   *[other] ton { $name }
} ?
ask-rest = Qui soigner ?

points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
place-flag = drapeau { $value }
place-tile = tuile cachée
open-modes = Visibles : { $open }.
battle = Mode de combat : { $mode }. Visibles : { $open }.
team = { $who } ({ $side }), { $points ->
    [one] { $points } point
   *[other] { $points } points
}
held = +{ $points } sur drapeaux
lap = case { $space }, tour { $lap }
medicine = { $count ->
    [one] { $count } remède
   *[other] { $count } remèdes
}
die = { $count ->
    [one] { $count } dé
   *[other] { $count } dés
}
wounds = blessures : { $animals }
gone = hors jeu : { $animals }
forest = Drapeaux : { $flags }. Face cachée : { $hidden ->
    [0] rien
    [one] { $hidden } tuile
   *[other] { $hidden } tuiles
}.

status-arrange = Chacun dispose ses animaux.
status-mode = Manche { $round } sur { $rounds } : { $who } choisit le mode de combat.
status-roll = Manche { $round } sur { $rounds }, { $mode } : { $who } lance le dé ou passe.
status-reroll = Manche { $round } sur { $rounds }, { $mode } : { $who } a fait { $die } et peut relancer.
status-move = Manche { $round } sur { $rounds }, { $mode } : { $who } a fait { $die } et déplace un animal.
status-guess = Manche { $round } sur { $rounds }, { $mode } : { $who } peut deviner l’attaquant.
status-duel = Manche { $round } sur { $rounds }, { $mode } : { $who } perd le duel et peut relancer.
status-home = Manche { $round } sur { $rounds }, { $mode } : { $who } ramène le perdant.
status-rest = Manche { $round } sur { $rounds }, { $mode } : { $who } peut soigner.
status-over = Arrêt à la manche { $round } sur { $rounds }.
won = { $who } gagne avec { points }.
won-you = Tu gagnes avec { points }.
won-flags = { $who } gagne avec { points } et davantage d’animaux sur des drapeaux.
won-flags-you = Tu gagnes avec { points } et davantage d’animaux sur des drapeaux.
won-wounds = { $who } gagne avec { points } et moins de blessures.
won-wounds-you = Tu gagnes avec { points } et moins de blessures.
won-shared = { $who } partagent la victoire avec { points } chacun.
won-shared-you = { $who } partagez la victoire avec { points } chacun.

told-arranged = Tous les animaux sont en place.
told-chosen = { $who } choisit : { $mode }.
told-chosen-you = Tu choisis : { $mode }.
told-skipped = { $who } passe.
told-skipped-you = Tu passes.
told-healed = { $who } soigne { $animal }.
told-healed-you = Tu soignes { $animal }.
told-rolled = { $who } fait { $die }.
told-rolled-you = Tu fais { $die }.
told-rerolled = { $who } relance : { $die }.
told-rerolled-you = Tu relances : { $die }.
told-moved = { $who } va de { $origin } à { $space }.
told-moved-you = Tu vas de { $origin } à { $space }.
told-moved-animal = { $who } déplace { $animal } en { $space }.
told-moved-animal-you = Tu déplaces { $animal } en { $space }.
told-stayed = { $who } ne bouge pas.
told-stayed-you = Tu ne bouges pas.
told-found-flag = { $who } trouve un drapeau de valeur { $value }.
told-found-flag-you = Tu trouves un drapeau de valeur { $value }.
told-found-medicine = { $who } trouve un remède.
told-found-medicine-you = Tu trouves un remède.
told-found-die = { $who } trouve un dé.
told-found-die-you = Tu trouves un dé.
told-found-point = { $who } trouve 1 point.
told-found-point-you = Tu trouves 1 point.
told-duel = Duel en { $space } : { $who } contre { $rival }.
told-duel-you = Duel en { $space } : toi contre { $rival }.
told-duel-to-you = Duel en { $space } : { $who } contre toi.
told-duel-open = Duel en { $space } : { $who }, { $attacking }, contre { $rival }, { $defending }.
told-duel-open-you = Duel en { $space } : toi, { $attacking }, contre { $rival }, { $defending }.
told-duel-open-to-you = Duel en { $space } : { $who }, { $attacking }, contre toi, { $defending }.
told-guess-right = { $who } a dit { $animal } : juste, +1 pour la défense.
told-guess-right-you = Tu as dit { $animal } : juste, +1 pour toi.
told-guess-wrong = { $who } a dit { $animal } : faux, +1 pour l’attaque.
told-guess-wrong-you = Tu as dit { $animal } : faux, +1 pour l’attaque.
told-spent-die = { $who } dépense un dé : { $attacking } – { $defending }.
told-spent-die-you = Tu dépenses un dé : { $attacking } – { $defending }.
told-spent-die-night = { $who } dépense un dé.
told-spent-die-night-you = Tu dépenses un dé.
told-even = Égalité : la défense tient.
told-won = { $who } gagne { $points } points.
told-won-you = Tu gagnes { $points } points.
told-removed = Troisième blessure : le perdant est éliminé.
told-returned = { $who } ramène le perdant en { $space }.
told-returned-you = Tu ramènes le perdant en { $space }.
told-returned-animal = { $who } ramène { $animal } en { $space }.
told-returned-animal-you = Tu ramènes { $animal } en { $space }.
told-counted = Drapeaux : { $flags }.
told-added = { $who } +{ $added }
told-added-you = toi +{ $added }

why-set = Les voisins couvrent leurs modes faibles.
why-set-night = Disposés au hasard : imprévisible.
why-mode = Convient le mieux à ces animaux.
why-roll = On peut encore rester sur place après.
why-heal = { $wounds ->
    [one] Une blessure affaiblit chaque duel.
   *[other] La prochaine blessure l’élimine.
}
why-die-again = Un { $die } ne mène pas loin : ça vaut un dé.
why-die-keep = Un { $die } suffit : garde le dé.
why-flag = Un drapeau libre, valeur { $value }.
why-tile = Une nouvelle tuile : { $chance ->
    [0] pas de drapeau, mais utile.
   *[other] un drapeau à { $chance } %.
}
why-duel = Vaut le risque : { $chance } % de gagner le duel.
why-duel-flag = { $chance } % de gagner le duel, pour un drapeau de valeur { $value }.
why-duel-night = Ce duel semble valoir le risque.
why-nearer = Près du prochain but.
why-safer = Plus sûr au prochain tour.
why-stay = Bouger coûte plus que ça ne rapporte.
why-guess = { $chance ->
    [100] Ce ne peut être que lui.
   *[other] Le plus probable des deux.
}
why-pass = { $count ->
    [1] On sait qui vient ; deviner ne change rien.
    [2] L’un des deux ; deviner n’aide pas la défense.
   *[other] L’un des { $count } ; se tromper aide l’attaque.
}
why-duel-again = Relancer gagne à { $chance } % : ça vaut un dé.
why-duel-keep = { $chance ->
    [0] Aucun dé n’y change rien
   *[other] Relancer ne gagne qu’à { $chance } %
} : garde le dé.
why-home = Le meilleur nouveau départ.
why-done = Garde le remède.

# Review: why another choice was better. The chances are those of the named player, and ± is their uncertainty.
judged-odds = environ { $chances } % au lieu de { $instead } % (±{ $unsure }).
judged-move = { $better } valait mieux : { judged-odds }
judged-flag = { judged-move } { why-flag }
judged-tile = { judged-move } { why-tile }
judged-duel = { judged-move } { why-duel }
judged-duel-flag = { judged-move } { why-duel-flag }
judged-duel-night = { judged-move } { why-duel-night }
judged-nearer = { judged-move } { why-nearer }
judged-safer = { judged-move } { why-safer }
judged-stay = Mieux valait rester : { judged-odds }
judged-mode = Mieux valait { $mode ->
    [strength] { mode-strength }
    [speed] { mode-speed }
    [endurance] { mode-endurance }
   *[intelligence] { mode-intelligence }
} : { judged-odds } { why-mode }
judged-roll = Mieux valait lancer : { judged-odds } { why-roll }
judged-die-again = Mieux valait relancer : { judged-odds } { why-die-again }
judged-die-keep = Mieux valait garder le dé : { judged-odds } { why-die-keep }
judged-duel-again = Mieux valait relancer : { judged-odds } { why-duel-again }
judged-duel-keep = Mieux valait accepter le duel : { judged-odds } { why-duel-keep }
judged-heal = Mieux valait soigner { the-animal } : { judged-odds } { why-heal }
judged-done = Mieux valait garder le remède : { judged-odds }
judged-guess = Mieux valait deviner { the-animal } : { judged-odds } { why-guess }
judged-pass = Mieux valait ne pas deviner : { judged-odds } { why-pass }
judged-home = Mieux valait partir de { $space } : { judged-odds }

reason-points = La dernière manche est terminée.

no-animal-form = « { $given } » : écris place, animal, case et blessures, comme « 0 wolf d2 1 », ou « 0 wolf out ».
no-animal-unknown = Pas d’animal « { $given } », seulement { $known }.
no-animal-twice = « { $animal } » est donné deux fois pour la place { $seat }.
no-animal-seat = Pas de place { $seat } : les { $seats } places se comptent à partir de 0.
no-space-unknown = Pas de case « { $given } » : b2 à h8 au centre, les cases de départ autour.
no-space-taken = Deux animaux en { $space } : ceux qui ne sont pas nommés sont chez eux, dans l’ordre des cartes.
no-space-foreign = { $space } n’est pas une case de départ de la place { $seat }.
no-tile-form = « { $given } » : écris tuile et case, comme « die c3 » ou « flag7 d4 up ».
no-tile-unknown = Pas de tuile « { $given } » de ce côté du plateau, seulement { $known }.
no-tile-up = Seuls les drapeaux sont face visible, pas { $tile }.
no-tile-space = { $space } n’est pas une case claire de ce côté du plateau.
no-tile-twice = Deux tuiles en { $space }.
no-tile-mix = Seulement { $most } { $tile } de ce côté du plateau.
no-tile-under = Un animal en { $space } aurait déjà retourné sa tuile.
no-mode-unknown = Pas de mode de combat « { $given } », seulement { $known }.
no-stack-most = Seulement { $most } tuiles « { $mode } ».
no-stack-few = Une pile imposée compte au moins { $least } modes de combat.
no-roll = Un dé montre 1 à 6, pas { $roll }.
no-round = Début à la manche 1 à { $last }, pas { $round }.
no-points = Les points imposés vont de 0 à { $most }, pas { $points }.
no-scores-seats = Points imposés : un nombre pour chacune des { $seats } places.

how-1 = Chacun mène les sept mêmes animaux, avec leur force, leur vitesse, leur endurance et leur intelligence. D’abord, place les tiens sur tes cases de départ. Qui a le plus de points gagne.
how-2 = À chaque manche, l’un de vous choisit un des trois modes de combat visibles pour tous les duels. Puis chacun joue, dans le sens horaire ; qui a choisi joue en dernier, et son voisin de gauche choisit ensuite. Il y a 18 manches, ou moins si convenu.
how-3 = Ton tour : lance le dé (ou passe), puis déplace un animal d’autant de cases au plus, jamais en diagonale ni à travers les autres. Les cases de départ sont un abri, mais on n’y revient pas à pied, et celles des autres sont interdites.
how-4 = Arrête-toi sur une tuile face cachée pour la retourner. Un drapeau (5 à 15) reste : sois dessus à la fin pour marquer ses points. Un remède soigne une blessure pendant ton tour. Un dé permet de relancer, avant d’avancer ou quand tu perds un duel. Un point compte tout de suite.
how-5 = Arrête-toi sur un animal adverse pour un duel : valeur dans le mode de combat, moins les blessures, plus un dé. La plus forte somme gagne 2 points et la case ; à égalité, la défense. Le perdant rentre blessé, sur une case de départ libre au choix de son maître. À la troisième blessure, il est éliminé.
how-6 = Les drapeaux comptent à la fin. À égalité : plus d’animaux sur des drapeaux, puis moins de blessures ; sinon, victoire partagée.
how-7 = Minuit : dispose tes animaux en secret. Ensuite, tous sont face cachée, même pour toi ; seul un duel retourne les deux siens. Avant, le défenseur peut deviner une fois l’attaquant : juste, +1 pour la défense ; faux, +1 pour l’attaque. On voit qui est blessé, mais pas où. (La suggestion est la même pour tous : choisis la tienne.)

# Habits in choosing battle modes.
habit-mode = Modes de combat
habit-mode-strength = { mode-strength }
habit-mode-speed = { mode-speed }
habit-mode-endurance = { mode-endurance }
habit-mode-intelligence = { mode-intelligence }

first-arrange = Place tes sept animaux ; la suggestion suffit.
first-night = Ensuite ils sont face cachée, même pour toi : retiens qui est où.
first-mode = Cette valeur compte dans tous les duels de la manche ; les boutons nomment les meilleurs animaux. Chacun choisit à son tour parmi trois tuiles visibles, parfois identiques.
first-roll = Le dé dit de combien de cases un animal peut avancer au plus, jamais en diagonale. Arrête-toi sur une tuile pour la retourner, sur un animal adverse pour un duel.
first-flag = Un drapeau reste : qui est dessus à la fin marque ses points.
first-medicine = Un remède soigne une blessure pendant ton tour.
first-die = Un dé permet de relancer : avant d’avancer, ou quand tu perds un duel.
first-duel = En duel : valeur, moins les blessures, plus un dé. La plus forte somme gagne { $points } points et la case ; le perdant rentre blessé. À trois blessures, il est éliminé.
first-guess = Le défenseur peut deviner l’attaquant : juste, +1 pour la défense ; faux, +1 pour l’attaque.
first-goal = Duels et drapeaux rapportent des points ; le plus haut total gagne.
