// One problem on the page: board with controls, histories, solution, findings.
class Article {
  // `name`: what a problem without author and number is called; `alone`: no number tells it from others.
  constructor(item, number, { name, alone } = {}) {
    this.item = item;
    this.number = number;
    this.name = name;
    this.alone = alone;
    this.board = new Board();
    this.buttons = new Map();
    // What unfolds the lines behind a step.
    this.openers = new Map();
    // Where plays begin, in their order on the page.
    this.plays = [];
    this.root = null;
    this.step = null;
    this.element = element("article", { id: "p" + (number + 1), tabindex: "-1" });
    this.element.addEventListener("focusin", () => (Article.current = this));
    this.element.addEventListener("pointerdown", () => (Article.current = this));
    this.write();
  }

  // In help play every line is a solution, and no first move is more than another.
  get isHelp() {
    return /^h/.test(this.item.solve?.stipulation ?? "");
  }

  get fen() {
    const record = this.item.solve ?? this.item.histories ?? this.item.problem ?? this.item.error;
    return record?.fen ?? "8/8/8/8/8/8/8/8 w";
  }

  // Writes everything anew, in the language and letters of the page; the board stays where it was.
  write() {
    const { item } = this;
    this.buttons.clear();
    this.openers.clear();
    this.plays = [];
    this.status = element("p", { class: "status", "aria-live": "polite" });
    this.menLine = element("p", { class: "men" });
    this.fenLine = element("p", { class: "fen" });
    this.taken = element("div", {});
    this.slider = element("input", {
      type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": word("plyOf"), hidden: true,
      oninput: () => this.slide(+this.slider.value),
    });
    const control = (act, sign, label) =>
      element("button", { type: "button", "aria-label": word(label), title: word(label), onclick: () => this.walk(act) }, sign);
    this.home = new Step(null, {
      kind: "root", cells: unpack(this.fen), turn: this.fen.split(" ")[1] ?? "w", ply: 0, following: () => [],
    });
    const heading = this.heading();
    const text = element("div", { class: "text" },
      this.findingsPart(), this.solutionPart(), phasesPart(this.item), this.historiesPart(), this.commentPart());
    this.root = this.mainRoot ?? this.home;
    this.element.replaceChildren(
      heading,
      element("div", { class: "columns" },
        element("div", { class: "side" },
          this.board.svg, this.menLine,
          element("div", { class: "controls", role: "group", "aria-label": word("move") },
            control("first", "|◀", "first"), control("back", "◀", "back"), control("forward", "▶", "forward"),
            control("last", "▶|", "last"), control("flip", "⇅", "flip")),
          this.slider, this.status, this.taken, this.fenLine),
        text));
    this.go(this.root);
    if (item.error) {
      text.prepend(element("p", { class: "wrong" }, word("error") + ": " + harmless(item.error.error)));
    }
  }

  heading() {
    const problem = this.item.problem ?? {};
    const record = this.item.solve ?? this.item.histories ?? this.item.verify ?? this.item.error ?? {};
    const twin = record.twin && (problem.twins ?? 1) > 1 ? " " + record.twin + ")" : "";
    const convention = this.item.solve?.applied ?? problem.convention;
    // The codex needs no mention.
    const asked = this.item.solve?.stipulation ?? problem.stipulation;
    const past = { histories: word("histories"), "last-move": word("lastMoves") }[asked];
    const what = [past ?? asked, past || convention === "codex" ? null : conventionName(convention)].filter(Boolean).join(", ");
    const named = problem.author ?? problem.id ?? record.id ?? this.name;
    // A problem without a name is called by what it asks.
    const name = harmless(named ?? (this.alone && what ? what : word("problem") + " " + (this.number + 1)));
    this.titled = name === what ? what : null;
    const badge = this.badge();
    return element("header", {},
      element("h2", {}, element("bdi", {}, name), twin),
      element("p", { class: "source" }, [problem.source, problem.award, problem.author ? problem.id : null]
        .filter(Boolean).map((part, at) => [at ? ", " : "", element("bdi", {}, harmless(part))])),
      element("p", { class: "what" }, this.titled ? null : what, badge ? [" ", badge] : null));
  }

  badge() {
    const verdict = this.item.verify?.verdict ?? this.item.solve?.verdict;
    if (!verdict) return null;
    // Of a verdict that is open there is nothing more to say.
    const solve = this.item.solve;
    const conditional = solve && !solve.final && solve.verdict !== "undecided";
    const why = solve?.condition === "not-exhaustive" ? "notExhaustive" : "notFinal";
    return [element("span", { class: "badge " + verdict }, word(verdict)),
      conditional ? [" ", element("span", { class: "badge undecided" }, word(why))] : null];
  }

  commentPart() {
    const comment = this.item.problem?.comment;
    return comment ? element("section", {}, element("p", { class: "comment" }, harmless(comment))) : null;
  }

  // The table of worlds, with a game or a proof for each.
  historiesPart() {
    const judged = this.item.histories?.worlds ?? this.item.solve?.worlds ?? [];
    const moves = this.item.histories?.last_moves;
    if (!judged.length && !moves) return null;
    // Where there is one history at most and nothing hangs on it, nobody asked for it.
    const idle = judged.length === 1 && judged[0].verdict === "undecided" && this.item.solve?.final;
    if (idle && !moves) return null;
    const texts = this.item[TRANSLATED[view.language]];
    const rows = judged.map((world, at) =>
      this.evidenceRow(worldName(world), world, texts?.worlds?.[at] ?? world.reason, texts?.world_proofs?.[at],
        { argument: texts?.world_arguments?.[at], story: texts?.stories?.[at] }));
    const last = moves?.map((move, at) =>
      this.evidenceRow(inLetters(move.move), move, texts?.last_moves?.[at] ?? move.reason, texts?.last_move_proofs?.[at],
        { argument: texts?.last_move_arguments?.[at] }));
    const table = (first, rows) => element("table", { class: "worlds" },
      element("thead", {}, element("tr", {}, [first, "verdict", "evidence"].map((key) => element("th", { scope: "col" }, word(key))))),
      element("tbody", {}, rows));
    const { shortest, statements, line } = this.item.histories ?? {};
    // What the heading of the problem says already is not said again.
    const title = (text) => (text === this.titled ? null : element("h3", {}, text));
    const parts = [[title(word("histories")), shortest ? shortestPart(shortest) : null,
      statements ? statementsPart(statements, judged, texts) : null, table("world", rows)],
      last ? [title(word("lastMoves")), line ? element("p", { class: "line" }, harmless(texts?.line ?? line)) : null, table("move", last)] : null];
    // What was asked comes first.
    return element("section", {}, last ? parts.reverse() : parts);
  }

  // `texts`: what is said at each position of the proof, where the record's own words are not wanted.
  // `told`: the sentences of the argument and the story of the game, likewise.
  evidenceRow(name, judged, reason, texts, told) {
    const verdict = judged.verdict ?? "given";
    const more = element("div", { class: "more" });
    const opener = (label, open) => {
      const button = element("button", { type: "button", class: "link", "aria-expanded": "false" }, word(label));
      button.addEventListener("click", () => {
        const closed = !more.childElementCount;
        button.setAttribute("aria-expanded", String(closed));
        if (closed) more.replaceChildren(...[open()].flat());
        else {
          more.replaceChildren();
          this.go(this.root);
        }
      });
      return button;
    };
    // How far the attempts came is for those who ask.
    const workings = reason && verdict === "undecided"
      ? element("details", { class: "workings" }, element("summary", {}, word("attempts")), harmless(reason))
      : null;
    return element("tr", {},
      element("th", { scope: "row" }, name,
        judged.rights === undefined ? null : element("span", { class: "in-words" }, worldInWords(judged.rights, judged.ep))),
      element("td", {}, element("span", { class: "badge " + verdict }, word(verdict))),
      element("td", {}, workings ?? (reason && !judged.argument ? harmless(reason) + " " : null),
        judged.argument ? opener("stepByStep", () => this.argumentPart(judged, told?.argument)) : null,
        judged.argument ? " " : null,
        judged.witness_uci ? opener("play", () => this.gamePart(judged, { story: told?.story })) : null,
        judged.certificate?.positions ? opener("showProof", () => this.proofPart(judged, texts)) : null, more,
        // What the proof rests on comes behind what a person would say.
        judged.argument && reason ? element("p", { class: "account" }, harmless(reason)) : null));
  }

  // An argument, sentence by sentence.
  argumentPart(judged, sentences) {
    const start = argumentRoot(judged.argument);
    const items = [];
    let step = start;
    for (const [at, deduction] of judged.argument.entries()) {
      step = step.after[0];
      const here = step;
      const button = element("button", { type: "button", class: "move deduction", onclick: () => this.go(here) }, harmless(sentences?.[at] ?? deduction.text));
      this.buttons.set(here, button);
      items.push(element("li", {}, button));
    }
    this.go(start.after[0]);
    return element("ol", { class: "argument" }, items);
  }

  gamePart(judged, { begins, story } = {}) {
    const start = gameRoot(judged.witness_uci, judged.witness ?? "", begins);
    const line = element("p", { class: "moves" });
    let step = start;
    for (let next = step.after[0]; next; next = step.after[0]) {
      line.append(moveNumber(next, false), this.moveButton(next), " ");
      step = next;
    }
    this.go(start);
    const told = story ?? judged.story;
    return told ? [element("p", { class: "story" }, harmless(told)), line] : line;
  }

  // A proof as a tree of retractions, unfolded step by step.
  proofPart(judged, texts) {
    const start = proofStep(null, judged.certificate, 0, null);
    this.go(start);
    return element("ul", { class: "tree proof" }, this.retractionItem(start, texts, new Set(), judged.move && "R: 1. " + inLetters(judged.move)));
  }

  retractionItem(step, texts, above, title) {
    const { entry } = step;
    const why = entry.why ?? {};
    const label = step.san
      ? this.moveButton(step)
      : element("button", { type: "button", class: "move", onclick: () => this.go(step) }, title ?? word("diagram"));
    if (!step.san) this.buttons.set(step, label);
    const item = element("li", {}, step.san ? "R: " + step.ply + ". " : "", label);
    // A proof of one step was told in the table.
    const text = title || step.san || why.retractions ? texts?.[step.number] ?? entry.text : null;
    if (text) item.append(": " + harmless(text));
    else if (why.retractions && !why.retractions.length) item.append(": " + word(step.ply > 0 ? "hadNoMove" : "hasNoLastMove")[entry.turn === "w" ? 1 : 0]);
    const table = scenarioTables(why.reason);
    if (table) item.append(table);
    const inside = new Set(above).add(step.number);
    if (why.retractions?.length && !above.has(step.number)) {
      this.foldable(item, step, () => step.after.map((next) => this.retractionItem(next, texts, inside)), step.ply < 1);
    }
    return item;
  }

  solutionPart() {
    const record = this.item.solve;
    if (!record) return null;
    this.mainRoot = null;
    const parts = [];
    const half = (plies) => (/^h/.test(record.stipulation) && plies % 2 === 1 ? 1 : 0);
    const tree = (node, title, plies) => {
      const root = treeRoot(record.fen, node, half(plies ?? record.plies ?? halfMoves(record.stipulation)));
      this.mainRoot ??= root;
      this.plays.push(root);
      return [title ? element("h4", {}, title) : null, this.nodeList(root)];
    };
    const hasSetPlay = record.set_play?.branches?.length || record.set_play?.cut;
    const wantsSetPlay = record.stipulation.includes("*");
    const setPlay = () => {
      const other = record.fen.split(" ")[0] + " " + record.set_play.turn;
      const root = treeRoot(other, record.set_play, 1 - half(record.plies ?? halfMoves(record.stipulation)));
      this.plays.push(root);
      return this.nodeList(root);
    };
    if (record.set_play && wantsSetPlay) parts.push(element("h4", {}, word(hasSetPlay ? "setPlay" : "noSetPlay")), setPlay());
    const games = [...(record.games ?? []), ...(record.shorter ? [record.shorter] : [])];
    games.forEach((game, at) => {
      const title = at < record.games.length ? (at ? "anotherGame" : "game") : "shorterGame";
      parts.push(element("h4", {}, word(title)), this.gamePart(game, { begins: record.start }));
      // A verification has told already what the game shows.
      if (!this.item.verify) parts.push(element("ul", {}, game.shows.map((text) => element("li", {}, harmless(text)))));
    });
    for (const one of record.retracted ?? []) {
      parts.push(element("p", { class: "moves" }, harmless(one.text)));
      if (one.variations) {
        parts.push(element("details", {}, element("summary", {}, word("variations")), element("pre", {}, harmless(one.variations.join("\n")))));
      }
      if (one.variations_exact === false) parts.push(element("p", {}, word("variationsCut")));
    }
    const listed = (record.retracted ?? record.games ?? []).length;
    if (listed && record.solutions_exact && record.solutions === listed) parts.push(element("p", {}, word("noOther")));
    const play = treeOf(record, record.fen);
    if (play) parts.push(tree(play));
    for (const part of record.parts ?? []) {
      const name = word("part") + " " + worldName(part.world) + ": " + word(part.verdict);
      const play = treeOf(part, record.fen);
      parts.push(play ? tree(play, name, part.plies) : element("h4", {}, name));
    }
    // Verification looks for set play that nothing asks for: it comes last, and if there is none, that says nothing.
    if (hasSetPlay && !wantsSetPlay) parts.push(element("details", {}, element("summary", {}, word("setPlay")), setPlay()));
    (record.retractions ?? []).forEach((retraction, at) => parts.push(this.retractedPart(retraction, record.keys[at])));
    if (record.verdict === "no-solution") parts.push(element("p", {}, word("none")));
    if (record.verdict === "undecided") parts.push(element("p", { class: "undecided" }, word("limit-" + (record.limit ?? "nodes"))));
    return element("section", {}, element("h3", {}, word("solution")), parts);
  }

  // An illegal last move: the position before it, and what replaces it.
  retractedPart(retraction, key) {
    const [placement, turn] = retraction.before.split(" ");
    const before = new Step(null, {
      kind: "root", cells: unpack(placement), turn, ply: -1,
      following: (step) => retraction.replacements.filter((r) => r.move).map((r) => branchStep(step, {
        move: r.move, san: r.san, node: { turn: turn === "w" ? "b" : "w", branches: r.keys.map((key) => ({ ...key, mark: "key" })) },
      })),
    });
    this.mainRoot ??= before;
    this.plays.push(before);
    const button = element("button", { type: "button", class: "move", onclick: () => this.go(before) },
      inLetters(key?.san ?? retraction.move));
    this.buttons.set(before, button);
    return element("div", {},
      element("p", {}, word("retracted") + ": ", button, " (" + word(retraction.offence) + "); " + word("replaced") + ":"),
      retraction.replacements.some((r) => r.move) ? this.nodeList(before) : element("p", {}, word("nothing")));
  }

  // What may follow a step, a line each; a single continuation stays in its line.
  nodeList(step) {
    const list = element("ul", { class: "tree" });
    const tries = [];
    for (const next of step.after) {
      if (next.mark === "try" && step.kind === "root") tries.push(next);
      else list.append(this.branchItem(next, true));
    }
    if (!tries.length) return list;
    return [list, element("details", { class: "tries" },
      element("summary", {}, word("tries") + " (" + tries.length + ")"),
      element("ul", { class: "tree" }, tries.map((next) => this.branchItem(next, true))))];
  }

  // What may follow a step: what parries nothing stands apart, as it is no variation and what answers it is no dual.
  branchItems(step) {
    const idle = (next) => parriesNothing(step, next);
    const items = step.after.filter((next) => !idle(next)).map((next) => this.branchItem(next, true));
    const rest = step.after.filter(idle);
    if (!rest.length) return items;
    return [...items, element("li", {}, element("details", { class: "tries" },
      element("summary", {}, word("idle") + " (" + rest.length + ")"),
      element("ul", { class: "tree" }, rest.map((next) => this.branchItem(next, true)))))];
  }

  branchItem(step, opening) {
    const item = element("li", {});
    let at = step;
    let numbered = opening;
    for (;;) {
      this.writeStep(item, at, numbered);
      numbered = at.kind === "ruling" || (at.kind !== "trial" && /threat|zugzwang/.test(at.node?.pressure));
      const after = at.after;
      if (after.length === 1 && at.kind !== "trial" && !parriesNothing(at, after[0])) {
        item.append(" ");
        at = after[0];
        continue;
      }
      if (after.length) {
        const deep = at.ply > 3;
        this.foldable(item, at, () => this.branchItems(at), !deep);
      }
      return item;
    }
  }

  // A step in its line: the number, the move, what it is worth, what is threatened.
  writeStep(item, step, opening) {
    if (step.kind === "ruling") {
      item.append(this.rulingButton(step));
    } else {
      item.append(moveNumber(step, opening), this.moveButton(step));
      if (step.manner === "trial") item.append(" ", element("span", { class: "trial" }, word("trial")));
      if (step.manner === "on-credit") item.append(" ", element("span", { class: "trial" }, word("credit")));
      if (step.mark && !this.isHelp) item.append(" ", element("span", { class: "mark-" + step.mark }, word(step.mark)));
    }
    const node = step.kind === "trial" ? null : step.node;
    if (!node) return;
    const threats = threatSteps(step);
    if (threats.length) {
      item.append(" ", element("span", { class: "threat" }, word("threat") + " ",
        threats.map((threat, at) => [at ? ", " : "", moveNumber(threat, true), this.moveButton(threat)])));
    } else if (node.pressure === "zugzwang") {
      item.append(" ", element("span", { class: "threat" }, word("zugzwang")));
    }
    if (step.kind === "ruling" && node.outlook) item.append(" " + word(node.outlook));
    if (node.outlook === "unredeemed" || node.outlook === "out-of-moves") item.append(" (" + word(node.outlook) + ")");
  }

  rulingButton(step) {
    const label = word(step.judgment) + " (" + step.named.map(shortWorld).join("; ") + ")" + dutyText(step.node);
    const button = element("button", { type: "button", class: "move ruling " + step.judgment, onclick: () => this.go(step) }, label + ":");
    this.buttons.set(step, button);
    return button;
  }

  moveButton(step) {
    const sign = { key: "!", try: "?", refutation: "!" }[step.mark] ?? "";
    const text = sanText(step) + (this.isHelp ? "" : sign);
    const button = element("button", {
      type: "button", class: "move" + (step.mark && !this.isHelp ? " is-" + step.mark : ""), "data-uci": step.uci, onclick: () => this.go(step),
    }, text);
    this.buttons.set(step, button);
    return button;
  }

  // A list under an item that folds; its lines are made when it is first opened.
  foldable(item, step, lines, open) {
    const list = element("ul", { class: "tree" });
    const toggle = element("button", { type: "button", class: "fold", "aria-label": word("fold") });
    const set = (shown) => {
      if (shown && !list.childElementCount) list.append(...lines());
      list.hidden = !shown;
      toggle.textContent = shown ? "▾" : "▸";
      toggle.setAttribute("aria-expanded", String(shown));
    };
    toggle.addEventListener("click", () => set(list.hidden));
    this.openers.set(step, () => set(true));
    set(open);
    item.prepend(toggle);
    item.append(list);
  }

  findingsPart() {
    const record = this.item.verify;
    if (!record) return null;
    const translated = this.item[TRANSLATED[view.language]];
    const texts = translated?.findings;
    const closing = translated?.closing ?? this.item.closing ?? [];
    return element("section", {}, element("h3", {}, word("verification")),
      element("ul", { class: "findings" }, record.findings.map((finding, at) => element("li", { class: finding.severity, "data-kind": finding.kind, title: finding.kind },
        element("span", { class: "badge " + finding.severity }, word(finding.severity === "error" ? "severe" : finding.severity)), " ",
        harmless(texts?.[at] ?? finding.text)))),
      closing.map((sentence) => element("p", { class: "closing" }, harmless(sentence))));
  }

  // Shows a step on the board.
  go(step) {
    this.step = step;
    this.board.show(step.position);
    for (const [other, button] of this.buttons) {
      if (other === step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const men = (sign) => step.position.cells.match(sign)?.length ?? 0;
    this.menLine.textContent = "(" + men(/[A-Z]/g) + "+" + men(/[a-z]/g) + ")";
    this.fenLine.textContent = "FEN " + this.board.svg.dataset.fen;
    this.status.replaceChildren(...this.statusText(step));
    this.taken.replaceChildren(...takenPart(step));
    const length = gameLength(step);
    this.slider.hidden = length === null;
    if (length !== null) {
      this.slider.max = length;
      this.slider.value = step.ply;
    }
  }

  statusText(step) {
    const parts = [];
    if (["root", "diagram", "deduction"].includes(step.kind)) parts.push(word("diagram"));
    else if (step.kind === "array") parts.push(word("array"));
    else if (step.kind === "ruling") parts.push(word(step.judgment) + dutyText(step.node));
    else if (step.kind === "retraction") parts.push(step.san ? "R: " + inLetters(step.san) : word("diagram"));
    else {
      parts.push(moveNumber(step, true) + sanText(step)
        + (step.kind === "trial" ? " " + word("trial") : ""));
    }
    parts.push(word(step.turn === "w" ? "white" : "black"));
    if (step.outlook) parts.push(word(step.outlook));
    const named = step.named ?? namedAbove(step);
    const shown = named ?? step.worlds;
    const lines = [element("span", {}, parts.join(" · "))];
    if (shown?.length) {
      // What a ruling named is true of the diagram: rights may have been lost since.
      const label = word(named ? "history" : shown.length === 1 ? "named" : "open");
      // Where it is one, in words; many are told apart by their short names.
      const [rights, ep] = shown[0].split(" ");
      lines.push(element("span", { class: "world" }, label + ": ", shown.length === 1 ? worldInWords(rights, ep) : shown.map(shortWorld).join("; ")));
    }
    return lines;
  }

  slide(ply) {
    let step = this.step;
    while (step.before && step.ply > ply) step = step.before;
    while (step.ply < ply && step.after.length) step = step.after[0];
    this.go(step);
  }

  walk(act) {
    const { step } = this;
    if (act === "flip") return this.board.flip();
    if (act === "back" && step.before) this.reveal(step.before.kind === "pass" ? step.before.before : step.before);
    if (act === "forward" && step.after.length) this.reveal(step.after[0]);
    if (act === "first") {
      let at = step;
      while (at.before) at = at.before;
      this.reveal(at);
    }
    if (act === "last") {
      let at = step;
      // A proof may repeat a position further back.
      for (let left = 1000; at.after.length && left > 0; left--) at = at.after[0];
      this.reveal(at);
    }
    if (act === "next" || act === "previous") this.turn(step, act === "next" ? 1 : -1);
  }

  // To the branch beside a step; behind the last one to the branch beside what led here, and so on to the next play.
  turn(step, by) {
    for (let at = step; at; at = at.before) {
      const beside = at.before ? [...threatSteps(at.before), ...at.before.after] : this.plays;
      const next = beside.includes(at) && beside[beside.indexOf(at) + by];
      if (next) return this.reveal(next);
    }
  }

  reveal(step) {
    const way = [];
    for (let at = step.before; at; at = at.before) way.unshift(at);
    for (const at of way) this.openers.get(at)?.();
    this.go(step);
    const button = this.buttons.get(step);
    for (let fold = button?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    button?.scrollIntoView({ block: "nearest" });
  }
}
Article.current = null;

function isTyping(target) {
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

// Walks through the play of the article that was used last, or of `usual`, as a key says.
function walkByKey(event, usual) {
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  const act = { ArrowLeft: "back", ArrowRight: "forward", ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last", f: "flip" }[event.key];
  const current = Article.current?.element.isConnected ? Article.current : usual;
  if (!act || !current || !current.element.isConnected) return;
  // Up and down scroll the page until a move is chosen.
  if ((act === "next" || act === "previous") && !current.step.before) return;
  event.preventDefault();
  current.walk(act);
}

function toggleTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
}

// Whether a defence is answered by what was threatened.
function parriesNothing(step, defence) {
  if (defence.mark || defence.kind !== "move") return false;
  const threats = threatSteps(step).map((threat) => threat.uci);
  return defence.after.some((answer) => threats.includes(answer.uci));
}

// A move as it is printed: `hxg6 e.p.#`.
function sanText(step) {
  return inLetters(step.enPassant ? step.san.replace(/[+#]*$/, " e.p.$&") : step.san);
}

// Half-moves of a game that a step belongs to; null if it is no game.
function gameLength(step) {
  let at = step;
  while (at.before) at = at.before;
  if (at.kind !== "array") return null;
  at = step;
  let length = step.ply;
  while (at.after.length) {
    at = at.after[0];
    length = at.ply;
  }
  return length;
}

// The world named in the last ruling on the way to a step.
function namedAbove(step) {
  for (let at = step; at; at = at.before) if (at.named) return at.named;
  return null;
}

function worldName(world) {
  return shortWorld(world.rights + " " + world.ep);
}

// What a world allows: `White O-O, Black O-O-O, e.p. g6`.
function worldInWords(rights, ep) {
  const castlings = [["white", "KQ"], ["black", "kq"]].map(([side, letters]) => {
    const kept = [...letters].filter((letter) => rights.includes(letter)).map((letter) => inLetters(/k/i.test(letter) ? "O-O" : "O-O-O"));
    return kept.length ? sideName(side) + " " + kept.join(" " + word("and") + " ") : null;
  }).filter(Boolean);
  const parts = castlings.length ? castlings : [word("noCastling")];
  parts.push(ep === "-" ? word("noEp") : "e.p. " + ep);
  // Whatever the width, a castling keeps in one line.
  return parts.map((part, at) => [at ? ", " : "", element("span", { class: "whole" }, part)]);
}

// A world as problem files write it: `Kq -`.
function shortWorld(text) {
  return text;
}

function conventionName(keyword) {
  const names = { bg: "Berührt-Geführt", codex: "Codex", pra: "PRA", rs: "RS", ap: "AP",
    "illegal-move": { de: "illegaler Zug", fr: "coup illégal" }[view.language] ?? "illegal move" };
  return keyword ? names[keyword] ?? keyword : null;
}

// What the touches of a turn oblige to: `, h5, g5 touched: h5 must move (4.3.1)`.
function dutyText(node) {
  if (!node?.touched?.length) return "";
  const { owed } = node;
  const touched = node.touched.join(", ") + " " + word("touched");
  if (!owed) return ", " + touched;
  const duty = {
    free: sideName(node.turn) + " " + word("free"),
    move: owed.square + " " + word("mustMove"),
    capture: owed.square + " " + word("mustCapture"),
    "capture-with": owed.by + " " + word("captures") + " " + owed.square,
    castle: owed.square + " " + word("mustCastle"),
  }[owed.duty];
  return ", " + touched + ": " + duty + (owed.article ? " (" + owed.article + ")" : "");
}

// Half-moves of a stipulation as it is written: `h#2.5` has five.
function halfMoves(stipulation) {
  const match = /(\d+)(\.5)?/.exec(stipulation ?? "");
  return match ? 2 * +match[1] + (match[2] ? 1 : 0) : 0;
}

// The tree of a record; where it holds the keys alone, a tree of these.
function treeOf(record, fen) {
  if (record.tree || !record.keys?.length || record.retractions?.length) return record.tree;
  const branches = record.keys.map((key) => ({
    move: key.move, san: key.san, mark: "key", manner: key.trial ? "trial" : undefined,
  }));
  return { turn: fen.split(" ")[1], branches };
}
