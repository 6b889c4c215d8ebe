// The men that are off the board: in a game each under the move that took it, at a step of an argument those that are missing, under the
// captures of pawns that it speaks of.
const OFFICERS = { q: 1, r: 2, n: 2 };

// The captures that led from the array to a step of a game, in order.
function capturesBefore(step) {
  const found = [];
  for (let at = step; at.before; at = at.before) {
    const to = at.uci.slice(2, 4);
    const man = at.before.cells[index(at.enPassant ? to[0] + at.uci[1] : to)];
    if (man !== " ") found.unshift({ man, under: moveNumber(at, true) + inLetters(at.san) });
  }
  return found;
}

// The men of White (`w`) or Black that are missing, a pawn on the board as whatever it was promoted to not among them.
function missingMen(cells, side) {
  const own = [...cells].map((man) => (man !== " " && (man === man.toUpperCase()) === (side === "w") ? man.toLowerCase() : " "));
  const count = (fits) => own.filter(fits).length;
  const lacking = Object.entries(OFFICERS).map(([man, all]) => [man, all - count((other) => other === man)]);
  for (const shade of [0, 1]) lacking.push(["b", 1 - count((man, at) => man === "b" && ((at + (at >> 3)) & 1) === shade)]);
  const promoted = lacking.reduce((sum, [, left]) => sum + Math.max(0, -left), 0);
  const men = lacking.flatMap(([man, left]) => Array(Math.max(0, left)).fill(man));
  men.push(...Array(Math.max(0, 8 - promoted - count((man) => man === "p"))).fill("p"));
  return men.map((man) => (side === "w" ? man.toUpperCase() : man));
}

// The files that a pawn went through: `axbxc`.
function filesOf([home, square]) {
  const [from, to] = [home.charCodeAt(0), square.charCodeAt(0)];
  const files = Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => String.fromCharCode(from + Math.sign(to - from) * n));
  return files.join("x");
}

function manOf(man) {
  const name = (man === man.toUpperCase() ? "w" : "b") + man.toUpperCase();
  return drawn("svg", { viewBox: "0 0 45 45", role: "img", "aria-label": /p/i.test(man) ? word("pawn") : inLetters(man.toUpperCase()) },
    drawn("use", { href: "#" + name, width: SIDE, height: SIDE }));
}

// What White and Black took until a step; nothing where it is neither of a game nor of an argument.
function takenPart(step) {
  let root = step;
  while (root.before) root = root.before;
  const isGame = root.kind === "array";
  if (!isGame && !["deduction", "retraction"].includes(step.kind)) return [];
  const captures = isGame ? capturesBefore(step) : [];
  const ways = step.supposed ? step.paths ?? [] : [];
  return ["w", "b"].map((side) => {
    const other = side === "w" ? "b" : "w";
    const isOf = (man, whose) => (man === man.toUpperCase()) === (whose === "w");
    const taken = isGame ? captures.filter(({ man }) => isOf(man, other)) : missingMen(step.cells, other).map((man) => ({ man }));
    if (!taken.length) return null;
    const by = ways.filter((way) => isOf(step.cells[index(way[1])], side)).map(filesOf).join(", ");
    return element("div", { class: "taken" },
      element("p", {}, word("hasCaptured")[side === "w" ? 0 : 1] + (by ? ": " + by : "")),
      element("ul", {}, taken.map(({ man, under }) => element("li", {}, under ? element("span", {}, under) : null, manOf(man)))));
  }).filter(Boolean);
}
