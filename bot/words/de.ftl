### Texts of the bot. Every language has the same keys in the same order.

# Matches at a terminal

play-seal = Fairness-Siegel dieser Partie: { $seal }
play-help = Tippe deinen Zug. „?“ zeigt die Züge, „how“ erklärt das Spiel, „!resign“ gibt auf, Strg-D verlässt den Tisch.
play-turn = { $who }, du bist dran
play-hidden = { $who }, du bist dran. Drück Enter, wenn sonst niemand zusieht
play-sealed = Verdeckt gewählt.
play-words = Du kannst spielen: { $words }
show-words = { $seat }: { $words }
show-daily = Tagesduell { $number } · { $date }
show-daily-weekday = Werktag: Du gewinnst oder zahlst die Differenz.
show-daily-sunday = Sonntag: Nur der Sieg in der Partie zählt (+3, 0, −3).
show-daily-solution = Perfekte Mischung: { $rows } / { $columns }
play-more = … und { $count ->
    [one] 1 weiterer
   *[other] { $count } weitere
}
play-left = Du hast den Tisch verlassen.
play-saved = Das Partieblatt liegt in { $file }.

proof-fair = ✅ Partie { $match } war fair
proof-unchanged = ✅ In Partie { $match } wurde nichts verändert
proof-not-drawn = ❔ In Partie { $match } wurde nichts verändert, aber nicht alles gelost
proof-unfair = ❌ Mit Partie { $match } stimmt etwas nicht
proof-unproven = ❔ Zu Partie { $match } ist nichts bewiesen
proof-promised = Fairness-Siegel: `{ $seal }`. Heb es jetzt auf; nach der Partie können alle prüfen, dass nichts geändert wurde.
proof-continues = ↩️ Diese Partie setzt eine frühere fort, mit eigener Nummer und eigenem Siegel.
proof-seal = Letztes Siegel, auf der Karte steht sein Anfang: `{ $seal }`
proof-proven = ✅ Bewiesen: Genau diese Partie wurde gespielt. Nichts wurde geändert, ergänzt oder weggelassen.
proof-agrees = Das Partieblatt ist in sich stimmig. Ob es die gespielte Partie ist, zeigt sein letztes Siegel { $seal }: Vergleiche es mit deinem, oder nimm --seal.
proof-same-match = Genau diese Partie wurde gespielt. Nichts wurde geändert, ergänzt oder weggelassen. Dass sie fair war, ist nicht bewiesen:
proof-short = Nicht bewiesen: Das Siegel von Zeile { $line } beginnt mit { $seal }, aber wer den Bot betreibt, kann ein passendes Partieblatt suchen. Das ganze Siegel steht unter „Fairness“.
proof-until = Bewiesen bis Zeile { $line }, wo { $seal } stand; nicht weiter.
proof-receipt = { $receipt } ist eine Quittung dieser Partie.
proof-shook = „{ $text }“ steckt in den Würfeln.
proof-wrong = Falsch in Zeile { $line }: { $why }
proof-missing = Nicht bewiesen, siehe Zeile { $line }: { $why }
proof-never = Falsch: { $why }
proof-seats = Ausgelost: { $seats }.
proof-agreed = Plätze wie ausgemacht: { $seats }.
proof-shaken = { $count ->
    [0] Niemand hat die Würfel geschüttelt: Dass es Zufall war, sagt nur der Computer. Bei Herausforderungen hilft vorher `/duel schütteln`.
    [one] Eine Person hat die Würfel geschüttelt. Hast du davor ein Siegel gesehen, konnte der Computer sie nicht allein aussuchen.
   *[other] { $count } Personen haben die Würfel geschüttelt. Hast du davor ein Siegel gesehen, konnte der Computer sie nicht allein aussuchen.
}
proof-receipts = { $hidden ->
    [0] Kein Zug war verdeckt.
    [one] Ein verdeckter Zug, passend zu seiner Quittung.
   *[other] { $hidden } verdeckte Züge, jeder passend zu seiner Quittung.
}{ $again ->
    [0] {""}
    [one] {" "}Einer wurde vor dem Aufdecken geändert, wie erlaubt.
   *[other] {" "}{ $again } wurden vor dem Aufdecken geändert, wie erlaubt.
}
proof-seated = { $who } als { $seat }
proof-sitter = Person { $number }
proof-steps = Mit diesen Würfeln war jeder Zug erlaubt, in { $steps ->
    [one] 1 Schritt.
   *[other] { $steps } Schritten.
}
proof-tally = 🎲 Dieser Server: { $sealed } versiegelt · { $results } mit Ergebnis · { $off } abgesagt · { $alone } von einer Person abgebrochen · { $expired } abgelaufen · { $live } offen
proof-since = { $steps ->
    [0] ⚠️ Sie setzt eine andere Partie fort: Über den Anfang beweisen ihre Würfel nichts.
   *[other] ⚠️ Sie setzt eine andere Partie fort: Bis Schritt { $steps } beweisen ihre Würfel nichts.
}
proof-deal = ⚠️ Sie wiederholt den Start von Partie { $match }; verglichen wurden die beiden nicht.
proof-deal-unproven = ⚠️ Ihr Start hat dieselben Würfel wie das andere Partieblatt; ob es stimmt, zeigt nur das letzte Siegel von Partie { $match }.
proof-deal-same = 🪞 Ihr Start ist der von Partie { $match }.
proof-laid = ⚠️ Von Hand gelegt, nicht gelost: { $what }
proof-terms = Gespielt: { $terms }

# Refused offers and actions
no-typed-line = Bitte eine Zeile mit gewöhnlichem Text: höchstens { $most } Zeichen, nichts Unsichtbares, keine gestapelten Akzente.
no-option-typed = „{ $typed }“ passt nicht zu „{ $option }“. { $free ->
    [0] Möglich: { $wants }.
   *[other] Zum Beispiel: { $wants }
}
no-variant-unknown = { $count ->
    [0] Dieses Spiel hat keine Varianten.
   *[other] Keine Variante „{ $typed }“, nur { $known }.
}
no-no-table = Keine Partie { $match }.
no-game-missing = Der Bot hat dieses Spiel gerade nicht.
no-busy = Viel los. Versuch es gleich noch mal.
no-stale = Dieser Zug ist vorbei.
no-late = Zu spät: Die Zeit ist um.
no-running = Diese Partie läuft noch.
no-begun = Diese Partie hat schon begonnen.
no-options-changed = Die Optionen haben sich geändert. Öffne das Formular neu.
no-practising = Spiel erst deine Übung zu Ende, oder tippe nur `/duel üben`.
no-illegible = In diesem Spiel kann ich dich nicht lesen.
no-such-level = In { $game } gibt es diese Stärke nicht, nur { $levels }.
no-not-begun = Diese Partie hat noch nicht begonnen.
no-closed-declined = Herausforderung abgelehnt.
no-closed-withdrawn = Angebot zurückgezogen.
no-closed-expired = Zu spät: Dieses Angebot ist abgelaufen.
no-closed-outdated = Abgebrochen: Die Regeln haben sich geändert.
no-closed-broken = Abgebrochen: ein Fehler im Spiel. Die Partie zählt nicht.
no-closed-bygone = Neue Regeln: Ich kann diese Partie nicht mehr zeigen. Das Ergebnis bleibt.
no-closed-newer = Ich bekomme gerade ein Update. Versuch es in ein paar Minuten.
no-closed-shelved = 🧺 Übungspartie abgebrochen, ohne Ergebnis.
no-named-twice = Wähl andere Spieler, jeden nur einmal.
no-yourself = Nicht dich selbst – nimm `/duel üben`.
no-no-seat-free = Kein Platz mehr frei.
no-seats-of-game = { $game } ist für { $allowed } Personen, nicht für { $seats }.
no-named-count = { $wanted ->
    [0] Gegner kannst du hier nicht aussuchen.
    [one] Wähl einen Gegner.
   *[other] Wähl { $wanted } Gegner.
}
no-sits-already = Du bist schon dabei.
no-changed-too-often = Zu oft geändert. Fang neu an.
no-not-named = Diese Herausforderung gilt nicht dir.
no-own-challenge = Deine eigene Herausforderung: Zieh sie unter „Mehr“ zurück.
no-for-others = Diese Herausforderung gilt { $who }.
no-said-no = Du hast schon abgelehnt.
no-not-host = Das darf nur der Host.
no-not-open = Das ist kein offener Tisch.
no-prediction = Das lässt sich nicht vorhersagen.
no-not-seated = Du spielst hier nicht mit.
no-plays-elsewhere = { no-not-seated } Eine andere Partie wählst du bei „partie“.
no-unshaken = Schüttelt erst beide die Würfel, unter „Mehr“.
no-dealt = Du kennst deinen Start: Allein abbrechen geht nicht mehr. Remis zählt jetzt nicht, Aufgeben schon.
no-has-left = Du bist gegangen; der Computer spielt für dich.
no-has-timed-out = Deine Zeit ist abgelaufen; der Computer spielt für dich.
no-seats-stay = So viele Plätze gibt es hier nicht.
no-too-few = Mindestens { $least ->
    [one] eine Person
   *[other] { $least } Personen
} und für alle einen Platz.
no-nobody = Es braucht zwei Personen oder eine und den Computer.
no-gone = Keine Revanche: Jemand ist für immer weg.
no-not-the-house = Auf diesem Platz spielt nicht der Computer.
no-house-plays-on = Der Computer nimmt kein Remis an: Gib auf oder brich ab.
no-draw-already-offered = Du hast schon Remis angeboten.
no-holiday-used = So viele Tage hast du nicht mehr.
no-not-due = Es ist noch Zeit.

# Slash commands and their options: names, then descriptions
name-play = spielen
name-help = hilfe
name-daily = tagesduell
name-challenge = herausfordern
name-practice = üben
name-open = offen
name-inbox = eingang
name-move = zug
name-board = brett
name-resign = aufgeben
name-draw = remis
name-cancel = abbrechen
name-list = liste
name-replay = wiederholung
name-verify = prüfen
name-shake = schütteln
name-line = zeile
name-rules = regeln
name-opponent = gegner
name-opponent2 = gegner2
name-opponent3 = gegner3
name-opponent4 = gegner4
name-opponent5 = gegner5
name-game = spiel
name-variant = variante
name-clock = bedenkzeit
name-level = stärke
name-house = computer
name-rated = gewertet
name-options = optionen
name-seats = plätze
name-word = wort
name-find = suche
name-match = partie
name-text = text
name-settings = einstellungen
name-me = ich
name-server = server
name-ladder = rangliste
name-player = spieler
name-user = person
command-ladder = Ranglisten und Profile
command-player = Wertungen, Bilanz und Rivalen; auch deine Gewohnheiten
about-user = Wessen Profil; sonst deins
menu-challenge = Zum Duell herausfordern
menu-profile = Profil
menu-review = Rückblick
menu-verify = Fairness prüfen
command-play = Fang hier an: gegen den Computer oder gegen andere
command-help = Die Spiele, ihre Regeln und eine erste Partie
command-daily = Ein Brett am Tag, eine geheime Wahl, du gegen den ganzen Server
command-duel = Duelle mit verdeckter Wahl
command-challenge = Fordere jemanden heraus
command-practice = Spiel sofort gegen den Computer
command-open = Eröffne einen Tisch für alle
command-inbox = Deine Partien
command-move = Tippe deinen Zug
command-board = Zeig das Brett noch mal
command-resign = Gib eine Partie auf
command-draw = Biete Remis an oder nimm es an
command-cancel = Brich eine Partie ab
command-list = Die laufenden Partien
command-replay = Rückblick auf eine Partie: Wendepunkte, Glück und Können, Film
command-verify = War eine Partie fair?
command-shake = Gib vor einer Partie eine Zeile in die Würfel
command-rules = So wird gespielt
command-settings = Deine Einstellungen oder die des Servers
command-me = Deine Sprache, Nachrichten, Urlaub und Ranglisten
command-server = Für die Serververwaltung: Sprache, Kanäle, Bedenkzeit, Threads, Saison
about-opponent = Wen du herausforderst
about-opponents = Wen noch, bei mehr als zwei
about-game = Welches Spiel
about-variant = Welche Variante
about-clock = Bedenkzeit pro Zug
about-level = Wie gut der Computer spielt
about-house = Computer auf freie Plätze?
about-rated = Für die Rangliste?
about-options = Erweitert: Optionen mit Namen, etwa duel_limit=7; prize=one
about-seats = Wie viele spielen
about-word = In Notation; ein paar Buchstaben reichen
about-line = Nur du siehst sie; sie kommt in die Würfel
about-find = Was du suchst, etwa C6 oder Wolf
about-match = Welche Partie; sonst die dringendste
about-own-match = Welche Partie; sonst die in diesem Kanal
about-text = Das Brett in Buchstaben
name-season = saison
name-begin = beginnen
name-end = beenden
name-name = name
command-standing = Die Rangliste dieses Servers und dein Platz
command-season = Für die Serververwaltung: Saison beginnen oder beenden
command-season-begin = Beginne eine Saison, alle fangen neu an
command-season-end = Beende die Saison und poste den Endstand
about-ladder-game = Welches Spiel; sonst alle zusammen
about-season = Welche Saison; sonst die laufende
about-season-name = Ein Name, wenn du magst
choice-clock-5m = 5 Minuten pro Zug
choice-clock-1h = 1 Stunde pro Zug
choice-clock-24h = 24 Stunden pro Zug
choice-clock-3d = 3 Tage pro Zug
choice-clock-none = Ohne Zeitlimit
choice-fills-1m = Nach 1 Minute
choice-fills-5m = Nach 5 Minuten
choice-fills-1h = Nach 1 Stunde
level-easy = leicht
level-medium = mittel
level-hard = schwer
level-reads = liest dich: lernt, wie du wählst

# People and times
the-house = der Computer
# In pictures, where names have little room.
house-short = Computer
house-numbered = Computer { $number }
house-for = der Computer (für { $who })
house-plays-on = 🚪 { $who } ist gegangen – der Computer spielt weiter.
house-plays-on-after-timeout = ⌛ Die Zeit von { $who } ist um – der Computer spielt weiter.
somebody = jemand von früher
seated = { $who } ({ $seat })
time-up = ⏳ { $until }
span-none = unbegrenzt
span-days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
}
span-hours = { $count ->
    [one] 1 Stunde
   *[other] { $count } Stunden
}
span-minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
span-months = { $count ->
    [one] 1 Monat
   *[other] { $count } Monate
}
span-seconds = { $count ->
    [one] 1 Sekunde
   *[other] { $count } Sekunden
}
match-count = { $matches ->
    [one] 1 Partie
   *[other] { $matches } Partien
}
label-versus = Gegner: { $who }
label-your-turn = du bist dran
label-offered = noch nicht begonnen
age-now = gerade eben
age-minutes = vor { $count } Min.
age-hours = vor { $count } Std.
age-days = { $count ->
    [one] vor 1 Tag
   *[other] vor { $count } Tagen
}
page = Seite { $page } von { $pages }
board-number = Brett { $board } von { $boards }
yes = Ja
no = Nein

# Start page for newcomers
greeting = 👋 Hi! Bei meinen Spielen wählen alle geheim, dann wird zugleich aufgedeckt. Spiel gleich gegen mich oder fordere jemanden heraus; `/spielen` geht in jedem Kanal.
door-title = Was möchtest du spielen?
door-more = Deine Partien: `/duel eingang` · Einstellungen: `/einstellungen ich`
door-challenge = Wen forderst du heraus?
door-person = Person aussuchen
door-elsewhere = In { $channels } geht es.
door-other-rules = Regeln eines anderen Spiels …

# Lobby
lobby-title = Lobby
lobby-quiet = Noch spielt niemand. Wer fängt an?
lobby-waits = ⏳ { $who } wartet · { $game }
lobby-live = Läuft gerade
lobby-results = Letzte Ergebnisse
lobby-leader = 🏆 Diese Woche vorn: { $who }
lobby-waiting = ⏳ Du wartest auf einen Gegner: { $game }. Ich melde mich, wenn jemand mitspielt. Endet { $until }.
lobby-other-game = Anderes Spiel
lobby-left = Du wartest nicht mehr.
lobby-lapsed = Diesmal kam niemand: { $game }.

# Followers
follow-started = 👀 { $players } spielen: { $game }
follow-match = 🔔 Ich schreibe dir einmal, wenn die Partie endet.
follow-match-stopped = 🔕 Zu dieser Partie schreibe ich dir nichts.
follow-person = 🔔 Du folgst { $who }: Ich schreibe dir zu Beginn und Ende jeder Partie, die hier alle sehen können.
follow-person-stopped = 🔕 Du folgst { $who } nicht mehr.
follow-all-stopped = 🔕 Du folgst niemandem mehr.
follow-limit = Du folgst { $limit } Leuten und Partien. Mehr geht nicht.
followed-nobody = Du folgst niemandem. Drück in einem Profil oder beim Zuschauen auf Folgen.
followed-stop = Nicht mehr folgen …
no-follow-closed = Diesen Kanal können nicht alle lesen, darum kann niemand der Partie folgen.

# Offers and options
offer-challenge = { $host } fordert { $guests } heraus: { $game }
offer-challenge-own = Du forderst { $guests } heraus: { $game }
offer-challenge-you = { $host } fordert dich{ $count ->
    [0] {""}
   *[other] {" und "}{ $guests }
} heraus: { $game }
offer-rematch = 🔁 { $host } will eine Revanche gegen { $guests }: { $game }
offer-rematch-own = 🔁 Du willst eine Revanche gegen { $guests }: { $game }
offer-rematch-you = 🔁 { $host } will eine Revanche gegen dich{ $count ->
    [0] {""}
   *[other] {" und "}{ $guests }
}: { $game }
offer-so-far = 📊 Bisher: { $scores }
offer-open = { $host } eröffnet einen Tisch: { $game }
offer-open-own = Dein Tisch: { $game }
offer-practice = { $host } gegen den Computer: { $game }
offer-there = { $count ->
    [one] { $who } ist dabei.
   *[other] { $who } sind dabei.
}
offer-seats = 👥 { $taken } von { $seats }: { $who }
offer-stands = ⏳ verfällt { $until }
offer-young = 🌱 { $who }: neu auf Discord, gewertet nach { $days } Tagen.
offer-fills = ⏳ Der Computer füllt leere Plätze { $until }
offer-filled = { $rest ->
    [0] ▶️ Beginnt, sobald jemand dazukommt. { $host } kann schon jetzt gegen den Computer anfangen.
   *[other] ▶️ Beginnt, sobald noch jemand dazukommt; der Computer nimmt die anderen Plätze. { $host } kann schon jetzt anfangen.
}
offer-passed = 🙅 Abgelehnt von { $who }
offer-unseated = 🔁 Neue Optionen: { $who }, bitte noch mal zusagen.
offer-at-host = 👉 { $host }: Fang an oder frag unter „Mehr“ jemand anderen.
offer-unshaken = 🎲 Die Würfel warten noch auf { $who }.
offer-spilt = 🎲 Neue Optionen: bitte neu schütteln.
offer-asks = 🎲 Erst schütteln alle die Würfel, mit irgendeiner Zeile: So kann sich niemand die Würfe aussuchen.
offer-invite = Jemand anderen fragen
banner-players = { $players } Spieler
game-facts = { $minutes } Min. · { $players }
offer-shaken = 🎲 Würfel geschüttelt von { $who }.
form-shake = Würfel schütteln
form-shake-line = Irgendeine Zeile
form-shake-about = Nur du siehst sie. Deine letzte zählt.
offer-begun = ▶️ Die Partie hat begonnen.
offer-declined = { $who } hat abgelehnt.
offer-withdrawn = { $host } hat das Angebot zurückgezogen.
offer-expired = Niemand hat rechtzeitig geantwortet.
offer-outdated = 📜 Abgebrochen: { $game } hat neue Regeln. Noch eine?
offer-broken = 🔧 Abgebrochen: { $game } hat einen Fehler. Die Partie zählt nicht.
offer-bygone = 📜 { $game } hat neue Regeln. Das Ergebnis bleibt.
term-clock = { $span } pro Zug
term-no-clock = Züge ohne Zeitlimit
term-limit = { $span } für die Partie
term-level = Computer: { $level }
laid-by-hand = von Hand gelegt: { $what }
term-rated = gewertet
term-unrated = ungewertet
term-shakes = alle schütteln zuerst
option-clock = Bedenkzeit pro Zug
meaning-clock = Zum Nachdenken.
option-limit = Zeit für die ganze Partie
meaning-limit = Ist sie um, gewinnt, wer vorn liegt.
option-rated = Gewertet
meaning-rated = Zählt für die Rangliste.
option-shakes = Erst schütteln
meaning-shakes = Los geht es, wenn alle geschüttelt haben.
options-title = Optionen: { $game }
options-checks = Außerdem
options-typed = Optionen mit Namen
options-typed-about = Mit Strichpunkten trennen.
options-unchanged = Nichts geändert.
options-anew = Neue Optionen, neue Partie: Diese endet ohne Ergebnis.
options-spills = 🎲 Nach einer Änderung schütteln alle noch mal.
options-unseat = Änderst du eine Option, müssen alle noch mal zusagen.

# Reviews
debrief-points = In Prozent Siegchance.
verdict-won = { $own ->
    [1] Du hast
   *[0] { $winner } hat
}
review-reader = du
review-went = { $name }: von { $before } % auf { $after } %, davon { $causes }.
review-stayed = { $name }: { $before } % wie am Anfang, davon { $causes }.
review-by-luck = { $gain ->
    [1] { $points } durch Glück
   *[0] { $points } durch Pech
}
review-by-play = { $gain ->
    [1] { $points } durch besseres Spiel
   *[0] { $points } durch schwächeres Spiel
}
review-by-unexplained = { $points } ungeklärt
review-by-nothing = nichts durch Glück oder Spiel
review-mistakes = Fehler: { $counts }
review-mistake-count = { $name } { $mistakes ->
    [0] keine
   *[other] { $mistakes } ({ $cost })
}
review-turn-luck = 🎲 { $name } { $points }: { $what }
review-turn-mistake = 💡 { $name } { $points }: { $what }
review-luck = 🎲 Glück: { $name } { $points }
review-legend = 🎲 Glück: was ausgeteilt oder gewürfelt wurde oder geheim zusammentraf. 💡 Fehler. Beides in Prozent Siegchance. Ungeklärt: was die Schätzung nicht erklärt.
verdict-luck = { verdict-won } mit Glück gewonnen.
verdict-luck-against = { verdict-won } schwächer gespielt und mit Glück gewonnen.
verdict-play = { verdict-won } besser gespielt und gewonnen.
verdict-play-against = { verdict-won } besser gespielt und trotz Pech gewonnen.
verdict-both = { verdict-won } mit Glück und besserem Spiel gewonnen.
verdict-close = { verdict-won } gewonnen; weder Glück noch Spiel allein gab den Ausschlag.
verdict-late = { verdict-won } gewonnen; die Schätzung erklärt kaum, warum.
verdict-drawn = Unentschieden: Glück und Spiel waren ausgeglichen.
verdict-drawn-against = Unentschieden: { $own ->
    [1] dein Glück
   *[0] { $winner } mit Glück
} gegen besseres Spiel.
verdict-ahead = { verdict-won } gewonnen, von Anfang an im Vorteil.
verdict-unclear = { verdict-won } gewonnen; wodurch, sagen die Fehler nicht.
verdict-even = Unentschieden: Niemand hat mehr verschenkt.
verdict-open = Vorzeitig beendet: Auf dem Brett war noch nichts entschieden.
verdict-thrown = { $when }: { $lost ->
    [1] Du lagst
   *[0] { $loser } lag
} vorn und { $lost ->
    [1] hast
   *[0] hat
} es verschenkt.
ahead-luck = Glück
ahead-play = Spiel
ahead-late = Ungeklärt
ahead-whole = Gesamt
ahead-mistake = Fehler
ahead-unit = Mehr Farbe, bessere Chancen
ahead-picture = Chancen und Wendepunkte. { $players }
debrief-many = { $game }, { $matches ->
    [one] eine Partie
   *[other] { $matches } Partien
}, im Schnitt je Partie:
debrief-seat = { $name }: Glück { $luck } (±{ $unsure }), eigenes Spiel { $choices } (±{ $loose })
debrief-slips = Fehler { $whole },{ $tenths }
debrief-others = Noch ohne Rückblick: { $matches ->
    [one] eine Partie
   *[other] { $matches } Partien
}.

# Match cards and results
match-title = { $game }: { $players }
match-name = { $players } · { $game }
match-threaded = 🧵 { $players } · { $game } · { $where }
as-of = 🕰️ { $at } · Jeder Knopf aktualisiert.
match-result = 🏁 Das Ergebnis: { $where }
match-review = 🏁 Rückblick und Revanche: { $where }
result-line = 🏆 { $winner } – { $losers } { $score }
match-number = Partie Nummer { $match }
more-ends = Aufgeben: Du verlierst. Abbrechen: kein Ergebnis, aber nach dem ersten Zug müssen alle zustimmen.
more-ends-practice = Aufgeben: mit Ergebnis und Rückblick. Abbrechen: ohne beides.
chooses = Am Zug: { $who }
chooses-until = Am Zug: { $who } · { $until }
choose-here = 👉 { $who }: bitte hier wählen.
seers = 🔮 Vorhergesehen von { $who }.
seers-more = { $count ->
    [one] einer weiteren Person
   *[other] { $count } weiteren
}
prediction-ask =
    🔮 Was wählen sie? { $who }
    -# Niemand sieht deine Vorhersage vor dem Aufdecken.
prediction =
    🔮 Deine Vorhersage: { $what }
    -# Bis zum Aufdecken kannst du sie ändern.
prediction-last = 🔮 Zuletzt: { $outcomes }
prediction-right = { $who } richtig, +{ $points }
prediction-wrong = { $who } falsch, −{ $points }
prediction-clock = -# Vorhersagen gibt es ab { $minutes } Minuten Bedenkzeit.
has-chosen = ✅ { $who } hat gewählt.
limit-until = ⏳ Partie endet { $until }
offers-draw = 🤝 { $who } bietet Remis an.
asks-to-cancel = 🕊️ { $who } will abbrechen.
absent-gone = 🚪 { $who } { $count ->
    [one] hat
   *[other] haben
} den Server verlassen: Zum Abbrechen genügt, wer noch da ist.
absent-away = 🏖️ { $who } ist bis { $until } weg.
over-won = 🏆 { $who } gewinnt: { $why }
over-won-you = 🏆 Du gewinnst: { $why }
over-alone = sonst spielt niemand mehr
over-time = die Zeit ist um
film-won = { $who } gewinnt: { $why }
over-left = gegangen
over-timed-out = Zeit abgelaufen
over-record = Für `duel replay` und `duel verify` am Terminal.
end-turned = { $decided ->
    [0] Größter Umschwung
   *[1] Die Entscheidung
}
end-board = Am Ende
moment-duel = Duell { $number } von { $of }
moment-after = { $number ->
    [0] Vor dem ersten Duell
   *[other] Nach Duell { $number } von { $of }
}
moment-turn = Zug { $number } von { $of }
moment-step = Schritt { $number } von { $of }
moment-move = Zug { $number } von { $of }
moment-end = Der Schluss
story-comeback = 🔄 Aufholjagd nach { $behind }.
story-points-behind = { $points } Punkten Rückstand
story-upset = 🎯 Außenseitersieg: { $gap } Wertungspunkte weniger.
story-shutout = 🧱 Zu null: kein Punkt abgegeben.
story-last-step = ⏱️ Am Schluss entschieden: { $who } +{ $gain }{ $change }.
story-photo-finish = 📸 Hauchdünn: { $scores }.
story-swing = ⚡ Größter Umschwung: { $moment }{ $what }, { $who } +{ $gain }{ $change }.
review-course = Punktestand und Wendepunkte. Jetzt: { $scores }
course-after = { $number ->
    [0] Vor dem ersten Duell
   *[other] Nach Duell { $number }
}
course-duel = Duell
course-turn = Zug
course-step = Schritt
course-move = Zug
review-gains = Größte Sprünge:
jump = Springen zu …
jump-turning = 🔑 { $when }
jump-highlight = ⭐ Höhepunkt
jump-mistake = 💡 Es gab Besseres
jump-duel = ⚔️ Duell { $number }
jump-turn = Zug { $number }
known-here = 🧠 Alles, was { $who } hier wissen konnte, mit perfektem Gedächtnis.
known-unsure = Verdeckt ({ $who }), in beliebiger Reihenfolge: { $what } auf { $where }.
jump-eyes = Aus der Sicht von:
jump-turned = Das Brett, gesehen von:
look-closes = 👁️ In zehn Sekunden wieder verdeckt.
board-comes = Das Brett kommt gleich: { $where }
place-holds = { $place }: { $what }
place-empty = { $place }: leer
place-unknown = So etwas ist nicht auf dem Brett.
list-title = Laufende Partien
list-empty = Gerade spielt niemand.
list-card = Karte
list-practice = Gegen den Computer spielen …
list-more = … und { $count } weitere

# Ratings, ladders and seasons
rated-rank = Rang { $rank }
rank-missing = ohne Rang, { $played } von { $needed } gespielt
rank-strangers = { $strangers ->
    [one] ohne Rang, noch 1 neuer Gegner
   *[other] ohne Rang, noch { $strangers } neue Gegner
}
worth-likely = **{ $points }** ± { $unsure }
unrated-practice = Übung – ungewertet
unrated-drawn = Ungewertet: Start von Hand gelegt.
unrated-agreed = Ungewertet, wie ausgemacht.
unrated-abroad = Ungewertet: Gewertet wird nur auf Servern, auf denen ich bin.
unrated-young = Ungewertet: neues Discord-Konto (unter { $limit } Tagen).
unrated-cancelled = Ungewertet: abgebrochen.
unrated-abandoned = Ungewertet: nicht zu Ende gespielt.
unrated-short = Ungewertet: { $limit ->
    [0] zu kurz
    [one] kein Schritt gespielt
   *[other] unter { $limit } Schritten
}.
unrated-pair = Ungewertet: { $limit ->
    [0] am selben Tag zu oft gespielt
   *[other] höchstens { $limit } pro Tag und Paar
}.
player-count = { $players ->
    [one] 1 Spieler
   *[other] { $players } Spieler
}
ladder-title = Rangliste: { $game }
ladder-everything = alle Spiele
ladder-empty = Noch keine gewerteten Partien.
ladder-line = **{ $rank }.** { $who } · { $worth } · { match-count }
ladder-line-missing = **({ $rank })** { $who } · { $worth } · { $missing }
ladder-new = neu
ladder-hidden = Deine Zeile siehst nur du; `/einstellungen ich` zeigt sie allen.
ladder-provisional = 🌱 In Klammern: vorläufig. Ein Rang braucht { $matches } Partien und { $opponents } Gegner.
ladder-small = { player-count } · Wertung ± Fehler · ▲ ▼ seit Montag · 🏁 letzte Plätze
ladder-alt = Vom Besten abwärts: { $lines }
ladder-alt-line = { $rank }. { $who }, { $points }
season-alt-line = Rang { $rank }, { $points } Punkte
ladder-alt-missing = ({ $rank }) { $who }, { $points }
ladder-open = Keine Saison; gezählt wird trotzdem.
ladder-running = { $season } · 📅 { $began } →
ladder-running-until = { $season } · 📅 { $began } – { $due }
ladder-ended = { $season } · 🏁 { $began } – { $ended }
seers-title = Hellseher
seers-line = **{ $rank }.** { $who } · { $points ->
    [one] { $shown } Punkt
   *[other] { $shown } Punkte
} · { $hits } von { $count } richtig
seers-empty = Noch niemand. Es braucht { $predictions } Vorhersagen zu { $players } Spielern im Monat. Drück bei einer Partie auf Zuschauen.
seers-own = Du: { $points ->
    [one] { $shown } Punkt
   *[other] { $shown } Punkte
} · { $count } von { $least } Vorhersagen, zu { $players } von { $different } Spielern
seers-small = 4 Möglichkeiten: richtig +3, falsch −1 · höchstens { $most } Vorhersagen pro Spieler
season = Saison { $number }
season-named = { $name } (Saison { $number })
season-over = { $season } ist zu Ende
season-was = 📅 { $began } – { $ended } · { player-count }
season-unranked = 🌱 Keine Ränge: Die brauchen { $matches } Partien gegen drei Gegner.
season-champion = 🏆 { $count ->
    [one] Champion aller Spiele: { $who }!
   *[other] Gemeinsame Champions aller Spiele: { $who }
}
season-firsts = 🎯 Die Besten in jedem Spiel: { $firsts }
season-improved = 📈 Größter Sprung: { $who }, +{ $points } ({ $game }).
season-rivals = ⚔️ Rivalität: { $one } und { $other }, { $met } Partien, { $ahead } zu { $behind }.
season-upset = 💥 Überraschung: { $who } schlägt { $whom } ({ $game }), mit { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkten
} Rückstand und { $chance } % Chance.
season-rules = Größter Sprung: Punkte in einem Spiel nach { $matches } Partien. Rivalität: die meisten gewerteten Partien miteinander. Überraschung: der unwahrscheinlichste Sieg.
laurels-improved = Größter Sprung
laurels-rival = Rivalität
laurels-upset = Überraschung
season-alt = Das Podest, vom Besten abwärts: { $lines }
season-last = ⏳ Letzte Woche von { $season }: Ende am { $due }.
week-title = Die Woche auf der Rangliste
week-match = 🎬 **Partie der Woche:** { $result }
week-upset = ⚡ **Überraschung der Woche:** { $who } schlug { $whom } und gewann { $points } Punkte · { $game }
week-small = { player-count } · Wertung ± Fehler · ▲ ▼ diese Woche · 🏁 letzte Plätze
season-crown = 👑 Dazu gehört { $role }, bis zum nächsten Champion.
season-no-crown = 👑 Um { $role } zu vergeben, muss ich Rollen verwalten dürfen, und meine muss darüberstehen.
season-begun = { $season } läuft. Alle fangen neu an!
season-closes = Sie endet · 📅 { $due }
form-season = Neue Saison beginnen?
form-season-name = Name der Saison
form-season-note = { $season } endet: Der Endstand wird gepostet, alle fangen neu an.
sure-season-end = { $season } beenden?
    Der Endstand wird gepostet, alle fangen neu an.
button-season-end = Beenden
season-ended = { $season } ist zu Ende; der Endstand folgt. Bis zur nächsten zählen Partien gesondert.
button-ladder = Die ganze Rangliste
button-own-rank = Mein Platz

# Player messages and inbox
hand-careless = { $why } Trotzdem spielen?
hand-so-far = Bisher: **{ $word }**
deed = { $deed }: { $what }
hand-last = { $count ->
    [one] { $who } wartet auf dich!
   *[other] Alle warten auf dich!
}
hand-hint = 💡 **{ $word }** – { $why }
hint-share = { $move } { $percent } %
hand-until = Du bist dran · { $until }
hand-shut = Deine Direktnachrichten sind zu, darum frage ich hier.
hand-reminder = ⏰ Die Zeit wird knapp!
hand-sealed = 🔒 Verdeckt gewählt: **{ $word }**
hand-others = { $count ->
    [one] { $who } überlegt noch.
   *[other] { $who } überlegen noch.
} Ändern geht noch.
hand-since = **Seit deinem letzten Zug:**
hand-list = { $count } zur Auswahl
hand-more = Weitere ({ $count })
hand-counts = Es gilt noch: **{ $word }**
hand-place = Platz { $place } von { $players }
hand-place-shared = Geteilter Platz { $place } von { $players }
departure-timed-out = ⌛ Deine Zeit ist abgelaufen – der Computer spielt weiter.
departure-left = 🚪 Du bist gegangen – der Computer spielt weiter.
hand-left = Du bist gegangen: letzter Platz
hand-timed-out = Deine Zeit ist abgelaufen: letzter Platz
hand-resign = Du hast aufgegeben
hand-lapse = Deine Zeit ist abgelaufen
hand-no-show = Abgesagt: Du hast nie gezogen
hand-paused = ⏸️ Pause. Ein Klick, und es geht weiter.
proof-your-receipt = 🎲 Quittung deiner Wahl: `{ $receipt }`
proof-your-seal = 🎲 Siegel mit deiner Wahl: `{ $seal }`
inbox-waits = { $count ->
    [one] 1 Partie wartet auf dich.
   *[other] { $count } Partien warten auf dich.
}
inbox-unshaken = 🎲 schüttle die Würfel, dann geht es los
inbox-filled = ▶️ fang an oder warte auf noch jemanden
rematch-asked = 🔁 Revanche angeboten: { $where }
rematch-here = 🔁 Hier ist deine Revanche.
practising = Du übst noch
practising-anew = Eine neue Partie bricht diese ab, ohne Ergebnis.
practising-other = { $game } bricht diese ab, ohne Ergebnis.
deal-begins = 🔁 Derselbe Start. Zählt nicht.
onward-begins = 🔁 Von dort geht es weiter. Zählt nicht.
first-match = 🌱 Erste Partie: { $level ->
    [easy] leicht, mit gleichen Chancen
   *[other] gleiche Chancen
}.
taken-back = ↩️ Zurückgenommen: Wähl noch mal.
practice-shelved = 🧺 Deine andere Übung ist abgebrochen. Hier ist eine neue!
practice-other = 🧺 Abgebrochen. Hier ist deine laufende Partie.
inbox-empty = Nichts wartet auf dich. Genieß die Ruhe.

# Buttons and confirmations
button-play = Spielen
button-result = Ergebnis
button-play-bot = Gegen den Computer
button-challenge = Herausfordern
button-everybody-here = Alle hier fragen
button-games = Alle Spiele
button-sit-challenge = Annehmen
button-sit-open = Mitspielen
button-decline = Ablehnen
button-rise = Verlassen
button-shake = 🎲 Würfel schütteln
button-unshaken = Trotzdem anfangen
button-start = Jetzt anfangen
button-house = Computer dazuholen
button-quick-match = Schnellspiel
button-open-table = Offener Tisch
button-stop-waiting = Nicht mehr warten
button-play-bot-meanwhile = Solange gegen den Computer
button-wait-again = Noch mal warten
button-withdraw = Zurückziehen
button-options = Optionen
button-advanced = Erweitert
button-rules = Regeln
button-choose = Wählen
button-watch = Zuschauen
button-now = Jetzt
button-look = Noch mal ansehen
button-skip-look = Ohne Blick spielen
button-more = Mehr
button-text = Brett als Text
button-inbox = { $count ->
    [1] Andere Partie (1)
   *[other] Andere Partien ({ $count })
}
button-change = Ändern
button-anew = Neu anfangen
button-practise-on = Weiter üben
button-practise-anew = Noch mal üben
button-play-on = Weiterspielen
button-open = Öffnen
button-list = Meine Partien
button-keep = Dabei bleiben
button-continue = Weiter
button-begin = { $game } anfangen
button-hint = Tipp
button-play-anyway = Spielen
button-try-again = Noch mal
button-take-back = Zurücknehmen
button-follow = Das mache ich
button-back = Zurück
button-back-to = Zurück zu { $game }
button-back-to-match = Zurück zur Partie
button-ready = Vorschlag
button-rematch = Revanche
button-replay = Rückblick
button-verify = Fairness
button-step = Schritt für Schritt
button-mistake-earlier = ◀️ 💡 { $when }
button-mistake-later = 💡 { $when } ▶️
button-onward = ▶️ Weiterspielen als { $seat }
button-again = 💡 Noch mal als { $seat }
button-look-again = Noch mal schauen
coach-thinks = 🔎 Der Rückblick erscheint hier von selbst.
button-first = Anfang
button-before = Zurück
button-next = Weiter
button-last = Ende
button-everybody = Was alle sahen
button-resign = Aufgeben
button-offer = Remis anbieten
button-agree = Remis annehmen
button-cancel = Partie abbrechen
sure-resign = Aufgeben?
sure-resign-several = Letzter Platz für dich; der Computer spielt weiter{ $rated ->
    [0] .
   *[1] . Gehen kostet 6 Punkte extra.
}
sure-resign-dealt = Du kennst deinen Start: Du verlierst.
sure-offer = Remis anbieten?
    Das gilt bis zum nächsten Zug.
sure-agree = Remis annehmen?
    Schluss ist, wenn alle zustimmen.
sure-cancel = Partie abbrechen?
    Kein Ergebnis. Nach dem ersten Zug müssen alle zustimmen.
done-resign = Du hast aufgegeben.
done-offer = Du hast Remis angeboten.
done-agree = Du hast Remis angenommen.
done-cancel = Du möchtest abbrechen.
done-cancelled = Abgebrochen, ohne Ergebnis.
done-withdraw = Angebot zurückgezogen.
done-decline = Du hast abgelehnt.
done-rise = Du bist gegangen.
done-shake = 🎲 Geschüttelt mit „{ $text }“. Heb die Zeile auf, um die Würfel später zu prüfen; deine letzte zählt.

# Settings
settings-me = Deine Einstellungen
settings-server = Servereinstellungen
settings-ladder = Rangliste und Saisons
button-settings-ladder = Rangliste und Saisons
button-settings-server = Partien und Kanäle
settings-sided = -# 🔍 Für die Serververwaltung: in 30 Tagen fast immer derselbe Sieger. Oft harmlos.
settings-one-sided = { $ahead } vor { $behind }: { $won } von { $met } gewerteten Partien
settings-no-threads = ⚠️ Für Threads hier erlaube mir: { $permissions }.
setting-locale = Sprache
setting-locale-none = Wie in Discord
setting-locale-en = English
setting-locale-de = Deutsch
setting-locale-fr = français
setting-prompts = Nachricht, wenn du dran bist
setting-prompts-dm = Direktnachricht
setting-prompts-here = Ping im Kanal
setting-prompts-both = Beides
setting-prompts-none = Keine
setting-quiet = Ruhezeit
setting-quiet-none = Keine
setting-quiet-hours = { $begins } bis { $ends } Uhr
setting-zone = Zeitzone
setting-zone-other = Andere Stadt …
form-zone-city = Große Stadt in deiner Zeitzone
form-zone-about = Etwa New York oder Europe/Berlin.
setting-reminders = Erinnerung vor Ablauf
setting-channels = Kanäle für Angebote
setting-channels-none = Überall
setting-clock = Übliche Bedenkzeit
setting-threads = Threads für Partien
setting-results = Ergebnisse in Kanälen
setting-results-thread = Eine Zeile nach einem Thread
setting-results-line = Eine Zeile
setting-results-full = Mit Bild
setting-holiday = Urlaub: keine Uhr, keine Pings (noch { $left } von { $days } Tagen)
setting-holiday-until = Urlaub bis { $until }: keine Uhr, keine Pings
setting-holiday-none = Ich bin da
setting-holiday-away = Ich bin weg
setting-holiday-back = Ich bin zurück
setting-listed = Meinen Namen zeigen (Ranglisten, Tagesduell)
setting-predictable = Zuschauer dürfen meine Wahl vorhersagen
setting-season = Saisonlänge (Start: `/rangliste saison beginnen`)
setting-season-none = Offenes Ende
setting-standing = Saisonnachrichten
setting-standing-none = Wo zuletzt gespielt wurde
setting-lobby = Lobby
setting-lobby-none = Keine Lobby
setting-weekly = Rangliste montags (ohne Ping)
setting-crown = Rolle für den Champion
setting-crown-none = Keine Rolle
setting-pair = Gewertete Partien pro Tag und Paar
setting-pair-none = Alle
setting-steps = Wahlrunden, ab denen eine Partie zählt
settings-daily = Tagesduell
button-settings-daily = Tagesduell
setting-daily = Auf diesem Server
setting-daily_channel = Ergebnisse in
setting-daily_channel-none = Nirgends; nur privat
setting-daily_hour = Auflösung um
setting-daily_zone = Zeitzone der Auflösung
setting-daily_dm = Tagesduell: Ergebnis per Nachricht
button-data = Meine Daten
button-unread = Vergiss, wie ich wähle
button-unread-yes = Ja, vergiss es
button-forget = Vergiss mich
button-forget-yes = Ja, vergiss mich
button-forget-no = Lieber nicht
data-given = Alles, was ich über dich habe. Züge laufender Partien kommen am Ende dazu.
forget-sure = Soll ich dich wirklich vergessen?
    Du verlässt deine Partien und Angebote. Name, Einstellungen, Urlaube, Wertungen und Ergebnisse sind für immer weg. Partien bleiben ohne deinen Namen, meine Nachrichten in Kanälen unverändert.
forgotten = Vergessen. Mach’s gut! 👋
unread-sure = Soll ich vergessen, wie du wählst?
    Alles Gelesene ist endgültig weg.
unread = 🔮 Vergessen. Ich fange wieder bei null an.
button-settings = Einstellungen

# Profiles
profile-title = Profil von { $who }
profile-nothing = Noch keine Partie mit Menschen: `/spielen`
all-games = Alle Spiele
profile-game = **{ $game }**: { $rating }
profile-all-games-differ = Anders als { $game }: Gegner zählen hier mit ihrer Wertung aller Spiele.
profile-top = Top { $percent } %
profile-peak = Bestwert { $points }
trophy-seasons = { $count ->
    [one] Saison { $seasons }
   *[other] Saisons { $seasons }
}
trophy-champion = Champion: { $seasons }
trophy-place = Auf dem Podest: { $seasons }
trophy-first = Platz 1 ({ $game }): { $seasons }
meeting-ask = Direkter Vergleich mit …
meeting-title = { $one } und { $other }
meeting-never = Hier noch keine gemeinsame Partie.
meeting-all = { match-count }: **{ $ahead } zu { $behind }**{ $level ->
    [0] {""}
   *[other] , { $level } gleichauf
}
meeting-game = **{ $game }**: { $ahead } zu { $behind }{ $level ->
    [0] {""}
   *[other] , { $level } gleichauf
}
meeting-latest = Zuletzt { $latest }.
meeting-rules = Wer vorn lag, in allen Partien unter Menschen hier.
profile-record = { match-count }: { $won } gewonnen, { $drawn } unentschieden, { $lost } verloren
profile-streak-won = 🔥 { $count ->
    [one] Die letzte Partie gewonnen.
   *[other] Die letzten { $count } Partien alle gewonnen.
}
profile-streak-drawn = ⚖️ { $count ->
    [one] Die letzte Partie unentschieden.
   *[other] Die letzten { $count } Partien alle unentschieden.
}
profile-streak-lost = 🌧️ { $count ->
    [one] Die letzte Partie verloren.
   *[other] Die letzten { $count } Partien alle verloren.
}
profile-longest = 🏔️ Längste Serie: { $count } Siege in Folge
profile-seer = 🔮 { $count } Vorhersagen, { $right } % richtig (geraten: { $guessed } %)
profile-nemesis = ⚔️ Angstgegner: { $who }, vorn in { $behind } von { $met } Partien
profile-favourite = 🤝 Lieblingsgegner: { $who }, { $met } Partien, { $ahead } zu { $behind }
fortune = 🎲 **{ $game }**, deine letzten { $matches } Partien: Glück { $luck } (±{ $unsure }), Spiel { $play } (±{ $loose }) je Partie.
fortune-plain = 🎲 **{ $game }**, deine letzten { $matches } Partien: Spiel { $play } (±{ $loose }) je Partie.
fortune-few = 🎲 Glück oder Spiel? Das sage ich nach { $least } Partien eines Spiels: { $games }.
fortune-so-far = **{ $game }** { $matches } von { $of }
fortune-luck-more = Du hattest Glück.
fortune-luck-less = Du hattest Pech.
fortune-luck-open = Glück: zu knapp.
fortune-play-more = Du hast weniger verschenkt als deine Gegner.
fortune-play-less = Du hast mehr verschenkt als deine Gegner.
fortune-play-open = Spiel: zu knapp.
profile-small = Wertung ± Fehlerspanne
fortune-private = 🎲 siehst nur du
profile-season-new = 📅 { $season }: { $missing }
profile-season-last = 🏁 { $season }: { $rank }, { $points } Punkte
profile-how = Was im Profil zählt
profile-how-points = Punkte: Wertung ± Fehlerspanne, pro Saison.
profile-how-wins = Nur der alleinige erste Platz ist ein Sieg.
profile-how-matches = Alle Partien unter Menschen zählen, auch ungewertete; Übung nicht.
profile-how-rivals = Angstgegner: am häufigsten vor dir. Lieblingsgegner: am häufigsten getroffen. Ab { $least } gemeinsamen Partien.
profile-how-luck = 🎲 siehst nur du, in Prozent Siegchance. Spiel: Fehler der anderen minus deine.
portrait-streak = in Folge
profile-plot = Wertungsverlauf.
profile-curve = { $game }: von { $first } bis { $last }, am tiefsten { $least }, am höchsten { $most }.
button-mind = Gedankenleser: { $game }
button-how = Wie?
button-share = Hier für alle posten
button-play-deal = Diesen Start spielen
button-challenge-player = { $who } herausfordern
button-profile = Profil
button-follow-start = Folgen
button-follow-player = { $who } folgen
button-unfollow = Nicht mehr folgen
button-unfollow-player = { $who } nicht mehr folgen
button-followed = Wem ich folge
button-unfollow-all = Niemandem mehr folgen
shared = ✅ Für alle hier gepostet.
shared-by = Geteilt von { $who }

# The level “reads you”
read-begins = 🔮 Ich lerne aus deiner Wahl gegen mich, hier und in weiteren solchen Partien, und sage es niemandem. Vergessen: `/einstellungen ich`.
read-none = 🔮 Ich konnte dich nicht lesen: Es war zu wenig.
read-right = 🔮 Ich habe gelesen: { $habit }. Richtig, { $hits } von { $of } Mal (Zufall: etwa { $usual }).
read-wrong = 🔮 Ich habe gelesen: { $habit }. Falsch, nur { $hits } von { $of } Mal (Zufall: etwa { $usual }). Gut versteckt!
read-open = 🔮 Ich habe gelesen: { $habit }. { $hits } von { $of } Mal (Zufall: etwa { $usual }): zu knapp.
read-repeat = Du wählst gern noch mal dasselbe
read-avoid = Du wählst fast nie zweimal dasselbe
read-next = Du rückst jedes Mal eins weiter
read-back = Du gehst jedes Mal eins zurück
read-mirror = Du kopierst meine letzte Wahl
read-counter = Du wählst, was meine letzte Wahl schlägt
read-stay = Du behältst, was gewinnt, und lässt, was verliert
read-plain = Du nimmst, was am stärksten aussieht
read-pattern = Du folgst einem eigenen Muster
read-favourite = Du kommst immer wieder auf { $what } zurück

# The mind reader in a profile
mind-title = Der Gedankenleser über { $who }: { $game }
mind-little = Noch nichts zu lesen: Ich brauche { $least } Entscheidungen einer Art aus beendeten Partien und habe { $choices }.
mind-dice = 🎲 **{ $habit }** – { $count } Entscheidungen, nichts zum Wetten: schwer zu durchschauen!
mind-bet = 🔮 **{ $habit }** – { $bets }
mind-odds = { $times } von { $of } Mal (Würfel: etwa { $dice }).
mind-favourite = Ich wette auf { $favourite }: { mind-odds }
mind-avoided = Ich wette gegen { $favourite }: { mind-odds }
mind-again-stays = Ich wette auf noch mal dasselbe: { mind-odds }
mind-again-turns = Ich wette auf einen Wechsel: { mind-odds }
mind-won-stays = Nach einem Sieg wette ich auf dasselbe: { mind-odds }
mind-won-turns = Nach einem Sieg wette ich auf einen Wechsel: { mind-odds }
mind-lost-stays = Nach einer Niederlage wette ich auf dasselbe: { mind-odds }
mind-lost-turns = Nach einer Niederlage wette ich auf einen Wechsel: { mind-odds }
mind-tied-stays = Nach Unentschieden wette ich auf dasselbe: { mind-odds }
mind-tied-turns = Nach Unentschieden wette ich auf einen Wechsel: { mind-odds }
mind-ring = Ich wette der Reihe nach ({ $ring }): { mind-odds }
mind-pair = Kam zuletzt { $first }, wette ich auf { $then }: { mind-odds }
mind-copy = Ich wette auf die letzte Wahl des Gegners: { mind-odds }
mind-answer = Wählt der Gegner { $met }, wette ich auf { $then }: { mind-odds }
mind-by-favourite = -# Nach dem, was am häufigsten kam: { $times } von { $of } Mal richtig (Würfel: { $dice })
mind-by-sequence = -# Nach der Wahl davor: { $times } von { $of } Mal richtig (Würfel: { $dice })
mind-by-rival = -# Nach der Wahl des Gegners davor: { $times } von { $of } Mal richtig (Würfel: { $dice })
mind-same-all = Dieselbe wie zuletzt: { $times } von { $of } Mal richtig (Würfel: { $dice })
mind-same-won = nachdem sie gewann { $times } von { $of } (Würfel: { $dice })
mind-same-lost = nachdem sie verlor { $times } von { $of } (Würfel: { $dice })
mind-same-tied = nach Unentschieden { $times } von { $of } (Würfel: { $dice })
mind-row-then = { $first }, dann { $then }
mind-row-copy = letzte Wahl des Gegners
mind-row-again = dieselbe wie zuletzt
mind-row-won = dieselbe, nachdem sie gewann
mind-row-lost = dieselbe, nachdem sie verlor
mind-row-tied = dieselbe nach Unentschieden
mind-row-turn = ein Wechsel
mind-row-turn-won = Wechsel nach einem Sieg
mind-row-turn-lost = Wechsel nach Niederlage
mind-row-turn-tied = Wechsel nach Unentschieden
mind-row-dice = Würfel
mind-how = Aus { $matches ->
    [one] 1 beendeten Partie
   *[other] { $matches } beendeten Partien
} (höchstens den letzten { $most }), ab { $least } Entscheidungen einer Art. Ich wette auf das, was in allen auffällt. Die Zeilen darunter sind die Probe: Jede Wahl wird nur aus denen davor geraten. „Würfel“: so oft würde blinde Wahl passen. Von hundert, die blind wählen, verdächtige ich höchstens einen. Passen mehrere Wetten, nenne ich die einfachste.

# Errors and refused commands
try-again = Gerade klemmt etwas, verloren ist nichts. Versuch es gleich noch mal.
failed = Das ging schief; verloren ist nichts. Passiert es wieder, nenn uns: { $code }
unreachable-channel = Ich sehe den Kanal nicht. Lass mich rein oder nimm `/duel eingang`.
unreachable-permissions = Zum Schreiben brauche ich dort: Kanal ansehen, Nachrichten senden, Dateien anhängen.
unreachable-lacking = Dort darf ich nicht schreiben. Die Serververwaltung muss erlauben: { $permissions }.
unreachable-automod = AutoMod blockiert mich dort, bis mich die Serververwaltung durchlässt. Beim nächsten Zug versuche ich es wieder.
unreachable-answer = AutoMod hat meine Antwort blockiert. Nimm `/duel eingang`, am besten in unseren Direktnachrichten.
unreachable-refused = Discord lehnt meine Nachricht dort ab. Spiel mit `/duel eingang` weiter.
unreachable-dm = Deine Direktnachrichten sind zu: Wähl im Kanal.
no-button = Dieser Knopf ist zu alt. Nimm einen neueren.
no-command = Diesen Befehl kenne ich nicht. Starte Discord neu.
no-too-fast = Langsam! Versuch es in { $seconds ->
    [one] einer Sekunde noch mal.
   *[other] { $seconds } Sekunden noch mal.
}
no-many-offers = Schon { $count } offene Angebote: Zieh erst eins zurück.
no-many-offers-there = Hier sind schon { $count } Angebote offen. Versuch es später.
no-many-matches = Du spielst schon { $count } Partien: Beende erst eine.
no-many-matches-there = Hier laufen schon { $count } Partien. Versuch es später.
no-bots = Andere Bots spielen nicht mit: Nimm einen Menschen oder mich.
no-server-only = Nur auf Servern, auf denen ich bin.
no-no-card = Diese Nachricht ist keine Partie.
no-unknown-person = Diese Person kenne ich nicht.
no-company-only = Hier sieht es niemand. Versuch es in einer Direktnachricht mit deinem Gegner, einer Gruppe oder auf einem Server.
no-elsewhere = Diese Partie ist in einer anderen Unterhaltung. Frag mich dort.
no-whispers = Das sähst nur du, denn du darfst hier nicht: { $permissions }. Versuch es in einer Direktnachricht, einer Gruppe oder auf einem Server mit mir.
no-other-channel = Keine Partien in diesem Kanal; versuch es in { $channel }.
no-not-now = { $count ->
    [0] Du bist noch nicht dran.
    [one] Du bist noch nicht dran: Es fehlt noch { $who }.
   *[other] Du bist noch nicht dran: Es fehlen noch { $who }.
}
no-example = „{ $typed }“ geht hier nicht. Versuch { $example }
no-nothing-waits = Keine Partie wartet auf dich.
no-no-match-here = Du hast hier keine Partie. `/spielen` startet eine.
no-which-match = { $here ->
    [0] Hier hast du keine Partie, aber anderswo
   *[other] Hier hast du mehrere Partien
}. Wähl eine bei „partie“:
    { $first }
    { $second }
    { $third }
    { $more }
no-looked = Nur ein Blick pro Zug.
no-look-late = Zu spät: Du hast schon gewählt.
no-no-hints = Tipps gibt es nur gegen den Computer.
no-hint-later = Ich grüble noch. Frag gleich noch mal.
no-nobody-waits = Es wartet niemand mehr. Mit Schnellspiel wartest du selbst.
no-not-manager = Das darf nur die Serververwaltung.
no-zone-unknown = „{ $typed }“ kenne ich nicht. Nenn eine große Stadt in der Nähe auf Englisch, etwa Kolkata.
no-no-season = Keine Saison läuft: `/rangliste saison beginnen`.
no-season-changed = Die Saison hat gewechselt. Nichts geändert, versuch es noch mal.
no-no-such-season = Nimm eine Saison aus der Liste.
no-unlisted = Dieses Profil ist privat.
no-scoreless = Bots haben keine Bilanz.
no-lacking = Hier darf ich nicht schreiben. Die Serververwaltung muss erlauben: { $permissions }.
permission-view-channel = Kanal ansehen
permission-send-messages = Nachrichten senden
permission-send-messages-in-threads = Nachrichten in Threads senden
permission-attach-files = Dateien anhängen
permission-connect = Verbinden
permission-create-public-threads = Öffentliche Threads erstellen
permission-use-external-apps = Externe Apps verwenden

# Tournaments
name-tournament = turnier
name-join = beitreten
name-leave = verlassen
name-start = starten
name-standings = tabelle
name-format = modus
name-mirror = spiegel
name-rounds = runden
name-minutes = minuten
name-days = tage
name-starts = beginn
command-tournament = Turniere auf diesem Server
command-tournament-open = Eröffne ein Turnier in diesem Kanal
command-tournament-join = Spiel bei einem Turnier mit
command-tournament-leave = Verlass ein Turnier
command-tournament-start = Starte dein Turnier jetzt
command-tournament-standings = Die Tabelle eines Turniers
command-tournament-cancel = Sag dein Turnier ab
about-format = Wer gegen wen spielt
about-tournament-clock = Pro Zug: Minuten für live, 24 Stunden für mehrere Tage
about-starts = In Minuten (30) oder wann (21:00, 2026-12-04 21:00); sonst startest du selbst
about-tournament-name = Wie es heißt
about-mirror = Jede Aufstellung zweimal, Seiten getauscht (nur Duell)
about-rounds = Schweizer System: wie viele Runden; sonst genug für einen Sieger
about-minutes = Arena: wie lange
about-days = 24 Stunden pro Zug: wie viele Tage eine Runde dauern darf
about-tournament = Welches Turnier; sonst das hier
choice-clock-1m = 1 Minute pro Zug
choice-clock-2m = 2 Minuten pro Zug
tournament-format-arena = Arena
tournament-format-swiss = Schweizer System
tournament-format-round_robin = Jeder gegen jeden
tournament-format-knockout = K.-o.
tournament-about-arena = Ein Gegner nach dem anderen, bis die Zeit um ist.
tournament-about-swiss = Sieger treffen auf Sieger, und niemand scheidet aus.
tournament-about-round_robin = Alle spielen gegen alle.
tournament-about-knockout = Wer verliert, ist raus.
tournament-about-mirror = Ihr spielt jede Aufstellung zweimal, einmal von jeder Seite.
tournament-unnamed = Turnier { $number }
tournament-turn = { $time } pro Zug
tournament-turn-live = { $time } pro Zug (der erste: { $first })
tournament-rounds = { $count ->
    [one] 1 Runde
   *[other] { $count } Runden
}
tournament-mirror = gespiegelt
tournament-starts = Beginnt { $when }.
tournament-waits = Beginnt, wenn { $host } startet.
tournament-entered = { $count ->
    [0] Noch niemand dabei. Es braucht vier.
   *[other] { $count } dabei: { $who }{ $more ->
        [0] {""}
        [one] {" "}und 1 weitere Person
       *[other] {" "}und { $more } weitere
    }
}
tournament-ends = Endet { $when }.
tournament-round = Runde { $round } von { $rounds } · { $open ->
    [0] alles gespielt
    [one] 1 Partie läuft
   *[other] { $open } Partien laufen
}
tournament-round-due = Die Runde endet { $when }; wer dann am Zug ist, verliert.
tournament-bye = { $who } ist spielfrei.
tournament-absent = **{ $winner }** gewinnt: { $loser } ist nicht gekommen.
tournament-beats = **{ $winner }** schlägt { $loser }.
tournament-both-absent = Weder { $first } noch { $second } ist gekommen.
tournament-signs = (per Handzeichen)
tournament-night = Partie des Abends: { $line } (`/duel wiederholung` { $match })
tournament-upset = Größte Überraschung: { $line }
tournament-streak = Längste Serie: { $who }, { $count } Siege in Folge
tournament-canceled = Abgesagt.
tournament-proof = Ein versiegelter Startwert bestimmt alle Verteilungen und Lose. Am Ende wird er gezeigt; das Siegel ist sein SHA-256-Hash.
tournament-seal = Siegel der Auslosung { $seal }
tournament-seed = Startwert der Auslosung { $seed }
tournament-alt = Tabelle: { $lines }
tournament-legend = (Siege/Remis/Niederlagen)
tournament-legend-arena = (Siege/Remis/Niederlagen) · 🔥 die nächsten Punkte zählen doppelt
tournament-tie-buchholz = Punkte der Gegner { $value }
tournament-tie-sonneborn-berger = Punkte der Besiegten { $value }
tournament-tie-direct-encounter = direkter Vergleich { $value }
tournament-tie-lot = per Los
tournament-round-begins = Runde { $round }
tournament-your-turn = 🔔 Am Zug: { $who }
tournament-in-match = { $name }{ $round ->
    [0] {""}
   *[other] {" "}· Runde { $round }
}
tournament-opened = Eröffnet! Die Karte kommt in diesen Kanal. Du willst selbst mitspielen? Drück Mitspielen.
tournament-in = Du bist dabei: bisher { $count }. Ich melde mich, wenn es losgeht.
tournament-in-running = Du bist dabei. Zur nächsten Partie melde ich mich.
tournament-out = Du bist raus. Komm gern zurück.
tournament-out-running = Du bist raus. Danke fürs Mitspielen.
tournament-leave-question = Endgültig aussteigen? Deine laufende Partie verlierst du.
tournament-cancel-question = Für alle absagen? Laufende Partien gehen weiter.
tournament-not-started = Es hat noch nicht begonnen.
tournament-watching = Du spielst nicht mit.
tournament-withdrawn = Du bist raus.
tournament-next-round = Gerade keine Partie für dich. Die nächste öffnet sich hier, oder ich melde mich.
tournament-over-for-you = Das war deine letzte Partie hier.
tournament-paused = Pause: Du bekommst keinen neuen Gegner.
tournament-pairing-soon = Ich suche dir einen Gegner: ein paar Sekunden. Die Partie öffnet sich hier.
button-tournament-enter = Mitspielen
button-tournament-leave = Verlassen
button-tournament-start = Starten
button-tournament-play = Meine Partie
button-tournament-next = Nächste Partie
button-tournament-standings = Tabelle
button-tournament-here = Ich bin da
button-tournament-pause = Pause
button-tournament-cancel = Absagen
setting-organizers = Rolle, die Turniere eröffnen darf
setting-organizers-none = Nur die Serververwaltung
unrated-forfeit = Ungewertet: Jemand ist nicht gekommen.
no-no-tournament = Dieses Turnier gibt es hier nicht.
no-tournaments-yet = Hier gibt es noch kein Turnier. Eröffnen darf es die Serververwaltung oder die Rolle, die sie gewählt hat: `/turnier offen`.
no-not-organizer = Das darf nur die Serververwaltung oder die Rolle, die sie gewählt hat.
no-tournament-live-game = Live-Turniere gibt es für Duell und Schnick: Die anderen Spiele können zu lange dauern. Nimm 24 Stunden pro Zug.
no-tournament-live-option = Live wird mit { $option }={ $value } gespielt. Lass die Option weg oder nimm 24 Stunden pro Zug.
no-tournament-live-arena = Eine Arena ist live: Nimm 1, 2 oder 5 Minuten pro Zug.
no-tournament-mirror-game = Nur das Duell lässt sich spiegeln.
no-tournament-game = Dieses Spiel braucht mehr als zwei.
no-tournament-past = Diese Zeit ist vorbei.
no-tournament-time = Wann? In Minuten (30), als Uhrzeit (21:00) oder mit Datum (2026-12-04 21:00), höchstens einen Monat voraus. Es gilt deine Zeitzone: `/einstellungen ich`.
no-tournament-many = Es laufen schon { $most } Turniere.
no-tournament-preset = Im Turnier kein Start von Hand.
no-tournament-late = Zum Einsteigen zu spät.
no-tournament-full = Voll: { $most } Spieler.
no-tournament-not-in = Du bist nicht in diesem Turnier.
no-tournament-running = Das Turnier läuft schon.
no-tournament-over = Dieses Turnier ist vorbei.
no-tournament-few = Erst { $entered } dabei; { $least } braucht es.
no-in-tournament = In Turnierpartien geht das nicht.
no-mirror-unfinished = Warte, bis beide Partien mit dieser Aufstellung vorbei sind.

# The daily duel
daily-title = Tagesduell { $number }
daily-ask = Wähl eine Zeile für Bison: Sie trifft auf die Spalten der anderen. Dann eine Spalte für Wolf: Sie trifft auf ihre Zeilen.
daily-difference = Wo sie sich kreuzen, gewinnt der höhere Stein die Differenz.
daily-match-point = Matchball: Es zählt nur, wer nach dem Duell mehr Muscheln hat (+3, 0, −3).
daily-ask-column = **{ $row }** für Bison. Jetzt eine Spalte für Wolf: Sie trifft auf die Zeilen der anderen.
daily-locked = 🔒 Gewählt: **{ $row }, { $column }**.
daily-others = { $count ->
    [0] Bisher sonst niemand.
    [one] Bisher 1 andere Person.
   *[other] Bisher { $count } andere.
}
daily-reveal = Auflösung { $when }
daily-last = Tagesduell { $number }: **{ $result }**
daily-score = { $score } · { $beaten } von { $met } geschlagen
daily-place = Platz { $place } von { $count }
daily-own = Du: { $row }, { $column }.
daily-meetings = Am besten lief es gegen { $best_who }: { $best }. Am schlechtesten gegen { $worst_who }: { $worst }.
daily-the-house = den Computer
daily-alone = Sonst hat niemand gespielt.
daily-best = **{ $row } + { $column }** war am besten, { $score } gegen alle { $count }: { $who }.
daily-nobody = niemand wählte beides
daily-unnamed = Jemand
daily-people = { $count ->
    [one] 1 Person
   *[other] { $count } Leute
}
daily-more = { $count ->
    [one] 1 weitere Person
   *[other] { $count } weitere
}
daily-story-aside = Die meisten nahmen { $line }; eine andere war besser.
daily-story-with = Die meisten nahmen { $line }, und das zu Recht.
daily-story-split = Keine Zeile oder Spalte kam über die Hälfte.
daily-house = { $newcomers ->
    [0] Weniger als { $least } spielten
   *[other] Ohne Neulinge spielten weniger als { $least }
}, also machte der Computer mit (leicht, mittel, schwer). Das zählt für deine Serie, nicht für den Monat.
daily-newcomers = { $count ->
    [one] 1 Neuling spielte mit.
   *[other] { $count } Neulinge spielten mit.
}
daily-streak = 🔥 { $count } Tage
daily-month-place = { $month }: { $total }, Platz { $place } von { $count }
daily-habit-average = Nur für dich: { $count } deiner letzten { $lines } Linien waren im Schnitt die besten. Das könnten andere merken.
daily-habit-bold = Nur für dich: { $count } deiner letzten { $lines } Linien zielten auf den größten Gewinn. Das könnten andere merken.
daily-apprentice = Für die anderen zählst du, sobald du { $days } Tagesduelle gespielt hast.
daily-how = Du hast gegen alle zweimal gespielt: deine Zeile gegen ihre Spalte und umgekehrt. Dein Ergebnis ist dein Gewinn pro Duell.
daily-how-match-point = Du hast gegen alle zweimal gespielt: deine Zeile gegen ihre Spalte und umgekehrt. Ein Duell zählt 3, wenn es die Partie gewinnt. Dein Ergebnis ist dein Gewinn pro Duell.
daily-example = Gegen { $who }: Deine { $row } traf auf { $other_column }, { $as_row }; deine { $column } auf { $other_row }, { $as_column }. Zusammen { $total }.
daily-how-sum = Deine { $row } brachte { $as_row }, deine { $column } { $as_column }: { $total } in { $count } Duellen.
daily-how-mix = Perfekt gewürfelt bringt im Schnitt 0. Für mehr musst du die anderen erraten.
daily-month-title = Tagesduell: { $month }
daily-month-line = **{ $place }.** { $who } · **{ $total }** · { $days ->
    [one] 1 Tag
   *[other] { $days } Tage
}
daily-month-empty = Noch nichts: Ein Tag zählt ab { $least } Leuten.
daily-month-rule = Summe deiner Ergebnisse; ein verpasster Tag zählt 0.
daily-share-title = Wolf & Bison Tagesduell { $number }
daily-share-beat = { $beaten } von { $met } geschlagen
daily-too-late = Das ist schon vorbei. Hier ist das nächste.
daily-closing = Gleich wird aufgelöst.
daily-not-played = Hier hast du nicht mitgespielt.
no-daily-off = Kein Tagesduell auf diesem Server.
no-daily-where = Welcher Server? Tippe dort zuerst `/tagesduell`.
button-daily = ☀️ Tagesduell
button-daily-last = Letztes Ergebnis
button-daily-tell = Sag mir das Ergebnis
button-daily-silent = Sag’s mir nicht
button-daily-play = Heute mitspielen
button-daily-result = Mein Ergebnis
button-daily-month = Dieser Monat
month-1 = Januar
month-2 = Februar
month-3 = März
month-4 = April
month-5 = Mai
month-6 = Juni
month-7 = Juli
month-8 = August
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Dezember
