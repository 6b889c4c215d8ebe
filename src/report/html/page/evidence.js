// What stands beside the table of worlds: statements, the shortest game, proofs as tables.

// What the impossible worlds say, each sentence with the reasons of these.
function statementsPart(statements, judged, texts) {
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const items = statements.map((statement, at) => {
    const reasons = new Map();
    for (const [row, world] of judged.entries()) {
      const name = world.rights + " " + world.ep;
      if (!statement.excluded.includes(name)) continue;
      // What a person would say, where it is known.
      const argued = texts?.world_arguments?.[row] ?? world.argument?.map((deduction) => deduction.text);
      const reason = world.argument && argued?.length ? argued.join(" ") : texts?.worlds?.[row] ?? world.reason ?? "";
      reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
    }
    const because = [...reasons].map(([reason, worlds]) => harmless(reason) + " (" + worlds.map(shortWorld).join("; ") + ")");
    return element("li", {}, element("b", {}, capital(texts?.statements?.[at] ?? statement.text) + "."),
      element("span", { class: "because" }, because.join("; ")));
  });
  const open = judged.filter((world) => world.verdict === "undecided").map(worldName);
  if (open.length) items.push(element("li", { class: "undecided" }, word("openStatements") + ": " + open.join("; ")));
  return element("ul", { class: "statements" }, items);
}

// The shortest game to the diagram, whatever it leaves of the rights.
function shortestPart(shortest) {
  const moves = (shortest.plies / 2).toLocaleString(view.language, { minimumFractionDigits: 1 });
  const only = { true: "unique", false: "notUnique" }[shortest.unique];
  return element("p", {}, word(shortest.proved ? "shortestGame" : "shortGame") + ": " + moves + " " + word("moves"),
    only ? ", " + word(only) : "", ". ", inLetters(shortest.game));
}

// A proof by scenarios as tables: the accounts of both sides, and which parts of scenarios exclude one another.
function scenarioTables(reason) {
  if (reason?.kind !== "no-scenario") return null;
  const head = (...keys) => element("thead", {}, element("tr", {}, keys.map((key) => element("th", { scope: "col" }, key && word(key)))));
  const account = (key) => {
    const said = reason[key];
    return element("tr", {}, element("th", { scope: "row" }, sideName(key)),
      [said.captures, said.needed, said.promoted, said.out_of_reach.join(", ") || "–"].map((cell) => element("td", {}, String(cell))));
  };
  const tables = [element("table", { class: "cases" },
    element("caption", {}, word("accounts") + " (" + word("scenarios") + ": " + reason.scenarios + ")"),
    head("", "captured", "byPawns", "onBoard", "outOfReach"), element("tbody", {}, account("white"), account("black")))];
  const rows = reason.exclusions ?? [];
  if (rows.length) {
    const shown = rows.slice(0, MOST_EXCLUSIONS).map((row) => element("tr", {},
      [row.white, row.black].map((parts) => element("td", {}, parts.map(partText).join("; ") || "–")),
      element("td", {}, word("because-" + row.because))));
    const rest = rows.length - shown.length;
    tables.push(element("table", { class: "cases" },
      element("caption", {}, word("exclusions") + " (" + rows.length + (rest ? ", " + word("shown") + ": " + shown.length : "") + ")"),
      element("thead", {}, element("tr", {}, [sideName("white"), sideName("black"), word("reason")].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, shown)));
  }
  return element("details", { class: "workings" }, element("summary", {}, word("cases")), tables);
}

const MOST_EXCLUSIONS = 200;

// A part of a scenario: what became of a pawn, or which officers are those of the array.
function partText(part) {
  const files = [...(part.files ?? part.file ?? "")].join("-");
  const sort = part.class ? word("sort-" + part.class) : "";
  if (part.kind === "originals") return sort + ": " + (part.homes.length ? word("homes") + " " + part.homes.join(", ") : word("noHomes"));
  return [files, word("part-" + part.kind), part.at ?? "", sort].filter(Boolean).join(" ");
}
