// The board on which men are set: by dragging, with the palette, by keyboard.
const EMPTY = " ".repeat(64);
const MOST_UNDONE = 500;

class Setup {
  // changed: called after every change of the position; touched: called with a square instead, while it returns true;
  // form, refill: give the whole problem as text, and bring it back.
  constructor(root, palette, { changed, touched, form, refill }) {
    Object.assign(this, { root, palette, changed, touched, form, refill });
    this.cells = EMPTY;
    this.turn = "w";
    this.flipped = false;
    this.cursor = 60;
    this.chosen = null;
    this.carried = null;
    this.marks = {};
    // Problems as text, and the field that was written in last.
    this.past = [];
    this.future = [];
    this.written = null;
    this.squares = [];
    for (let row = 0; row < 8; row++) {
      const line = element("div", { role: "row" });
      for (let column = 0; column < 8; column++) {
        const square = element("div", { role: "gridcell", tabindex: -1 });
        this.squares.push(square);
        line.append(square);
      }
      root.append(line);
    }
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => {
      const at = this.squares.indexOf(event.target.closest("[role=gridcell]"));
      if (at >= 0) this.cursor = this.place(at);
    });
    for (const button of palette.querySelectorAll("button")) {
      button.addEventListener("click", () => this.choose(this.chosen === button.dataset.man ? null : button.dataset.man));
      button.addEventListener("pointerdown", (event) => {
        if (button.dataset.man !== " ") this.drag(event, button.dataset.man, null, null);
      });
      button.setAttribute("aria-label", this.manName(button.dataset.man));
      button.title = this.manName(button.dataset.man);
    }
    this.show();
  }

  get fen() {
    return pack(this.cells) + " " + this.turn;
  }

  manName(man) {
    if (man === " ") return said("erase");
    return said(man === man.toUpperCase() ? "white" : "black") + " " + said(man.toUpperCase());
  }

  choose(man) {
    this.chosen = man;
    for (const button of this.palette.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.man === man));
    }
  }

  // The place on the board of a cell of the page, and back: the same either way.
  place(at) {
    return this.flipped ? 63 - at : at;
  }

  name(place) {
    return "abcdefgh"[place % 8] + (8 - (place >> 3));
  }

  // Keeps a problem, to be brought back. Of a field that is being written in only the first state is kept.
  remember(problem, field = null) {
    if (field !== null && field === this.written) return;
    this.written = field;
    this.past.push(problem);
    if (this.past.length > MOST_UNDONE) this.past.shift();
    this.future = [];
  }

  // A new position, to be undone. `before`: the problem it was in, where another one was opened.
  set(cells, turn = this.turn, before = null) {
    if (cells === this.cells && turn === this.turn && !before) return;
    this.remember(before ?? this.form());
    [this.cells, this.turn] = [cells, turn];
    this.show();
    this.changed();
  }

  put(place, man) {
    this.set(this.cells.slice(0, place) + man + this.cells.slice(place + 1));
  }

  move(from, to) {
    const board = [...this.cells];
    const man = board[from];
    board[from] = " ";
    if (to !== null) board[to] = man;
    this.set(board.join(""));
  }

  step(from, to) {
    const other = from.pop();
    if (other === undefined) return;
    this.written = null;
    to.push(this.form());
    [this.cells, this.turn] = this.refill(other);
    this.show();
    this.changed();
  }

  act(name) {
    const rows = [...Array(8).keys()].map((row) => this.cells.slice(8 * row, 8 * row + 8));
    const acts = {
      undo: () => this.step(this.past, this.future),
      redo: () => this.step(this.future, this.past),
      clear: () => this.set(EMPTY),
      array: () => this.set(unpack(ARRAY), "w"),
      flip: () => { this.flipped = !this.flipped; this.show(); },
      left: () => this.set(rows.map((row) => row.slice(1) + " ").join("")),
      right: () => this.set(rows.map((row) => " " + row.slice(0, 7)).join("")),
      up: () => this.set(rows.slice(1).join("") + " ".repeat(8)),
      down: () => this.set(" ".repeat(8) + rows.slice(0, 7).join("")),
      rotate: () => this.set(rows.map((_, row) => rows.map((_, column) => rows[7 - column][row]).join("")).join("")),
      mirror: () => this.set(rows.map((row) => [...row].reverse().join("")).join("")),
    };
    acts[name]?.();
  }

  show() {
    this.squares.forEach((square, at) => {
      const place = this.place(at);
      const man = this.cells[place];
      const name = this.name(place);
      square.className = ((place % 8) + (place >> 3)) % 2 ? "dark" : "light";
      if (this.carried === place) square.classList.add("carried");
      if (this.marks[name]) square.classList.add(this.marks[name]);
      square.dataset.square = name;
      square.dataset.man = man;
      square.tabIndex = place === this.cursor ? 0 : -1;
      square.setAttribute("aria-label", name + " " + (man === " " ? said("empty") : this.manName(man)));
      const parts = [];
      if (man !== " ") {
        const symbol = (man === man.toUpperCase() ? "#w" : "#b") + man.toUpperCase();
        parts.push(drawn("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" }, drawn("use", { href: symbol })));
      }
      // Beside the edge of the board; drawn by the style sheet, for the label says it already.
      square.toggleAttribute("data-rank", at % 8 === 0);
      if (at % 8 === 0) square.dataset.rank = name[1];
      square.toggleAttribute("data-file", at >= 56);
      if (at >= 56) square.dataset.file = name[0];
      square.replaceChildren(...parts);
    });
  }

  press(event) {
    const square = event.target.closest("[role=gridcell]");
    if (!square || event.button) return;
    const place = this.place(this.squares.indexOf(square));
    this.cursor = place;
    const click = () => {
      square.focus({ preventScroll: true });
      if (this.touched(this.name(place))) return;
      if (this.chosen !== null) this.put(place, this.cells[place] === this.chosen ? " " : this.chosen);
    };
    const man = this.cells[place];
    this.drag(event, man === " " ? null : man, place, click);
  }

  // Follows the pointer with a man; without a move it was a click.
  drag(event, man, from, click) {
    event.preventDefault();
    const start = [event.clientX, event.clientY];
    let ghost = null;
    const move = (now) => {
      const far = Math.hypot(now.clientX - start[0], now.clientY - start[1]) > 5;
      if (!ghost && far && man) {
        const symbol = (man === man.toUpperCase() ? "#w" : "#b") + man.toUpperCase();
        ghost = drawn("svg", { viewBox: "0 0 45 45", class: "ghost", "aria-hidden": "true" }, drawn("use", { href: symbol }));
        const side = this.squares[0].getBoundingClientRect().width;
        ghost.style.width = ghost.style.height = side + "px";
        document.body.append(ghost);
      }
      if (ghost) {
        const side = parseFloat(ghost.style.width);
        ghost.style.left = now.clientX - side / 2 + "px";
        ghost.style.top = now.clientY - side / 2 + "px";
      }
    };
    const end = (now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) {
        if (now.type === "pointerup") click?.();
        return;
      }
      ghost.remove();
      if (now.type !== "pointerup") return;
      const below = document.elementFromPoint(now.clientX, now.clientY)?.closest?.("#squares [role=gridcell]");
      const to = below ? this.place(this.squares.indexOf(below)) : null;
      if (from !== null && to !== from) this.move(from, to);
      else if (from === null && to !== null) this.put(to, man);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };
    const at = this.place(this.cursor);
    if (steps[event.key]) {
      const to = at + steps[event.key];
      const leaves = to < 0 || to > 63 || (Math.abs(steps[event.key]) === 1 && to >> 3 !== at >> 3);
      if (!leaves) this.cursor = this.place(to);
    } else if (event.key === "Enter" || event.key === " ") {
      this.enter();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.put(this.cursor, " ");
    } else if (event.key === "Escape") {
      this.carried = null;
      this.choose(null);
    } else {
      const man = manOf(event.key);
      if (!man) return;
      this.put(this.cursor, man);
    }
    event.preventDefault();
    this.show();
    this.squares[this.place(this.cursor)].focus();
  }

  // Enter picks a man up and puts it down, sets the chosen one, or touches.
  enter() {
    const { cursor } = this;
    if (this.touched(this.name(cursor))) return;
    if (this.carried !== null) {
      const from = this.carried;
      this.carried = null;
      if (from !== cursor) this.move(from, cursor);
    } else if (this.chosen !== null) {
      this.put(cursor, this.cells[cursor] === this.chosen ? " " : this.chosen);
    } else if (this.cells[cursor] !== " ") {
      this.carried = cursor;
    }
  }
}

// The man that a key stands for in the reader's letters; small letters are Black's. A pawn is P, B where that is its letter.
function manOf(key) {
  if (key.length !== 1) return null;
  const letters = view.letters === "figurine" ? LETTERS.en : LETTERS[view.letters];
  const pawn = view.letters === "de" ? "B" : "P";
  const at = (letters + pawn).indexOf(key.toUpperCase());
  if (at < 0) return null;
  const man = "KQRBNP"[at];
  return key === key.toUpperCase() ? man : man.toLowerCase();
}
