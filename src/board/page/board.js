// The page of the board: form, position and address are one problem; what is asked is asked about it.
const SAID = JSON.parse(byId("said").textContent);
const root = document.documentElement;

// The program's words in the page's language. A function, so that everything above may use it.
function said(key) {
  return SAID[key] ?? key;
}

view.language = root.lang;
view.letters = root.dataset.letters;

// Who comes with a position in the address is no newcomer.
const isFresh = location.hash.length <= 1;
// Fields of the problem that the form does not have.
const others = new Map();
let tour = null;
let looking = null;
let lookLater = 0;
// The side that begins by the stipulation chosen last, and the problem as the page had it last.
let began = "w";
let shown = "";
const setup = new Setup(byId("squares"), byId("palette"), {
  changed: () => { others.delete("men"); changed(); },
  touched: (square) => touch(square),
  form: () => problem(),
  refill: (text) => positionOf(fill(text)),
});
const inquiry = new Inquiry();

// What belongs to the chosen stipulation: `play`, `length`, `back`, `words` or `nothing`.
const stipulated = () => byId("goal").selectedOptions[0].dataset.with;

// The problem of the page as a problem file has it.
function fields() {
  const found = new Map(others);
  const value = (id) => byId(id).value.trim();
  found.set("author", value("author"));
  found.set("source", value("source"));
  found.set("fen", setup.fen);
  const parts = { goal: byId("goal").value, moves: value("moves"), words: value("words"), setPlay: byId("set-play").checked, duplex: byId("duplex").checked };
  found.set("stipulation", stipulationText(parts, stipulated()));
  if (byId("convention").value !== "codex") found.set("convention", byId("convention").value);
  const options = [...document.querySelectorAll("[data-option]")].filter((select) => select.selectedIndex > 0);
  found.set("options", options.map((select) => select.dataset.option + "=" + select.value).join(" "));
  if (byId("worlds-kind").value) found.set("histories", byId("worlds-kind").value + "\n" + value("worlds"));
  for (const id of ["facts", "twins", "solution"]) found.set(id, value(id));
  return found;
}

const problem = () => textOf(fields());

// Opens a problem file's text; undoing brings back what was there before.
function open(text) {
  const before = problem();
  tour?.leave();
  byId("results").replaceChildren();
  byId("ended").hidden = true;
  byId("trouble").textContent = "";
  inquiry.forget();
  const [cells, turn] = positionOf(fill(text));
  const published = others.get("men");
  setup.set(cells, turn, before);
  // What came with a problem is true of its position alone.
  if (published) others.set("men", published);
  changed();
}

// The board and the side to move of a FEN's fields.
function positionOf([placement, turn]) {
  return [unpack(placement).padEnd(64).slice(0, 64), turn === "b" ? "b" : "w"];
}

// Fills the form with a problem file's text, and gives the fields of its FEN.
function fill(text) {
  const found = fieldsOf(text);
  others.clear();
  for (const [name, value] of found) if (!FORM_FIELDS.includes(name)) others.set(name, value);
  const parts = stipulationParts(found.get("stipulation"));
  byId("goal").value = parts.goal;
  byId("moves").value = parts.moves ?? "2";
  byId("words").value = parts.words ?? "";
  byId("set-play").checked = !!parts.setPlay;
  byId("duplex").checked = !!parts.duplex;
  began = begins(parts.goal);
  byId("convention").value = found.get("convention") ?? "codex";
  const options = new Map((found.get("options") ?? "").split(/[\s,]+/).map((pair) => pair.split("=")));
  for (const select of document.querySelectorAll("[data-option]")) {
    select.value = options.get(select.dataset.option) ?? select.options[0].value;
  }
  const [kind, ...worlds] = (found.get("histories") ?? "").split("\n");
  byId("worlds-kind").value = /^(given|claim)$/.test(kind.trim()) ? kind.trim() : "";
  byId("worlds").value = worlds.join("\n");
  for (const id of ["facts", "twins", "solution", "author", "source"]) byId(id).value = found.get(id) ?? "";
  return (found.get("fen") ?? "8/8/8/8/8/8/8/8 w").split(/\s+/);
}

// Shows of the options those that the convention knows, and tells what is set where it cannot be seen.
function showChoices() {
  for (const label of document.querySelectorAll("label[data-with]")) label.hidden = !label.dataset.with.split(" ").includes(stipulated());
  const convention = byId("convention").value;
  for (const says of document.querySelectorAll(".says[data-convention]")) {
    says.hidden = says.dataset.convention !== convention || stipulated() !== "play";
  }
  const known = (line) => line.dataset.of.split(" ").includes(convention);
  const lines = [...document.querySelectorAll("#options [data-of]")];
  for (const line of lines) line.hidden = !known(line);
  byId("options").hidden = !lines.some(known);
  byId("worlds-line").hidden = !byId("worlds-kind").value;
  const chosen = (select) => select.options[select.selectedIndex].textContent;
  const count = (id, name) => {
    const lines = byId(id).value.split("\n").filter((line) => line.trim()).length;
    return lines ? lines + " " + said(name) : null;
  };
  const set = lines.filter(known).map((line) => line.querySelector("select")).filter((select) => select.selectedIndex > 0)
    .map((select) => select.parentElement.firstChild.textContent.trim() + ": " + chosen(select));
  if (byId("worlds-kind").value) set.push(said("histories-word") + " " + chosen(byId("worlds-kind")));
  for (const line of document.querySelectorAll(".in-full")) line.textContent = chosen(line.previousElementSibling);
  byId("chosen").textContent = [...set, count("facts", "facts"), count("twins", "twins")].filter(Boolean).join("; ");
}

// Whatever was changed: the form follows, the address holds it, the program looks at it.
function changed() {
  byId("fen").value = setup.fen;
  document.querySelector(`[name=turn][value=${setup.turn}]`).checked = true;
  const count = (sign) => setup.cells.match(sign)?.length ?? 0;
  byId("counts").textContent = "(" + count(/[A-Z]/g) + "+" + count(/[a-z]/g) + ")";
  showChoices();
  const name = [byId("author").value, byId("source").value].map((text) => text.trim()).filter(Boolean).join(", ");
  byId("title").textContent = harmless(name);
  const found = [...fields()].filter(([name, value]) => value && name !== "comment");
  history.replaceState(null, "", "#" + new URLSearchParams(found));
  shown = problem();
  byId("stale").hidden = !inquiry.last || inquiry.last.text === shown;
  clearTimeout(lookLater);
  lookLater = setTimeout(look, 120);
}

async function look() {
  looking?.abort();
  looking = new AbortController();
  const legality = byId("legality");
  try {
    const answer = await send("look", {}, problem(), looking.signal);
    const { verdict, said: reasons, warnings } = await answer.json();
    const count = setup.cells.trim() === "" ? null : said(verdict);
    legality.className = { illegal: "wrong", unreadable: "wrong", legal: "possible" }[verdict] ?? "";
    legality.replaceChildren(element("p", {}, count),
      (reasons.length || warnings.length) && count ? element("ul", {}, [...reasons, ...warnings].map((reason) => element("li", {}, harmless(reason)))) : "");
  } catch (error) {
    if (error.name === "AbortError") return;
    legality.className = "wrong";
    legality.textContent = error.message;
  }
}

// While the touch question is open, a click touches.
function touch(square) {
  if (!byId("touch").open) return false;
  const touched = byId("touched");
  touched.value = touched.value.trim() ? touched.value.trim() + "," + square : square;
  duty();
  return true;
}

async function duty() {
  const touched = byId("touched").value.trim();
  setup.marks = {};
  for (const square of touched.match(/[a-h][1-8]/g) ?? []) setup.marks[square] = "touched";
  setup.show();
  if (!touched) return (byId("duty").textContent = byId("touch").open ? said("untouched") : "");
  // A right is believed where king and rook stand at home.
  const home = { K: [60, 63], Q: [60, 56], k: [4, 7], q: [4, 0] };
  const isHome = (right) => ["K", "R"].every((man, at) => setup.cells[home[right][at]] === (right < "a" ? man : man.toLowerCase()));
  const boxes = [...document.querySelectorAll("[data-right]")].filter((box) => box.checked && isHome(box.dataset.right));
  const rights = boxes.map((box) => box.dataset.right).join("") || "-";
  const fen = setup.fen + " " + rights + " " + (byId("touch-ep").value.trim() || "-") + " 0 1";
  try {
    const answer = await (await send("touch", {}, [fen, touched, byId("touch-laws").value].join("\n"))).json();
    byId("duty").className = "";
    byId("duty").textContent = answer.said;
  } catch (error) {
    byId("duty").className = "wrong";
    byId("duty").textContent = error.message;
  }
}

// Pasted text, a file, or an old address.
async function read(text) {
  const status = byId("read-said");
  const old = typeof text === "string" && /^https?:\/\/\S*#(\S+)$/.exec(text.trim());
  try {
    const answer = old ? { format: "bg", problems: [{ bg: textOf(new URLSearchParams(old[1])) }], remarks: [] }
      : await (await send("read", {}, text)).json();
    const { format, problems, remarks, left } = answer;
    const count = left
      ? said("first-of").replace("%1", problems.length).replace("%2", problems.length + left)
      : problems.length;
    status.replaceChildren(element("p", {}, problems.length ? said("recognised") + " " + format + ": " + count : said("nothing")),
      remarks.length ? element("ul", {}, remarks.map((remark) => element("li", {}, harmless(remark)))) : "");
    offer(byId("problems"), byId("choice"), problems, problems.length > 1);
    if (problems.length) open(problems[0].bg);
  } catch (error) {
    status.textContent = error.message;
  }
}

// A FEN typed below the board changes the position and nothing else; what is none is taken back.
async function typedFen() {
  const { problems } = await (await send("read", {}, byId("fen").value)).json();
  const fen = problems.length ? fieldsOf(problems[0].bg).get("fen") : null;
  if (!fen) return changed();
  setup.set(...positionOf(fen.split(" ")));
}

function offer(select, label, problems, wanted) {
  label.hidden = !wanted;
  select.replaceChildren(...problems.map((one, at) => element("option", { value: at }, at + 1 + ". " + harmless(one.name ?? ""))));
  select.onchange = () => { if (problems[select.value]) open(problems[select.value].bg); };
}

async function saved(format) {
  const found = inquiry.last?.text === problem() ? { found: inquiry.last.id } : {};
  const answer = await send("save", { to: format, ...found }, problem());
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))?.[1] ?? "problem";
  return { blob: await answer.blob(), name };
}

async function copyImage() {
  const { blob, name } = await saved("png");
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    byId("save-said").textContent = said("copied");
  } catch {
    download(blob, name);
    byId("save-said").textContent = said("not-copied");
  }
}

async function copyDiagram() {
  const { blob, name } = await saved("text");
  await copyText(await blob.text(), name, byId("save-said"));
}

async function library() {
  const [shipped, file] = await Promise.all(["library", "file"].map(async (path) => (await send(path)).json()));
  tour = new Tour(shipped.tour, open, ask);
  const choose = (id, problems) => {
    for (const [at, one] of problems.entries()) byId(id).append(element("option", { value: at }, harmless(one.name)));
    byId(id).addEventListener("change", (event) => { if (problems[event.target.value]) open(problems[event.target.value].bg); });
  };
  choose("published", shipped.published);
  choose("originals", shipped.originals);
  choose("file", file.problems);
  byId("of-file").hidden = !file.problems.length;
  if (!isFresh) return;
  if (file.problems.length) {
    open(file.problems[0].bg);
    setup.past = [];
  } else byId("tour").open = true;
}

// What is said where something goes wrong.
const guarded = (act, status) => () => act().catch((error) => (byId(status).textContent = error.message));

function start() {
  for (const [name, set] of Object.entries(LETTERS)) byId("letters").append(element("option", { value: name }, [...set].join(" ")));
  byId("letters").value = view.letters;
  byId("letters").addEventListener("change", () => {
    view.letters = byId("letters").value;
    inquiry.articles.forEach((article) => article.write());
  });
  byId("language").addEventListener("click", () => {
    location.href = "?lang=" + byId("language").lang + location.hash;
  });
  byId("theme").addEventListener("click", toggleTheme);
  byId("print").addEventListener("click", () => print());
  for (const button of document.querySelectorAll("[data-act]")) button.addEventListener("click", () => setup.act(button.dataset.act));
  for (const button of document.querySelectorAll("[data-ask]")) {
    button.addEventListener("click", () => ask(button.dataset.ask));
  }
  for (const radio of document.querySelectorAll("[name=turn]")) radio.addEventListener("change", () => setup.set(setup.cells, radio.value));
  for (const input of document.querySelectorAll(".question input, .question select, .question textarea")) {
    if (input.closest("#touch") || ["seconds", "goal", "add-fact"].includes(input.id)) continue;
    input.addEventListener("input", () => {
      setup.remember(shown, input.id);
      changed();
    });
  }
  byId("add-fact").addEventListener("change", (event) => {
    const facts = byId("facts");
    setup.remember(shown);
    facts.value = [facts.value.trim(), event.target.value].filter(Boolean).join("\n");
    event.target.value = "";
    changed();
  });
  byId("goal").addEventListener("change", () => {
    // Who is to move is left alone where the stipulation does not tell it, or tells what the one before did.
    const begin = begins(byId("goal").value);
    setup.set(setup.cells, begin && begin !== began ? begin : setup.turn, shown);
    began = begin ?? began;
  });
  byId("fen").addEventListener("change", guarded(typedFen, "read-said"));
  byId("touch").addEventListener("toggle", duty);
  byId("touch").addEventListener("input", duty);
  byId("untouch").addEventListener("click", () => { byId("touched").value = ""; duty(); });
  byId("read").addEventListener("click", () => read(byId("pasted").value));
  byId("upload").addEventListener("change", (event) => { if (event.target.files[0]) read(event.target.files[0]); });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer.files[0] ?? event.dataTransfer.getData("text");
    if (dropped) read(dropped);
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text");
    if (!text || isTyping(event.target)) return;
    event.preventDefault();
    read(text);
  });
  byId("save").addEventListener("click", guarded(async () => {
    const { blob, name } = await saved(byId("format").value);
    download(blob, name);
    byId("save-said").textContent = said("saved");
  }, "save-said"));
  byId("copy-image").addEventListener("click", guarded(copyImage, "save-said"));
  byId("copy-diagram").addEventListener("click", guarded(copyDiagram, "save-said"));
  byId("copy-problem").addEventListener("click", () => copyText(problem(), "problem.bg", byId("save-said")));
  document.addEventListener("keydown", (event) => {
    const undo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && !isTyping(event.target);
    if (undo) {
      event.preventDefault();
      setup.act(event.shiftKey || /y/i.test(event.key) ? "redo" : "undo");
    } else if (!event.target.closest("#squares, #palette")) {
      walkByKey(event, inquiry.articles[0]);
    }
  });
  addEventListener("hashchange", fromAddress);
  if (isFresh) changed();
  else fromAddress();
  // What the page begins with cannot be undone.
  setup.past = [];
  library().catch((error) => (byId("trouble").textContent = error.message));
}

function ask(kind) {
  if (setup.cells.trim() === "") {
    byId("trouble").textContent = said("no-men");
    return;
  }
  if (kind === "verify" && !byId("solution").value.trim()) {
    // Without the author's solution there is little to verify; whoever asks sees where it goes.
    byId("submission").open = true;
  }
  inquiry.ask(kind, problem(), +byId("seconds").value || 20);
}

function fromAddress() {
  open(textOf(new URLSearchParams(location.hash.slice(1))));
}

start();
