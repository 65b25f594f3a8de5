# An der Tastatur.

term = { $option }: { $value }
play-commitment = Festlegung auf die Würfel dieser Partie: { $commitment }
play-help = Gib dein Wort ein. „?“ nennt die Wörter, „how“ erklärt das Spiel, „!resign“ gibt auf; Strg-D verlässt den Tisch.
play-turn = { $who }, du bist dran
play-hidden = { $who }, du bist dran. Drück Enter, wenn sonst niemand auf den Bildschirm sieht
play-sealed = Verdeckt hinterlegt.
play-words = Möglich ist: { $words }
play-more = … und { $count ->
    [one] 1 weiteres
   *[other] { $count } weitere
}
play-left = Du hast den Tisch verlassen.
play-saved = Das Partieblatt liegt in { $file }.

proof-commitment = Die Festlegung gehört zum Startwert.
proof-seats = Die Würfel gaben die Plätze { $seats }.
proof-steps = Mit diesen Würfeln sind alle Züge erlaubt, in { $steps ->
    [one] 1 Schritt.
   *[other] { $steps } Schritten.
}
proof-receipts = { $hidden ->
    [0] Kein Zug war verdeckt.
   *[other] Von { $hidden ->
        [one] einem verdeckten Zug
       *[other] { $hidden } verdeckten Zügen
    } { $receipts ->
        [0] hat keiner eine Quittung
        [one] hat einer eine Quittung, und sie stimmt
       *[other] haben { $receipts } eine Quittung, und jede stimmt
    }; { $salts ->
        [0] kein Salz stammt
        [one] 1 Salz stammt
       *[other] { $salts } Salze stammen
    } aus dem Schlüssel der Partie.
}

# An den Tischen.
no-no-table = Es gibt keine Partie { $match }.
no-busy = Zu viele Leute auf einmal; bitte versuch es noch einmal.
no-stale = Dieser Tisch ist schon bei Schritt { $step }.
no-late = Die Zeit ist abgelaufen.
no-running = Diese Partie wird noch gespielt.
no-begun = Diese Partie hat schon begonnen.
no-not-begun = Diese Partie hat noch nicht begonnen.
no-closed-declined = Diese Herausforderung wurde abgelehnt.
no-closed-withdrawn = Dieses Angebot wurde zurückgezogen.
no-closed-expired = Dieses Angebot ist abgelaufen.
no-named-twice = Nenne jeden Gegner nur einmal, und nicht dich selbst.
no-named-count = { $wanted ->
    [0] Für diese Partie werden keine Gegner genannt; du hast
    [one] Diese Partie braucht einen Gegner; du hast
   *[other] Diese Partie braucht { $wanted } Gegner; du hast
} { $named ->
    [0] keinen
    [one] einen
   *[other] { $named }
} genannt.
no-sits-already = Du sitzt schon an diesem Tisch.
no-not-named = Antworten können nur die Herausgeforderten.
no-not-host = Das kann nur, wer diesen Tisch eröffnet hat.
no-not-open = Das ist kein offener Tisch.
no-not-seated = Du sitzt nicht an diesem Tisch.
no-has-left = Du hast diesen Tisch verlassen; das Haus spielt für dich weiter.
no-seats-stay = So viele Plätze hat dieser Tisch nicht.
no-too-few = { $sat ->
    [0] Hier sitzt niemand
    [one] Hier sitzt eine Person
   *[other] Hier sitzen { $sat } Personen
}; die Partie braucht mindestens { $least } und einen Platz für alle.
no-nobody = An einen Tisch gehören zwei Personen, oder eine und das Haus.
no-gone = Jemand aus dieser Partie ist nicht mehr da; eine Revanche ist nicht möglich.
no-not-the-house = Auf diesem Platz spielt nicht das Haus.
no-not-due = Die Zeit ist noch nicht um.
