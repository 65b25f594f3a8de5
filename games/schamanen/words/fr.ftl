name = Duel des chamans
about = Rangée contre colonne : le plus fort prend. Après le dernier duel, le plus riche gagne.
title =
    Duel des
    chamans
hook = masques cachés
seat-0 = Bison
seat-1 = Loup
shown-covered = encore face cachée
shown-each = chance par valeur

option-variant = Variante
meaning-variant = Mémoire : pions cachés. Professionnelle : tu places et échanges aussi les pions adverses.
option-variant-classic = classique
option-variant-memory = mémoire
option-variant-pro = professionnelle
option-variant-pro_stacks = professionnelle avec piles
option-duel_limit = Limite de duels
meaning-duel_limit = Après ça, qui a le plus de coquillages gagne.
option-duel_limit-none = aucune
option-placement = Comment placer les pions
meaning-placement = Vous les placez chacun votre tour, ou ils sont distribués.
option-placement-draft = chacun son tour
option-placement-random = distribués au hasard
option-memory_help = Regarder ses propres pions (mémoire)
meaning-memory_help = En mémoire, tous les pions sont face cachée.
option-memory_help-off = jamais
option-memory_help-own = toujours
option-prize = Gain par duel
meaning-prize = Ce que paie le perdant.
option-prize-difference = la différence
option-prize-one = un coquillage
option-board = plateau
option-shells = coquillages
agreed-variant-memory = mémoire : pions face cachée
agreed-variant-pro = règles professionnelles
agreed-variant-pro_stacks = règles professionnelles avec piles
agreed-duel_limit = { $value ->
    [one] un seul duel
   *[other] { $value } duels au plus
}
agreed-duel_limit-none = nombre de duels illimité
agreed-placement-draft = pions placés à tour de rôle
agreed-placement-random = pions distribués au hasard
agreed-memory_help-own = regarder ses pions est permis
agreed-prize-one = un coquillage par duel

button-first-look = Voir tes neuf pions (une fois, 10 s)
verb-mask = Choisis une { $line_kind ->
    [row] rangée
   *[column] colonne
}
verb-place = Placer un pion
verb-relocate = Déplacer un pion
verb-swap = Échanger deux pions
verb-move = Déplacer deux pions
ask-place = Quel pion places-tu ?
ask-move = Quel pion se déplace ?
ask-also = Quel autre pion bouge ?
ask-there = { $stone } : où ?
ask-swap = Quels pions échanger ? D’abord :
ask-with = { $stone } s’échange avec…
blocked-place = Bloqué : occupé, ou un pion égal y est.
blocked-swap = Bloqué : deux pions égaux ensemble.
row = Rangée { $line }
column = Colonne { $line }
stones-bison = Pions de Bison
stones-wolf = Pions de Loup
stone = Pion { $value }
stone-bison = Bison { $value }
stone-wolf = Loup { $value }

supply = { $who } a encore en main { $stones }
shells = { $who } : { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
}
status-place = Tour { $turn } sur 10 : { $who } place.
status-mask = Duel { $duel }{ $limit ->
    [none] {""}
   *[other] {" "}sur { $limit }
} : chacun choisit un masque.
status-exchange = Avant le duel { $duel }{ $limit ->
    [none] {""}
   *[other] {" "}sur { $limit }
} : à { $who } de jouer.
status-over = Fin avant le duel { $duel }.
won = { $who } gagne avec { $shells } coquillages.
won-you = Tu gagnes avec { $shells } coquillages.
won-nobody = Neuf coquillages chacun : égalité.

over = { $more } bat { $less }
paid-shells = { $paid ->
    [one] { $paid } coquillage
   *[other] { $paid } coquillages
}
told-dealt = Les pions sont distribués.
told-stone-own = le { $value }
told-stone-own-you = ton { $value }
told-stone-other = le { $value } adverse
told-stone-other-you = { told-stone-own-you }
told-placed = { $who } place { $stone } en { $space }.
told-placed-you = Tu places { $stone } en { $space }.
told-hidden = { $who } place un pion face cachée en { $space }.
told-hidden-you = Tu places un pion face cachée en { $space }.
told-relocated = { $who } ne peut pas placer { $stone } : il va en { $space }, le { $moved } de cette case en { $to }.
told-relocated-you = Tu ne peux pas placer { $stone } : il va en { $space }, le { $moved } de cette case en { $to }.
told-duel = Duel { $number } en { $space } – { $who } bat { $rival }, { $more } contre { $less } : { paid-shells }{ $short ->
    [0] {""}
   *[other] , { $rival } n’en avait pas plus
}.
told-duel-you = Duel { $number } en { $space } – tu bats { $rival }, { $more } contre { $less } : { paid-shells }{ $short ->
    [0] {""}
   *[other] , { $rival } n’en avait pas plus
}.
told-duel-to-you = Duel { $number } en { $space } – { $who } te bat, { $more } contre { $less } : tu paies { paid-shells }{ $short ->
    [0] {""}
   *[other] , tu n’en avais pas plus
}.
told-duel-covered = Duel { $number } en { $space } – { $who } gagne { paid-shells }.
told-duel-covered-you = Duel { $number } en { $space } – tu gagnes { paid-shells }.
told-duel-covered-to-you = Duel { $number } en { $space } – { $who } gagne, tu paies { paid-shells }.
told-tie = Duel { $number } en { $space } – { $one } contre { $other } : égalité.
told-tie-covered = Duel { $number } en { $space } – égalité.
told-swapped-own = { $who } échange { $one } et { $other }.
told-swapped-own-you = Tu échanges { $one } et { $other }.
told-swapped-other = { $who } échange les pions adverses { $one } et { $other }.
told-swapped-other-you = Tu échanges les pions adverses { $one } et { $other }.
told-swapped-other-to-you = { $who } échange tes pions { $one } et { $other }.
told-moved = { $who } déplace { $one } de { $origin } à { $space } et { $other } de { $other_origin } à { $other_space }.
told-moved-you = Tu déplaces { $one } de { $origin } à { $space } et { $other } de { $other_origin } à { $other_space }.

reason-shells = Tous les coquillages sont gagnés.
reason-limit = Le dernier duel est terminé.

alt-board = Bison/Loup, { $spaces }.
alt-empty = Le plateau est vide.

no-duel-limit = La limite de duels est impaire, de 1 à { $most }, ou « none », pas { $limit }.
no-placement-pro = On ne distribue les pions qu’en classique et en mémoire.
no-placement-board = Un plateau imposé se passe de placement.
no-shells-alone = Des coquillages imposés demandent un plateau imposé.
no-shells-sum = Coquillages imposés : au moins 1 chacun et 18 en tout, pas { $bison } et { $wolf }.
no-board-shape = Un plateau a trois rangées de trois cases : | entre les rangées, espaces entre les cases.
no-board-cell = { $space } devrait être bison/wolf, comme 9/4 (avec les piles, aussi 9+8/0).
no-board-one = { $space } doit porter un pion de chaque camp.
no-board-twins = Deux pions égaux se rencontreraient en { $space }.
no-board-stones = Les pions de { $side ->
    [bison] Bison
   *[wolf] Loup
} doivent aller de 1 à 9, chacun une fois.

how-1 = Chaque camp a des pions de 1 à 9, neuf coquillages et trois masques : rangées pour Bison, colonnes pour Loup. Gagne les 18 coquillages, ou sois devant après le dernier duel, en général le 21e.
how-2 = { $placement ->
    [draft] D’abord, vous placez les pions à tour de rôle : un, puis deux à la fois.
    [random] Les pions sont distribués ou, comme sur l’image, placés à tour de rôle.
   *[any] D’abord, les pions sont distribués, ou vous les placez à tour de rôle : un, puis deux à la fois.
} Sur chaque case, un de chaque camp, jamais deux égaux.
how-3 = Duel : chacun choisit un masque en secret. Là où rangée et colonne se croisent, le plus fort gagne ; le perdant paie la différence en coquillages.
how-4 = Entre les duels, chacun échange à son tour deux de ses pions, Bison d’abord. Deux égaux ne partagent jamais une case.
how-5 = Mémoire : les pions sont face cachée, sauf en duel. Personne ne peut les regarder, pas même les siens. Entre égaux, personne ne paie.
how-6 = Professionnelle : place et échange aussi les pions adverses. Avec les piles, déplace deux pions quelconques vers d’autres cases ; sur une case, ceux d’un camp s’additionnent.

# Habits in choosing masks.
habit-row = Rangées, en tant que Bison
habit-row-1 = la rangée 1
habit-row-2 = la rangée 2
habit-row-3 = la rangée 3
habit-column = Colonnes, en tant que Loup
habit-column-a = la colonne A
habit-column-b = la colonne B
habit-column-c = la colonne C
habit-line = Lignes fortes et faibles
habit-line-strong = la ligne la plus forte
habit-line-middle = la ligne moyenne
habit-line-weak = la ligne la plus faible
habit-favourite-1 = la première ligne (rangée 1 ou colonne A)
habit-favourite-2 = la ligne du milieu (rangée 2 ou colonne B)
habit-favourite-3 = la dernière ligne (rangée 3 ou colonne C)

# Reasons for a hint, which is shown only to the player who asked for it.
why-hunch = La meilleure de quelques idées.
why-mask-average = Rapporte le plus en moyenne.
why-mask-sure = Le plus sûr, même si on s’y attend.
why-mask-mix = Reste imprévisible.
why-mask-likely = Rapporte le plus, d’après ce qu’on a vu.
why-mask-memory = Reste imprévisible, d’après ce qu’on a vu.
why-read = Tes choix habituels le suggèrent.
why-swap-average = Ensuite, la { $seat ->
    [0] rangée
   *[other] colonne
} { $line } rapporte le plus en moyenne.
why-swap-threat = Menace de tout gagner en { $space }.
why-swap-ahead = Tu es devant, et tu le restes.
why-swap-open = Le mieux en anticipant ; rien n’est joué.
why-swap-behind = Position difficile : le meilleur coup.
why-swap-chances = Le mieux en anticipant : { $chances } % de victoire.
why-swap-least = { $chances ->
    [0] À peine 1 % de victoire, mais rien n’en laisse plus.
   *[other] Position difficile : { $chances } % de victoire, rien n’en laisse plus.
}
why-swap-memory = Prépare le mieux les prochains duels, d’après ce qu’on a vu.
why-place-average = Aide le plus, à vue d’œil.
why-place-beats = Bat le { $other }.
why-place-yields = S’efface pour que de meilleurs gagnent ailleurs.
why-place-dreams = Finit le mieux sur { $boards } plateaux imaginés.
why-relocate = Il n’a de place nulle part ; cet échange est le meilleur.

# Review: why another choice was better. Chances are percentages for the player named in the message.
judged-mask = { $seat ->
    [0] La rangée
   *[other] La colonne
} { $better } valait { $chances } % ; { $line } seulement { $instead } %, à cause de la { $seat ->
    [0] colonne
   *[other] rangée
} { $answer }.
judged-swap = { $better } gardait { $chances } % ; il en reste { $instead } %{ $sure ->
    [1] {" "}à coup sûr
   *[other] {""}
}.
judged-swap-threat = { $better } menaçait de tout gagner en { $space } : { $chances } % au lieu de { $instead } %.
judged-swap-open = En { $space }, un duel peut tout perdre : { $instead } %. { $better } gardait { $chances } %.

goal = Qui a le plus de coquillages { $limit ->
    [none] {""}
    [one] après un duel{" "}
   *[other] après { $limit } duels{" "}
}gagne ; avec les 18, tout de suite.
first-place = Un pion de chaque camp par case, jamais égaux. Place les tiens là où ils gagnent.
first-exchange = À tour de rôle, vous { $exchange ->
    [move] déplacez deux pions quelconques
    [swap-any] échangez deux pions d’un même camp
   *[swap] échangez deux de vos pions
}. À toi.
first-mask = Tu choisis une { $line_kind ->
    [row] rangée, ton adversaire une colonne
   *[column] colonne, ton adversaire une rangée
} : là où elles se croisent, le plus fort gagne.
first-duel = En { $space }, ton { $mine } contre le { $theirs } rapporterait { $gain ->
    [one] 1 coquillage
   *[other] { $gain } coquillages
}.

# The daily duel.
daily-shells = Balle de match ! Coquillages : Bison { $bison }, Loup { $wolf }.
daily-line = { $line } : { $content }
daily-best = Le mieux : { $row } + { $column }
daily-nobody = personne
daily-more = { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
daily-people = { $count ->
    [one] { $count } personne
   *[other] { $count } personnes
}
