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

# Aux tables.
no-no-table = Il n’y a pas de partie { $match }.
no-busy = Trop de monde à la fois ; réessaie, s’il te plaît.
no-stale = Cette table en est déjà à l’étape { $step }.
no-running = Cette partie n’est pas finie.
no-begun = Cette partie a déjà commencé.
no-not-begun = Cette partie n’a pas encore commencé.
no-closed-declined = Ce défi a été refusé.
no-closed-withdrawn = Cette offre a été retirée.
no-closed-expired = Cette offre est échue.
no-named-twice = À une table, chacun est quelqu’un d’autre.
no-named-count = Cette partie demande { $wanted } adversaires, et { $named } sont nommés.
no-sits-already = Tu es déjà à cette table.
no-not-named = Seuls ceux qui ont été défiés peuvent répondre.
no-not-host = Seul l’hôte de cette table peut faire cela.
no-not-open = Ce n’est pas une table ouverte.
no-not-seated = Tu n’es pas à cette table.
no-has-left = Tu as quitté cette table ; la maison joue à ta place.
no-seats-stay = Le nombre de places ne peut pas changer.
no-too-few = Ici { $sat } sont assis, et il en faut au moins { $least }.
no-nobody = Il faut deux personnes à une table, ou une et la maison.
no-gone = Quelqu’un de cette partie n’est plus là ; pas de revanche possible.
no-not-the-house = La maison ne joue pas cette place.
no-not-due = Le temps n’est pas encore écoulé.
