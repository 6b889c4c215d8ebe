// Words of the page in every language, and the letters of the men.
const WORDS = {
  en: {
    title: "Chess problems", idle: "Moves that parry nothing", backToTable: "Back to the table", decided: "decided", problem: "Problem", twin: "Twin", game: "Game", anotherGame: "Another game", shorterGame: "A shorter game", histories: "Histories", solution: "Solution",
    verification: "Verification", games: "Game", proof: "Proof", possible: "possible", impossible: "impossible",
    undecided: "undecided", given: "given", solved: "solved", "no-solution": "no solution", illegal: "illegal",
    sound: "sound", unsound: "unsound", world: "World", verdict: "Verdict", evidence: "Evidence", stepByStep: "Why, step by step", play: "Play the game",
    stop: "Back to the diagram", showProof: "Show the proof", hideProof: "Hide the proof", key: "key", "try": "try", refutation: "refutation",
    dual: "dual", trial: "on trial", credit: "on credit", stands: "stands", "taken-back": "taken back",
    "king-move-demanded": "taken back, a king move is demanded", "false-move-stands": "the false move stands",
    touched: "touched", free: "free to move anything", mustMove: "must move", mustCapture: "must be captured", captures: "must capture",
    mustCastle: "must castle", threat: "threat", zugzwang: "zugzwang", check: "check", tries: "Tries", setPlay: "Set play", noSetPlay: "No set play", part: "Part",
    keys: "Keys", goal: "the goal is reached", mate: "mate", stalemate: "stalemate", unredeemed: "the credit was never redeemed",
    "out-of-moves": "the moves are used up", cut: "not shown further", sideWhite: "White", sideBlack: "Black", white: "White to move", black: "Black to move",
    diagram: "Diagram", array: "Initial array", notFinal: "not final: it depends on a history that is undecided", named: "world", history: "history of the diagram",
    notExhaustive: "not exhaustive, as asked", shortestGame: "Shortest game, in whatever history", shortGame: "Shortest game found", openStatements: "Undecided, so that more may be excluded", moves: "moves", unique: "the only one", notUnique: "not the only one",
    "limit-time": "Undecided: the time was up.", "limit-nodes": "Undecided: the limit of nodes was hit.", "limit-depth": "Undecided: the limit of depth was hit.",
    "limit-interrupted": "Undecided: it was stopped.", "limit-not-exhaustive": "Undecided: nothing found, but the search was not exhaustive, as asked.",
    open: "worlds open", first: "to the start", back: "one step back", forward: "one step on", last: "to the end", flip: "flip the board",
    theme: "Light or dark", print: "Print", language: "Deutsch", letters: "Piece letters", filter: "Filter", all: "all", more: "Show more",
    number: "No.", author: "Author, source", stipulation: "Stipulation", convention: "Convention", time: "Time", shown: "shown", of: "of",
    error: "Error", findings: "Findings", note: "note", warning: "warning", severe: "error", retracted: "Taken back", variations: "variations", variationsCut: "Not all variations are listed; all were searched.", replaced: "replaced by", noOther: "The search was complete: there is no other solution.",
    nothing: "nothing to replace", lastMoves: "Last moves", move: "Move", hasNoLastMove: ["White has no last move", "Black has no last move"],
    hadNoMove: ["before it White had no move", "before it Black had no move"], nodes: "nodes", rights: "none",
    lastWas: "last move", reason: "because", cases: "Cases", keysHelp: "Arrow keys walk through the play, Home and End jump, f flips the board.",
    fold: "fold or unfold", ms: "ms", none: "No solution.", details: "Workings for a checker", close: "Close",
    "check-ignored": "check was ignored", castling: "castling without the right", "en-passant": "en passant without the right",
    "half-castling": "half a castling", "half-en-passant": "half an en-passant capture", "half-promotion": "half a promotion",
    "half-capture": "half a capture", "out-of-turn": "out of turn", empty: "No problem matches.", plyOf: "half-move",
    hasCaptured: ["White captured", "Black captured"], pawn: "pawn",
    and: "and", noCastling: "no castling", noEp: "no e.p.", attempts: "How far the attempts came",
    accounts: "What both sides have done", scenarios: "scenarios looked at", captured: "captures", byPawns: "of these by pawns at least",
    onBoard: "promoted men on the board", outOfReach: "captured, but not by pawns", exclusions: "What cannot go together",
    "because-victims": "captures lack victims", "because-glance": "no order of events fits", "because-probing": "no order of events fits", "because-rehearsal": "moved square by square, the pawns never let everybody get where he is needed",
    "because-cases": "all the other side can have done is excluded", "because-choices": "all the other side can have done is excluded",
    "part-stands": "stands on", "part-falls": "fell as a pawn", "part-remains": "was promoted on", "part-spent": "fell after promotion on",
    "part-birth": "was promoted on", "part-present": "is on the board, perhaps promoted", homes: "from the array those of", noHomes: "none from the array",
    "sort-queen": "queen", "sort-rook": "rooks", "sort-light-bishop": "light-squared bishop", "sort-dark-bishop": "dark-squared bishop", "sort-knight": "knights",
  },
  de: {
    title: "Schachprobleme", idle: "Züge, die nichts abwehren", backToTable: "Zurück zur Tabelle", decided: "entschieden", problem: "Problem", twin: "Zwilling", game: "Partie", anotherGame: "Eine andere Partie", shorterGame: "Eine kürzere Partie", histories: "Vorgeschichten", solution: "Lösung",
    verification: "Prüfung", games: "Partie", proof: "Beweis", possible: "möglich", impossible: "unmöglich",
    undecided: "offen", given: "gegeben", solved: "gelöst", "no-solution": "unlösbar", illegal: "illegal",
    sound: "korrekt", unsound: "inkorrekt", world: "Welt", verdict: "Urteil", evidence: "Beleg", stepByStep: "Warum, Schritt für Schritt", play: "Partie nachspielen",
    stop: "Zurück zum Diagramm", showProof: "Beweis zeigen", hideProof: "Beweis schließen", key: "Schlüssel", "try": "Verführung", refutation: "Widerlegung",
    dual: "Dual", trial: "auf Probe", credit: "auf Kredit", stands: "gilt", "taken-back": "zurückgenommen",
    "king-move-demanded": "zurückgenommen, ein Königszug ist verlangt", "false-move-stands": "der falsche Zug bleibt stehen",
    touched: "berührt", free: "darf beliebig ziehen", mustMove: "muss ziehen", mustCapture: "muss geschlagen werden", captures: "muss schlagen",
    mustCastle: "muss rochieren", threat: "Drohung", zugzwang: "Zugzwang", check: "Schach", tries: "Verführungen", setPlay: "Satzspiel", noSetPlay: "Kein Satzspiel", part: "Teil",
    keys: "Schlüssel", goal: "das Ziel ist erreicht", mate: "matt", stalemate: "patt", unredeemed: "der Kredit wurde nie eingelöst",
    "out-of-moves": "die Züge sind verbraucht", cut: "nicht weiter gezeigt", sideWhite: "Weiß", sideBlack: "Schwarz", white: "Weiß am Zug", black: "Schwarz am Zug",
    diagram: "Diagramm", array: "Partieanfangsstellung", notFinal: "nicht endgültig: es hängt von einer offenen Vorgeschichte ab", named: "Welt", history: "Geschichte des Diagramms",
    notExhaustive: "wie gewünscht nicht erschöpfend", shortestGame: "Kürzeste Partie, in welcher Vorgeschichte auch immer", shortGame: "Kürzeste gefundene Partie", openStatements: "Offen, so dass noch mehr ausgeschlossen sein kann", moves: "Züge", unique: "die einzige", notUnique: "nicht die einzige",
    "limit-time": "Offen: Die Zeit war um.", "limit-nodes": "Offen: Die Grenze der Knoten war erreicht.", "limit-depth": "Offen: Die Grenze der Tiefe war erreicht.",
    "limit-interrupted": "Offen: Es wurde angehalten.", "limit-not-exhaustive": "Offen: nichts gefunden, aber die Suche war wie gewünscht nicht erschöpfend.",
    open: "offene Welten", first: "an den Anfang", back: "einen Schritt zurück", forward: "einen Schritt vor", last: "ans Ende", flip: "Brett drehen",
    theme: "Hell oder dunkel", print: "Drucken", language: "Français", letters: "Figurenbuchstaben", filter: "Filter", all: "alle", more: "Mehr zeigen",
    number: "Nr.", author: "Autor, Quelle", stipulation: "Forderung", convention: "Konvention", time: "Zeit", shown: "gezeigt", of: "von",
    error: "Fehler", findings: "Befunde", note: "Hinweis", warning: "Warnung", severe: "Fehler", retracted: "Zurückgenommen", variations: "Varianten", variationsCut: "Nicht alle Varianten sind aufgeführt; durchsucht sind alle.", replaced: "ersetzt durch", noOther: "Die Suche war vollständig: Es gibt keine andere Lösung.",
    nothing: "nichts zu ersetzen", lastMoves: "Letzte Züge", move: "Zug", hasNoLastMove: ["Weiß hat keinen letzten Zug", "Schwarz hat keinen letzten Zug"],
    hadNoMove: ["davor hatte Weiß keinen Zug", "davor hatte Schwarz keinen Zug"], nodes: "Knoten", rights: "keine",
    lastWas: "letzter Zug", reason: "weil", cases: "Fälle", keysHelp: "Pfeiltasten gehen durch das Spiel, Pos1 und Ende springen, f dreht das Brett.",
    fold: "auf- oder zuklappen", ms: "ms", none: "Keine Lösung.", details: "Einzelheiten für einen Prüfer", close: "Schließen",
    "check-ignored": "Schach missachtet", castling: "Rochade ohne Recht", "en-passant": "En passant ohne Recht",
    "half-castling": "halbe Rochade", "half-en-passant": "halbes En passant", "half-promotion": "halbe Umwandlung",
    "half-capture": "halber Schlag", "out-of-turn": "nicht am Zug", empty: "Kein Problem passt.", plyOf: "Halbzug",
    hasCaptured: ["Weiß schlug", "Schwarz schlug"], pawn: "Bauer",
    and: "und", noCastling: "keine Rochade", noEp: "kein e.p.", attempts: "Wie weit die Versuche kamen",
    accounts: "Was beide Seiten getan haben", scenarios: "betrachtete Verläufe", captured: "Schlagfälle", byPawns: "davon mindestens durch Bauern",
    onBoard: "Umwandlungsfiguren auf dem Brett", outOfReach: "geschlagen, aber nicht von Bauern", exclusions: "Was sich ausschließt",
    "because-victims": "Schlagfällen fehlen Opfer", "because-glance": "keine Reihenfolge passt", "because-probing": "keine Reihenfolge passt", "because-rehearsal": "Feld für Feld gezogen, lassen die Bauern nie alle dorthin, wo sie gebraucht werden",
    "because-cases": "alles, was die andere Seite getan haben kann, ist ausgeschlossen", "because-choices": "alles, was die andere Seite getan haben kann, ist ausgeschlossen",
    "part-stands": "steht auf", "part-falls": "fiel als Bauer", "part-remains": "wurde umgewandelt auf", "part-spent": "fiel nach Umwandlung auf",
    "part-birth": "wurde umgewandelt auf", "part-present": "steht noch auf dem Brett, vielleicht umgewandelt", homes: "aus der Partieanfangsstellung die von", noHomes: "keine aus der Partieanfangsstellung",
    "sort-queen": "Dame", "sort-rook": "Türme", "sort-light-bishop": "weißfeldriger Läufer", "sort-dark-bishop": "schwarzfeldriger Läufer", "sort-knight": "Springer",
  },
  fr: {
    title: "Problèmes d'échecs", idle: "Coups qui ne parent rien", backToTable: "Retour au tableau", decided: "décidé", problem: "Problème", twin: "Jumeau", game: "Partie", anotherGame: "Une autre partie", shorterGame: "Une partie plus courte", histories: "Histoires", solution: "Solution",
    verification: "Vérification", games: "Partie", proof: "Preuve", possible: "possible", impossible: "impossible",
    undecided: "indécis", given: "donné", solved: "résolu", "no-solution": "sans solution", illegal: "illégal",
    sound: "correct", unsound: "incorrect", world: "Histoire", verdict: "Verdict", evidence: "Élément de preuve", stepByStep: "Pourquoi, pas à pas", play: "Rejouer la partie",
    stop: "Retour au diagramme", showProof: "Montrer la preuve", hideProof: "Cacher la preuve", key: "clef", "try": "essai", refutation: "réfutation",
    dual: "dual", trial: "comme tentative", credit: "à crédit", stands: "maintenu", "taken-back": "repris",
    "king-move-demanded": "repris, un coup du roi est exigé", "false-move-stands": "le coup faux reste en place",
    touched: "touché", free: "peuvent tout jouer", mustMove: "doit jouer", mustCapture: "doit être pris", captures: "doit prendre",
    mustCastle: "doit roquer", threat: "menace", zugzwang: "blocus", check: "échec", tries: "Essais", setPlay: "Jeu apparent", noSetPlay: "Pas de jeu apparent", part: "Partie",
    keys: "Clefs", goal: "le but est atteint", mate: "mat", stalemate: "pat", unredeemed: "le crédit n'a jamais été justifié",
    "out-of-moves": "les coups sont épuisés", cut: "la suite n'est pas montrée", sideWhite: "Les Blancs", sideBlack: "Les Noirs", white: "Trait aux Blancs", black: "Trait aux Noirs",
    diagram: "Diagramme", array: "Position initiale", notFinal: "non définitif : cela dépend d'une histoire indécise", named: "histoire", history: "histoire du diagramme",
    notExhaustive: "non exhaustif, comme demandé", shortestGame: "Partie la plus courte, quelle que soit l'histoire", shortGame: "Partie la plus courte trouvée", openStatements: "Indécis, de sorte que d'autres peuvent être exclus", moves: "coups", unique: "la seule", notUnique: "pas la seule",
    "limit-time": "Indécis : le temps était écoulé.", "limit-nodes": "Indécis : la limite de nœuds était atteinte.", "limit-depth": "Indécis : la limite de profondeur était atteinte.",
    "limit-interrupted": "Indécis : la recherche a été arrêtée.", "limit-not-exhaustive": "Indécis : rien de trouvé, mais la recherche n'était pas exhaustive, comme demandé.",
    open: "histoires ouvertes", first: "au début", back: "un pas en arrière", forward: "un pas en avant", last: "à la fin", flip: "retourner l'échiquier",
    theme: "Clair ou sombre", print: "Imprimer", language: "English", letters: "Lettres des pièces", filter: "Filtrer", all: "tous", more: "Montrer plus",
    number: "No", author: "Auteur, source", stipulation: "Énoncé", convention: "Convention", time: "Temps", shown: "montrés", of: "sur",
    error: "Erreur", findings: "Constats", note: "note", warning: "attention", severe: "erreur", retracted: "Repris", variations: "variantes", variationsCut: "Toutes les variantes ne sont pas données ; toutes ont été cherchées.", replaced: "remplacé par", noOther: "La recherche est complète : il n'y a pas d'autre solution.",
    nothing: "rien à remplacer", lastMoves: "Derniers coups", move: "Coup", hasNoLastMove: ["Les Blancs n'ont pas de dernier coup", "Les Noirs n'ont pas de dernier coup"],
    hadNoMove: ["avant cela les Blancs n'avaient pas de coup", "avant cela les Noirs n'avaient pas de coup"], nodes: "nœuds", rights: "aucun",
    lastWas: "dernier coup", reason: "parce que", cases: "Cas", keysHelp: "Les flèches parcourent le jeu, Début et Fin sautent, f retourne l'échiquier.",
    fold: "plier ou déplier", ms: "ms", none: "Pas de solution.", details: "Détails pour un vérificateur", close: "Fermer",
    "check-ignored": "échec ignoré", castling: "roque sans droit", "en-passant": "prise en passant sans droit",
    "half-castling": "moitié d'un roque", "half-en-passant": "moitié d'une prise en passant", "half-promotion": "moitié d'une promotion",
    "half-capture": "moitié d'une prise", "out-of-turn": "hors tour", empty: "Aucun problème ne convient.", plyOf: "demi-coup",
    hasCaptured: ["Les Blancs ont pris", "Les Noirs ont pris"], pawn: "pion",
    and: "et", noCastling: "pas de roque", noEp: "pas d'e.p.", attempts: "Jusqu'où sont allés les essais",
    accounts: "Ce qu'ont fait les deux camps", scenarios: "scénarios examinés", captured: "prises", byPawns: "dont au moins par des pions",
    onBoard: "pièces promues sur l'échiquier", outOfReach: "prises, mais pas par des pions", exclusions: "Ce qui s'exclut",
    "because-victims": "il manque des victimes aux prises", "because-glance": "aucun ordre des événements ne convient", "because-probing": "aucun ordre des événements ne convient", "because-rehearsal": "joués case par case, les pions ne laissent jamais chacun arriver où il faut",
    "because-cases": "tout ce que l'autre camp a pu faire est exclu", "because-choices": "tout ce que l'autre camp a pu faire est exclu",
    "part-stands": "est en", "part-falls": "a été pris comme pion", "part-remains": "s'est promu en", "part-spent": "a été pris après sa promotion en",
    "part-birth": "s'est promu en", "part-present": "est sur l'échiquier, peut-être promu", homes: "de la position initiale ceux de", noHomes: "aucun de la position initiale",
    "sort-queen": "dame", "sort-rook": "tours", "sort-light-bishop": "fou de cases blanches", "sort-dark-bishop": "fou de cases noires", "sort-knight": "cavaliers",
  },
};

// For each set the letters of K Q R B N.
const LETTERS = {
  en: "KQRBN", "en-s": "KQRBS", de: "KDTLS", fr: "RDTFC", figurine: "♔♕♖♗♘",
};

const view = { language: "en", letters: "en" };

// The languages in the order of the button that goes through them, and where each has its sentences in an entry.
const LANGUAGES = Object.keys(WORDS);
const TRANSLATED = { de: "german", fr: "french" };

// `White`, for `white` or `w`.
function sideName(side) {
  return word(side[0] === "w" ? "sideWhite" : "sideBlack");
}

function word(key) {
  return WORDS[view.language][key] ?? WORDS.en[key] ?? key;
}

// Standard notation in English letters → the reader's letters.
function inLetters(san) {
  const set = LETTERS[view.letters];
  const text = san.replace(/[KQRBN]/g, (letter) => set["KQRBN".indexOf(letter)]);
  return view.language !== "en" ? text.replace(/O-O-O/g, "0-0-0").replace(/O-O/g, "0-0") : text;
}

// Texts of strangers: characters that turn the reading direction or cannot be seen become visible.
function harmless(text) {
  return String(text).replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (c) => "\\u{" + c.codePointAt(0).toString(16) + "}",
  );
}
