// What happens between the phases: the table of a two-mover, the solutions of help play, the themes.
const PHASE_WORDS = {
  en: {
    phases: "Phases", set: "set play", zugzwang: "zugzwang", threat: "(threat)", changed: "≠ changed", transferred: "→ transferred",
    tries: ["more try with one refutation", "more tries with one refutation"],
    defences: ["more defence with one answer", "more defences with one answer"], themes: "Themes", meaning: "What they are",
    threats: "threats", by: "mate by", captured: "captured", model: "model mate", ideal: "ideal mate", of: "of",
    "same-roles": "Men of the same kinds play in the same order", "same-mating-man": "The same man mates",
    "different-mating-men": "Different men mate", "same-mating-square": "The last moves go to",
    "same-king-square": "The king is mated on", "different-king-squares": "The king is mated on different squares",
    "exchanged-men": "Men exchange their order", "repeated-move": "Repeated move",
  },
  de: {
    phases: "Phasen", set: "Satzspiel", zugzwang: "Zugzwang", threat: "(Drohung)", changed: "≠ gewechselt", transferred: "→ übertragen",
    tries: ["weitere Verführung mit einer Widerlegung", "weitere Verführungen mit einer Widerlegung"],
    defences: ["weitere Verteidigung mit einer Antwort", "weitere Verteidigungen mit einer Antwort"], themes: "Themen", meaning: "Was sie sind",
    threats: "Drohungen", by: "matt durch", captured: "geschlagen", model: "Mustermatt", ideal: "Idealmatt", of: "von",
    "same-roles": "Steine gleicher Art ziehen in gleicher Folge", "same-mating-man": "Derselbe Stein setzt matt",
    "different-mating-men": "Verschiedene Steine setzen matt", "same-mating-square": "Die letzten Züge gehen nach",
    "same-king-square": "Der König wird matt auf", "different-king-squares": "Der König wird auf verschiedenen Feldern matt",
    "exchanged-men": "Steine tauschen ihre Folge", "repeated-move": "Wiederholter Zug",
  },
  fr: {
    phases: "Phases", set: "jeu apparent", zugzwang: "blocus", threat: "(menace)", changed: "≠ changé", transferred: "→ transféré",
    tries: ["autre essai avec une seule réfutation", "autres essais avec une seule réfutation"],
    defences: ["autre défense avec une seule réponse", "autres défenses avec une seule réponse"], themes: "Thèmes", meaning: "Ce que c'est",
    threats: "menaces", by: "mat par", captured: "pris", model: "mat modèle", ideal: "mat idéal", of: "sur",
    "same-roles": "Des pièces de même genre jouent dans le même ordre", "same-mating-man": "La même pièce mate",
    "different-mating-men": "Des pièces différentes matent", "same-mating-square": "Les derniers coups vont en",
    "same-king-square": "Le roi est mat en", "different-king-squares": "Le roi est mat sur des cases différentes",
    "exchanged-men": "Des pièces échangent leur ordre", "repeated-move": "Coup répété",
  },
};

function phaseWord(key) {
  return PHASE_WORDS[view.language][key] ?? PHASE_WORDS.en[key] ?? key;
}

function phasesPart(item) {
  const record = item.verify?.phases ?? item.solve?.phases;
  if (!record || !(record.table || record.solutions || record.keywords.length)) return null;
  return element("section", {}, element("h3", {}, phaseWord("phases")),
    record.table ? phaseTable(record.table) : null,
    record.solutions ? helpSolutions(record.solutions, item) : null,
    record.keywords.length ? themesPart(record.keywords) : null);
}

// A move with its letter.
function phaseStep(step) {
  return [inLetters(step.san), step.letter ? [" ", element("b", {}, step.letter)] : null];
}

function phaseTable(table) {
  const counted = (count, what) => (count ? count + " " + phaseWord(what)[count === 1 ? 0 : 1] : null);
  const title = (column) => element("th", { scope: "col" }, element("b", {}, column[0].letter), element("br"),
    "1... " + column.slice(0, 2).map((step) => inLetters(step.san)).join(", "),
    column.length > 2 ? " (+" + (column.length - 2) + ")" : null);
  const rows = table.rows.map((row) => element("tr", {}, element("th", { scope: "row" }, phaseHead(row)), row.cells.map(phaseCell)));
  const cells = table.rows.flatMap((row) => row.cells);
  const said = [
    cells.some((cell) => cell.changed) ? phaseWord("changed") : null,
    cells.some((cell) => cell.transferred) ? phaseWord("transferred") : null,
    counted(table.further_defences, "defences"),
    counted(table.further_tries, "tries"),
  ].filter(Boolean);
  return [
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": phaseWord("phases") },
      element("table", { class: "phases" },
        element("thead", {}, element("tr", {}, element("td", {}), table.columns.map(title))),
        element("tbody", {}, rows))),
    said.length ? element("p", { class: "note" }, said.join("; ")) : null,
  ];
}

// `1. Qb1? (2. Qe4#) Rc1!`
function phaseHead(row) {
  if (!row.first) return phaseWord("set");
  const sign = row.phase === "try" ? "?" : "!";
  const name = row.phase === "try" ? "is-try" : "is-key";
  const threats = row.threats ?? [];
  const pressure = row.pressure === "zugzwang" ? " " + phaseWord("zugzwang")
    : threats.length > 4 ? " (" + threats.length + " " + phaseWord("threats") + ")"
    : threats.length ? [" (2. ", threats.map((step, at) => [at ? ", " : "", phaseStep(step)]), ")"] : null;
  return [element("span", { class: name }, "1. ", phaseStep(row.first), sign), pressure,
    row.refutation ? element("span", { class: "is-refutation whole" }, " " + inLetters(row.refutation.san) + "!") : null];
}

function phaseCell(cell) {
  if (cell.reply === "none") return element("td", { class: "none" }, "–");
  if (cell.reply === "refutes") return element("td", { class: "refutes" }, "!");
  if (cell.reply === "threat") return element("td", { class: "none" }, phaseWord("threat"));
  const [first, ...rest] = cell.answers;
  const also = rest.length === 1 ? "/" + inLetters(rest[0].san) : rest.length ? " (+" + rest.length + ")" : null;
  return element("td", { class: cell.changed ? "changed" : "" }, phaseStep(first), also,
    cell.changed ? element("span", { class: "sign" }, " ≠") : null,
    cell.transferred ? element("span", { class: "carried" }, " →") : null);
}

// A man by its square in the diagram.
function manOn(square, item) {
  const fen = item.solve?.fen ?? item.problem?.fen ?? "8/8/8/8/8/8/8/8 w";
  const rank = fen.split(" ")[0].split("/")[8 - square[1]] ?? "";
  const cells = rank.replace(/[1-8]/g, (count) => ".".repeat(+count));
  const letter = (cells["abcdefgh".indexOf(square[0])] ?? "").toUpperCase();
  return (letter === "P" || letter === "." ? "" : inLetters(letter)) + square;
}

function helpSolutions(solutions, item) {
  const men = (squares) => squares.map((square) => manOn(square, item)).join(", ");
  const list = solutions.list.map((solution) => {
    let ply = solution.moves.length % 2;
    const moves = solution.moves.map((step, at) => {
      const number = ply % 2 === 0 ? Math.floor(ply / 2) + 1 + ". " : at === 0 ? "1... " : "";
      ply += 1;
      return number + inLetters(step.san);
    });
    const facts = [
      solution.mates ? phaseWord("by") + " " + manOn(solution.mates, item) : null,
      solution.captured.length ? men(solution.captured) + " " + phaseWord("captured") : null,
      solution.mate ? phaseWord(solution.mate) : null,
    ].filter(Boolean);
    return element("li", {}, moves.join(" "), facts.length ? element("span", { class: "note" }, " (" + facts.join("; ") + ")") : null);
  });
  const found = solutions.correspondences.map((entry) => {
    const isMen = ["same-mating-man", "different-mating-men", "exchanged-men"].includes(entry.kind);
    const of = isMen ? men(entry.of) : entry.of.map(inLetters).join(entry.kind === "same-roles" ? "–" : ", ");
    return element("li", {}, phaseWord(entry.kind) + ": " + of + ".");
  });
  return [element("ol", { class: "corresponding" }, list), element("ul", { class: "corresponding" }, found)];
}

function themesPart(keywords) {
  const at = LANGUAGES.indexOf(view.language);
  const name = (theme) => {
    const numbers = theme.keyword === "zagoruiko" ? " " + theme.count + "×" + theme.of
      : theme.count === undefined ? "" : ": " + theme.count + (theme.of === undefined ? "" : " " + phaseWord("of") + " " + theme.of);
    const shown = theme.letters?.length ? theme.letters : [...new Set((theme.moves ?? []).map((step) => inLetters(step.san)))].slice(0, 8);
    return theme.names[at] + numbers + (shown.length ? " (" + shown.join(", ") + ")" : "");
  };
  return element("div", { class: "themes" },
    element("p", { class: "themes" }, phaseWord("themes") + ": " + keywords.map(name).join("; ")),
    element("details", {}, element("summary", {}, phaseWord("meaning")),
      element("dl", {}, keywords.map((theme) => [
        element("dt", {}, theme.names[at]),
        element("dd", {}, theme.definitions[at] + " (" + theme.source + ")"),
      ]))));
}
