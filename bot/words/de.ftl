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
