# Au clavier.

term = { $option } : { $value }
play-commitment = Engagement sur les dés de cette partie : { $commitment }
play-help = Tape ton mot. « ? » donne les mots, « how » explique le jeu, « !resign » abandonne ; Ctrl-D quitte la table.
play-turn = { $who }, à toi de jouer
play-hidden = { $who }, à toi de jouer. Appuie sur Entrée quand personne d’autre ne voit l’écran
play-sealed = Scellé.
play-words = Tu peux dire : { $words }
play-more = … et { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
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
   *[other] Sur { $hidden ->
        [one] { $hidden } choix caché
       *[other] { $hidden } choix cachés
    }, { $receipts ->
        [0] aucun n’a de reçu
        [one] { $receipts } a un reçu, qui est juste
       *[other] { $receipts } ont un reçu, chacun juste
    } ; { $salts ->
        [0] aucun sel ne vient
        [one] { $salts } sel vient
       *[other] { $salts } sels viennent
    } de la clé de la partie.
}

# Aux tables.
no-no-table = Il n’y a pas de partie { $match }.
no-busy = Trop de monde à la fois ; réessaie, s’il te plaît.
no-stale = Cette table en est déjà à l’étape { $step }.
no-late = Le temps est écoulé.
no-running = Cette partie est encore en cours.
no-begun = Cette partie a déjà commencé.
no-not-begun = Cette partie n’a pas encore commencé.
no-closed-declined = Ce défi a été refusé.
no-closed-withdrawn = Cette proposition a été retirée.
no-closed-expired = Cette proposition a expiré.
no-named-twice = Nomme chaque adversaire une seule fois, et pas toi-même.
no-named-count = { $wanted ->
    [0] Cette partie se joue sans adversaires nommés ;
    [one] Cette partie demande { $wanted } adversaire ;
   *[other] Cette partie demande { $wanted } adversaires ;
} { $named ->
    [0] tu n’as nommé personne
   *[other] tu en as nommé { $named }
}.
no-sits-already = Tu es déjà à cette table.
no-not-named = Seules les personnes défiées peuvent répondre.
no-not-host = Seul l’hôte de cette table peut faire cela.
no-not-open = Ce n’est pas une table ouverte.
no-not-seated = Tu n’es pas à cette table.
no-has-left = Tu as quitté cette table ; la maison joue à ta place.
no-seats-stay = Cette table n’a pas autant de places.
no-too-few = { $sat ->
    [0] Personne n’est assis ici
    [one] { $sat } personne est assise ici
   *[other] { $sat } personnes sont assises ici
} ; il en faut au moins { $least }, et une place pour chacune.
no-nobody = Il faut deux personnes à une table, ou une seule et la maison.
no-gone = Quelqu’un qui a joué ici est parti pour de bon ; pas de revanche possible.
no-not-the-house = Ce n’est pas la maison qui joue à cette place.
no-not-due = Le temps n’est pas encore écoulé.
