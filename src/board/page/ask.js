// Questions to the program, and its answers as they come.
const place = (path, parameters = {}) => {
  const query = new URLSearchParams({ lang: view.language, letters: view.letters, ...parameters });
  return path + "?" + query;
};

const byId = (id) => document.getElementById(id);

// Sends a text and gives the answer as JSON; what went wrong is thrown in words.
async function send(path, parameters, body, signal) {
  let answer;
  try {
    answer = await fetch(place(path, parameters), { method: body === undefined ? "GET" : "POST", body, signal });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Error(said("gone"));
  }
  if (!answer.ok) throw new Error(await reasonOf(answer));
  return answer;
}

async function reasonOf(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text).error;
  } catch {
    return text;
  }
}

// One question at a time; `last` is what was asked last, to go on from.
class Inquiry {
  constructor() {
    this.last = null;
    this.running = null;
    this.articles = [];
    byId("stop").addEventListener("click", () => this.stop());
    byId("longer").addEventListener("click", () => {
      const { kind, text, seconds, id } = this.last;
      this.ask(kind, text, Math.min(4 * seconds, 3600), id);
    });
    byId("copy-answer").addEventListener("click", () => copyText(this.last.answer, "answer.txt", byId("how")));
  }

  // Nothing that was asked stays open.
  forget() {
    this.running?.abort.abort();
    this.running = null;
    this.articles = [];
    byId("progress").hidden = true;
  }

  stop() {
    if (this.running?.id) send("stop", { id: this.running.id }, "").catch(() => {});
  }

  async ask(kind, text, seconds, after) {
    this.forget();
    const running = { kind, text, seconds, id: null, abort: new AbortController(), answer: "", stage: "", ended: null };
    this.running = running;
    byId("trouble").textContent = "";
    byId("found").replaceChildren();
    byId("results").replaceChildren();
    byId("ended").hidden = true;
    byId("progress").hidden = false;
    byId("doing").textContent = "…";
    byId("progress").scrollIntoView({ block: "nearest" });
    try {
      const answer = await send("ask", { do: kind, seconds, ...(after ? { after } : {}) }, text, running.abort.signal);
      await this.read(answer.body, running);
      if (!running.ended) throw new Error(said("gone"));
    } catch (error) {
      if (error.name !== "AbortError" && this.running === running) byId("trouble").textContent = error.message;
    }
    if (this.running !== running) return;
    this.running = null;
    byId("progress").hidden = true;
    if (running.ended) this.end(running);
  }

  async read(body, running) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) if (this.running === running) this.told(JSON.parse(line), running);
    }
  }

  told(event, running) {
    const twin = event.twin && event.twin !== "a" ? event.twin + ") " : "";
    if (event.event === "begun") running.id = event.id;
    if (event.event === "stage") {
      running.stage = twin + said(event.stage);
      byId("doing").textContent = running.stage + " …";
    }
    if (event.event === "alive") {
      const time = (event.millis / 1000).toFixed(1) + " s";
      byId("doing").textContent = running.stage + " … " + time + ", " + event.nodes.toLocaleString(view.language) + " " + said("nodes");
    }
    if (event.event === "world") {
      byId("found").append(element("tr", {},
        element("th", { scope: "row" }, twin + worldName(event), element("span", { class: "in-words" }, worldInWords(event.rights, event.ep))),
        element("td", {}, element("span", { class: "badge " + event.verdict }, word(event.verdict)))));
    }
    if (event.event === "result") {
      const shown = new Article(event.entry, this.articles.length, { alone: true });
      this.articles.push(shown);
      Article.current = this.articles[0];
      byId("results").append(shown.element);
      this.hint(event.entry.solve);
      running.answer += (running.answer ? "\n" : "") + event.text;
    }
    if (event.event === "failed") byId("trouble").textContent = twin + event.said;
    if (event.event === "end") running.ended = event;
  }

  // Whoever finds no solution because of a reading of the touch law is told that there is another.
  hint(solve) {
    const both = byId("option-ep-touch").value !== "own-only";
    const passing = (world) => world.ep !== "-" && world.verdict !== "impossible";
    if (solve?.verdict !== "no-solution" || solve.convention !== "bg" || !both || !solve.worlds.some(passing)) return;
    byId("results").append(element("p", { class: "hint" }, said("no-solution-ep"), " ",
      element("button", { type: "button", onclick: () => {
        byId("more").open = true;
        byId("option-ep-touch").focus();
      } }, said("options"))));
  }

  end(running) {
    this.last = running;
    const { open, stopped, millis, nodes } = running.ended;
    const facts = (millis / 1000).toFixed(1) + " s, " + nodes.toLocaleString(view.language) + " " + said("nodes");
    byId("ended").hidden = false;
    byId("how").textContent = said(stopped ? "stopped" : open ? "limit" : "done") + " (" + facts + ")";
    byId("longer").hidden = !(open || stopped);
    byId("copy-answer").hidden = !running.answer;
    byId("results").querySelector("article")?.scrollIntoView({ block: "nearest" });
  }
}

// A text into the clipboard, or a file where the browser does not allow that.
async function copyText(text, name, status) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = said("copied");
  } catch {
    download(new Blob([text], { type: "text/plain" }), name);
    status.textContent = said("not-copied");
  }
}

function download(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
