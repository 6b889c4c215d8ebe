// Positions as text, moves on them, and the board that shows them.
const SVG = "http://www.w3.org/2000/svg";
const SIDE = 45;
const ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

// A placement as 64 characters from a8 to h1, a blank for an empty square.
function unpack(placement) {
  return placement.split(" ")[0].replace(/\//g, "").replace(/\d/g, (n) => " ".repeat(+n));
}

function pack(cells) {
  const rows = [];
  for (let row = 0; row < 64; row += 8) {
    rows.push(cells.slice(row, row + 8).replace(/ +/g, (blanks) => blanks.length));
  }
  return rows.join("/");
}

function index(square) {
  return 8 * (8 - +square[1]) + square.charCodeAt(0) - 97;
}

// The cells after a move in UCI notation, castling from king's square to king's square; says too whether it took
// en passant. The move is the program's: its legality is not asked here.
function played(cells, uci) {
  const board = [...cells];
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const man = board[index(from)];
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const enPassant = /p/i.test(man) && files !== 0 && board[index(to)] === " ";
  if (enPassant) board[index(to[0] + from[1])] = " ";
  if (/k/i.test(man) && Math.abs(files) === 2) {
    const corner = (files > 0 ? "h" : "a") + from[1];
    const beside = (files > 0 ? "f" : "d") + from[1];
    board[index(beside)] = board[index(corner)];
    board[index(corner)] = " ";
  }
  const promoted = uci[4] ? (man === "P" ? uci[4].toUpperCase() : uci[4].toLowerCase()) : man;
  board[index(to)] = promoted;
  board[index(from)] = " ";
  return { cells: board.join(""), enPassant };
}

// An element of the page. Texts go in as text, never as markup.
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  return furnished(made, attributes, children);
}

function drawn(name, attributes, ...children) {
  return furnished(document.createElementNS(SVG, name), attributes, children);
}

function furnished(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) made.append(child);
  }
  return made;
}

// A board that can be shown many positions, one after the other.
class Board {
  constructor() {
    this.flipped = false;
    this.svg = drawn("svg", { class: "board", viewBox: "-16 -1 377 378", role: "img" });
    this.position = { cells: unpack(ARRAY), turn: "w" };
  }

  corner(at) {
    const [x, y] = [at % 8, at >> 3];
    return this.flipped ? [SIDE * (7 - x), SIDE * (7 - y)] : [SIDE * x, SIDE * y];
  }

  // position: { cells, turn, last: [from, to], marks: { square: class }, paths: [[from, to]], supposed: whether these are only possible }
  show(position) {
    this.position = position;
    const fen = pack(position.cells) + " " + position.turn;
    const marks = position.marks ?? {};
    const parts = [drawn("title", {}, word("diagram") + " " + fen)];
    for (let at = 0; at < 64; at++) {
      const [x, y] = this.corner(at);
      const dark = ((at % 8) + (at >> 3)) % 2 === 1;
      parts.push(drawn("rect", { x, y, width: SIDE, height: SIDE, class: dark ? "dark" : "light" }));
    }
    for (const square of position.last ?? []) parts.push(this.frame(square, "last"));
    for (const [square, kind] of Object.entries(marks)) parts.push(this.frame(square, kind));
    [...position.cells].forEach((man, at) => {
      if (man === " ") return;
      const [x, y] = this.corner(at);
      const name = (man === man.toUpperCase() ? "w" : "b") + man.toUpperCase();
      parts.push(drawn("use", { href: "#" + name, x, y, width: SIDE, height: SIDE }));
    });
    for (const path of position.paths ?? []) parts.push(this.arrow(...path, position.supposed));
    for (let n = 0; n < 8; n++) {
      const file = String.fromCharCode(97 + (this.flipped ? 7 - n : n));
      const rank = String(this.flipped ? n + 1 : 8 - n);
      parts.push(drawn("text", { x: SIDE * n + 22, y: 374, class: "name" }, file));
      parts.push(drawn("text", { x: -8, y: SIDE * n + 27, class: "name" }, rank));
    }
    parts.push(drawn("rect", { x: 0, y: 0, width: 360, height: 360, class: "edge" }));
    this.svg.replaceChildren(...parts.filter(Boolean));
    this.svg.dataset.fen = fen;
    this.svg.setAttribute("aria-label", word("diagram") + " " + fen);
  }

  frame(square, kind) {
    const [x, y] = this.corner(index(square));
    return drawn("rect", { x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4, class: "mark " + kind });
  }

  // From the middle of a square to that of another, the head within the latter.
  arrow(from, to, supposed) {
    const middle = (square) => this.corner(index(square)).map((edge) => edge + SIDE / 2);
    const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (!length) return null;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y] = [x2 - 12 * dx, y2 - 12 * dy];
    const head = [[x2, y2], [x - 7 * dy, y + 7 * dx], [x + 7 * dy, y - 7 * dx]];
    return drawn("g", { class: supposed ? "path supposed" : "path" }, drawn("line", { x1, y1, x2: x, y2: y }), drawn("polygon", { points: head.join(" ") }));
  }

  flip() {
    this.flipped = !this.flipped;
    this.show(this.position);
  }
}
