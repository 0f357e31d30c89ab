// Which of the options that were quoted are shown: by departure, airline, stops, price, and what they bring.

import { html, Button, Chip, Icon } from "./ui.js";
import { say } from "./language.js";
import { money, wholeHour } from "./words.js";

const hour = (option) => Number(option.flights[0]?.depart_at.slice(11, 13) ?? -1);
const TIMES = ["00–06", "06–12", "12–18", "18–24"]; // on the clock where one departs
const mostStops = (option) => Math.max(0, ...option.flights.map((one) => one.stops));
const amount = (option) => Number(option.total.amount);

const MARKS = {
  one_ticket: (option) => !option.flights.some((one) => one.self_transfer),
  with_bag: (option) => option.flights.length > 0 && option.flights.every((one) => one.checked_bags > 0),
  refundable: (option) => option.refundable,
  three_stars: (option) => (option.stars ?? 0) >= 3,
  in_budget: (option) => !option.over_budget,
};

// Each asks one thing: which answers the quoted options leave, and whether an option fits an answer.
const FIELDS = {
  time: {
    answers: (all) => TIMES.filter((hours) => all.some((one) => FIELDS.time.fits(one, hours))),
    words: (hours) => hours.split("–").map((one) => wholeHour(Number(one))).join(" – "),
    fits: (option, hours) => hour(option) >= Number(hours.slice(0, 2)) && hour(option) < Number(hours.slice(3)),
  },
  airline: {
    answers: (all) => [...new Set(all.flatMap((one) => one.flights.flatMap((flight) => flight.airlines)))].sort(),
    words: (name) => name,
    fits: (option, name) => option.flights.some((one) => one.airlines.includes(name)),
  },
  stops: {
    answers: (all) => [...new Set(all.filter((one) => one.flights.length).map((one) => String(mostStops(one))))].sort((a, b) => a - b),
    words: (count) => (count === "0" ? say("nonstop") : say("stops_most", { count })),
    fits: (option, count) => option.flights.length > 0 && mostStops(option) <= Number(count),
  },
  price: {
    answers: (all) => steps(all.map(amount)),
    words: (most, all) => say("price_most", { amount: money({ amount: most, currency: all[0].total.currency }, 0) }),
    fits: (option, most) => amount(option) <= Number(most),
  },
};

// Round amounts, fine enough for the cheaper three quarters, each of which leaves more than the one before and not all.
function steps(amounts) {
  const sorted = [...amounts].sort((a, b) => a - b);
  const rough = Math.max((sorted[Math.floor(sorted.length * 0.75)] - sorted[0]) / 4, 1);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * ten).find((one) => one >= rough);
  const up = [...new Set(sorted.map((one) => Math.ceil(one / step) * step))];
  return up.filter((one) => one < sorted.at(-1)).map(String);
}

export const NONE = { marks: [], time: "", airline: "", stops: "", price: "" };

// How many filters are set.
export const set = (filters) => filters.marks.length + Object.keys(FIELDS).filter((name) => filters[name]).length;

export const fits = (option, filters) => filters.marks.every((name) => MARKS[name](option))
  && Object.entries(FIELDS).every(([name, field]) => !filters[name] || field.fits(option, filters[name]));

// A filter that would leave all or none is not offered, but for one that is set.
export function Filters({ id, all, filters, change }) {
  const fields = Object.entries(FIELDS).map(([name, field]) => ({ name, field, answers: field.answers(all) }));
  const others = (name) => ({ ...filters, [name]: "", marks: filters.marks.filter((one) => one !== name) }); // counted is what would be left
  const count = (name, fitting) => all.filter((one) => fits(one, others(name)) && fitting(one)).length;
  const offered = ([name, fitting]) => { const found = all.filter(fitting).length; return filters.marks.includes(name) || (found > 0 && found < all.length); };
  const marks = Object.entries(MARKS).filter(offered).map(([name, fitting]) => [name, count(name, fitting)]);
  const toggle = (name) => change({ ...filters, marks: filters.marks.includes(name) ? filters.marks.filter((one) => one !== name) : [...filters.marks, name] });
  return html`<div id=${id} class="chips filters" role="group" aria-label=${say("filters")}>
    ${fields.map(({ name, field, answers }) => (answers.length > (name === "price" ? 0 : 1) || filters[name]) && html`<select key=${name} class=${`pick ${filters[name] ? "set" : ""}`} aria-label=${say(`by_field_${name}`)} onChange=${({ target }) => change({ ...filters, [name]: target.value })}>
      <option value="" selected=${!filters[name]}>${say(`by_field_${name}`)}</option>${answers.map((one) => [one, count(name, (option) => field.fits(option, one))]).filter(([one, left]) => left || filters[name] === one).map(([one, left]) => html`<option value=${one} selected=${filters[name] === one}>${field.words(one, all)} (${left})</option>`)}</select>`)}
    ${marks.map(([name, left]) => html`<${Chip} on=${filters.marks.includes(name)} count=${left} onClick=${() => toggle(name)}>${say(`filter_${name}`)}<//>`)}</div>`;
}

// How many are shown of how many, and the way back to all.
export const Shown = ({ count, all, narrowed, marked, clear }) => html`<p class="shown"><span class="each" role="status">${narrowed && say("fitting", { count, all })}</span>
  ${marked && html`<span class="each better"><${Icon} name="check" /> ${say("better")}</span>`}
  ${narrowed && html`<${Button} small kind="quiet" icon="close" onClick=${clear}>${say("clear_filters")}<//>`}</p>`;
