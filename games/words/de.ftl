# Was alle Spiele teilen: wie eine Partie endet und wie das Haus Nein sagt.

rank = { $rank }. { $who }: { $score }

reason-agreed = Remis vereinbart.
reason-abandoned = Niemand ist am Tisch geblieben.
reason-cancelled = Die Partie wurde abgebrochen.
reason-lapse = Die Bedenkzeit ist abgelaufen.
reason-resign = Aufgegeben.
reason-time = Die Zeit für die ganze Partie ist um.

no-ended = Diese Partie ist zu Ende.
no-seat = Einen Platz { $seat } gibt es an einem Tisch mit { $seats } Plätzen nicht; gezählt wird ab 0.
no-seats = Dieses Spiel ist für { $allowed } Personen, nicht für { $seats }.
no-not-awaited = Platz { $seat } ist jetzt nicht dran, sondern Platz { $awaited }.
no-illegal = „{ $word }“ ist hier nicht erlaubt.
no-sealed = Platz { $seat } hat seine Wahl in diesem Schritt schon verdeckt hinterlegt.
no-untimed = Dieses Spiel kennt keine Zeit für die ganze Partie.
no-left = Platz { $seat } hat den Tisch verlassen.
no-in-time = Platz { $seat } ist nicht zu spät.
no-offered = Remis ist schon angeboten: nimm es an oder spiel weiter.
no-not-offered = Niemand hat Remis angeboten.
no-said-so = Das hast du schon gesagt.
no-unread = „{ $typed }“ ist hier nicht erlaubt. Meinst du { $near }?
no-not-asked = Du wirst gerade nach nichts gefragt.

no-option-unknown = Eine Option „{ $option }“ gibt es nicht. Die Optionen sind: { $known }.
no-option-value = { $option } kann nicht { $value } sein. Möglich ist: { $wants }.
no-option-form = „{ $given }“ müsste eine Option und ihr Wert sein, etwa variant=memory.
no-options-json = Die Optionen müssen ein einziges JSON-Objekt sein, etwa {"{"}"variant": "classic"{"}"}.

no-no-record = Das ist kein Partieblatt: in der ersten Zeile müsste „match { $format }“ stehen.
no-cut = Das Partieblatt ist abgeschnitten: es fehlt die Zeile „---“, mit der die Züge beginnen.
no-too-large = Das Partieblatt ist zu groß: höchstens { $limit } MiB.
no-not-text = Das Partieblatt ist kein Text in UTF-8.
no-key-unknown = „{ $given }“ ist keine Zeile eines Kopfes. Der Kopf kennt: { $known }.
no-key-twice = „{ $given }“ steht zweimal im Kopf.
no-key-missing = Im Kopf fehlt, was hinter „{ $given }“ stehen muss.
no-line = „{ $given }“ ist keine Wahl. Eine Wahl ist ein Platz und ein Wort, etwa „0 mask 2“.
no-seal = Hinter # stehen ein Salz aus 32 und eine Quittung aus 64 Hexadezimalziffern.
no-number = { $given } sollte eine Zahl sein, nicht „{ $value }“.
no-hash = { $given } besteht aus 64 kleingeschriebenen Hexadezimalziffern.
no-game-unknown = Ein Spiel „{ $given }“ gibt es nicht. Die Spiele sind: { $known }.
no-edition = Dieses Partieblatt wurde nach Ausgabe { $given } der Regeln gespielt; dies ist Ausgabe { $known }.
no-nonces = Nonces enthalten kein „|“.
no-sat = sat nennt Plätze dieses Tisches, jeden höchstens einmal.
no-seed-missing = Eine Festlegung ohne ihren Startwert beweist nichts.

no-unfinished = Diese Partie ist nicht zu Ende; prüfen lässt sich nur eine beendete.
no-unproven = Dieses Partieblatt hat keine Festlegung: es lässt sich nachspielen, aber es beweist nichts.
no-commit-wrong = Die Festlegung gehört nicht zum Startwert.
no-sat-wrong = Die Würfel gaben die Plätze { $drawn }.
no-id-missing = Quittungen nennen ihre Partie, und im Kopf steht keine id.
no-receipt-wrong = Die Quittung gehört nicht zu dieser Wahl.
