# An der Tastatur.

term = { $option }: { $value }
play-commitment = Festlegung auf die Würfel dieser Partie: { $commitment }
play-help = Tippe dein Wort. ? nennt die Wörter, how erklärt das Spiel, !resign gibt auf; Strg-D verlässt den Tisch.
play-turn = { $who }, du bist dran
play-hidden = { $who }, du bist dran. Drück Enter, wenn sonst niemand auf den Bildschirm sieht
play-sealed = Verdeckt hinterlegt.
play-words = Möglich ist: { $words }
play-more = … und { $count } weitere
play-left = Du hast den Tisch verlassen.
play-saved = Das Partieblatt liegt in { $file }.

proof-commitment = Die Festlegung gehört zum Startwert.
proof-seats = Die Würfel gaben die Plätze { $seats }.
proof-steps = Mit diesen Würfeln sind alle Züge erlaubt, in { $steps ->
    [one] 1 Schritt.
   *[other] { $steps } Schritten.
}
proof-receipts = { $hidden ->
    [0] Keine Wahl war verdeckt.
   *[other] { $receipts } von { $hidden } verdeckten Wahlen haben eine Quittung, und jede Quittung stimmt; { $salts } sind aus dem Schlüssel der Partie gesalzen.
}

# An den Tischen.
no-no-table = Eine Partie { $match } gibt es nicht.
no-busy = Zu viele auf einmal; bitte versuch es noch einmal.
no-stale = Dieser Tisch ist schon bei Schritt { $step }.
no-running = Diese Partie wird noch gespielt.
no-begun = Diese Partie hat schon begonnen.
no-not-begun = Diese Partie hat noch nicht begonnen.
no-closed-declined = Diese Herausforderung wurde abgelehnt.
no-closed-withdrawn = Dieses Angebot wurde zurückgezogen.
no-closed-expired = Dieses Angebot ist verfallen.
no-named-twice = An einem Tisch ist jeder ein anderer.
no-named-count = Diese Partie braucht { $wanted } Gegner, genannt sind { $named }.
no-sits-already = Du sitzt schon an diesem Tisch.
no-not-named = Antworten können nur die Herausgeforderten.
no-not-host = Das kann nur, wer diesen Tisch eröffnet hat.
no-not-open = Das ist kein offener Tisch.
no-not-seated = Du sitzt nicht an diesem Tisch.
no-has-left = Du hast diesen Tisch verlassen; das Haus spielt für dich weiter.
no-seats-stay = Die Zahl der Plätze lässt sich nicht ändern.
no-too-few = Hier sitzen { $sat }, und das Spiel braucht mindestens { $least }.
no-nobody = An einen Tisch gehören zwei, oder einer und das Haus.
no-gone = Jemand aus dieser Partie ist nicht mehr da; eine Revanche ist nicht möglich.
no-not-the-house = Diesen Platz spielt nicht das Haus.
no-not-due = Die Zeit ist noch nicht um.
