# Ce que tous les jeux partagent : comment une partie finit, et comment l’ordi dit non.

rank = { $rank }. { $who } : { $score }
list = { $some } et { $last }
you = toi

reason-agreed = Nulle acceptée.
reason-abandoned = Annulée : tout le monde est parti.
reason-no-show = Annulée : aucun coup de { $who }.
reason-cancelled = { $who } a annulé la partie.
reason-lapse = { $who } a dépassé son temps.
reason-resign = { $who } abandonne.
reason-time = Le temps est écoulé.

no-ended = Cette partie est terminée.
no-seat = Il n’y a pas de place { $seat } à une table de { $seats } ; on compte à partir de 0.
no-seats = Ce jeu se joue à { $allowed }, pas à { $seats }.
no-not-awaited = Ce n’est pas à la place { $seat } de jouer, mais à la place { $awaited }.
no-illegal = « { $word } » n’est pas un coup possible ici.
no-sealed = La place { $seat } a déjà scellé son choix à cette étape.
no-untimed = Ce jeu ne connaît pas de limite de temps pour toute la partie.
no-left = La place { $seat } a quitté la table.
no-in-time = La place { $seat } a encore du temps.
no-offered = La nulle est déjà proposée : accepte, ou joue la suite.
no-not-offered = Personne n’a proposé nulle.
no-said-so = Tu l’as déjà dit.
no-unread = « { $typed } » n’est pas un coup possible ici. Voulais-tu dire { $near } ?
no-not-asked = Ce n’est pas encore à toi.

no-option-unknown = Il n’y a pas d’option « { $option } ». Les options sont : { $known }.
no-option-twice = L’option « { $option } » est donnée deux fois.
no-option-value = { $option } ne peut pas être { $value }. { $free ->
    [0] Valeurs possibles : { $wants }.
   *[other] Par exemple : { $wants }
}
no-option-form = « { $given } » devrait être une option et sa valeur, comme variant=memory.
no-options-json = Les options doivent former un seul objet JSON, comme {"{"}"variant": "classic"{"}"}.

no-no-record = Ce n’est pas une feuille de partie : sa première ligne devrait être « match { $format } ».
no-too-large = La feuille de partie est trop grande ; elle peut avoir { $limit } Mio au plus.
no-not-text = La feuille de partie n’est pas un texte en UTF-8.
no-key-unknown = « { $given } » n’est pas une ligne d’en-tête. Il y a : { $known }.
no-key-twice = L’en-tête a deux lignes « { $given } … ».
no-key-missing = L’en-tête doit avoir une ligne « { $given } … ».
no-line = « { $given } » n’est pas un choix. Un choix est une place et un mot, comme « 0 mask 2 ».
no-number = { $given } devrait être un nombre, pas « { $value } ».
no-hash = { $given } devrait se composer de 64 chiffres hexadécimaux en minuscules.
no-game-unknown = Il n’y a pas de jeu « { $given } ». Les jeux sont : { $known }.
no-player-unknown = Il n’y a pas de joueur « { $given } ». Il y a : { $known }.
no-edition = Cette partie a été jouée selon l’édition { $given } des règles ; l’édition actuelle est la { $known }.
no-nonces = Chaque place a au plus un nonce, et aucun ne contient « | ».
no-no-perft = { $given } ne compte pas ses chemins.
no-no-review = Pour { $given }, on ne sait pas encore séparer la chance du jeu.
no-no-pgn = { $given } ne s’écrit pas en PGN.
no-pgn-unknown = Ce PGN n’est celui d’aucun de nos jeux ; c’est la balise Variant qui dit lequel.

no-unfinished = Cette partie n’est pas terminée ; on ne vérifie que les parties finies.
no-unproven = Cette feuille n’a pas de chaîne de sceaux : on peut la rejouer, mais elle ne prouve rien.
no-seedless = Cette graine n’a jamais été tirée : tout le monde pouvait connaître ces dés d’avance, et ils ne prouvent rien.
no-muster = « { $given } » n’a pas sa place ici. Avant une partie viennent options, seats, since, sit, rise, shook, house et begin.
no-muster-number = « { $value } » devrait être un nombre, sans zéros devant.
no-nobody-sits = Personne à cette table n’a le numéro { $number }.
no-house-wrong = L’ordi a ici les places { $seats }.
no-spelling = Cette ligne ne s’écrit que d’une façon : « { $wanted } »
no-line-end = La dernière ligne n’a pas de fin.
no-head = Ici la feuille devrait donner { $key }, écrit comme sur la page des dés honnêtes. Une feuille sans chaîne a une ligne « --- » avant ses choix.
no-cut-head = La feuille est coupée avant sa graine.
no-not-yet = La feuille est coupée avant le début de la partie.
no-receipt-open = Ce choix était ouvert, et un choix ouvert n’a pas de reçu.
no-receipt-missing = Ce choix était caché, et son reçu manque.
no-choice-missing = La place { $seats } avait choisi, et la feuille ne dit pas quoi.
no-house-late = L’ordi doit choisir d’abord, mais la place { $seats } n’avait pas encore choisi.
no-house-changed = L’ordi ne change jamais d’avis, mais la place { $seat } l’a fait.
no-dice-wrong = À une place quittée au milieu d’une étape, les dés choisissent, et ils ont choisi « { $word } ».
no-salt-wrong = Le sel ne vient pas de la clé de cette partie.
no-seal-never = Le sceau { $seal } n’a jamais été celui de cette partie.
no-receipt-never = Le reçu { $receipt } ne figure pas dans cette partie.
no-shook-never = « { $text } » ne fait pas partie de ces dés.
no-receipt-wrong = Le reçu ne va pas avec ce choix.

# Pourquoi l’ordi jouerait un mot, pour qui demande ce qu’il ferait.
why-random = Laissé au hasard.
