// Options to compare: cards or a table, sorted, with a button to choose.

import { el, fill } from "./dom.js";
import { day, duration, label, money, refund, stops, wallTime } from "./words.js";

const ORDERS = {
  best: ["Best first", (option) => option.number],
  price: ["Price", (option) => Number(option.total.amount)],
  time: ["Travel time", (option) => option.minutes],
  stops: ["Stops", (option) => option.stops],
  stars: ["Hotel stars", (option) => -(option.stars ?? -1)],
};

// `choose` is given for options that can be chosen now; `all` fetches every ranked option.
export function optionsBlock(options, { chosen, choose, all, total, key }) {
  const shown = { options, order: "best", table: false };
  const list = el("div", { class: "options" });
  const draw = () => {
    const sorted = [...shown.options].sort((a, b) => ORDERS[shown.order][1](a) - ORDERS[shown.order][1](b));
    fill(list, shown.table ? table(sorted, chosen, choose) : sorted.map((one) => card(one, chosen, choose)));
  };
  const set = (name, value) => { shown[name] = value; draw(); };
  draw();
  return el("div", { class: "choice" }, tools(shown, set, { all, total, key }), list);
}

function tools(shown, set, { all, total, key }) {
  const orders = Object.entries(ORDERS).map(([value, [words]]) => el("option", { value }, words));
  const select = el("select", { id: `order-${key}`, onchange: (event) => set("order", event.target.value) }, orders);
  const compare = el("button", { type: "button", "aria-pressed": "false" }, "Compare in a table");
  compare.addEventListener("click", () => {
    set("table", !shown.table);
    compare.setAttribute("aria-pressed", String(shown.table));
  });
  const more = all && total > shown.options.length && el("button", { type: "button" }, `Show all ${total} options`);
  if (more) more.addEventListener("click", async () => { set("options", await all()); more.remove(); });
  return el("div", { class: "tools" }, el("label", { for: `order-${key}` }, "Sort by"), select, compare, more);
}

function card(option, chosen, choose) {
  const isChosen = option.bundle_id === chosen;
  return el("article", { class: isChosen ? "option chosen" : "option", "aria-label": `Option ${option.number}` },
    el("h3", {}, `Option ${option.number}: ${money(option.total)}`),
    el("p", { class: "labels" }, option.labels.map((name) => el("span", { class: "label" }, label(name))),
      option.simulated && el("span", { class: "label simulated" }, "simulated"), isChosen && el("span", { class: "label" }, "chosen")),
    option.over_budget && el("p", { class: "warn" }, `${money(option.over_budget)} over your budget`),
    option.flights.map(flight), option.hotels.map(hotel),
    el("p", { class: "why" }, option.why),
    option.tradeoffs.length > 0 && el("p", { class: "but" }, `But it ${option.tradeoffs.join("; it ")}.`),
    choose && el("button", { type: "button", class: "yes", onclick: () => choose(option) }, `Choose option ${option.number}`));
}

function flight(one) {
  const later = one.days_later ? ` (+${one.days_later})` : "";
  return el("div", { class: "part" },
    el("p", { class: "strong" }, `✈ ${one.route.join(" – ")}, ${day(one.depart_at)}`),
    el("p", {}, `${wallTime(one.depart_at)} to ${wallTime(one.arrive_at)}${later}, ${duration(one.minutes)}, ${stops(one.stops)}`),
    el("p", {}, `${one.airlines.join(", ")}, ${one.cabin}${one.fare_brand ? `, ${one.fare_brand}` : ""}, ${bags(one)}`),
    one.self_transfer && el("p", { class: "warn" }, "You change planes on your own: two tickets, bags collected in between."),
    el("p", {}, refund(one.terms)));
}

const bags = (one) => (one.checked_bags ? `${one.checked_bags} checked bag` : "no checked bag");

function hotel(one) {
  const stars = one.stars ? `, ${one.stars} stars` : "";
  return el("div", { class: "part" },
    el("p", { class: "strong" }, `⌂ ${one.name}${stars}`),
    el("p", {}, [one.area, one.room, one.board?.replaceAll("_", " ")].filter(Boolean).join(", ")),
    el("p", {}, `${day(one.check_in)} to ${day(one.check_out)}${one.nightly ? `, ${money(one.nightly)} a night` : ""}`),
    one.due_at_property && el("p", {}, `${money(one.due_at_property)} more to pay at the hotel`),
    el("p", {}, refund(one.terms)));
}

const ROWS = {
  Price: (o) => money(o.total),
  "Travel time": (o) => (o.flights.length ? duration(o.minutes) : "–"),
  Stops: (o) => (o.flights.length ? stops(o.stops) : "–"),
  Flights: (o) => o.flights.map((f) => `${day(f.depart_at)} ${wallTime(f.depart_at)}–${wallTime(f.arrive_at)} ${f.airlines.join(", ")}`).join("; ") || "–",
  Hotel: (o) => o.hotels.map((h) => `${h.name}${h.stars ? `, ${h.stars} stars` : ""}`).join("; ") || "–",
  Refund: (o) => (o.refundable ? "all refundable" : [...o.flights, ...o.hotels].map((x) => refund(x.terms)).join("; ")),
  Why: (o) => o.labels.map(label).join(", "),
  "Trade-offs": (o) => o.tradeoffs.join("; ") || "–",
};

function table(options, chosen, choose) {
  const head = el("tr", {}, el("td", {}), options.map((o) =>
    el("th", { scope: "col" }, `Option ${o.number}`, o.bundle_id === chosen && " (chosen)")));
  const rows = Object.entries(ROWS).map(([name, words]) =>
    el("tr", {}, el("th", { scope: "row" }, name), options.map((o) => el("td", {}, words(o)))));
  const buttons = choose && el("tr", {}, el("td", {}), options.map((o) =>
    el("td", {}, el("button", { type: "button", class: "yes", onclick: () => choose(o) }, `Choose option ${o.number}`))));
  const whole = el("table", {}, el("caption", {}, "The options side by side"), el("thead", {}, head), el("tbody", {}, rows, buttons));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Comparison" }, whole);
}
