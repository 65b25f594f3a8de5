name = Schnick Schnack Schnuck
about = Pierre-papier-ciseaux avec le feu et un puits. Qui prend le plus de cartes gagne.
title =
    Schnick
    Schnack
    Schnuck
hook = feu et puits
seat-0 = Rouge
seat-1 = Bleu
seat-2 = Vert
seat-3 = Violet
seat-4 = Jaune
seat-5 = Ciel
shown-last = juste avant

option-tiebreak = En cas d’égalité en tête
meaning-tiebreak = Si plusieurs ont gagné le plus de cartes.
option-tiebreak-gesture = les signes décident
option-tiebreak-shared = ils partagent la première place
option-hands = mains
option-pile = pioche
option-first = qui défie en premier
agreed-tiebreak-shared = la première place peut se partager

verb-redeal = Six nouvelles cartes
verb-keep = Garder cette main
verb-challenge = Défier quelqu’un
verb-card = Jouer une carte
verb-sign = Montrer un signe
card-scissors = ciseaux
card-stone = pierre
card-paper = papier
card-fire = feu
card-well = puits
card-joker = joker

label-joker = joker en { $symbol }
ask-redeal = Tant de cartes pareilles ! Six nouvelles ?
ask-challenge = Qui défies-tu ?
ask-card = Quelle carte joues-tu ?
ask-sign = Quel signe montres-tu ?
ask-joker = Que devient ton joker ?
note-held = ×{ $held } : { $held } en main.

holds = { $cards ->
    [0] aucune carte
    [one] { $cards } carte
   *[other] { $cards } cartes
}{ $joker ->
    [yes] {" "}+ joker
   *[no] {""}
}
holds-joker = le joker seul
won = { $cards } { $cards ->
    [one] gagnée
   *[other] gagnées
}
seat = { $who } : { $holds }, { $won }
pile = Pioche : { $cards ->
    [0] vide
    [one] { $cards } carte
   *[other] { $cards } cartes
}
middle = Au milieu : { $cards }
played = Déjà joué : { $cards }
hand-yours = Ta main : { $cards }
hand-theirs = { $who } avait encore : { $cards }
status-redeal = Au moins quatre pareilles : { $who } { $count ->
    [one] peut échanger sa main.
   *[other] peuvent échanger leur main.
}
status-challenge = { $who } défie quelqu’un.
status-duel-0 = { $one } contre { $other } : chacun choisit une carte.
status-duel-1 = { $one } contre { $other } : { $one } choisit une carte, { $other } un signe.
status-duel-2 = { $one } contre { $other } : chacun choisit un signe.
status-sign = Les signes décident : { $who } en choisissent chacun un.
status-over = Fin avant que quelqu’un ait gagné.
outcome-alone = { $who } gagne avec { $cards } cartes.
outcome-alone-you = Tu gagnes avec { $cards } cartes.
outcome-signs = { $who } gagne avec { $cards } cartes, départage aux signes : { $over }.
outcome-signs-you = Tu gagnes avec { $cards } cartes, départage aux signes : { $over }.
outcome-shared = { $who } partagent la première place avec { $cards } cartes chacun.
outcome-shared-you = { $who } partagez la première place avec { $cards } cartes chacun.

over = { $more } bat { $less }
told-dealt = Les cartes sont distribuées ; { $who } défie en premier.
told-dealt-you = Les cartes sont distribuées ; tu défies en premier.
told-redealt = { $who } échange sa main d’au moins quatre pareilles contre six nouvelles cartes.
told-redealt-you = Tu échanges ta main d’au moins quatre pareilles contre six nouvelles cartes.
told-kept = { $who } garde au moins quatre cartes pareilles.
told-kept-you = Tu gardes au moins quatre cartes pareilles.
told-challenged = { $who } défie { $rival }.
told-challenged-you = Tu défies { $rival }.
told-challenged-to-you = { $who } te défie.
told-laid = { $who } pose le joker en dernière carte : il peut être n’importe quel symbole.
told-laid-you = Tu poses ton joker en dernière carte : il peut être n’importe quel symbole.
told-plays = { $who } joue { $symbol }
told-plays-you = tu joues { $symbol }
told-signs = { $who } montre { $symbol }
told-signs-you = tu montres { $symbol }
told-shown = { $shows } : { $comes }
told-tie = égalité. Qui gagne ensuite prend tout le milieu.
told-tie-again = encore égalité.
told-taken = { $who } n’a plus de carte et en pioche une.
told-taken-you = Tu n’as plus de carte et tu en pioches une.
told-won = { $who } gagne { $cards } cartes{ $drawn ->
    [0] .
   *[other] {" "}et en pioche { $drawn }.
}
told-won-you = Tu gagnes { $cards } cartes{ $drawn ->
    [0] .
   *[other] {" "}et en pioches { $drawn }.
}
told-won-last = { $over } : { $who } gagne { $cards } cartes.
told-won-last-you = { $over } : tu gagnes { $cards } cartes.
told-pile = La pioche est vide : fin de la partie.
told-empty = { $count ->
    [one] { $who } n’a
   *[other] { $who } n’ont
} plus de carte : fin de la partie.
told-empty-you = { $count ->
    [one] Tu n’as
   *[other] { $who } n’avez
} plus de carte : fin de la partie.
told-level = { $who } ont { $cards } cartes chacun.
told-level-you = { $who } avez { $cards } cartes chacun.
told-signed = { $signs }.
told-signed-on = { $signs } : { $who } restent en jeu.
told-signed-on-you = { $signs } : { $who } restez en jeu.
beats-ts = la pierre émousse les ciseaux.
beats-sp = les ciseaux coupent le papier.
beats-pt = le papier enveloppe la pierre.
beats-fs = le feu fait fondre les ciseaux.
beats-tf = la pierre étouffe le feu.
beats-fp = le feu brûle le papier.
beats-ws = les ciseaux tombent dans le puits.
beats-wt = la pierre tombe dans le puits.
beats-pw = le papier couvre le puits.
beats-wf = l’eau du puits éteint le feu.

reason-hand = Quelqu’un n’a plus de carte.
reason-pile = La pioche est épuisée.
reason-sign = Les signes ont tranché.

no-joker = Ton joker se joue tout seul, en dernière carte.
no-hands-pile = Mains et pioche imposées vont ensemble.
no-hands-count = Mains imposées : 2 à 6, pas { $hands }.
no-hands-seats = { $hands } mains imposées ne vont pas avec { $seats } places.
no-hand-empty = La main de la place { $seat } est vide.
card-letters = s, t, p, f, w (ciseaux, pierre, papier, feu, puits)
no-hand-letters = La main de la place { $seat } est « { $hand } » ; les cartes sont { card-letters }, j (joker).
no-hand-jokers = La main de la place { $seat } a plus d’un joker.
no-pile-empty = La pioche imposée est vide.
no-pile-letters = La pioche est « { $pile } » ; les cartes sont { card-letters }.
no-copies = { $count } cartes { $symbol ->
    [scissors] ciseaux
    [stone] pierre
    [paper] papier
    [fire] feu
   *[well] puits
}, mais le jeu n’en a que { $copies }.
no-first = Pas de place { $first } ; elles vont de 0 à { $last }.

how-1 = Chacun a six cartes et un joker. Deux joueurs s’affrontent, une carte chacun ; le gagnant prend les deux. Qui a gagné le plus de cartes l’emporte.
how-2 = La pierre émousse les ciseaux et étouffe le feu. Les ciseaux coupent le papier. Le papier enveloppe la pierre et couvre le puits. Le feu fait fondre les ciseaux et brûle le papier. Ciseaux, pierre et feu finissent dans le puits. Il y a 12 ciseaux, 12 pierres, 12 papiers, 8 feux et 5 puits.
how-3 = Défie qui tu veux ; on ne refuse pas. Chacun choisit une carte en secret ; on les montre en même temps. Le gagnant prend les cartes du milieu et en pioche une. Ensuite, c’est au tour de la personne à gauche de celle qui a défié.
how-4 = Symboles égaux, égalité : les cartes restent au milieu, et vous rejouez jusqu’à ce que l’un gagne tout. Plus rien à jouer ? Prends la carte du dessus de la pioche ; si elle est vide, montre un signe.
how-5 = Le joker ne se choisit jamais : dernière carte, il se joue tout seul, et tu montres un signe, l’un des cinq symboles. Gagne ce duel, même après une égalité, et pioche trois cartes ; perds-le, et la partie est finie.
how-6 = La partie finit quand un duel laisse quelqu’un sans carte ou la pioche vide. Les cartes en main ne comptent pas. À égalité en tête, on montre des signes, un point par rival battu ; les meilleurs continuent jusqu’au dernier. Ou convenez de partager la première place.
how-7 = Au début, tu peux échanger une main d’au moins quatre pareilles contre six nouvelles cartes, autant de fois que ça arrive.

# Habits in choosing cards and signs.
habit-card = Cartes en duel
habit-card-scissors = { card-scissors }
habit-card-stone = { card-stone }
habit-card-paper = { card-paper }
habit-card-fire = { card-fire }
habit-card-well = { card-well }
habit-sign = Signes de la main
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

why-odds = en bat { $beats } sur { $unseen } encore cachées, perd contre { $loses }.
why-likely = { $likely ->
    [scissors] des ciseaux
    [stone] une pierre
    [paper] du papier
    [fire] du feu
   *[well] un puits
}
why-redeal = Cette main perd plus qu’elle ne gagne : prends six nouvelles cartes.
why-keep = Cette main gagne plus qu’elle ne perd : garde-la.
why-read = Tes choix habituels le suggèrent.
why-nobody-else = Il n’y a personne d’autre.
why-challenge = { $cards ->
    [0] Encore aucune carte gagnée
   *[other] Cartes gagnées : { $cards }, le minimum
} ; ne donne rien aux meneurs.
why-challenge-level = Tous à égalité, et personne n’a moins de choix.
why-even-sign = Papier, feu ou puits, un tiers chacun : imprévisible.
why-sign = { why-odds }
why-only-card = Ton seul symbole.
why-counted-out = Compté jusqu’au bout : rien ne gagne plus souvent.
why-end = Compté jusqu’au bout : reste imprévisible.
why-strongest = Ta plus forte : { why-odds }
why-any-sign = Tout peut venir : bat { $beats } des cinq signes.
why-cheap = Petit enjeu, commence faible : { why-odds }
why-unforeseen = Une surprise, pour qu’on ne te lise pas : { why-odds }
why-alike = Les tiennes se valent : { why-odds }
why-tie = { $pot } cartes en jeu, attends-toi à du solide : { why-odds }
why-tie-best = { $pot } cartes en jeu, aucune des tiennes ne fait mieux : { why-odds }
why-tie-unforeseen = { $pot } cartes en jeu, une surprise : { why-odds }
why-against-sign = Répond au signe probable : { why-likely }.
why-against-others = Bat { $beats } des cinq signes, sauf le plus probable : { why-likely }.

first-duel = Chacun pose une carte cachée. Qui gagne prend le milieu ; qui a pris le plus de cartes l’emporte.
first-end = La partie finit quand un duel laisse quelqu’un sans carte ou la pioche vide. Seules les cartes gagnées comptent.
first-joker = Ton joker est ta dernière carte : choisis son signe. Gagne, et tu pioches trois cartes ; perds, et c’est fini.
