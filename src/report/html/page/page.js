// The page: a few problems one below the other, or a table of many with one of them opened.
const A_SHEET = 24;
const A_ROLL = 200;

const records = document.getElementById("records").textContent.split("\n").filter((line) => line !== "");
const outline = JSON.parse(document.getElementById("outline").textContent);
const articles = new Map();
const table = { sort: "number", falling: false, text: "", verdict: "", shown: A_ROLL };

// The folder that all files lie in is not said at each of them.
const common = (() => {
  const files = outline.problems.map((row) => row.file).filter(Boolean);
  let shared = files[0]?.replace(/[^/\\]*$/, "") ?? "";
  while (shared && !files.every((file) => file.startsWith(shared))) shared = shared.replace(/[^/\\]*[/\\]$/, "");
  return shared;
})();

const isLone = () => outline.problems.length === 1;

// What a problem without author and number is called: by its file, or by the title of the page it is alone on.
function nameOf(number) {
  const file = outline.problems[number]?.file;
  if (file) return file.slice(common.length);
  return isLone() ? outline.title || undefined : undefined;
}

function article(number) {
  if (!articles.has(number)) articles.set(number, new Article(JSON.parse(records[number]), number, { name: nameOf(number), alone: isLone() }));
  return articles.get(number);
}

function sheet(main) {
  outline.problems.forEach((_, number) => main.append(article(number).element));
}

// The rows that the filter leaves, in the order asked for.
function rowsOf() {
  const text = table.text.toLowerCase();
  const rows = outline.problems.map((row, number) => ({ ...row, id: row.id ?? nameOf(number), number }));
  const fits = (row) =>
    (!table.verdict || row.verdict === table.verdict) &&
    (!text || [row.id, row.author, row.source, row.stipulation, row.convention, row.verdict, word(row.verdict ?? ""), row.fen]
      .some((part) => part && String(part).toLowerCase().includes(text)));
  const value = (row) => row[table.sort] ?? "";
  const order = (a, b) => {
    const [x, y] = [value(a), value(b)];
    const sign = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "de", { numeric: true });
    return (table.falling ? -sign : sign) || a.number - b.number;
  };
  return rows.filter(fits).sort(order);
}

function collection(main) {
  const body = element("tbody", {});
  const count = element("p", { class: "count", "aria-live": "polite" });
  const more = element("button", { type: "button", onclick: () => { table.shown += A_ROLL; fill(); } }, word("more"));
  const opened = element("div", { id: "opened" });
  const open = (number) => {
    const { element: shown } = article(number);
    opened.replaceChildren(element("p", {}, element("button", { type: "button", class: "link", id: "back", onclick: () => close(number) }, word("backToTable"))), shown);
    shown.scrollIntoView({ block: "start" });
    shown.focus({ preventScroll: true });
    history.replaceState(null, "", "#p" + (number + 1));
  };
  const close = (number) => {
    opened.replaceChildren();
    history.replaceState(null, "", "#");
    const button = body.querySelector(`button[data-number="${number}"]`) ?? main.querySelector("#filter");
    button.scrollIntoView({ block: "center" });
    button.focus({ preventScroll: true });
  };
  const columns = [["number", "number"], ["id", "ID"], ["author", "author"], ["stipulation", "stipulation"],
    ["convention", "convention"], ["verdict", "verdict"], ["keys", "keys"], ["millis", "time"]];
  const heads = columns.map(([field, label]) => {
    const head = element("th", { scope: "col" }, element("button", { type: "button", onclick: () => {
      table.falling = table.sort === field && !table.falling;
      table.sort = field;
      fill();
    } }, word(label)));
    head.dataset.field = field;
    return head;
  });
  const fill = () => {
    const rows = rowsOf();
    for (const head of heads) {
      const sorted = head.dataset.field === table.sort ? (table.falling ? "descending" : "ascending") : "none";
      head.setAttribute("aria-sort", sorted);
    }
    body.replaceChildren(...rows.slice(0, table.shown).map((row) => element("tr", {},
      element("td", {}, element("button", { type: "button", class: "link open", "data-number": String(row.number), onclick: () => open(row.number) }, String(row.number + 1))),
      element("td", {}, element("bdi", {}, harmless(row.id ?? ""), row.twin && row.twin !== "a" ? " " + row.twin + ")" : "")),
      element("td", {}, element("bdi", {}, harmless([row.author, row.source].filter(Boolean).join(", ")))),
      element("td", {}, row.stipulation ?? ""),
      element("td", {}, conventionName(row.convention) ?? ""),
      element("td", {}, element("span", { class: "badge " + (row.verdict ?? "") }, word(row.verdict ?? ""))),
      element("td", {}, (row.keys ?? []).map(inLetters).join(", ")),
      element("td", { class: "figure" }, row.millis == null ? "" : row.millis + " " + word("ms")))));
    const shown = Math.min(table.shown, rows.length);
    count.textContent = rows.length ? shown + " " + word("shown") + " " + word("of") + " " + rows.length : word("empty");
    more.hidden = rows.length <= table.shown;
  };
  const verdicts = [...new Set(outline.problems.map((row) => row.verdict).filter(Boolean))].sort();
  main.append(
    element("div", { class: "tools" },
      element("label", {}, word("filter") + " ", element("input", { type: "search", id: "filter", value: table.text,
        oninput: (event) => { table.text = event.target.value; table.shown = A_ROLL; fill(); } })),
      element("label", {}, word("verdict") + " ", element("select", { id: "verdicts",
        onchange: (event) => { table.verdict = event.target.value; table.shown = A_ROLL; fill(); } },
        element("option", { value: "" }, word("all")),
        verdicts.map((verdict) => element("option", { value: verdict, selected: verdict === table.verdict }, word(verdict)))))),
    count,
    element("div", { class: "scroll" }, element("table", { class: "collection" },
      element("thead", {}, element("tr", {}, heads)), body)),
    more, opened);
  fill();
  const wanted = /^#p(\d+)$/.exec(location.hash);
  if (wanted && records[wanted[1] - 1]) open(wanted[1] - 1);
}

function write() {
  document.documentElement.lang = view.language;
  const main = document.querySelector("main");
  for (const [id, key] of [["language", "language"], ["theme", "theme"], ["print", "print"]]) {
    document.getElementById(id).textContent = word(key);
  }
  document.getElementById("letters-name").textContent = word("letters");
  document.getElementById("help").textContent = word("keysHelp");
  const lone = outline.problems.length === 1 ? outline.problems[0] : null;
  const name = lone && [lone.author, lone.author ? lone.source : null].filter(Boolean).join(", ");
  document.title = harmless(name || outline.title || word("title"));
  document.querySelector("h1").textContent = document.title;
  articles.forEach((shown) => shown.write());
  main.replaceChildren();
  if (outline.problems.length > A_SHEET) collection(main);
  else sheet(main);
}

function start() {
  view.language = outline.language;
  view.letters = outline.letters;
  const letters = document.getElementById("letters");
  for (const [name, set] of Object.entries(LETTERS)) letters.append(element("option", { value: name }, [...set].join(" ")));
  letters.value = view.letters;
  letters.addEventListener("change", () => { view.letters = letters.value; write(); });
  document.getElementById("language").addEventListener("click", () => {
    // The letters of a language bear its name.
    const followed = view.letters === view.language;
    view.language = LANGUAGES[(LANGUAGES.indexOf(view.language) + 1) % LANGUAGES.length];
    if (followed) letters.value = view.letters = view.language;
    write();
  });
  document.getElementById("theme").addEventListener("click", toggleTheme);
  document.getElementById("print").addEventListener("click", () => print());
  document.addEventListener("keydown", (event) => walkByKey(event, articles.values().next().value));
  write();
}

start();
