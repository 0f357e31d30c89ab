// Options to choose from: cards or a table, filtered, sorted, mixed.

import { html, Banner, Button, Icon, Table, Words, useEffect, useState } from "./ui.js";
import { get } from "./api.js";
import { say } from "./language.js";
import { Filters, NONE, Shown, fits, set } from "./filters.js";
import { Mix } from "./mix.js";
import { OptionCard, awayFrom, back, bestAt, differences, riskOf } from "./option_card.js";
import { sendCall } from "./sending.js";
import { base, complain, keepLook, lookOf, page } from "./store.js";
import { dayOfYear, duration, hours, label, labelled, money, stars, stops } from "./words.js";

const ORDERS = {
  best: (option) => option.number,
  price: (option) => Number(option.total.amount),
  time: (option) => option.minutes,
  stops: (option) => option.stops,
  stars: (option) => -(option.stars ?? -1),
};
const SORTS = { best: "best", price: "price", time: "duration", stops: "stops", stars: "stars" }; // as list_options names them

export function Options({ message, live }) {
  const { id, facts, text } = message;
  const { card, behind = "" } = facts;
  const [narrowed, setNarrowed] = useState(false); // then the tools count what is left
  const [sorted, setSorted] = useState(""); // how the reader sorts it, where that is another order
  const above = sorted || (card?.title ?? text.split("\n")[0]); // the cards say what the list says
  const below = [...(card?.lines ?? []).filter((one) => !one.of && !one.changed).map(written), behind].filter(Boolean).join("\n");
  const view = html`<${Choice} key=${`${page.thread} ${id}`} id=${id} options=${facts.options} reason=${card?.lines.find((one) => one.why)} compared=${facts.days} live=${live} onNarrow=${setNarrowed} onSort=${setSorted} />`;
  return html`${!narrowed && html`<${Words} text=${above} />`}
    ${(card?.lines ?? []).filter((one) => one.changed).map((one) => html`<${Banner} kind="warn" icon="alert">${written(one)}<//>`)}
    ${live ? view : html`<details><summary>${say("options_then")}</summary>${view}</details>`}
    <${Words} text=${below} />`;
}

const written = ({ label, text }) => labelled(label, text);

function Choice({ id, options, reason, compared, live, onNarrow, onSort }) {
  const [shown, setShown] = useState(lookOf(`${page.thread} ${id}`) ?? { order: asked(options), table: false, whole: false, filters: NONE, unfolded: !page.list && matchMedia("(min-width: 40rem)").matches });
  const [ranked, setRanked] = useState(null);
  const [mixing, setMixing] = useState(false);
  const { trip } = page.view;
  const change = (more) => { const look = { ...shown, ...more, all }; keepLook(`${page.thread} ${id}`, look); setShown(look); if (page.list && more.order) page.list({ sort: SORTS[more.order] }); };
  const unread = live && (trip.ranked > options.length || canMix(options)); // what is mixed needs the rooms of other nights
  useEffect(() => {
    if (unread) get(`${base()}/options`).then(({ body }) => setRanked(body)).catch(complain);
  }, [id, unread, trip.ranked]);
  const ours = (list) => list?.some((one) => options.some((o) => o.bundle_id === one.bundle_id)) && list; // not of another search
  const all = ours(live ? ranked : shown.all) || options; // an old list is as it was seen
  const ready = Boolean(ranked) || !unread;
  const narrowed = set(shown.filters) > 0;
  useEffect(() => onNarrow(narrowed), [narrowed]);
  const fit = all.filter((one) => fits(one, shown.filters));
  const fitting = live || fit.length ? fit : all; // what is over has no filters to clear
  const order = (some) => [...some].sort((a, b) => ORDERS[shown.order](a) - ORDERS[shown.order](b) || ORDERS.price(a) - ORDERS.price(b));
  const few = shown.order === "best" ? fitting.filter((one) => options.some((o) => o.bundle_id === one.bundle_id)) : order(fitting).slice(0, options.length); // the cheapest of all, not of these
  const sorted = order(shown.whole || narrowed ? fitting : few);
  const heading = shown.order !== asked(options) || sorted.length > options.length ? say(sorted.length === all.length && shown.order === "best" ? "all_options" : `sorted_${shown.order}`, { shown: sorted.length, count: all.length }) : "";
  useEffect(() => onSort(heading), [heading]);
  const chosen = trip.selected_bundle_id;
  const choose = live && ((option) => sendCall("choose", { option: option.code ?? option.bundle_id }));
  const measure = { from: all.find((one) => one.bundle_id === chosen) ?? (sorted.includes(all[0]) ? all[0] : sorted[0] ?? all[0]), all, shown: sorted };
  const cards = html`<div class="options" role="list">${sorted.map((option) => html`<div role="listitem" key=${option.bundle_id}>
    <${OptionCard} option=${option} chosen=${chosen} choose=${choose} measure=${measure} places=${trip.places} reason=${reason?.of === option.bundle_id ? reason.text : ""} /></div>`)}</div>`;
  return html`<div class="choice">
    ${live && compared && html`<${DateStrip} compared=${compared} />`}
    ${live && ready && html`<${Tools} ...${{ id, shown, change, all, narrowed }} count=${sorted.length} mix=${canMix(all) && (() => setMixing(true))} />`}
    ${sorted.length === 0 ? html`<p role="status">${say("none_fit")}</p>` : shown.table ? html`<${Comparison} options=${sorted} chosen=${chosen} choose=${choose} measure=${measure} />` : cards}
    ${live && !shown.whole && !narrowed && all.length > options.length && html`<p><${Button} kind="quiet" onClick=${() => change({ whole: true })}>${say("show_all", { count: all.length })}<//></p>`}
    ${live && html`<${Watch} watch=${trip.watch} can=${trip.watchable} />`}
    ${page.list && page.more && html`<p><${Button} kind="quiet" onClick=${() => page.list({ sort: SORTS[shown.order], page: page.more })}>${say("more_options")}<//></p>`}
    ${mixing && html`<${Mix} options=${all} chosen=${chosen} onClose=${() => setMixing(false)} />`}
  </div>`;
}

const OF = { time: "flights", stops: "flights", stars: "hotels" };
const tells = (name, all) => !OF[name] || all.some((one) => one[OF[name]].length > 0); // of hotels alone nothing flies

// How the list was asked for: without a best overall, and with the cheapest first, by price.
const asked = (options) => (options[0].labels.includes("cheapest") && !options.some((one) => one.labels.includes("best_overall")) ? "price" : "best");
// What was found may get cheaper: watched until it is booked, or ended by a click.
function Watch({ watch, can }) {
  if (watch) return html`<p class="row" role="status">${say("watch_below", { amount: money(watch.below) })}${watch.until && ` · ${say("until", { time: dayOfYear(watch.until) })}`} <${Button} small kind="quiet" icon="close" onClick=${() => sendCall("watch_price", { on: false })}>${say("watch_end")}<//></p>`;
  return can && html`<p><${Button} small kind="quiet" icon="clock" onClick=${() => sendCall("watch_price", {})}>${say("watch_price", { amount: money(can) })}<//></p>`;
}

const canMix = (all) => Mix && all.length > 1 && all.every((one) => one.flights.length + one.hotels.length > 1);

// Where the dates may move: what the flights cost on each day near; a click asks for those dates.
function DateStrip({ compared }) {
  const price = (one) => Number(one.total.amount);
  const least = Math.min(...compared.all.map(price));
  return html`<div class="strip" role="group" aria-label=${say("by_day")}>${compared.all.map((one) => html`<button type="button"
    class=${price(one) === least ? "least" : ""} aria-pressed=${String(one.day === compared.said)} onClick=${() => sendCall("update_trip", { depart: { day: one.day }, ...(one.back && { return_day: { day: one.back } }) })}>
    <span>${dayOfYear(one.day)}</span><b>${money(one.total)}</b></button>`)}</div>`;
}

function Tools({ id, shown, change, all, count, narrowed, mix }) {
  const clear = () => { change({ filters: NONE }); document.getElementById(`sort-${id}`)?.focus(); }; // the button that was pressed is gone
  return html`<div class="tools">
    <div class="row">
      <select id=${`sort-${id}`} class="pick" aria-label=${say("sort")} value=${shown.order} onChange=${(event) => change({ order: event.target.value })}>${Object.keys(ORDERS).filter((name) => tells(name, all)).map((name) =>
        html`<option value=${name} selected=${name === shown.order}>${say(`by_${name}`)}</option>`)}</select>
      <${Button} small aria-expanded=${String(shown.unfolded)} aria-controls=${`filters-${id}`} onClick=${() => change({ unfolded: !shown.unfolded })}>${say("filters")}${narrowed && !shown.unfolded && html`<span class="count">${set(shown.filters)}</span>`}<//>
      <${Button} small icon="list" label=${say("compare")} title=${say("compare")} aria-pressed=${String(shown.table)} onClick=${() => change({ table: !shown.table })}>${say("compare_short")}<//>
      ${mix && html`<${Button} small icon="swap" onClick=${mix}>${say("mix")}<//>`}
    </div>
    <${Shown} count=${count} all=${all.length} narrowed=${narrowed} marked=${!shown.table && all.length > 1} clear=${clear} />
    ${shown.filters.stops && html`<${Button} small kind="quiet" icon="plane" disabled=${page.busy} onClick=${() => sendCall("update_trip", { flights: { max_stops: Number(shown.filters.stops) } })}>${say("search_stops")}<//>`}
    ${shown.unfolded && html`<${Filters} id=${`filters-${id}`} all=${all} filters=${shown.filters} change=${(filters) => change({ filters })} />`}</div>`;
}

function Comparison({ options, chosen, choose, measure }) {
  const { places } = page.view.trip;
  const cells = (words) => options.map(words);
  const leg = (one) => `${dayOfYear(one.depart_at)} ${hours(one)}, ${one.airlines.join(", ")}`;
  const shared = options.flatMap((o) => o.tradeoffs).filter((one, n, every) => every.indexOf(one) === n && every.filter((other) => other === one).length > 1 && options.every((o) => !o.tradeoffs.length || o.tradeoffs.includes(one)));
  const rows = [
    { name: say("price"), cells: cells((o) => money(o.total)), worth: cells((o) => -o.total.amount) },
    { name: `${say("difference")}, ${say("than_option", { number: measure.from.number })}`, cells: cells((o) => differences(o, measure.from).map(({ words }) => words).join(" · ") || "–") },
    { name: say("travel_time"), cells: cells((o) => (o.flights.length ? duration(o.minutes) : "–")), worth: cells((o) => -o.minutes) },
    { name: say("stops"), cells: cells((o) => (o.flights.length ? stops(o.stops) : "–")), worth: cells((o) => -o.stops) },
    { name: say("flights"), cells: cells((o) => o.flights.map(leg).join("; ") || "–") },
    { name: say("hotel"), cells: cells((o) => o.hotels.map((h) => `${h.name} ${h.stars ? stars(h.stars) : ""}${h.away_from ? ` (${awayFrom(h)})` : ""}`).join("; ") || "–"), worth: cells((o) => (o.hotels.some((h) => h.away_from) ? -1 : o.stars ?? 0)) },
    { name: say("refund"), cells: cells((o) => back(o).words), worth: cells((o) => back(o).kept) },
    { name: say("risk"), cells: cells((o) => riskOf(o, places) || "–"), worth: cells((o) => (riskOf(o, places) ? 0 : 1)) },
    { name: say("tradeoffs"), cells: cells((o) => o.tradeoffs.filter((one) => !shared.includes(one)).join("; ") || "–") },
  ];
  const head = options.map((o) => html`${say("option", { number: o.number })}${o.bundle_id === chosen && `, ${say("chosen")}`}${o.labels[0] && html`<br />${bestAt(o, options).map(label).join(", ")}`}${choose && html`<p><${Button} small kind="primary" label=${say("choose", { number: o.number })} onClick=${() => choose(o)}>${say("choose_short")}<//></p>`}`);
  const same = shared.length > 0 && html`<br /><span class="each">${labelled(say("tradeoffs"), shared.join("; "))}</span>`;
  return html`<${Table} caption=${html`${say("side_by_side")} <span class="each"><${Icon} name="check" /> ${say("best_of_row")}</span>${same}`} label=${say("comparison")} head=${head} rows=${rows.filter((row) => row.cells.some((one) => one !== "–"))} />`;
}
