// Play as steps: each stands on one position, knows the step before it and makes those after it when they are
// asked for. Made from the trees, games and proofs of the program's records.
class Step {
  constructor(before, facts) {
    this.before = before;
    Object.assign(this, facts);
    this.made = null;
  }

  // The steps that may follow, in the order of the record.
  get after() {
    this.made ??= this.following ? this.following(this) : [];
    return this.made;
  }

  get position() {
    return { cells: this.cells, turn: this.turn, last: this.last, marks: this.marks, paths: this.paths, supposed: this.supposed };
  }
}

// The root of a solution tree; `half` half-moves were played before its first (1 where the second side begins).
function treeRoot(fen, node, half) {
  const [placement, turn] = fen.split(" ");
  return new Step(null, {
    kind: "root", cells: unpack(placement), turn: node.turn ?? turn, node, ply: half,
    worlds: node.worlds, following: followNode,
  });
}

// The branches of a node, then the moves threatened there.
function followNode(step) {
  return (step.node?.branches ?? []).map((branch) => branchStep(step, branch));
}

function threatSteps(step) {
  step.threatsMade ??= (step.node?.threats ?? []).map((branch) => {
    // A threat is what the attacker would play if the defender passed.
    const passed = new Step(step, { ...step, kind: "pass", ply: step.ply + 1, following: null });
    return branchStep(passed, branch, step);
  });
  return step.threatsMade;
}

function branchStep(step, branch, before) {
  const result = played(step.cells, branch.move);
  const turn = /[A-Z]/.test(step.cells[index(branch.move.slice(0, 2))]) ? "b" : "w";
  const facts = {
    cells: result.cells, turn, san: branch.san, uci: branch.move, enPassant: result.enPassant,
    last: [branch.move.slice(0, 2), branch.move.slice(2, 4)], mark: branch.mark, manner: branch.manner,
    ply: step.ply + 1,
  };
  if (branch.rulings) {
    return new Step(before ?? step, {
      ...facts, kind: "trial", worlds: step.worlds, rulings: branch.rulings,
      following: (trial) => branch.rulings.map((ruling) => rulingStep(trial, step, ruling)),
    });
  }
  const node = branch.node ?? {};
  return new Step(before ?? step, {
    ...facts, kind: "move", node, worlds: node.worlds, outlook: node.outlook, following: followNode,
  });
}

function rulingStep(trial, tried, ruling) {
  const stands = ruling.judgment === "stands" || ruling.judgment === "false-move-stands";
  const marks = {};
  for (const square of ruling.node.touched ?? []) marks[square] = "touched";
  const from = stands ? trial : tried;
  return new Step(trial, {
    kind: "ruling", judgment: ruling.judgment, cells: from.cells, turn: stands ? trial.turn : tried.turn,
    last: stands ? trial.last : undefined, marks: stands ? {} : marks, mark: ruling.mark,
    named: ruling.worlds, worlds: ruling.node.worlds, node: ruling.node, outlook: ruling.node.outlook,
    ply: stands ? trial.ply : tried.ply, resumed: !stands, following: followNode,
  });
}

// A game from the initial array as a chain of steps.
function gameRoot(moves, movetext, begins) {
  const [placement, side] = (begins ?? ARRAY + " w").split(" ");
  const first = side === "b" ? 1 : 0;
  const sans = movetext.split(/\s+/).filter((token) => token && !/^\d+\.+$/.test(token))
    .map((token) => token.replace(/^\d+\.+/, ""));
  const next = (number) => (step) => {
    if (number >= moves.length) return [];
    const result = played(step.cells, moves[number]);
    return [new Step(step, {
      kind: "move", cells: result.cells, turn: (number + first) % 2 ? "w" : "b", san: sans[number] ?? moves[number],
      uci: moves[number], enPassant: result.enPassant, ply: number + first + 1,
      last: [moves[number].slice(0, 2), moves[number].slice(2, 4)], following: next(number + 1),
    })];
  };
  return new Step(null, { kind: "array", cells: unpack(placement), turn: side, ply: first, following: next(0) });
}

// Squares named anywhere in a reason.
function squaresIn(value, found = new Set()) {
  if (typeof value === "string" && /^[a-h][1-8]$/.test(value)) found.add(value);
  else if (value && typeof value === "object") Object.values(value).forEach((part) => squaresIn(part, found));
  return found;
}

// A position of a proof by retractions; its retractions follow, those that occur on the way to it left out.
function proofStep(before, certificate, number, move) {
  const entry = certificate.positions[number];
  const marks = {};
  for (const square of squaresIn(entry.why?.reason)) marks[square] = "named";
  const cage = certificate.cages?.[entry.why?.cage];
  for (const square of squaresIn(cage?.zone)) marks[square] = "zone";
  for (const square of squaresIn(cage?.men)) marks[square] = "caged";
  return new Step(before, {
    kind: "retraction", cells: unpack(entry.placement), turn: entry.turn, entry, number, san: move,
    marks, ply: (before?.ply ?? -1) + 1,
    following: (step) => (entry.why?.retractions ?? [])
      .filter((retraction) => certificate.positions[retraction.to])
      .map((retraction) => proofStep(step, certificate, retraction.to, retraction.move)),
  });
}

// Deductions that speak of captures: the ways of pawns that they show are not the only ones.
const OF_CAPTURES = ["few-left", "too-many-captures", "no-victim"];

// The deductions of an argument as a chain of steps, each on the board it speaks of with its squares marked.
function argumentRoot(deductions) {
  const board = (deduction) => ({ cells: unpack(deduction.placement), turn: deduction.placement.split(" ")[1] });
  const next = (number) => (step) => deductions.slice(number, number + 1).map((deduction) => new Step(step, {
    kind: "deduction", ...board(deduction), ply: number + 1,
    marks: Object.fromEntries(deduction.squares.map((square) => [square, "named"])), paths: deduction.paths, supposed: OF_CAPTURES.includes(deduction.kind), following: next(number + 1),
  }));
  return new Step(null, { kind: "diagram", ...board(deductions[0]), ply: 0, following: next(0) });
}

// The number in front of a move: `1.` or `1...`; nothing where a reply follows its move directly.
function moveNumber(step, opening) {
  // A move that replaces the one taken back is not counted.
  if (step.ply === 0) return "";
  const number = Math.floor((step.ply + 1) / 2) + ".";
  if (step.ply % 2 === 1) return number + " ";
  return opening ? number + ".. " : "";
}
