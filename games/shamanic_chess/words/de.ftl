name = Schamanenschach
about = Schach mit Trance: Figuren reisen auf jedes freie Feld und erwachen dort. Matt gewinnt.
title =
    Schamanen-
    schach
hook = Trance und Matt
seat-0 = Weiß
seat-1 = Schwarz

option-variant = Variante
meaning-variant = Frei: Eine Figur in Trance darf weiterreisen, ohne zu erwachen.
option-variant-classic = klassisch
option-variant-free = freie Schamanen
option-fen = Stellung (FEN)
agreed-variant-free = freie Schamanen: sie dürfen weiterreisen

the-piece = { $piece ->
    [king] der König
    [queen] die Dame
    [rook] der Turm
    [bishop] der Läufer
    [knight] der Springer
   *[pawn] der Bauer
}
taken-piece = { $taken ->
    [queen] die Dame
    [rook] den Turm
    [bishop] den Läufer
    [knight] den Springer
   *[pawn] den Bauern
}
in-trance = in Trance
some-king = { $count ->
    [one] König
   *[other] Könige
}
some-queen = { $count ->
    [one] Dame
   *[other] Damen
}
some-rook = { $count ->
    [one] Turm
   *[other] Türme
}
some-bishop = { $count ->
    [one] Läufer
   *[other] Läufer
}
some-knight = { $count ->
    [one] Springer
   *[other] Springer
}
some-pawn = { $count ->
    [one] Bauer
   *[other] Bauern
}

piece-letters = KDTLS
last = { $who } hat { $san } gespielt.
status-turn = Zug { $number }: { $who } ist am Zug.
status-check = Zug { $number }: { $who } ist am Zug und steht im Schach.
status-stopped = Zu Ende in Zug { $number }, { $who } am Zug.
won-mate = Schachmatt: { $who } gewinnt.

told-played = { $who } spielt { $san } – { $description }
told-played-you = Du spielst { $san } – { $description }
told-moved = { $piece } zieht von { $at } nach { $to }.
told-taken = { $piece } von { $at } schlägt { $taken } auf { $to }.
told-passing = En passant!
told-became-queen = Er wird zur Dame.
told-became-rook = Er wird zum Turm.
told-became-bishop = Er wird zum Läufer.
told-became-knight = Er wird zum Springer.
told-castled-short = der König rochiert kurz.
told-castled-long = der König rochiert lang.
told-entranced = { $piece } auf { $at } reist in Trance nach { $to }.
told-travelled = { $piece } auf { $at } reist weiter nach { $to }.
told-woke = { $piece } auf { $at } erwacht.
told-check = Schach!
told-check-you = Du stehst im Schach!
told-mate = Schachmatt: { $who } gewinnt.
told-mate-you = Schachmatt: Du gewinnst!

label-piece = { $piece } { $at }
shown-turn = am Zug
shown-trance = in Trance
label-trance = { $piece } { $at }, in Trance
label-journey = In Trance reisen nach …
label-file = ⇢ { $file }-Linie
label-file-pieces = Figuren auf der { $file }-Linie
label-file-moves = → Zug, { $file }-Linie
label-file-journeys = ⇢ Reise, { $file }-Linie
label-only-journeys = (nur Reise)
ask-piece = Welche Figur zieht?
ask-check = Du stehst im Schach. Welche Figur hilft?
legend-journey = ⇢ kann nur in Trance reisen
legend-wake = ^ erwachen
ask-goal = { $piece }: wohin?
ask-both = { $piece }: wohin? (⇢ in Trance)
ask-asleep = { $piece }: erwachen oder weiterreisen?
ask-journey = { $piece } reist: wohin?
ask-became = { $piece }: was wird daraus?
label-wake = Erwachen
label-castle = Rochade, König nach { $to }

alt-awake = { $who }: { $awake }.
alt-trance = { $who }: { $awake }; in Trance: { $trance }.

reason-mate = Schachmatt.
reason-stalemate = Patt: Remis.
reason-dead = Niemand kann mehr mattsetzen: Remis.
reason-repetition = Zum dritten Mal dieselbe Stellung: Remis.
reason-fifty = Je fünfzig Züge ohne Schlagen und Bauernzug: Remis.

why-only = Der einzige Zug.
why-hurried = Keine Zeit zum Nachdenken.
why-hasty = Ein schneller Blick rund um { $around }.
why-mates = { $moves ->
    [1] Schachmatt!
   *[other] Matt in { $moves }.
}
why-holds-out = Das Matt kommt; so dauert es am längsten.
why-parries = Der beste Weg aus dem Schach.
why-promotes = Der Bauer verwandelt sich.
why-takes = Am besten war: { taken-piece } schlagen.
why-takes-free = Niemand deckt { taken-piece }.
why-takes-shaman = Schlag { taken-piece } vor dem Erwachen.
why-castles = Der König steht sicherer, und ein Turm spielt mit.
why-flees = In Trance entkommt { the-piece }.
why-retreats = So entkommt { the-piece }.
why-uncovers = Geht { the-piece } weg, ist es Schach.
why-lies-in-wait = Nach dem Erwachen: Schach!
why-travels = Bringt dort nach dem Erwachen mehr.
why-wakes-check = Erwacht mit Schach.
why-wakes = Nun spielt { the-piece } wieder mit.
why-checks = Schach!
why-forks = Greift { $first } und { $second } an.
why-threatens = Bedroht { taken-piece } auf { $target }.
why-guards = Deckt { taken-piece } auf { $target }.
why-develops = Hat dort mehr zu tun.
why-centre = Besetzt das Zentrum.
why-ahead = { $depth ->
    [1] Am besten, einen Halbzug weit gerechnet.
   *[other] Am besten, { $depth } Halbzüge weit gerechnet.
}

# Review: why another move was better. Chances are percentages for the player named in the message.
judged-turn = { $better } hielt { $chances } % statt { $instead } %.
judged-mate = { $moves ->
    [1] Matt verpasst: { $better }.
   *[other] Matt in { $moves } verpasst: { $better }.
}
judged-mated = { $moves ->
    [1] Nun setzt { $answer } matt
   *[other] Nun folgt Matt in { $moves } mit { $answer }
}; { $better } hielt { $chances } %.
judged-drawn = So ist es remis; { $better } hielt { $chances } %.
judged-taken = Nun schlägt { $answer } { taken-piece } auf { $to }; { $better } hielt { $chances } % statt { $instead } %.
judged-missed = { $better } hätte { taken-piece } auf { $to } geschlagen: { $chances } % statt { $instead } %.
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

careless = Dann schlägt { the-piece } { taken-piece } auf { $square }.

no-unread-check = „{ $typed }“ geht nicht: Im Schach helfen weder Trance noch Erwachen. Meintest du { $near }?
no-unread-trance = „{ $typed }“ geht nicht: Die Figur auf { $square } muss erst erwachen. Meintest du { $near }?

no-fen-fields = Eine FEN hat sechs Felder (Brett, Seite, Rochaden, en passant, zwei Zähler), nicht „{ $fen }“.
no-fen-board = „{ $board }“ ist kein Brett: acht Reihen mit je acht Feldern, etwa rnbqkbnr oder 3Q~4, dazwischen /.
no-fen-turn = Am Zug ist w oder b, nicht „{ $turn }“.
no-fen-castling = Rochaden sind „-“ oder einige von KQkq, nicht „{ $castling }“.
no-fen-passing = An { $square } ist gerade kein Bauer vorbeigezogen.
no-fen-clocks = Die beiden Zähler haben höchstens vier Ziffern, nicht „{ $quiet }“ und „{ $number }“.
no-fen-kings = { $side ->
    [white] Weiß
   *[black] Schwarz
} hat { $kings ->
    [0] keinen König
   *[other] { $kings } Könige
}; jede Seite braucht genau einen.
no-fen-pawns = Auf { $square } kann kein Bauer stehen.
no-fen-trance = Auf { $square }: Könige und Bauern sind nie in Trance.
no-fen-check = { $turn ->
    [w] Schwarz
   *[b] Weiß
} steht im Schach, ist aber nicht am Zug.

no-pgn-tag = „{ $line }“ ist keine PGN-Kopfzeile wie [Result "1-0"].
no-pgn-turn = { $side ->
    [white] Weiß
   *[black] Schwarz
} kann in Zug { $number } nicht „{ $typed }“ spielen.
no-pgn-open = Ein Kommentar oder eine Variante ist nicht geschlossen.

how-1 = Schach mit allen Regeln: Setz den König matt. Aber Damen, Türme, Läufer und Springer können in Trance fallen. In Trance ist eine Figur ein Schamane.
how-2 = Reise: Statt zu ziehen, setzt du eine wache Figur auf irgendein leeres Feld, egal was dazwischen steht. Dort ist sie in Trance. Tippe sie mit `/duel zug`: b1~d5 oder S~d5.
how-3 = Ein Schamane ist erstarrt: Er zieht, schlägt und deckt nicht und gibt kein Schach; sogar ein König darf neben ihn. Aber er steht im Weg und kann geschlagen werden.
how-4 = Erwachen ist dein Zug: Der Schamane bleibt stehen, ist wieder eine gewöhnliche Figur und kann Schach geben. Schreib d5^.
how-5 = Im Schach helfen nur gewöhnliche Züge: keine Trance, kein Erwachen. Eine Figur, die ihren König abschirmt, reist nur auf dieser Linie.
how-6 = Ein Turm, der gereist ist, rochiert nie mehr. Sofort remis: zum dritten Mal dieselbe Stellung; je fünfzig Züge ohne Schlagen und Bauernzug (Reisen und Erwachen sind keins von beiden); König gegen König mit höchstens einem Läufer oder Springer.
how-7 = Freie Schamanen: Ein Schamane darf weiterreisen, weiter in Trance, auf irgendein leeres Feld; auch im Schach, um einen Angreifer zu stoppen.

button-try = Trance ausprobieren
try-1 = Dein Springer ist gefangen: Wohin er auch zieht, der König schlägt ihn. Rette ihn! (⇢ = Reise in Trance)
do-1-1 = Springer a8 → c7
try-1-1 = Geschlagen. Kein gewöhnlicher Zug hilft.
do-1-2 = Springer a8 ⇢ c6
try-1-2 = Geschlagen: Neben dem König kann in Trance niemand weglaufen.
do-1-3 = Springer a8 ⇢ e5
try-1-3 = Gerettet! Eine Reise führt auf jedes leere Feld. Aber bis er erwacht, zieht, schlägt und deckt der Springer nicht.
try-2 = Eine Dame neben deinem König, aber in Trance. Was nun?
do-2-1 = König e1 × d2
try-2-1 = Genau! In Trance greift sie nichts an; sogar ein König kann sie schlagen.
do-2-2 = König e1 → f1
try-2-2 = Sie erwacht und ist wieder gefährlich.
try-3 = Dein Turm auf a8 ist in Trance. Matt in einem Zug!
do-3-1 = König g1 → f2
try-3-1 = Jetzt entkommt der König. Dein Turm hätte mattgesetzt.
do-3-2 = Den Turm auf a8 wecken
try-3-2 = Schachmatt! Erwachen ist dein Zug, aber der Turm greift sofort an.

first-goal = Es ist Schach, aber statt zu ziehen, darf eine Dame, ein Turm, Läufer oder Springer auf irgendein leeres Feld reisen. Dort ist die Figur in Trance: erstarrt, bis du sie mit einem Zug weckst.
first-trance = Eine Figur in Trance heißt Schamane: Sie greift nichts an und deckt nichts, kann aber geschlagen werden. Sie zu wecken ist dein Zug{ $free ->
    [1] , oder sie reist in Trance weiter.
   *[0] .
}
