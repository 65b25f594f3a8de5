# Texts that all games share: how a match ended, and why a request was refused.

rank = { $rank }. { $who } : { $score }
list = { $some } et { $last }
you = toi

reason-agreed = Nulle acceptée.
reason-abandoned = Annulée : plus personne ne joue.
reason-no-show = Annulée : aucun coup joué par { $who }.
reason-cancelled = Annulée par { $who }.
reason-lapse = { $who } a dépassé son temps.
reason-resign = { $who } abandonne.
reason-time = Le temps est écoulé.

no-ended = Cette partie est terminée.
no-seat = Pas de place { $seat } à une table de { $seats } (on compte à partir de 0).
no-seats = Ce jeu se joue à { $allowed }, pas à { $seats }.
no-not-awaited = C’est à la place { $awaited } de jouer, pas à la place { $seat }.
no-illegal = « { $word } » n’est pas possible ici.
no-sealed = La place { $seat } a déjà choisi.
no-untimed = Ce jeu ne connaît pas de limite de temps pour toute la partie.
no-left = La place { $seat } a quitté la table.
no-in-time = La place { $seat } a encore du temps.
no-offered = La nulle est déjà proposée : accepte, ou continue.
no-not-offered = Personne n’a proposé nulle.
no-said-so = Tu l’as déjà dit.
no-unread = « { $typed } » n’est pas possible ici. Voulais-tu dire { $near } ?
no-not-asked = Ce n’est pas encore à toi.

no-option-unknown = Pas d’option « { $option } ». Options : { $known }.
no-option-twice = « { $option } » est donné deux fois.
no-option-value = { $option } ne peut pas être { $value }. { $free ->
    [0] Valeurs possibles : { $wants }.
   *[other] Par exemple : { $wants }
}
no-option-form = Écris les options comme variant=memory, pas « { $given } ».
no-options-json = Les options doivent former un objet JSON, comme {"{"}"variant": "classic"{"}"}.

no-no-record = Ce n’est pas une feuille de partie : la première ligne devrait être « match { $format } ».
no-too-large = La feuille dépasse { $limit } Mio.
no-not-text = La feuille n’est pas en UTF-8.
no-key-unknown = Ligne d’en-tête inconnue : « { $given } ». Il y a : { $known }.
no-key-twice = L’en-tête a deux fois « { $given } … ».
no-key-missing = Il manque « { $given } … » dans l’en-tête.
no-line = « { $given } » devrait être une place et un choix, comme « 0 mask 2 ».
no-number = { $given } devrait être un nombre, pas « { $value } ».
no-hash = { $given } devrait avoir 64 chiffres hexadécimaux minuscules.
no-game-unknown = Pas de jeu « { $given } ». Jeux : { $known }.
no-game-refused = Le jeu « { $given } » ne peut pas être joué ici : { $reason }
no-player-unknown = Pas de joueur « { $given } ». Joueurs : { $known }.
no-edition = Jouée selon l’édition { $given } des règles ; ici, c’est la { $known }.
no-nonces = Une place a au plus un nonce, sans « | ».
no-no-perft = Pas de perft pour { $given }.
no-no-review = Pas encore d’analyse pour { $given }.
no-no-pgn = Pas de PGN pour { $given }.
no-pgn-unknown = La balise Variant de ce PGN ne nomme aucun de nos jeux.

no-unfinished = La fin manque à cette feuille.
no-early-end = La partie n’est pas finie ici.
no-unproven = Sans chaîne de sceaux, cette feuille se rejoue, mais ne prouve rien.
no-seedless = Cette graine n’a jamais été tirée : tout le monde pouvait connaître ces dés, ils ne prouvent rien.
no-muster = « { $given } » n’a pas sa place ici, seulement options, seats, since, deal, sit, rise, shook, house et begin.
no-muster-number = « { $value } » devrait être un nombre sans zéros devant.
no-nobody-sits = Personne ici n’a le numéro { $number }.
no-nonce-invented = { $nonce } n’est pas l’ID d’une nouvelle interaction.
no-seats-fewer = Le nombre de places ne peut que diminuer, ici depuis { $seats }.
no-since-alone = Qui reprend une autre partie joue seul et commence aussitôt.
no-since-far = Aucune partie n’a plus de { $most } étapes.
no-deal-people = Une partie qui reprend une donne a deux personnes, aux places convenues.
no-deal-itself = Aucune partie ne reprend sa propre donne.
no-deal-none = Cette partie ne reprend aucune donne.
no-deal-match = Elle reprend la donne de la partie { $wanted } ; l’autre feuille est celle de la partie { $given }.
no-deal-dice = La partie { $match } a été donnée avec d’autres dés.
no-deal-terms = La partie { $match } avait d’autres options.
no-lobby-long = Une partie commence après { $most } lignes au plus.
no-house-wrong = L’ordi a ici les places { $seats }.
no-spelling = Cette ligne s’écrit « { $wanted } ».
no-line-end = Il manque le saut de ligne final.
no-head = Ici vient { $key }, écrit comme sur la page des dés honnêtes. Sans chaîne, « --- » précède les choix.
no-cut-head = La feuille s’arrête avant sa graine.
no-not-yet = La feuille s’arrête avant le début de la partie.
no-receipt-open = Un choix ouvert n’a pas de reçu.
no-receipt-missing = Il manque le reçu de ce choix caché.
no-choice-missing = La feuille ne dit pas ce que la place { $seats } a choisi.
no-house-late = L’ordi choisit d’abord, mais la place { $seats } n’avait pas choisi.
no-house-changed = L’ordi ne change jamais d’avis, mais la place { $seat } l’a fait.
no-dice-wrong = À une place quittée en pleine étape, les dés choisissent, et ils ont choisi « { $word } ».
no-salt-wrong = Le sel ne vient pas de la clé de cette partie.
no-seal-never = Cette partie n’a jamais eu le sceau { $seal }.
no-receipt-never = Cette partie n’a pas de reçu { $receipt }.
no-shook-never = « { $text } » ne fait pas partie de ces dés.
no-receipt-wrong = Le reçu ne va pas avec ce choix.

# The reason for a random move, for a player who asks for a hint.
why-random = Laissé au hasard.
