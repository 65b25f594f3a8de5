# Was alle Spiele teilen: wie eine Partie endet und wie der Computer Nein sagt.

rank = { $rank }. { $who }: { $score }
list = { $some } und { $last }
you = du

reason-agreed = Remis vereinbart.
reason-abandoned = Abgesagt: Alle sind gegangen.
reason-no-show = Abgesagt: kein Zug von { $who }.
reason-cancelled = { $who } hat die Partie abgesagt.
reason-lapse = { $who } hat die Zeit überschritten.
reason-resign = { $who } hat aufgegeben.
reason-time = Die Zeit ist um.

no-ended = Diese Partie ist zu Ende.
no-seat = Es gibt keinen Platz { $seat } an einem Tisch mit { $seats } Plätzen; gezählt wird ab 0.
no-seats = Dieses Spiel ist für { $allowed } Personen, nicht für { $seats }.
no-not-awaited = Platz { $seat } ist jetzt nicht dran, sondern Platz { $awaited }.
no-illegal = „{ $word }“ ist hier kein möglicher Zug.
no-sealed = Platz { $seat } hat in diesem Schritt schon verdeckt gewählt.
no-untimed = Dieses Spiel kennt keine Zeitgrenze für die ganze Partie.
no-left = Platz { $seat } hat den Tisch verlassen.
no-in-time = Platz { $seat } hat noch Zeit.
no-offered = Remis ist schon angeboten: Nimm an oder spiel weiter.
no-not-offered = Niemand hat Remis angeboten.
no-said-so = Das hast du schon gesagt.
no-unread = „{ $typed }“ ist hier kein möglicher Zug. Meintest du { $near }?
no-not-asked = Du bist noch nicht dran.

no-option-unknown = Es gibt keine Option „{ $option }“. Die Optionen sind: { $known }.
no-option-twice = Die Option „{ $option }“ ist zweimal angegeben.
no-option-value = { $option } kann nicht { $value } sein. { $free ->
    [0] Möglich ist: { $wants }.
   *[other] Möglich ist zum Beispiel: { $wants }
}
no-option-form = „{ $given }“ sollte eine Option und ihr Wert sein, etwa variant=memory.
no-options-json = Die Optionen müssen ein einziges JSON-Objekt sein, etwa {"{"}"variant": "classic"{"}"}.

no-no-record = Das ist kein Partieblatt: In der ersten Zeile sollte „match { $format }“ stehen.
no-too-large = Das Partieblatt ist zu groß; es darf höchstens { $limit } MiB haben.
no-not-text = Das Partieblatt ist kein UTF-8-Text.
no-key-unknown = „{ $given }“ ist keine Kopfzeile. Es gibt: { $known }.
no-key-twice = Der Kopf hat zwei Zeilen „{ $given } …“.
no-key-missing = Der Kopf braucht eine Zeile „{ $given } …“.
no-line = „{ $given }“ ist kein Zug. Ein Zug ist ein Platz und ein Wort, etwa „0 mask 2“.
no-number = { $given } sollte eine Zahl sein, nicht „{ $value }“.
no-hash = { $given } sollte aus 64 kleingeschriebenen Hexadezimalziffern bestehen.
no-game-unknown = Es gibt kein Spiel „{ $given }“. Die Spiele sind: { $known }.
no-player-unknown = Es gibt keinen Spieler „{ $given }“. Es gibt: { $known }.
no-edition = Diese Partie wurde nach Ausgabe { $given } der Regeln gespielt; dies ist Ausgabe { $known }.
no-nonces = Jeder Platz hat höchstens eine Nonce, und keine enthält „|“.
no-no-perft = { $given } zählt seine Wege nicht.
no-no-review = Bei { $given } lassen sich Glück und Können noch nicht trennen.
no-no-pgn = { $given } wird nicht als PGN geschrieben.
no-pgn-unknown = In dieser PGN steht kein Spiel von hier; welches es ist, sagt die Kopfzeile Variant.

no-unfinished = Diese Partie läuft noch; prüfen lässt sich nur eine beendete.
no-unproven = Dieses Partieblatt hat keine Kette von Siegeln: Es lässt sich nachspielen, beweist aber nichts.
no-seedless = Dieser Startwert wurde nie gezogen: Alle hätten diese Würfel vorher kennen können, und sie beweisen nichts.
no-muster = „{ $given }“ gehört nicht hierher. Vor einer Partie stehen options, seats, since, sit, rise, shook, house und begin.
no-muster-number = „{ $value }“ sollte eine Zahl sein, ohne Nullen davor.
no-nobody-sits = Am Tisch hat niemand die Nummer { $number }.
no-house-wrong = Der Computer hat hier die Plätze { $seats }.
no-spelling = Diese Zeile schreibt man nur so: „{ $wanted }“
no-line-end = Der letzten Zeile fehlt das Ende.
no-head = Hier sollte { $key } stehen, so geschrieben wie auf der Seite über ehrliche Würfel. Ein Partieblatt ohne Kette hat vor seinen Zügen eine Zeile „---“.
no-cut-head = Das Partieblatt ist vor seinem Startwert abgeschnitten.
no-not-yet = Das Partieblatt ist abgeschnitten, bevor die Partie begann.
no-receipt-open = Dieser Zug war offen, und ein offener Zug hat keine Quittung.
no-receipt-missing = Dieser Zug war verdeckt, und seine Quittung fehlt.
no-choice-missing = Platz { $seats } hatte gewählt, und das Partieblatt sagt nicht, was.
no-house-late = Der Computer muss zuerst wählen, aber Platz { $seats } hatte noch nicht gewählt.
no-house-changed = Der Computer überlegt es sich nie anders, Platz { $seat } aber schon.
no-dice-wrong = Auf einem Platz, der mitten im Schritt frei wird, wählen die Würfel, und sie wählten „{ $word }“.
no-salt-wrong = Das Salz stammt nicht aus dem Schlüssel dieser Partie.
no-seal-never = Das Siegel { $seal } stand nie unter dieser Partie.
no-receipt-never = Die Quittung { $receipt } kommt in dieser Partie nicht vor.
no-shook-never = „{ $text }“ steckt nicht in diesen Würfeln.
no-receipt-wrong = Die Quittung passt nicht zu diesem Zug.

# Warum der Computer ein Wort spielen würde, für alle, die fragen, was er täte.
why-random = Der Zufall hat gewählt.
