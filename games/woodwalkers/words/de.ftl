name = Woodwalkers
about = Sieben Tiere, ein Wald voller Fahnen, Duelle am Weg. Wer die meisten Punkte hat, gewinnt.
title = Woodwalkers
hook = Würfel & Duelle
seat-0 = Rot
seat-1 = Blau
seat-2 = Grün
seat-3 = Lila
side-south = Süd
side-west = West
side-north = Nord
side-east = Ost

animal-bison = Bison
animal-bear = Bär
animal-wolf = Wolf
animal-puma = Puma
animal-otter = Otter
animal-deer = Hirsch
animal-squirrel = Eichhörnchen
short-bison = Bi
short-bear = Bä
short-wolf = Wo
short-puma = Pu
short-otter = Ot
short-deer = Hi
short-squirrel = Ei
the-animal = { $animal ->
    [bison] den Bison
    [bear] den Bären
    [wolf] den Wolf
    [puma] den Puma
    [otter] den Otter
    [deer] den Hirsch
   *[squirrel] das Eichhörnchen
}
mode-strength = Stärke
mode-speed = Schnelligkeit
mode-endurance = Ausdauer
mode-intelligence = Intelligenz
shown-covered = noch verdeckt
shown-values = Duellwerte
shown-mode = was zählt?
shown-flags = zählen am Ende
shown-guessed = richtig geraten
shown-missed = falsch geraten
shown-asked-arrange = stellt
shown-asked-mode = wählt
shown-asked-roll = würfelt
shown-asked-reroll = neu?
shown-asked-move = zieht
shown-asked-guess = rät
shown-asked-duel = neu?
shown-asked-home = heim
shown-asked-rest = heilt?

option-variant = Variante
meaning-variant = Mitternacht: Die Tiere liegen verdeckt, ihr spielt aus dem Gedächtnis.
option-variant-day = Tag
option-variant-midnight = Mitternacht
option-modes = Kampfmodus-Plättchen
meaning-modes = Ein Plättchen je Runde; zwei bleiben übrig.
option-modes-20 = 20, für 18 Runden
option-modes-14 = 14, für 12 Runden
option-modes-11 = 11, für 9 Runden
option-memory_help = Eigene Tiere ansehen (Mitternacht)
meaning-memory_help = Für Mitternacht, wenn sie verdeckt liegen.
option-memory_help-off = nie
option-memory_help-own = immer
option-animals = Tiere
option-forest = Wald
option-stack = Kampfmodi
option-rolls = Würfe
option-round = Runde
option-scores = Punkte
agreed-variant-midnight = Mitternacht: Tiere verdeckt
agreed-modes-14 = 12 Runden
agreed-modes-11 = 9 Runden
agreed-memory_help-own = eigene Tiere ansehen erlaubt

verb-set = Tiere aufstellen
verb-mode = Kampfmodus wählen
verb-roll = Würfeln
verb-skip = Aussetzen
verb-reroll = Würfel einsetzen, neu würfeln
verb-keep = Wurf behalten
verb-move = Ein Tier ziehen
verb-stay = Kein Tier ziehen
verb-heal = Medizin einsetzen
verb-done = Zug beenden
verb-guess = Angreifer raten
verb-pass = Nicht raten
verb-home = Verlierer heimbringen
wound = { $wounds ->
    [one] 1 Wunde
   *[other] { $wounds } Wunden
}
target-duel = Duell mit { $rival }
target-duel-animal = Duell mit dem { $seat ->
    [0] roten
    [1] blauen
    [2] grünen
   *[3] lila
} { $animal ->
    [bison] { animal-bison }
    [bear] Bären
    [wolf] { animal-wolf }
    [puma] { animal-puma }
    [otter] { animal-otter }
    [deer] { animal-deer }
   *[squirrel] { animal-squirrel }
}
target-flag = Fahne { $value }
target-tile = Waldplättchen

label-column = Spalte { $column }
ask-set = Wer steht auf { $space }?
ask-set-others = Wo stehen die anderen?
legend-modes = 🏋️ Stärke · ⚡ Schnelligkeit · ❤️ Ausdauer · 💡 Intelligenz
ask-mode = Welcher Kampfmodus diese Runde?
ask-roll = Würfeln oder aussetzen?
ask-reroll = Noch mal würfeln?
ask-duel = Du liegst hinten. Noch mal würfeln?
ask-move = Wer zieht? Bis zu { $die ->
    [one] 1 Feld
   *[other] { $die } Felder
}.
ask-goal = Wohin geht { $animal ->
    [bison] der Bison
    [bear] der Bär
    [wolf] der Wolf
    [puma] der Puma
    [otter] der Otter
    [deer] der Hirsch
    [squirrel] das Eichhörnchen
   *[back] das Tier auf { $space }
}?
blocked-move = Gesperrt: nicht erreichbar.
blocked-home = Gesperrt: besetzt.
ask-guess = Wer greift dich an?
ask-home = Wohin geht dein { $animal ->
    [back] Tier
   *[other] { $name }
} heim?
ask-rest = Wer bekommt Medizin?

points = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkten
}
place-flag = Fahne { $value }
place-tile = verdecktes Plättchen
open-modes = Offen: { $open }.
battle = Kampfmodus: { $mode }. Offen: { $open }.
team = { $who } ({ $side }), { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
held = +{ $points } auf Fahnen
lap = Feld { $space }, Umlauf { $lap }
medicine = { $count } Medizin
die = { $count ->
    [one] 1 Würfel
   *[other] { $count } Würfel
}
wounds = Wunden: { $animals }
gone = ausgeschieden: { $animals }
forest = Fahnen: { $flags }. Verdeckt: { $hidden ->
    [0] nichts
    [one] 1 Plättchen
   *[other] { $hidden } Plättchen
}.

status-arrange = Alle stellen ihre Tiere auf.
status-mode = Runde { $round } von { $rounds }: { $who } wählt den Kampfmodus.
status-roll = Runde { $round } von { $rounds }, { $mode }: { $who } würfelt oder setzt aus.
status-reroll = Runde { $round } von { $rounds }, { $mode }: { $who } hat { $die } gewürfelt und darf neu würfeln.
status-move = Runde { $round } von { $rounds }, { $mode }: { $who } hat { $die } gewürfelt und zieht.
status-guess = Runde { $round } von { $rounds }, { $mode }: { $who } darf den Angreifer raten.
status-duel = Runde { $round } von { $rounds }, { $mode }: { $who } liegt im Duell hinten und darf neu würfeln.
status-home = Runde { $round } von { $rounds }, { $mode }: { $who } bringt den Verlierer heim.
status-rest = Runde { $round } von { $rounds }, { $mode }: { $who } darf heilen.
status-over = Zu Ende in Runde { $round } von { $rounds }.
won = { $who } gewinnt mit { points }.
won-you = Du gewinnst mit { points }.
won-flags = { $who } gewinnt mit { points } und mehr Tieren auf Fahnen.
won-flags-you = Du gewinnst mit { points } und mehr Tieren auf Fahnen.
won-wounds = { $who } gewinnt mit { points } und weniger Wunden.
won-wounds-you = Du gewinnst mit { points } und weniger Wunden.
won-shared = { $who } gewinnen gemeinsam mit je { points }.
won-shared-you = { $who } gewinnt gemeinsam mit je { points }.

told-arranged = Alle Tiere sind aufgestellt.
told-chosen = { $who } wählt { $mode }.
told-chosen-you = Du wählst { $mode }.
told-skipped = { $who } setzt aus.
told-skipped-you = Du setzt aus.
told-healed = { $who } heilt { $animal }.
told-healed-you = Du heilst { $animal }.
told-rolled = { $who } würfelt { $die }.
told-rolled-you = Du würfelst { $die }.
told-rerolled = { $who } würfelt neu: { $die }.
told-rerolled-you = Du würfelst neu: { $die }.
told-moved = { $who } zieht von { $origin } nach { $space }.
told-moved-you = Du ziehst von { $origin } nach { $space }.
told-moved-animal = { $who } zieht { $animal } nach { $space }.
told-moved-animal-you = Du ziehst { $animal } nach { $space }.
told-stayed = { $who } bleibt stehen.
told-stayed-you = Du bleibst stehen.
told-found-flag = { $who } findet eine Fahne mit Wert { $value }.
told-found-flag-you = Du findest eine Fahne mit Wert { $value }.
told-found-medicine = { $who } findet Medizin.
told-found-medicine-you = Du findest Medizin.
told-found-die = { $who } findet einen Würfel.
told-found-die-you = Du findest einen Würfel.
told-found-point = { $who } findet 1 Punkt.
told-found-point-you = Du findest 1 Punkt.
told-duel = Duell auf { $space }: { $who } – { $rival }.
told-duel-you = Duell auf { $space }: du – { $rival }.
told-duel-to-you = Duell auf { $space }: { $who } gegen dich.
told-duel-open = Duell auf { $space }: { $who } ({ $attacking }) – { $rival } ({ $defending }).
told-duel-open-you = Duell auf { $space }: du ({ $attacking }) – { $rival } ({ $defending }).
told-duel-open-to-you = Duell auf { $space }: { $who }, { $attacking }, gegen dich, { $defending }.
told-guess-right = { $who } hat { $animal } geraten: richtig, +1 für die Verteidigung.
told-guess-right-you = Du hast { $animal } geraten: richtig, +1 für dich.
told-guess-wrong = { $who } hat { $animal } geraten: falsch, +1 für den Angriff.
told-guess-wrong-you = Du hast { $animal } geraten: falsch, +1 für den Angriff.
told-spent-die = { $who } setzt einen Würfel ein: { $attacking } – { $defending }.
told-spent-die-you = Du setzt einen Würfel ein: { $attacking } – { $defending }.
told-spent-die-night = { $who } setzt einen Würfel ein.
told-spent-die-night-you = Du setzt einen Würfel ein.
told-even = Gleichstand: Die Verteidigung hält.
told-won = { $who } gewinnt { $points } Punkte.
told-won-you = Du gewinnst { $points } Punkte.
told-removed = Dritte Wunde: Der Verlierer ist raus.
told-returned = { $who } bringt den Verlierer heim nach { $space }.
told-returned-you = Du bringst den Verlierer heim nach { $space }.
told-returned-animal = { $who } bringt { $animal } heim nach { $space }.
told-returned-animal-you = Du bringst { $animal } heim nach { $space }.
told-counted = Fahnen: { $flags }.
told-added = { $who } +{ $added }
told-added-you = du +{ $added }

why-set = Nachbarn decken gegenseitig ihre schwachen Modi.
why-set-night = Zufällig aufgestellt: Das errät niemand.
why-mode = Passt am besten zu diesen Tieren.
why-roll = Stehen bleiben kannst du danach immer noch.
why-heal = { $wounds ->
    [one] Eine Wunde schwächt jedes Duell.
   *[other] Noch eine Wunde, und es ist weg.
}
why-die-again = Eine { $die } bringt wenig: einen Würfel wert.
why-die-keep = Eine { $die } reicht: Spar den Würfel.
why-flag = Eine freie Fahne, Wert { $value }.
why-tile = Ein neues Plättchen: { $chance ->
    [0] keine Fahne, aber nützlich.
   *[other] zu { $chance } % eine Fahne.
}
why-duel = Das Risiko wert: { $chance } % im Duell.
why-duel-flag = { $chance } % im Duell um eine Fahne mit Wert { $value }.
why-duel-night = Dieses Duell scheint das Risiko wert.
why-nearer = Nah am nächsten Ziel.
why-safer = Nächstes Mal sicherer.
why-stay = Jeder Zug kostet mehr, als er bringt.
why-guess = { $chance ->
    [100] Es kann kein anderes sein.
   *[other] Von zweien wahrscheinlicher.
}
why-pass = { $count ->
    [one] Es ist klar, wer kommt; Raten ändert nichts.
    [2] Eins von zweien; Raten hilft der Verteidigung nicht.
   *[other] Eins von { $count }; falsch geraten hilft dem Angriff.
}
why-duel-again = Ein neuer Wurf gewinnt in { $chance } %: einen Würfel wert.
why-duel-keep = { $chance ->
    [0] Kein Wurf dreht das noch
   *[other] Ein neuer Wurf gewinnt nur in { $chance } %
}: Spar den Würfel.
why-home = Der beste neue Start.
why-done = Heb die Medizin auf.

# Review: why another choice was better. The chances are those of the named player, and ± is their uncertainty.
judged-odds = etwa { $chances } % statt { $instead } % (±{ $unsure }).
judged-move = Besser war { $better }: { judged-odds }
judged-flag = { judged-move } { why-flag }
judged-tile = { judged-move } { why-tile }
judged-duel = { judged-move } { why-duel }
judged-duel-flag = { judged-move } { why-duel-flag }
judged-duel-night = { judged-move } { why-duel-night }
judged-nearer = { judged-move } { why-nearer }
judged-safer = { judged-move } { why-safer }
judged-stay = Besser stehen bleiben: { judged-odds }
judged-mode = Besser { $mode ->
    [strength] { mode-strength }
    [speed] { mode-speed }
    [endurance] { mode-endurance }
   *[intelligence] { mode-intelligence }
}: { judged-odds } { why-mode }
judged-roll = Besser würfeln: { judged-odds } { why-roll }
judged-die-again = Besser noch mal würfeln: { judged-odds } { why-die-again }
judged-die-keep = Besser den Wurf behalten: { judged-odds } { why-die-keep }
judged-duel-again = Besser noch mal würfeln: { judged-odds } { why-duel-again }
judged-duel-keep = Besser das Duell hinnehmen: { judged-odds } { why-duel-keep }
judged-heal = Besser { the-animal } heilen: { judged-odds } { why-heal }
judged-done = Besser die Medizin aufheben: { judged-odds }
judged-guess = Besser { the-animal } raten: { judged-odds } { why-guess }
judged-pass = Besser nicht raten: { judged-odds } { why-pass }
judged-home = Besser auf { $space } beginnen: { judged-odds }

reason-points = Die letzte Runde ist vorbei.

no-animal-form = „{ $given }“: Schreib Platz, Tier, Feld und Wunden, etwa „0 wolf d2 1“, oder „0 wolf out“.
no-animal-unknown = Kein Tier „{ $given }“, nur { $known }.
no-animal-twice = { $animal } von Platz { $seat } steht zweimal da.
no-animal-seat = Kein Platz { $seat }: Die { $seats } Plätze zählen ab 0.
no-space-unknown = Kein Feld „{ $given }“: Innen liegen b2 bis h8, darum herum die Startfelder.
no-space-taken = Zwei Tiere auf { $space }: Wer nicht genannt ist, steht zu Hause in der Reihenfolge der Karten.
no-space-foreign = { $space } ist kein Startfeld von Platz { $seat }.
no-tile-form = „{ $given }“: Schreib Plättchen und Feld, etwa „die c3“ oder „flag7 d4 up“.
no-tile-unknown = Kein Plättchen „{ $given }“ auf dieser Brettseite, nur { $known }.
no-tile-up = Nur Fahnen liegen offen, nicht { $tile }.
no-tile-space = { $space } ist auf dieser Brettseite kein helles Feld.
no-tile-twice = Zwei Plättchen auf { $space }.
no-tile-mix = Nur { $most } mal { $tile } auf dieser Brettseite.
no-tile-under = Ein Tier auf { $space } hätte das Plättchen schon aufgedeckt.
no-mode-unknown = Kein Kampfmodus „{ $given }“, nur { $known }.
no-stack-most = Nur { $most } Plättchen { $mode }.
no-stack-few = Ein vorgegebener Stapel braucht mindestens { $least } Kampfmodi.
no-roll = Ein Würfel zeigt 1 bis 6, nicht { $roll }.
no-round = Beginn in Runde 1 bis { $last }, nicht { $round }.
no-points = Vorgegebene Punkte sind 0 bis { $most }, nicht { $points }.
no-scores-seats = Vorgegebene Punkte: eine Zahl für jeden der { $seats } Plätze.

how-1 = Jeder von euch führt dieselben sieben Tiere, mit ihrer Stärke, Schnelligkeit, Ausdauer und Intelligenz. Zuerst stellt ihr sie auf eure Startfelder. Die meisten Punkte gewinnen.
how-2 = Jede Runde wählt einer von euch einen von drei offenen Kampfmodi für alle Duelle. Dann zieht jeder einmal im Uhrzeigersinn, der Wählende zuletzt; als Nächstes wählt, wer links von ihm sitzt. Es gibt 18 Runden, oder weniger, wenn vereinbart.
how-3 = Dein Zug: Würfle (oder setz aus) und zieh ein Tier höchstens so viele Felder, nie schräg oder durch andere durch. Startfelder sind sicher, aber zurück geht es nicht, und fremde sind tabu.
how-4 = Halt auf einem verdeckten Plättchen, um es aufzudecken. Eine Fahne (5 bis 15) bleibt: Steh am Ende darauf, und du bekommst ihre Punkte. Medizin heilt in deinem Zug eine Wunde. Mit einem Würfel würfelst du neu, vor dem Ziehen oder wenn du im Duell hinten liegst. Ein Punkt zählt sofort.
how-5 = Halt auf einem fremden Tier für ein Duell: Wert im Kampfmodus, minus Wunden, plus ein Würfel. Die höhere Summe gewinnt 2 Punkte und das Feld; bei Gleichstand die Verteidigung. Der Verlierer geht verwundet heim, auf ein freies Startfeld nach Wahl seines Besitzers. Bei der dritten Wunde ist er raus.
how-6 = Die Fahnen zählen am Ende. Bei Gleichstand: mehr Tiere auf Fahnen, dann weniger Wunden; sonst geteilter Sieg.
how-7 = Mitternacht: Stellt heimlich auf. Dann liegen alle Tiere verdeckt, auch für dich; nur ein Duell deckt seine beiden Tiere auf. Vorher darf der Verteidiger einmal den Angreifer raten: richtig, +1 für die Verteidigung; falsch, +1 für den Angriff. Ihr seht, wer verwundet ist, aber nicht wo. (Alle bekommen denselben Vorschlag: Stell selbst auf.)

# Habits in choosing battle modes.
habit-mode = Kampfmodi
habit-mode-strength = { mode-strength }
habit-mode-speed = { mode-speed }
habit-mode-endurance = { mode-endurance }
habit-mode-intelligence = { mode-intelligence }

first-arrange = Stell deine sieben Tiere auf; der Vorschlag passt.
first-night = Danach liegen sie verdeckt, auch für dich: Merk dir, wer wo steht.
first-mode = Dieser Wert zählt in allen Duellen der Runde; die Knöpfe nennen die besten Tiere. Ihr wählt reihum aus drei offenen Plättchen, manchmal gleichen.
first-roll = Zieh ein Tier höchstens so viele Felder, nie schräg. Halt auf einem Plättchen, um es aufzudecken, auf einem fremden Tier für ein Duell.
first-flag = Eine Fahne bleibt: Wer am Ende darauf steht, bekommt ihre Punkte.
first-medicine = Medizin heilt in deinem Zug eine Wunde.
first-die = Mit einem Würfel würfelst du neu: vor dem Ziehen, oder wenn du im Duell hinten liegst.
first-duel = Ein Duell: Wert minus Wunden plus ein Würfel. Die höhere Summe gewinnt { $points } Punkte und das Feld; der Verlierer geht verwundet heim. Mit drei Wunden ist er raus.
first-guess = Der Verteidiger darf den Angreifer raten: richtig gibt +1 für die Verteidigung, falsch +1 für den Angriff.
first-goal = Duelle und Fahnen bringen Punkte; die meisten gewinnen.
