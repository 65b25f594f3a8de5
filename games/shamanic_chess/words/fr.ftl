name = Échecs chamaniques
about = Des échecs en transe : une pièce voyage vers une case libre et s’y éveille. Le mat gagne.
title =
    Échecs
    chamaniques
hook = transe et mat
seat-0 = Blanc
seat-1 = Noir

option-variant = Variante
meaning-variant = Libres : une pièce en transe peut repartir sans s’éveiller.
option-variant-classic = classique
option-variant-free = chamans libres
option-fen = position (FEN)
agreed-variant-free = chamans libres : ils peuvent repartir

the-piece = { $piece ->
    [king] le roi
    [queen] la dame
    [rook] la tour
    [bishop] le fou
    [knight] le cavalier
   *[pawn] le pion
}
taken-piece = { $taken ->
    [queen] la dame
    [rook] la tour
    [bishop] le fou
    [knight] le cavalier
   *[pawn] le pion
}
in-trance = en transe
some-king = { $count ->
    [one] roi
   *[other] rois
}
some-queen = { $count ->
    [one] dame
   *[other] dames
}
some-rook = { $count ->
    [one] tour
   *[other] tours
}
some-bishop = { $count ->
    [one] fou
   *[other] fous
}
some-knight = { $count ->
    [one] cavalier
   *[other] cavaliers
}
some-pawn = { $count ->
    [one] pion
   *[other] pions
}

piece-letters = RDTFC
last = Les { $who }s ont joué { $san }.
status-turn = Coup { $number } : aux { $who }s de jouer.
status-check = Coup { $number } : aux { $who }s de jouer, en échec.
status-stopped = Arrêt au coup { $number }, aux { $who }s de jouer.
won-mate = Échec et mat : les { $who }s gagnent.

told-played = { $who } joue { $san } : { $description }
told-played-you = Tu joues { $san } : { $description }
told-moved = { $piece } va de { $at } à { $to }.
told-taken = { $piece } de { $at } prend { $taken } en { $to }.
told-passing = En passant !
told-became-queen = Il devient une dame.
told-became-rook = Il devient une tour.
told-became-bishop = Il devient un fou.
told-became-knight = Il devient un cavalier.
told-castled-short = le roi fait le petit roque.
told-castled-long = le roi fait le grand roque.
told-entranced = { $piece } en { $at } voyage en transe jusqu’à { $to }.
told-travelled = { $piece } en { $at } repart jusqu’à { $to }.
told-woke = { $piece } en { $at } s’éveille.
told-check = Échec !
told-check-you = Tu es en échec !
told-mate = Échec et mat : { $who } gagne.
told-mate-you = Échec et mat : tu gagnes !

label-piece = { $piece } { $at }
shown-turn = au trait
shown-trance = en transe
label-trance = { $piece } { $at }, en transe
label-journey = Voyager en transe vers…
label-file = ⇢ col. { $file }
label-file-pieces = pièces de la colonne { $file }
label-file-moves = → coup, col. { $file }
label-file-journeys = ⇢ voyage, col. { $file }
label-only-journeys = (voyage seulement)
ask-piece = Quelle pièce joue ?
ask-check = Tu es en échec. Quelle pièce t’en sort ?
legend-journey = ⇢ ne peut que voyager en transe
legend-wake = ^ éveil
ask-goal = { $piece } : vers où ?
ask-both = { $piece } : vers où ? (⇢ en transe)
ask-asleep = { $piece } : s’éveiller ou repartir ?
ask-journey = { $piece } voyage : vers où ?
ask-became = { $piece } : que devient-il ?
label-wake = S’éveiller
label-castle = Roque, roi en { $to }

alt-awake = { $who }s : { $awake }.
alt-trance = { $who }s : { $awake } ; en transe : { $trance }.

reason-mate = Échec et mat.
reason-stalemate = Pat : partie nulle.
reason-dead = Plus personne ne peut mater : partie nulle.
reason-repetition = Troisième fois la même position : partie nulle.
reason-fifty = Cinquante coups chacun sans prise ni coup de pion : partie nulle.

why-only = Le seul coup.
why-hurried = Pas le temps de réfléchir.
why-hasty = Un coup d’œil autour de { $around }.
why-mates = { $moves ->
    [1] Échec et mat !
   *[other] Mat en { $moves }.
}
why-holds-out = Le mat vient ; voici le plus long.
why-parries = La meilleure parade à l’échec.
why-promotes = Le pion est promu.
why-takes = Le mieux est de prendre { taken-piece }.
why-takes-free = Rien ne protège { taken-piece }.
why-takes-shaman = Prends { taken-piece } avant son éveil.
why-castles = Le roi est à l’abri, et une tour entre en jeu.
why-flees = Le voyage sauve { the-piece }.
why-retreats = Sauve { the-piece }.
why-uncovers = Échec quand { the-piece } s’écarte.
why-lies-in-wait = À l’éveil, échec !
why-travels = Y servira mieux après l’éveil.
why-wakes-check = S’éveille avec échec.
why-wakes = Voilà { the-piece } de retour.
why-checks = Échec !
why-forks = Attaque { $first } et { $second }.
why-threatens = Menace { taken-piece } en { $target }.
why-guards = Protège { taken-piece } en { $target }.
why-develops = Y sera plus utile.
why-centre = Prend le centre.
why-ahead = { $depth ->
    [1] Le mieux, vu un demi-coup à l’avance.
   *[other] Le mieux, vu { $depth } demi-coups à l’avance.
}

# Review: why another move was better. Chances are percentages for the player named in the message.
judged-turn = { $better } gardait { $chances } % au lieu de { $instead } %.
judged-mate = { $moves ->
    [1] Mat manqué : { $better }.
   *[other] Mat en { $moves } manqué : { $better }.
}
judged-mated = { $moves ->
    [1] Maintenant, { $answer } mate
   *[other] Maintenant, { $answer } mate en { $moves }
} ; { $better } gardait { $chances } %.
judged-drawn = La partie est nulle ; { $better } gardait { $chances } %.
judged-taken = Maintenant, { $answer } prend { taken-piece } en { $to } ; { $better } gardait { $chances } % au lieu de { $instead } %.
judged-missed = { $better } aurait pris { taken-piece } en { $to } : { $chances } % au lieu de { $instead } %.
judged-why-castles = { judged-turn } { why-castles }
judged-why-checks = { judged-turn } { why-checks }
judged-why-flees = { judged-turn } { why-flees }
judged-why-forks = { judged-turn } { why-forks }
judged-why-guards = { judged-turn } { why-guards }
judged-why-lies-in-wait = { judged-turn } { why-lies-in-wait }
judged-why-promotes = { judged-turn } { why-promotes }
judged-why-retreats = { judged-turn } { why-retreats }
judged-why-threatens = { judged-turn } { why-threatens }
judged-why-uncovers = { judged-turn } { why-uncovers }
judged-why-wakes = { judged-turn } { why-wakes }
judged-why-wakes-check = { judged-turn } { why-wakes-check }

careless = Puis { the-piece } prend { taken-piece } en { $square }.

no-unread-check = « { $typed } » est impossible : en échec, ni transe ni éveil. Voulais-tu dire { $near } ?
no-unread-trance = « { $typed } » est impossible : la pièce en { $square } doit d’abord s’éveiller. Voulais-tu dire { $near } ?

no-fen-fields = Une FEN a six champs (échiquier, trait, roques, en passant, deux compteurs), pas « { $fen } ».
no-fen-board = « { $board } » n’est pas un échiquier : huit rangées de huit cases, comme rnbqkbnr ou 3Q~4, séparées par /.
no-fen-turn = Le trait est w ou b, pas « { $turn } ».
no-fen-castling = Les roques sont « - » ou une partie de KQkq, pas « { $castling } ».
no-fen-passing = Aucun pion ne vient de passer { $square }.
no-fen-clocks = Les deux compteurs ont quatre chiffres au plus, pas « { $quiet } » et « { $number } ».
no-fen-kings = { $side ->
    [white] Les Blancs
   *[black] Les Noirs
} { $kings ->
    [0] n’ont pas de roi
   *[other] ont { $kings } rois
} ; il en faut un à chaque camp.
no-fen-pawns = Aucun pion ne peut être en { $square }.
no-fen-trance = En { $square } : rois et pions ne sont jamais en transe.
no-fen-check = Les { $turn ->
    [w] Noirs
   *[b] Blancs
} sont en échec, mais n’ont pas le trait.

no-pgn-tag = « { $line } » n’est pas une balise PGN comme [Result "1-0"].
no-pgn-turn = { $side ->
    [white] Les Blancs
   *[black] Les Noirs
} ne peuvent pas jouer « { $typed } » au coup { $number }.
no-pgn-open = Un commentaire ou une variante n’est pas fermé.

how-1 = Les échecs, avec toutes leurs règles : mate le roi. Mais dames, tours, fous et cavaliers peuvent entrer en transe. En transe, une pièce est un chaman.
how-2 = Voyage : au lieu de jouer un coup, pose une pièce éveillée sur n’importe quelle case vide, peu importe ce qu’il y a entre les deux. Elle y est en transe. Écris-le avec `/duel coup` : b1~d5 ou C~d5.
how-3 = Un chaman est figé : il ne bouge, ne prend et ne protège rien, ne donne pas échec ; même un roi peut venir à côté. Mais il barre la route et peut être pris.
how-4 = L’éveil prend ton tour : le chaman reste sur place, redevient une pièce ordinaire et peut donner échec. Écris d5^.
how-5 = En échec, il faut un coup ordinaire : ni transe, ni éveil. Une pièce qui couvre son roi ne voyage que sur cette ligne.
how-6 = Une tour qui a voyagé ne roque plus. Nulle immédiate : une position pour la troisième fois ; cinquante coups chacun sans prise ni coup de pion (voyages et éveils ne sont ni l’un ni l’autre) ; roi contre roi avec au plus un fou ou un cavalier.
how-7 = Chamans libres : un chaman peut repartir, toujours en transe, vers n’importe quelle case vide ; même en échec, pour barrer la route à un attaquant.

button-try = Essayer la transe
try-1 = Ton cavalier est pris au piège : où qu’il aille, le roi le prend. Sauve-le ! (⇢ = voyage en transe)
do-1-1 = Cavalier a8 → c7
try-1-1 = Pris. Aucun coup ordinaire ne le sauve.
do-1-2 = Cavalier a8 ⇢ c6
try-1-2 = Pris : à côté du roi, une pièce en transe ne peut pas s’enfuir.
do-1-3 = Cavalier a8 ⇢ e5
try-1-3 = Sauvé ! Un voyage mène à n’importe quelle case vide. Mais avant son éveil, le cavalier ne bouge, ne prend et ne protège rien.
try-2 = Une dame à côté de ton roi, mais en transe. Que fais-tu ?
do-2-1 = Roi e1 × d2
try-2-1 = Exact ! En transe, elle n’attaque rien ; même un roi peut la prendre.
do-2-2 = Roi e1 → f1
try-2-2 = Elle s’éveille, et redevient dangereuse.
try-3 = Ta tour en a8 est en transe. Mat en un coup !
do-3-1 = Roi g1 → f2
try-3-1 = Le roi s’échappe. Ta tour pouvait mater.
do-3-2 = Éveiller la tour en a8
try-3-2 = Échec et mat ! L’éveil prend ton tour, mais la tour attaque aussitôt.

first-goal = Ce sont les échecs, mais au lieu de jouer un coup, une dame, une tour, un fou ou un cavalier peut voyager vers n’importe quelle case vide. La pièce y est en transe : figée tant que tu ne prends pas un tour pour l’éveiller.
first-trance = Une pièce en transe est un chaman : elle n’attaque et ne protège rien, mais peut être prise. L’éveiller prend ton tour{ $free ->
    [1] , ou elle repart, toujours en transe.
   *[0] .
}
