// Options to compare: cards or a table, sorted, with a button to choose.

import { el, fill } from "./dom.js";
import { counted, say } from "./language.js";
import { code, dayOfYear, duration, label, money, refund, stars, stops, wallTime } from "./words.js";

const ORDERS = {
  best: (option) => option.number,
  price: (option) => Number(option.total.amount),
  time: (option) => option.minutes,
  stops: (option) => option.stops,
  stars: (option) => -(option.stars ?? -1),
};
const remembered = new Map(); // how each list was last looked at, so that drawing the talk again changes nothing

// `choose` is given for options that can be chosen now; `all` fetches every ranked option.
export function optionsBlock(options, { chosen, choose, all, total, key }) {
  const shown = remembered.get(key) ?? { order: "best", table: false, all: null };
  remembered.set(key, shown);
  if (!choose) shown.all = null;
  const list = el("div", { class: "options" });
  const draw = () => {
    const sorted = [...(shown.all ?? options)].sort((a, b) => ORDERS[shown.order](a) - ORDERS[shown.order](b));
    fill(list, shown.table ? table(sorted, chosen, choose) : sorted.map((one) => card(one, chosen, choose)));
  };
  const set = (name, value) => { shown[name] = value; draw(); };
  draw();
  return el("div", { class: "choice" }, tools(shown, set, { all, total, key, count: options.length }), list);
}

function tools(shown, set, { all, total, key, count }) {
  const orders = Object.keys(ORDERS).map((value) => el("option", { value, selected: value === shown.order }, say(`by_${value}`)));
  const select = el("select", { id: `order-${key}`, onchange: (event) => set("order", event.target.value) }, orders);
  const compare = el("button", { type: "button", "aria-pressed": String(shown.table) }, say("compare"));
  compare.addEventListener("click", () => {
    set("table", !shown.table);
    compare.setAttribute("aria-pressed", String(shown.table));
  });
  const more = all && !shown.all && total > count && el("button", { type: "button" }, say("show_all", { count: total }));
  if (more) more.addEventListener("click", async () => { set("all", await all()); more.remove(); });
  return el("div", { class: "tools" }, el("label", { for: `order-${key}` }, say("sort")), select, compare, more);
}

function card(option, chosen, choose) {
  const isChosen = option.bundle_id === chosen;
  const { number } = option;
  return el("article", { class: isChosen ? "option chosen" : "option", "aria-label": say("option", { number }) },
    el("h3", {}, say("option_price", { number, amount: money(option.total) })),
    el("p", { class: "labels" }, option.labels.map((name) => el("span", { class: "label" }, label(name))),
      option.simulated && el("span", { class: "label simulated" }, say("simulated")),
      isChosen && el("span", { class: "label picked" }, say("chosen"))),
    option.over_budget && el("p", { class: "warn" }, say("over_budget", { amount: money(option.over_budget) })),
    option.flights.map(flight), option.hotels.map(hotel),
    el("p", { class: "why" }, option.why),
    option.tradeoffs.length > 0 && el("p", { class: "but" }, say("but", { tradeoffs: option.tradeoffs.join("; ") })),
    choose && el("button", { type: "button", class: "yes", onclick: () => choose(option) }, say("choose", { number })));
}

function flight(one) {
  const later = one.days_later ? ` (+${one.days_later})` : "";
  const bags = one.checked_bags ? counted("bags", one.checked_bags) : say("bags.none");
  return el("div", { class: "part" },
    el("p", { class: "strong" }, `✈ ${one.route.join("–")}, ${dayOfYear(one.depart_at)}`),
    el("p", {}, `${wallTime(one.depart_at)}–${wallTime(one.arrive_at)}${later}, ${duration(one.minutes)}, `, kept(stops(one.stops))),
    el("p", {}, `${one.airlines.join(", ")}, ${code(one.cabin)}${one.fare_brand ? ` (${one.fare_brand})` : ""}, ${bags}, ${refund(one.terms)}`),
    one.self_transfer && el("p", { class: "warn" }, say("self_transfer")));
}

const kept = (words) => el("span", { class: "kept" }, words);

function hotel(one) {
  return el("div", { class: "part" },
    el("p", { class: "strong" }, `⌂ ${one.name}${one.stars ? `, ${stars(one.stars)}` : ""}`),
    el("p", {}, [one.area, one.room, one.board && code(one.board), refund(one.terms)].filter(Boolean).join(", ")),
    el("p", {}, `${say("range", { from: dayOfYear(one.check_in), to: dayOfYear(one.check_out) })}${one.nightly ? `, ${say("a_night", { amount: money(one.nightly) })}` : ""}`),
    one.due_at_property && el("p", {}, say("more_due", { amount: money(one.due_at_property) })));
}

const ROWS = {
  price: (o) => money(o.total),
  travel_time: (o) => (o.flights.length ? duration(o.minutes) : "–"),
  stops: (o) => (o.flights.length ? stops(o.stops) : "–"),
  flights: (o) => o.flights.map((f) => `${dayOfYear(f.depart_at)} ${wallTime(f.depart_at)}–${wallTime(f.arrive_at)} ${f.airlines.join(", ")}`).join("; ") || "–",
  hotel: (o) => o.hotels.map((h) => `${h.name}${h.stars ? `, ${stars(h.stars)}` : ""}`).join("; ") || "–",
  refund: (o) => (o.refundable ? say("all_refundable") : [...new Set([...o.flights, ...o.hotels].map((x) => refund(x.terms)))].join("; ")),
  why: (o) => o.labels.map(label).join(", ") || o.why,
  tradeoffs: (o) => o.tradeoffs.join("; ") || "–",
};

function table(options, chosen, choose) {
  const head = el("tr", {}, el("td", {}), options.map((o) =>
    el("th", { scope: "col" }, say("option", { number: o.number }), o.bundle_id === chosen && ` (${say("chosen")})`)));
  const rows = Object.entries(ROWS).map(([name, words]) =>
    el("tr", {}, el("th", { scope: "row" }, say(name)), options.map((o) => el("td", {}, words(o)))));
  const buttons = choose && el("tr", {}, el("td", {}), options.map((o) => el("td", {},
    el("button", { type: "button", class: "yes", onclick: () => choose(o) }, say("choose", { number: o.number })))));
  const whole = el("table", {}, el("caption", {}, say("side_by_side")), el("thead", {}, head), el("tbody", {}, rows, buttons));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": say("comparison") }, whole);
}
