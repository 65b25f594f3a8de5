name = Schnick Schnack Schnuck
about = Schere, Stein, Papier mit Feuer und Brunnen. Die meisten Karten gewinnen.
title =
    Schnick
    Schnack
    Schnuck
hook = Feuer & Brunnen
seat-0 = Rot
seat-1 = Blau
seat-2 = Grün
seat-3 = Lila
seat-4 = Gelb
seat-5 = Hellblau
shown-last = zuletzt

option-tiebreak = Gleichstand an der Spitze
meaning-tiebreak = Wenn mehrere die meisten Karten haben.
option-tiebreak-gesture = Handzeichen entscheiden
option-tiebreak-shared = sie teilen sich den ersten Platz
option-hands = Hände
option-pile = Nachziehstapel
option-first = wer zuerst herausfordert
agreed-tiebreak-shared = der erste Platz kann geteilt werden

verb-redeal = Sechs neue Karten
verb-keep = Hand behalten
verb-challenge = Jemanden herausfordern
verb-card = Karte spielen
verb-sign = Handzeichen zeigen
card-scissors = Schere
card-stone = Stein
card-paper = Papier
card-fire = Feuer
card-well = Brunnen
card-joker = Joker

label-joker = Joker als { $symbol }
ask-redeal = So viele gleiche! Sechs neue Karten?
ask-challenge = Wen forderst du heraus?
ask-card = Welche Karte spielst du?
ask-sign = Welches Handzeichen zeigst du?
ask-joker = Was wird dein Joker?
note-held = ×{ $held }: { $held } auf der Hand.

holds = { $cards ->
    [0] keine Karte
    [one] 1 Karte
   *[other] { $cards } Karten
}{ $joker ->
    [yes] {" "}+ Joker
   *[no] {""}
}
holds-joker = nur der Joker
won = { $cards } gewonnen
seat = { $who }: { $holds }, { $won }
pile = Nachziehstapel: { $cards ->
    [0] leer
    [one] 1 Karte
   *[other] { $cards } Karten
}
middle = In der Mitte: { $cards }
played = Bisher gespielt: { $cards }
hand-yours = Deine Hand: { $cards }
hand-theirs = { $who } hatte noch: { $cards }
status-redeal = Vier oder mehr gleiche: { $who } { $count ->
    [one] darf
   *[other] dürfen
} die Hand tauschen.
status-challenge = { $who } fordert jemanden heraus.
status-duel-0 = { $one } gegen { $other }: Beide wählen eine Karte.
status-duel-1 = { $one } gegen { $other }: { $one } wählt eine Karte, { $other } ein Handzeichen.
status-duel-2 = { $one } gegen { $other }: Beide wählen ein Handzeichen.
status-sign = Handzeichen entscheiden: { $who } wählen je eines.
status-over = Zu Ende, bevor jemand gewonnen hatte.
outcome-alone = { $who } gewinnt mit { $cards } Karten.
outcome-alone-you = Du gewinnst mit { $cards } Karten.
outcome-signs = { $who } gewinnt mit { $cards } Karten, im Stechen mit Handzeichen: { $over }.
outcome-signs-you = Du gewinnst mit { $cards } Karten, im Stechen mit Handzeichen: { $over }.
outcome-shared = { $who } teilen sich den ersten Platz mit je { $cards } Karten.
outcome-shared-you = { $who } teilt euch den ersten Platz mit je { $cards } Karten.

over = { $more } schlägt { $less }
told-dealt = Karten verteilt; { $who } fordert zuerst heraus.
told-dealt-you = Karten verteilt; du forderst zuerst heraus.
told-redealt = { $who } tauscht vier oder mehr gleiche gegen sechs neue Karten.
told-redealt-you = Du tauschst vier oder mehr gleiche gegen sechs neue Karten.
told-kept = { $who } behält vier oder mehr gleiche.
told-kept-you = Du behältst vier oder mehr gleiche.
told-challenged = { $who } fordert heraus, { $rival } antwortet.
told-challenged-you = Du forderst heraus, { $rival } antwortet.
told-challenged-to-you = { $who } fordert dich heraus.
told-laid = { $who } legt als letzte Karte den Joker: Er kann jedes Symbol sein.
told-laid-you = Du legst als letzte Karte den Joker: Er kann jedes Symbol sein.
told-plays = { $who } spielt { $symbol }
told-plays-you = du spielst { $symbol }
told-signs = { $who } zeigt { $symbol }
told-signs-you = du zeigst { $symbol }
told-shown = { $shows }: { $comes }
told-tie = unentschieden. Wer als Nächstes gewinnt, bekommt die ganze Mitte.
told-tie-again = wieder unentschieden.
told-taken = { $who } hat keine Karte mehr und zieht eine.
told-taken-you = Du hast keine Karte mehr und ziehst eine.
told-won = { $who } gewinnt { $cards } Karten{ $drawn ->
    [0] .
   *[other] {" "}und zieht { $drawn }.
}
told-won-you = Du gewinnst { $cards } Karten{ $drawn ->
    [0] .
   *[other] {" "}und ziehst { $drawn }.
}
told-won-last = { $over } – { $who } gewinnt { $cards } Karten.
told-won-last-you = { $over } – du gewinnst { $cards } Karten.
told-pile = Der Nachziehstapel ist leer: Das Spiel ist aus.
told-empty = { $count ->
    [one] { $who } hat
   *[other] { $who } haben
} keine Karte mehr: Das Spiel ist aus.
told-empty-you = { $count ->
    [one] Du hast
   *[other] { $who } habt
} keine Karte mehr: Das Spiel ist aus.
told-level = { $who } haben je { $cards } Karten.
told-level-you = { $who } habt je { $cards } Karten.
told-signed = { $signs }.
told-signed-on = { $signs } – { $who } bleiben im Spiel.
told-signed-on-you = { $signs } – { $who } bleibt im Spiel.
beats-ts = Der Stein schleift die Schere.
beats-sp = Die Schere zerschneidet das Papier.
beats-pt = Das Papier wickelt den Stein ein.
beats-fs = Das Feuer schmilzt die Schere.
beats-tf = Der Stein erstickt das Feuer.
beats-fp = Das Feuer verbrennt das Papier.
beats-ws = Die Schere fällt in den Brunnen.
beats-wt = Der Stein fällt in den Brunnen.
beats-pw = Das Papier deckt den Brunnen ab.
beats-wf = Das Wasser im Brunnen löscht das Feuer.

reason-hand = Jemand hat keine Karte mehr.
reason-pile = Der Nachziehstapel ist aufgebraucht.
reason-sign = Die Handzeichen haben entschieden.

no-joker = Der Joker spielt sich selbst, als deine letzte Karte.
no-hands-pile = Vorgegebene Hände und Stapel gehören zusammen.
no-hands-count = Vorgegebene Hände: 2 bis 6, nicht { $hands }.
no-hands-seats = { $hands } vorgegebene Hände passen nicht zu { $seats } Plätzen.
no-hand-empty = Die Hand von Platz { $seat } ist leer.
card-letters = s, t, p, f, w (Schere, Stein, Papier, Feuer, Brunnen)
no-hand-letters = Die Hand von Platz { $seat } ist „{ $hand }“; Karten heißen { card-letters }, j (Joker).
no-hand-jokers = Die Hand von Platz { $seat } hat mehr als einen Joker.
no-pile-empty = Der vorgegebene Stapel ist leer.
no-pile-letters = Der Stapel ist „{ $pile }“; Karten heißen { card-letters }.
no-copies = { $count } Karten { $symbol ->
    [scissors] Schere
    [stone] Stein
    [paper] Papier
    [fire] Feuer
   *[well] Brunnen
}, aber im Spiel gibt es nur { $copies }.
no-first = Kein Platz { $first }; die Plätze sind 0 bis { $last }.

how-1 = Alle haben sechs Karten und einen Joker. Zwei duellieren sich mit je einer Karte; wer gewinnt, nimmt beide. Die meisten gewonnenen Karten gewinnen.
how-2 = Der Stein schleift die Schere und erstickt das Feuer. Die Schere zerschneidet das Papier. Das Papier wickelt den Stein ein und deckt den Brunnen ab. Das Feuer schmilzt die Schere und verbrennt das Papier. Schere, Stein und Feuer enden im Brunnen. Es gibt je 12 Scheren, Steine und Papiere, 8 Feuer und 5 Brunnen.
how-3 = Fordere heraus, wen du willst; ablehnen geht nicht. Beide wählen geheim eine Karte und decken zugleich auf. Wer gewinnt, nimmt die Mitte und zieht eine. Dann fordert heraus, wer links vom Herausforderer sitzt.
how-4 = Gleiche Symbole sind unentschieden: Die Karten bleiben in der Mitte, und beide wählen neu, bis jemand alle gewinnt. Hast du nichts zu spielen, nimm die oberste Karte vom Stapel; ist er leer, zeig ein Handzeichen.
how-5 = Den Joker wählst du nie: Als letzte Karte spielt er sich selbst, und du zeigst ein Handzeichen, eines der fünf Symbole. Gewinnst du dieses Duell, auch nach Unentschieden, ziehst du drei Karten; verlierst du, ist das Spiel aus.
how-6 = Das Spiel endet, wenn nach einem Duell jemand keine Karte mehr hat oder der Stapel leer ist. Handkarten zählen nicht. Liegen mehrere vorn, zeigen sie Handzeichen und bekommen einen Punkt für jeden, den sie schlagen; die Besten machen weiter, bis einer bleibt. Oder ihr vereinbart, den ersten Platz zu teilen.
how-7 = Am Anfang darfst du eine Hand mit vier oder mehr gleichen gegen sechs neue Karten tauschen, sooft es vorkommt.

# Habits in choosing cards and signs.
habit-card = Karten in Duellen
habit-card-scissors = { card-scissors }
habit-card-stone = { card-stone }
habit-card-paper = { card-paper }
habit-card-fire = { card-fire }
habit-card-well = { card-well }
habit-sign = Handzeichen
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

why-odds = schlägt { $beats } von { $unseen } ungesehenen, verliert gegen { $loses }.
why-likely = { $likely ->
    [scissors] Schere
    [stone] Stein
    [paper] Papier
    [fire] Feuer
   *[well] Brunnen
}
why-redeal = Diese Hand verliert öfter, als sie gewinnt: Nimm sechs neue.
why-keep = Diese Hand gewinnt öfter, als sie verliert: Behalt sie.
why-read = Passt zu dem, was du sonst wählst.
why-nobody-else = Sonst ist niemand da.
why-challenge = { $cards ->
    [0] Noch keine Karte gewonnen
   *[other] Nur { $cards } gewonnen, am wenigsten
}: Füttere nicht die Führenden.
why-challenge-level = Alle gleichauf, und weniger Auswahl hat niemand.
why-even-sign = Papier, Feuer oder Brunnen, je ein Drittel: nicht zu erraten.
why-sign = { why-odds }
why-only-card = Dein einziges Symbol.
why-counted-out = Bis zum Ende gezählt: Nichts gewinnt öfter.
why-end = Bis zum Ende gezählt: Bleib unberechenbar.
why-strongest = Deine stärkste: { why-odds }
why-any-sign = Jedes Zeichen kann kommen: schlägt { $beats } von fünf.
why-cheap = Es geht um wenig, beginne schwach: { why-odds }
why-unforeseen = Eine Überraschung, damit dich niemand durchschaut: { why-odds }
why-alike = Deine sind gleich gut: { why-odds }
why-tie = Es geht um { $pot } Karten, da kommt Starkes: { why-odds }
why-tie-best = Es geht um { $pot } Karten, besser ist keine von deinen: { why-odds }
why-tie-unforeseen = Es geht um { $pot } Karten, eine Überraschung: { why-odds }
why-against-sign = Die Antwort auf das wahrscheinliche Zeichen: { why-likely }.
why-against-others = Schlägt { $beats } von fünf Zeichen, falls nicht wie erwartet { why-likely } kommt.

first-duel = Ihr legt beide eine Karte verdeckt. Wer gewinnt, nimmt die Mitte; die meisten Karten gewinnen.
first-end = Es endet, wenn nach einem Duell jemand keine Karte mehr hat oder der Stapel leer ist. Nur gewonnene Karten zählen.
first-joker = Dein Joker ist deine letzte Karte: Wähl sein Zeichen. Gewinnst du, ziehst du drei Karten; sonst ist es aus.
