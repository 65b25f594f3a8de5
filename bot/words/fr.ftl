# Au clavier.

term = { $option } : { $value }
play-commitment = Engagement sur les dés de cette partie : { $commitment }
play-help = Tape ton mot. ? donne les mots, how explique le jeu, !resign abandonne ; Ctrl-D quitte la table.
play-turn = { $who }, à toi de jouer
play-hidden = { $who }, à toi de jouer. Appuie sur Entrée quand personne d’autre ne voit l’écran
play-sealed = Scellé.
play-words = Tu peux dire : { $words }
play-more = … et { $count } autres
play-left = Tu as quitté la table.
play-saved = La feuille de partie est dans { $file }.

proof-commitment = L’engagement correspond à la graine.
proof-seats = Les dés ont donné les places { $seats }.
proof-steps = Avec ces dés tous les choix sont permis, en { $steps ->
    [one] { $steps } étape.
   *[other] { $steps } étapes.
}
proof-receipts = { $hidden ->
    [0] Aucun choix n’était caché.
   *[other] { $receipts } des { $hidden } choix cachés ont un reçu, et chaque reçu est juste ; { $salts } sont salés par la clé de la partie.
}
