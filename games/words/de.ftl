# Texts that all games share: how a match ended, and why a request was refused.

rank = { $rank }. { $who }: { $score }
list = { $some } und { $last }
you = du

reason-agreed = Remis vereinbart.
reason-abandoned = Abgesagt: Niemand hat weitergespielt.
reason-no-show = Abgesagt: kein Zug von { $who }.
reason-cancelled = Abgesagt von { $who }.
reason-lapse = { $who } hat die Zeit überschritten.
reason-resign = { $who } hat aufgegeben.
reason-time = Die Zeit ist um.

no-ended = Diese Partie ist zu Ende.
no-seat = Kein Platz { $seat } an einem Tisch mit { $seats } Plätzen (ab 0 gezählt).
no-seats = Dieses Spiel ist für { $allowed } Personen, nicht für { $seats }.
no-not-awaited = Dran ist Platz { $awaited }, nicht Platz { $seat }.
no-illegal = „{ $word }“ geht hier nicht.
no-sealed = Platz { $seat } hat schon gewählt.
no-untimed = Dieses Spiel kennt keine Zeitgrenze für die ganze Partie.
no-left = Platz { $seat } hat den Tisch verlassen.
no-in-time = Platz { $seat } hat noch Zeit.
no-offered = Remis ist schon angeboten: Nimm an oder spiel weiter.
no-not-offered = Es ist kein Remis angeboten.
no-said-so = Das hast du schon gesagt.
no-unread = „{ $typed }“ geht hier nicht. Meintest du { $near }?
no-not-asked = Du bist noch nicht dran.

no-option-unknown = Keine Option „{ $option }“. Es gibt: { $known }.
no-option-twice = „{ $option }“ ist zweimal angegeben.
no-option-value = { $option } kann nicht { $value } sein. { $free ->
    [0] Möglich: { $wants }.
   *[other] Zum Beispiel: { $wants }
}
no-option-form = Schreib Optionen wie variant=memory, nicht „{ $given }“.
no-options-json = Optionen müssen ein JSON-Objekt sein, etwa {"{"}"variant": "classic"{"}"}.

no-no-record = Kein Partieblatt: Die erste Zeile sollte „match { $format }“ sein.
no-too-large = Das Partieblatt ist größer als { $limit } MiB.
no-not-text = Das Partieblatt ist kein UTF-8-Text.
no-key-unknown = Unbekannte Kopfzeile „{ $given }“. Es gibt: { $known }.
no-key-twice = Im Kopf steht „{ $given } …“ zweimal.
no-key-missing = Im Kopf fehlt „{ $given } …“.
no-line = „{ $given }“ sollte ein Platz und ein Zug sein, etwa „0 mask 2“.
no-number = { $given } sollte eine Zahl sein, nicht „{ $value }“.
no-hash = { $given } sollte aus 64 kleinen Hexadezimalziffern bestehen.
no-game-unknown = Kein Spiel „{ $given }“. Es gibt: { $known }.
no-game-refused = Das Spiel „{ $given }“ kann hier nicht gespielt werden: { $reason }
no-player-unknown = Kein Spieler „{ $given }“. Es gibt: { $known }.
no-edition = Gespielt nach Ausgabe { $given } der Regeln; dies ist Ausgabe { $known }.
no-nonces = Ein Platz hat höchstens eine Nonce, ohne „|“.
no-no-perft = Für { $given } gibt es kein Perft.
no-no-review = Für { $given } gibt es noch keinen Rückblick.
no-no-pgn = Für { $given } gibt es kein PGN.
no-pgn-unknown = Die Kopfzeile Variant dieser PGN nennt keins unserer Spiele.

no-unfinished = Dem Partieblatt fehlt das Ende.
no-early-end = Hier ist die Partie noch nicht zu Ende.
no-unproven = Ohne Kette von Siegeln lässt sich dieses Partieblatt nachspielen, beweist aber nichts.
no-seedless = Dieser Startwert wurde nie gezogen: Diese Würfel hätten alle vorher kennen können, sie beweisen nichts.
no-muster = „{ $given }“ gehört nicht hierher, nur options, seats, since, deal, sit, rise, shook, house und begin.
no-muster-number = „{ $value }“ sollte eine Zahl ohne führende Nullen sein.
no-nobody-sits = Am Tisch hat niemand die Nummer { $number }.
no-nonce-invented = { $nonce } ist keine ID einer neuen Interaktion.
no-seats-fewer = Es können nur weniger Plätze werden, hier sind es { $seats }.
no-since-alone = Wer eine andere Partie fortsetzt, spielt allein und beginnt sofort.
no-since-far = Keine Partie hat mehr als { $most } Schritte.
no-deal-people = Wer den Start einer anderen Partie wiederholt, spielt zu zweit auf ausgemachten Plätzen.
no-deal-itself = Keine Partie wiederholt ihren eigenen Start.
no-deal-none = Diese Partie wiederholt keinen Start.
no-deal-match = Sie wiederholt laut Partieblatt den Start von Partie { $wanted }; das andere Partieblatt ist von Partie { $given }.
no-deal-dice = Partie { $match } wurde mit anderen Würfeln ausgeteilt.
no-deal-terms = Partie { $match } hatte andere Optionen.
no-lobby-long = Eine Partie beginnt nach höchstens { $most } Zeilen.
no-house-wrong = Der Computer hat hier die Plätze { $seats }.
no-spelling = Diese Zeile schreibt man „{ $wanted }“.
no-line-end = Der letzten Zeile fehlt der Zeilenumbruch.
no-head = Hierher gehört { $key }, geschrieben wie auf der Seite über ehrliche Würfel. Ohne Kette steht vor den Zügen „---“.
no-cut-head = Das Partieblatt endet vor seinem Startwert.
no-not-yet = Das Partieblatt endet, bevor die Partie beginnt.
no-receipt-open = Ein offener Zug hat keine Quittung.
no-receipt-missing = Diesem verdeckten Zug fehlt die Quittung.
no-choice-missing = Was Platz { $seats } gewählt hat, fehlt im Partieblatt.
no-house-late = Der Computer wählt zuerst, aber Platz { $seats } hatte noch nicht gewählt.
no-house-changed = Der Computer überlegt es sich nie anders, Platz { $seat } aber schon.
no-dice-wrong = Für einen Platz, der mitten im Schritt frei wird, wählen die Würfel, und sie wählten „{ $word }“.
no-salt-wrong = Das Salz stammt nicht aus dem Schlüssel dieser Partie.
no-seal-never = Diese Partie hatte nie das Siegel { $seal }.
no-receipt-never = Diese Partie hat keine Quittung { $receipt }.
no-shook-never = „{ $text }“ steckt nicht in diesen Würfeln.
no-receipt-wrong = Die Quittung passt nicht zu diesem Zug.

# The reason for a random move, for a player who asks for a hint.
why-random = Der Zufall hat gewählt.
