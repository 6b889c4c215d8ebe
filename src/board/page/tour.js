// The tour: five problems one after the other, the words of each above the board while it is looked at.
class Tour {
  // open: opens a problem file's text; ask: asks a question about it.
  constructor(stops, open, ask) {
    Object.assign(this, { stops, open, at: 0 });
    byId("stops").replaceChildren(...stops.map((stop, at) => element("li", {},
      element("h2", {}, stop.title), element("p", { class: "source" }, harmless(stop.name)), element("p", {}, stop.says),
      element("button", { type: "button", onclick: () => this.show(at) }, said("open-problem")))));
    byId("tour-ask").addEventListener("click", () => ask(stops[this.at].asks));
    byId("tour-back").addEventListener("click", () => this.show(this.at - 1));
    byId("tour-next").addEventListener("click", () => this.show(this.at + 1));
    byId("tour-end").addEventListener("click", () => {
      this.leave();
      byId("tour").querySelector("summary").focus();
    });
  }

  show(at) {
    const stop = this.stops[at];
    if (!stop) return;
    this.at = at;
    this.open(stop.bg);
    byId("tour").open = false;
    byId("tour-stop").hidden = false;
    byId("tour-title").textContent = said("tour-stop") + " " + (at + 1) + " " + said("tour-of") + " " + this.stops.length + ": " + stop.title;
    byId("tour-says").textContent = stop.says;
    byId("tour-ask").textContent = document.querySelector(`[data-ask=${stop.asks}]`).textContent;
    byId("tour-back").disabled = at === 0;
    byId("tour-next").disabled = at === this.stops.length - 1;
    byId("tour-title").focus({ preventScroll: true });
    byId("tour-stop").scrollIntoView({ block: "start" });
  }

  leave() {
    byId("tour-stop").hidden = true;
  }
}
