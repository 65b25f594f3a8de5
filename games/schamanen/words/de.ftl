name = Duell der Schamanen
about = Zeile trifft Spalte: Der höhere Stein holt Muscheln. Wer am Ende die meisten hat, gewinnt.
title =
    Duell der
    Schamanen
hook = verdeckte Masken
seat-0 = Bison
seat-1 = Wolf
shown-covered = noch verdeckt
shown-each = Chance je Wert

option-variant = Variante
meaning-variant = Memory: Steine verdeckt. Profi: Du legst und tauschst auch die des Gegners.
option-variant-classic = klassisch
option-variant-memory = Memory
option-variant-pro = Profi
option-variant-pro_stacks = Profi mit Stapeln
option-duel_limit = Höchstzahl der Duelle
meaning-duel_limit = Danach gewinnen die meisten Muscheln.
option-duel_limit-none = keine
option-placement = Wie die Steine liegen
meaning-placement = Ihr legt sie abwechselnd, oder sie werden ausgeteilt.
option-placement-draft = abwechselnd gelegt
option-placement-random = zufällig ausgeteilt
option-memory_help = Eigene Steine ansehen (Memory)
meaning-memory_help = Bei Memory liegen alle Steine verdeckt.
option-memory_help-off = nie
option-memory_help-own = immer
option-prize = Gewinn je Duell
meaning-prize = Was ein verlorenes Duell kostet.
option-prize-difference = der Unterschied
option-prize-one = eine Muschel
option-board = Brett
option-shells = Muscheln
agreed-variant-memory = Memory: Steine verdeckt
agreed-variant-pro = Profi-Regeln
agreed-variant-pro_stacks = Profi-Regeln mit Stapeln
agreed-duel_limit = { $value ->
    [one] ein einziges Duell
   *[other] höchstens { $value } Duelle
}
agreed-duel_limit-none = beliebig viele Duelle
agreed-placement-draft = Steine abwechselnd gelegt
agreed-placement-random = Steine zufällig ausgeteilt
agreed-memory_help-own = eigene Steine ansehen erlaubt
agreed-prize-one = eine Muschel je Duell

button-first-look = Deine neun Steine ansehen (einmal, 10 s)
verb-mask = Wähle eine { $line_kind ->
    [row] Zeile
   *[column] Spalte
}
verb-place = Stein legen
verb-relocate = Stein umsetzen
verb-swap = Zwei Steine tauschen
verb-move = Zwei Steine versetzen
ask-place = Welchen Stein legst du?
ask-move = Welcher Stein zieht um?
ask-also = Welcher Stein zieht noch um?
ask-there = { $stone }: wohin?
ask-swap = Welche zwei tauschst du? Zuerst:
ask-with = { $stone } tauscht mit …
blocked-place = Gesperrt: besetzt, oder ein gleicher Stein liegt dort.
blocked-swap = Gesperrt: Gleiche Steine kämen zusammen.
row = Zeile { $line }
column = Spalte { $line }
stones-bison = Bisonsteine
stones-wolf = Wolfsteine
stone = Stein { $value }
stone-bison = Bison { $value }
stone-wolf = Wolf { $value }

supply = { $who } hat noch { $stones }
shells = { $who }: { $shells ->
    [one] 1 Muschel
   *[other] { $shells } Muscheln
}
status-place = Zug { $turn } von 10: { $who } legt.
status-mask = Duell { $duel }{ $limit ->
    [none] {""}
   *[other] {" "}von { $limit }
}: Beide wählen eine Maske.
status-exchange = Vor Duell { $duel }{ $limit ->
    [none] {""}
   *[other] {" "}von { $limit }
}: { $who } ist am Zug.
status-over = Zu Ende vor Duell { $duel }.
won = { $who } gewinnt mit { $shells } Muscheln.
won-you = Du gewinnst mit { $shells } Muscheln.
won-nobody = Je neun Muscheln: unentschieden.

over = { $more } schlägt { $less }
paid-shells = { $paid ->
    [one] 1 Muschel
   *[other] { $paid } Muscheln
}
told-dealt = Die Steine sind verteilt.
told-stone-own = die { $value }
told-stone-own-you = deine { $value }
told-stone-other = die gegnerische { $value }
told-stone-other-you = { told-stone-own-you }
told-placed = { $who } legt { $stone } auf { $space }.
told-placed-you = Du legst { $stone } auf { $space }.
told-hidden = { $who } legt einen Stein verdeckt auf { $space }.
told-hidden-you = Du legst einen Stein verdeckt auf { $space }.
told-relocated = { $who } findet für { $stone } keinen Platz: Sie kommt auf { $space }, die { $moved } von dort auf { $to }.
told-relocated-you = Du findest für { $stone } keinen Platz: Sie kommt auf { $space }, die { $moved } von dort auf { $to }.
told-duel = Duell { $number } auf { $space } – { $who } gewinnt, { $more } gegen { $less }: { paid-shells }{ $short ->
    [0] {""}
   *[other] , mehr hatte { $rival } nicht
}.
told-duel-you = Duell { $number } auf { $space } – du gewinnst, { $more } gegen { $less }: { paid-shells }{ $short ->
    [0] {""}
   *[other] , mehr hatte { $rival } nicht
}.
told-duel-to-you = Duell { $number } auf { $space } – { $who } schlägt dich mit { $more } gegen { $less }: Du zahlst { paid-shells }{ $short ->
    [0] {""}
   *[other] , mehr hattest du nicht
}.
told-duel-covered = Duell { $number } auf { $space } – { $who } gewinnt { paid-shells }.
told-duel-covered-you = Duell { $number } auf { $space } – du gewinnst { paid-shells }.
told-duel-covered-to-you = Duell { $number } auf { $space } – { $who } gewinnt, du zahlst { paid-shells }.
told-tie = Duell { $number } auf { $space } – { $one } gegen { $other }: unentschieden.
told-tie-covered = Duell { $number } auf { $space } – unentschieden.
told-swapped-own = { $who } tauscht { $one } und { $other }.
told-swapped-own-you = Du tauschst { $one } und { $other }.
told-swapped-other = { $who } tauscht die gegnerischen Steine { $one } und { $other }.
told-swapped-other-you = Du tauschst die gegnerischen Steine { $one } und { $other }.
told-swapped-other-to-you = { $who } tauscht deine Steine { $one } und { $other }.
told-moved = { $who } versetzt { $one } von { $origin } nach { $space } und { $other } von { $other_origin } nach { $other_space }.
told-moved-you = Du versetzt { $one } von { $origin } nach { $space } und { $other } von { $other_origin } nach { $other_space }.

reason-shells = Alle Muscheln sind gewonnen.
reason-limit = Das letzte Duell ist vorbei.

alt-board = Bison/Wolf, { $spaces }.
alt-empty = Das Brett ist leer.

no-duel-limit = Die Höchstzahl der Duelle ist ungerade, 1 bis { $most }, oder „none“, nicht { $limit }.
no-placement-pro = Ausgeteilt wird nur bei klassisch und Memory.
no-placement-board = Ein vorgegebenes Brett braucht kein placement.
no-shells-alone = Vorgegebene Muscheln brauchen ein vorgegebenes Brett.
no-shells-sum = Vorgegebene Muscheln: je mindestens 1 und zusammen 18, nicht { $bison } und { $wolf }.
no-board-shape = Ein Brett hat drei Zeilen mit drei Feldern: | zwischen Zeilen, Leerzeichen zwischen Feldern.
no-board-cell = { $space } sollte bison/wolf lauten, etwa 9/4 (mit Stapeln auch 9+8/0).
no-board-one = Auf { $space } muss von jeder Seite genau ein Stein liegen.
no-board-twins = Auf { $space } träfen sich zwei gleiche Steine.
no-board-stones = Die { $side ->
    [bison] Bisonsteine
   *[wolf] Wolfsteine
} müssen 1 bis 9 sein, jeder einmal.

how-1 = Jede Seite hat Steine von 1 bis 9, neun Muscheln und drei Masken: Bison die Zeilen, Wolf die Spalten. Gewinn alle 18 Muscheln, oder hab nach dem letzten Duell mehr, meist nach dem 21.
how-2 = { $placement ->
    [draft] Zuerst legt ihr abwechselnd die Steine: einen, dann immer zwei.
    [random] Die Steine werden ausgeteilt oder, wie im Bild, abwechselnd gelegt.
   *[any] Zuerst werden die Steine ausgeteilt, oder ihr legt sie abwechselnd: einen, dann immer zwei.
} Auf jedem Feld liegt einer jeder Seite, nie zwei gleiche.
how-3 = Duell: Beide wählen geheim eine Maske. Wo Zeile und Spalte sich treffen, gewinnt der höhere Stein; wer verliert, zahlt den Unterschied in Muscheln.
how-4 = Zwischen den Duellen tauscht ihr abwechselnd zwei eigene Steine, erst Bison. Gleiche liegen nie auf einem Feld.
how-5 = Memory: Die Steine liegen verdeckt, außer im Duell. Niemand darf nachsehen, auch nicht bei den eigenen. Treffen sich gleiche, zahlt niemand.
how-6 = Profi: Leg und tausch auch die gegnerischen Steine. Mit Stapeln versetzt du zwei beliebige Steine auf andere Felder; auf einem Feld zählen die einer Seite zusammen.

# Habits in choosing masks.
habit-row = Zeilen, als Bison
habit-row-1 = Zeile 1
habit-row-2 = Zeile 2
habit-row-3 = Zeile 3
habit-column = Spalten, als Wolf
habit-column-a = Spalte A
habit-column-b = Spalte B
habit-column-c = Spalte C
habit-line = Starke und schwache Linien
habit-line-strong = die stärkste Linie
habit-line-middle = die mittlere Linie
habit-line-weak = die schwächste Linie
habit-favourite-1 = die erste Linie (Zeile 1 oder Spalte A)
habit-favourite-2 = die mittlere Linie (Zeile 2 oder Spalte B)
habit-favourite-3 = die letzte Linie (Zeile 3 oder Spalte C)

# Reasons for a hint, which is shown only to the player who asked for it.
why-hunch = Von ein paar Einfällen der beste.
why-mask-average = Bringt im Schnitt am meisten.
why-mask-sure = Am sichersten, selbst wenn man damit rechnet.
why-mask-mix = Bleib unberechenbar.
why-mask-likely = Bringt am meisten, nach allem Aufgedeckten.
why-mask-memory = Bleib unberechenbar, nach allem Aufgedeckten.
why-read = Passt zu dem, was du sonst wählst.
why-swap-average = Danach bringt { $seat ->
    [0] Zeile
   *[other] Spalte
} { $line } im Schnitt am meisten.
why-swap-threat = Droht, auf { $space } alles zu gewinnen.
why-swap-ahead = Du liegst vorn; so bleibt es.
why-swap-open = Vorausgedacht am besten; noch ist alles offen.
why-swap-behind = Schwierig: der beste Zug.
why-swap-chances = Vorausgedacht am besten: { $chances } % Siegchance.
why-swap-least = { $chances ->
    [0] Kaum 1 % Siegchance, aber mehr ist nicht drin.
   *[other] Schwierig: { $chances } % Siegchance, mehr ist nicht drin.
}
why-swap-memory = Bereitet die nächsten Duelle am besten vor, nach allem Aufgedeckten.
why-place-average = Hilft am meisten, auf den ersten Blick.
why-place-beats = Schlägt die { $other }.
why-place-yields = Weicht aus, damit bessere Steine anderswo gewinnen.
why-place-dreams = War auf { $boards } gedachten Brettern am besten.
why-relocate = Er passt nirgends hin; dieser Tausch ist am besten.

# Review: why another choice was better. Chances are percentages for the player named in the message.
judged-mask = { $seat ->
    [0] Zeile
   *[other] Spalte
} { $better } war { $chances } % wert, { $line } nur { $instead } %, wegen { $seat ->
    [0] Spalte
   *[other] Zeile
} { $answer }.
judged-swap = { $better } hielt { $chances } %; so blieben { $sure ->
    [1] sicher nur
   *[other] nur
} { $instead } %.
judged-swap-threat = { $better } drohte, auf { $space } alles zu gewinnen: { $chances } % statt { $instead } %.
judged-swap-open = So kann auf { $space } alles verloren gehen: { $instead } %. { $better } hielt { $chances } %.

goal = Die meisten Muscheln { $limit ->
    [none] {""}
    [one] nach einem Duell{" "}
   *[other] nach { $limit } Duellen{" "}
}gewinnen; alle 18 sofort.
first-place = Auf jedes Feld ein Stein jeder Seite, nie zwei gleiche. Leg deine dorthin, wo sie gewinnen.
first-exchange = Ihr { $exchange ->
    [move] versetzt abwechselnd zwei beliebige Steine
    [swap-any] tauscht abwechselnd zwei Steine einer Seite
   *[swap] tauscht abwechselnd zwei eigene Steine
}. Du bist dran.
first-mask = Du wählst eine { $line_kind ->
    [row] Zeile, dein Gegner eine Spalte
   *[column] Spalte, dein Gegner eine Zeile
}: Wo sie sich treffen, gewinnt der höhere Stein.
first-duel = Auf { $space } schlägt deine { $mine } die { $theirs }: { $gain ->
    [one] 1 Muschel
   *[other] { $gain } Muscheln
}.

# The daily duel.
daily-shells = Matchball! Muscheln: Bison { $bison }, Wolf { $wolf }.
daily-line = { $line }: { $content }
daily-best = Am besten: { $row } + { $column }
daily-nobody = niemand
daily-more = { $count ->
    [one] 1 weitere Person
   *[other] { $count } weitere
}
daily-people = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}
