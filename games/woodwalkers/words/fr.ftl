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
meaning-variant = Jour : tous les animaux sont visibles. Minuit : face cachée, on joue de mémoire.
option-variant-day = jour
option-variant-midnight = minuit
option-modes = Tuiles de mode de combat
meaning-modes = La durée : une tuile par manche, deux restent à la fin.
option-modes-20 = 20, pour 18 manches
option-modes-14 = 14, pour 12 manches
option-modes-11 = 11, pour 9 manches
option-memory_help = Regarder ses propres animaux (minuit)
meaning-memory_help = Seulement à minuit, quand tous les animaux sont face cachée.
option-memory_help-off = jamais
option-memory_help-own = toujours
option-animals = Animaux imposés
option-forest = Forêt imposée
option-stack = Modes de combat imposés
option-rolls = Dés imposés
option-round = Manche imposée
option-scores = Points imposés
agreed-variant-midnight = minuit : les animaux sont cachés
agreed-modes-14 = 12 manches
agreed-modes-11 = 9 manches
agreed-memory_help-own = on peut regarder ses propres animaux

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
ask-mode = Quel mode de combat pour cette manche ?
ask-roll = Lancer le dé, ou passer ?
ask-reroll = Tu as fait { $die }. Dépenser un dé et relancer ?
ask-duel = Tu perds le duel. Dépenser un dé et relancer ?
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
grey-move = En gris : trop loin, ou le chemin est barré.
grey-home = En gris : la case est occupée.
ask-guess = Qui t’attaque ?
ask-home = Où rentre le perdant ?
ask-rest = Qui reçoit un remède ?

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

status-arrange = Chacun dispose ses sept animaux.
status-mode = Manche { $round } sur { $rounds } : { $who } choisit le mode de combat.
status-roll = Manche { $round } sur { $rounds }, { $mode } : { $who } lance le dé ou passe.
status-reroll = Manche { $round } sur { $rounds }, { $mode } : { $who } a fait { $die } et peut relancer.
status-move = Manche { $round } sur { $rounds }, { $mode } : { $who } a fait { $die } et déplace un animal.
status-guess = Manche { $round } sur { $rounds }, { $mode } : on attaque { $who }, qui peut deviner l’attaquant.
status-duel = Manche { $round } sur { $rounds }, { $mode } : { $who } perd le duel et peut relancer.
status-home = Manche { $round } sur { $rounds }, { $mode } : { $who } ramène le perdant.
status-rest = Manche { $round } sur { $rounds }, { $mode } : { $who } peut soigner avant la fin du tour.
status-over = La partie s’est arrêtée à la manche { $round } sur { $rounds }.
won = { $who } gagne avec { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
won-you = Tu gagnes avec { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
won-flags = { $who } gagne avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} et davantage d’animaux sur des drapeaux.
won-flags-you = Tu gagnes avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} et davantage d’animaux sur des drapeaux.
won-wounds = { $who } gagne avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} et moins de blessures.
won-wounds-you = Tu gagnes avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} et moins de blessures.
won-shared = { $who } partagent la victoire avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} chacun.
won-shared-you = { $who } partagez la victoire avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} chacun.

told-arranged = Tous les animaux sont sur leurs cases de départ.
told-chosen = { $who } choisit : { $mode }.
told-chosen-you = Tu choisis : { $mode }.
told-skipped = { $who } passe son tour.
told-skipped-you = Tu passes ton tour.
told-healed = { $who } dépense un remède : une blessure de moins pour { $animal }.
told-healed-you = Tu dépenses un remède : une blessure de moins pour { $animal }.
told-rolled = { $who } fait { $die }.
told-rolled-you = Tu fais { $die }.
told-rerolled = { $who } dépense un dé et fait { $die }.
told-rerolled-you = Tu dépenses un dé et fais { $die }.
told-moved = { $who } va de { $origin } à { $space }.
told-moved-you = Tu vas de { $origin } à { $space }.
told-moved-animal = { $who } déplace { $animal } de { $origin } à { $space }.
told-moved-animal-you = Tu déplaces { $animal } de { $origin } à { $space }.
told-stayed = { $who } ne déplace aucun animal.
told-stayed-you = Tu ne déplaces aucun animal.
told-found-flag = En { $space }, { $who } retourne un drapeau de valeur { $value } ; il y reste.
told-found-flag-you = En { $space }, tu retournes un drapeau de valeur { $value } ; il y reste.
told-found-medicine = En { $space }, { $who } trouve un remède.
told-found-medicine-you = En { $space }, tu trouves un remède.
told-found-die = En { $space }, { $who } trouve un dé.
told-found-die-you = En { $space }, tu trouves un dé.
told-found-point = En { $space }, { $who } trouve 1 point.
told-found-point-you = En { $space }, tu trouves 1 point.
told-duel = Duel en { $space } : { $who } contre { $rival }.
told-duel-you = Duel en { $space } : toi contre { $rival }.
told-duel-to-you = Duel en { $space } : { $who } contre toi.
told-duel-open = Duel en { $space } : { $who }, { $attacking }, contre { $rival }, { $defending }.
told-duel-open-you = Duel en { $space } : toi, { $attacking }, contre { $rival }, { $defending }.
told-duel-open-to-you = Duel en { $space } : { $who }, { $attacking }, contre toi, { $defending }.
told-guess-right = { $who } a deviné : { $animal }. Juste, 1 de plus pour la défense.
told-guess-right-you = Tu as deviné : { $animal }. Juste, 1 de plus pour la défense.
told-guess-wrong = { $who } a misé sur : { $animal }. Faux, 1 de plus pour l’attaque.
told-guess-wrong-you = Tu as misé sur : { $animal }. Faux, 1 de plus pour l’attaque.
told-even = Égalité : la défense tient.
told-won = { $who } gagne { $points } points.
told-won-you = Tu gagnes { $points } points.
told-removed = C’était la troisième blessure : l’animal quitte la partie.
told-returned = { $who } ramène le perdant en { $space }.
told-returned-you = Tu ramènes le perdant en { $space }.
told-returned-animal = { $who } ramène { $animal } en { $space }.
told-returned-animal-you = Tu ramènes { $animal } en { $space }.
told-counted = On compte les drapeaux : { $flags }.
told-added = { $who } +{ $added }
told-added-you = toi +{ $added }

why-set = Les voisins couvrent leurs modes faibles.
why-set-night = À minuit, le hasard dispose : imprévisible.
why-mode = Le mode { $mode ->
    [strength] force
    [speed] vitesse
    [endurance] endurance
   *[intelligence] intelligence
} convient le mieux à ces animaux.
why-roll = Après le lancer, tu peux encore rester.
why-heal = { $wounds ->
    [one] Une blessure affaiblit chaque duel
   *[other] Encore une blessure, et il est perdu
} : { $animal ->
    [bison] bison
    [bear] ours
    [wolf] loup
    [puma] puma
    [otter] loutre
    [deer] cerf
   *[squirrel] écureuil
}.
why-die-again = Un { $die } ne mène pas loin : ça vaut un dé.
why-die-keep = Un { $die } suffit : garde le dé.
why-flag = Un drapeau libre en { $space }, valeur { $value }.
why-tile = Une nouvelle tuile en { $space } : { $chance ->
    [0] pas de drapeau, mais quelque chose d’utile.
   *[other] un drapeau à { $chance } %.
}
why-duel = Vaut le risque : { $chance } % de gagner le duel en { $space }.
why-duel-flag = { $chance } % de gagner le duel en { $space }, pour un drapeau de valeur { $value }.
why-duel-night = Le duel en { $space } semble valoir le risque.
why-nearer = { $space } est près du prochain but.
why-safer = { $space } est plus sûr au prochain tour.
why-stay = Tout le reste coûte plus qu’il ne rapporte.
why-guess = { $chance ->
    [100] Ce ne peut être que lui
   *[other] Le plus probable des deux
} : { $animal ->
    [bison] bison
    [bear] ours
    [wolf] loup
    [puma] puma
    [otter] loutre
    [deer] cerf
   *[squirrel] écureuil
}.
why-pass = { $count ->
    [1] On sait qui vient ; avec 1 de plus, rien ne change.
    [2] L’un des deux ; deviner n’aide pas la défense.
   *[other] L’un des { $count } ; se tromper aide l’attaque.
}
why-duel-again = Relancer gagne à { $chance } % : ça vaut un dé.
why-duel-keep = { $chance ->
    [0] Aucun dé n’y change rien
   *[other] Relancer ne gagne qu’à { $chance } %
} : garde le dé.
why-home = { $space } est le meilleur nouveau départ.
why-done = Garde le remède.

# Avec du recul : pourquoi un autre choix valait mieux. Les chances sont celles de qui a choisi et qui est nommé ; ± dit de combien elles peuvent s’écarter.
judged-odds = environ { $chances } % au lieu de { $instead } % (±{ $unsure }).
judged-move = { $better } valait mieux : { judged-odds }
judged-flag = { judged-move } Le drapeau en { $space } était libre, valeur { $value }.
judged-tile = { judged-move } { why-tile }
judged-duel = { judged-move } { why-duel }
judged-duel-flag = { judged-move } { why-duel-flag }
judged-duel-night = { judged-move } { why-duel-night }
judged-nearer = { judged-move } { why-nearer }
judged-safer = { judged-move } { why-safer }
judged-stay = Mieux valait rester : { judged-odds }
judged-mode = Mieux valait un autre mode : { judged-odds } { why-mode }
judged-roll = Mieux valait lancer : { judged-odds } { why-roll }
judged-die-again = Mieux valait relancer : { judged-odds } { why-die-again }
judged-die-keep = Mieux valait garder le dé : { judged-odds } { why-die-keep }
judged-duel-again = Mieux valait relancer : { judged-odds } { why-duel-again }
judged-duel-keep = Mieux valait accepter le duel : { judged-odds } { why-duel-keep }
judged-heal = Mieux valait soigner : { judged-odds } { why-heal }
judged-done = Mieux valait garder le remède : { judged-odds }
judged-guess = Mieux valait deviner autrement : { judged-odds } { why-guess }
judged-pass = Mieux valait ne pas deviner : { judged-odds } { why-pass }
judged-home = Mieux valait partir d’ailleurs : { judged-odds } { why-home }

reason-points = La dernière manche est terminée.

no-animal-form = « { $given } » devrait être une place, un animal, une case et peut-être ses blessures, comme « 0 wolf d2 1 », ou « 0 wolf out ».
no-animal-unknown = Il n’y a pas d’animal « { $given } ». Il y a : { $known }.
no-animal-twice = « { $animal } » est donné deux fois pour la place { $seat }.
no-animal-seat = Il n’y a pas de place { $seat } à une table de { $seats } ; on compte à partir de 0.
no-space-unknown = Il n’y a pas de case « { $given } ». Au centre se trouvent b2 à h8, autour les cases de départ.
no-space-taken = Deux animaux seraient en { $space }. Ceux qui ne sont pas nommés sont chez eux dans l’ordre des cartes.
no-space-foreign = { $space } n’est pas une case de départ de la place { $seat }.
no-tile-form = « { $given } » devrait être une tuile forêt et une case, comme « die c3 » ou « flag7 d4 up ».
no-tile-unknown = Il n’y a pas de tuile « { $given } » de ce côté du plateau. Il y a : { $known }.
no-tile-up = Seuls les drapeaux sont face visible ; { $tile } ne peut pas l’être.
no-tile-space = { $space } n’est pas une case claire de ce côté du plateau.
no-tile-twice = Deux tuiles seraient en { $space }.
no-tile-mix = De { $tile }, il n’y a que { $most } de ce côté du plateau.
no-tile-under = Un animal en { $space } aurait déjà retourné sa tuile.
no-mode-unknown = Il n’y a pas de mode de combat « { $given } ». Il y a : { $known }.
no-stack-most = Il n’y a que { $most } tuiles de { $mode }.
no-stack-few = Une pile imposée compte au moins { $least } modes de combat, ceux qui sont visibles.
no-roll = Un dé montre 1 à 6, pas { $roll }.
no-round = La partie peut commencer à la manche 1 à { $last }, pas à la manche { $round }.
no-points = Les points imposés vont de 0 à { $most }, pas { $points }.
no-scores-seats = Les points imposés sont un nombre pour chacune des { $seats } places.

how-1 = Chacun mène sept animaux : bison, ours, loup, puma, loutre, cerf et écureuil, avec leur force, leur vitesse, leur endurance et leur intelligence. Toutes les équipes se valent. D’abord, chacun dispose ses animaux sur ses cases de départ. Qui a le plus de points après la dernière manche gagne.
how-2 = Une manche : l’un de vous choisit un des trois modes de combat visibles ; tous les duels de la manche s’y livrent. Puis chacun a un tour de dé, vers la gauche ; qui a choisi vient en dernier. Le choix passe ensuite à gauche. Il y a 18 manches ; quand on ne peut plus poser un troisième mode, la manche en cours est la dernière.
how-3 = Ton tour : lance le dé (ou passe), puis déplace un animal d’autant de cases au plus, tout droit ou en tournant, jamais en diagonale. Les animaux se barrent la route. Sur les cases de départ on est à l’abri ; une fois sorti, on n’y revient pas à pied, et personne n’entre sur celles des autres.
how-4 = Si tu finis sur une tuile face cachée, retourne-la. Un drapeau (5 à 15) y reste : à la fin, sa valeur revient à qui a un animal dessus. Un remède enlève une blessure pendant un de tes tours. Un dé te laisse relancer, avant le déplacement ou quand tu perds un duel. Un point est à toi tout de suite.
how-5 = Si tu finis sur un animal adverse, c’est un duel : valeur dans le mode de combat, moins ses blessures, plus un dé. La plus forte somme gagne 2 points et la case ; à égalité, l’attaquant perd. Le perdant reçoit une blessure et rentre sur une case de départ libre choisie par son maître ; à la troisième blessure, il quitte la partie.
how-6 = Les drapeaux comptent à la fin. À points égaux : le plus d’animaux sur des drapeaux, puis le moins de blessures ; sinon vous partagez la victoire.
how-7 = Minuit : chacun dispose ses animaux en secret ; ils sont ensuite face cachée, et personne ne peut les regarder, pas même les siens. Seul un duel retourne les deux qui s’y battent. Avant, l’attaqué peut deviner une fois qui attaque : juste, et la défense a 1 de plus ; faux, et c’est l’attaque. Les blessures sont visibles : souviens-toi de qui est où. (La disposition proposée est la même pour tous : choisis plutôt la tienne.)

# Ce que les modes de combat disent de qui les choisit.
habit-mode = Modes de combat
habit-mode-strength = { mode-strength }
habit-mode-speed = { mode-speed }
habit-mode-endurance = { mode-endurance }
habit-mode-intelligence = { mode-intelligence }

first-arrange = Place tes sept animaux ; la suggestion est un bon début.
first-night = Ensuite ils sont face cachée, même pour toi : retiens qui est où.
first-roll = Un animal avance d’autant de cases au plus, jamais en diagonale. Une tuile forêt se retourne ; un animal adverse, c’est un duel.
first-flag = Un drapeau reste : qui se tient dessus à la fin marque ses points.
first-medicine = Un remède soigne une blessure pendant ton tour.
first-die = Un dé permet de relancer : avant d’avancer, ou quand tu perds un duel.
first-duel = En duel, chacun ajoute un dé à la valeur de son animal, moins ses blessures. La plus forte somme gagne { $points } points et la case ; le perdant rentre blessé. La troisième blessure est la dernière.
first-guess = Le défenseur peut deviner l’attaquant : juste, la défense a 1 de plus ; faux, c’est l’attaque.
first-goal = Duels et drapeaux rapportent des points ; le plus haut total gagne.
