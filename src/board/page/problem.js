// A problem as the text of a problem file, and its fields as the page's form has them.
const FORM_FIELDS = ["fen", "stipulation", "convention", "options", "histories", "facts", "twins", "solution", "author", "source"];

// The fields of the first problem of a text: name → value, its lines without their indent.
function fieldsOf(text) {
  const fields = new Map();
  let last = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("---")) break;
    if (/^\s*#(\s|$)/.test(line)) continue;
    const match = /^([\p{L}-]+):\s*(.*)$/u.exec(line);
    if (match) fields.set((last = match[1].toLowerCase()), match[2].trim());
    else if (last) fields.set(last, fields.get(last) + "\n" + line.replace(/^ {1,2}/, "").trimEnd());
  }
  for (const [name, value] of fields) fields.set(name, value.trim());
  return fields;
}

function textOf(fields) {
  let text = "";
  for (const [name, value] of fields) {
    const lines = (value ?? "").split(/\r?\n/).map((line) => line.trimEnd()).filter((line) => line !== "");
    if (!lines.length) continue;
    const first = name === "histories" || lines.length === 1 ? " " + lines.shift() : "";
    text += name + ":" + first + "\n" + lines.map((line) => "  " + line + "\n").join("");
  }
  return text;
}

// Whether White or Black begins; null where that does not follow from the stipulation.
function begins(goal) {
  return /^(h[#=]|-)/.test(goal) ? "b" : /^[sr]?[#=]/.test(goal) ? "w" : null;
}

// `h#2.5* duplex`, `pg 17.5`, `-2 & #1 Proca`, `last-move` → the parts; what the form does not know is kept in words.
function stipulationParts(text) {
  const back = /^-(\d+)(\(w,b\) & h#1| & #1 (?:Proca|Høeg))$/.exec((text ?? "").trim());
  if (back) return { goal: "-n" + back[2], moves: back[1], setPlay: false, duplex: false };
  const match = /^(?:([srh]?[#=])(\d+(?:\.5)?|\?)(\*?)(\s+duplex)?|pg\s*(\d+(?:\.[05])?)|(spg|histories|last-move|-1w & #1))$/.exec((text ?? "").trim());
  if (!match) return text?.trim() ? { goal: "…", words: text.trim() } : { goal: "#", moves: "2" };
  const [, goal, moves, star, duplex, plies, whole] = match;
  return { goal: goal ?? whole ?? "pg", moves: moves ?? plies, setPlay: !!star, duplex: !!duplex };
}

// The other way round.
function stipulationText({ goal, moves, setPlay, duplex, words }, kind) {
  if (kind === "nothing") return goal;
  if (kind === "words") return words;
  if (kind === "back") return goal.replace("n", moves);
  return kind === "length" ? goal + " " + moves : goal + moves + (setPlay ? "*" : "") + (duplex ? " duplex" : "");
}
