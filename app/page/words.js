// Amounts, times, distances and terms as people of the reader's language write them.

import { counted, figures, formats, replyWords, say } from "./language.js";

// With `digits` 0 in whole units.
export function money(value, digits) {
  if (!value) return "";
  try {
    return new Intl.NumberFormat(figures(), { style: "currency", currency: value.currency, maximumFractionDigits: digits }).format(value.amount);
  } catch {
    return `${value.amount} ${value.currency}`;
  }
}

// What joins a label and its words in the language, which is left out where one of them is missing.
export const labelled = (...parts) => parts.filter(Boolean).join(formats().colon);
export const listed = (names) => new Intl.ListFormat(figures()).format(names);
export const number = (value, digits = 1) => new Intl.NumberFormat(figures(), { maximumFractionDigits: digits }).format(value);

// An amount in a field: in the reader's way of writing, and read from it, with a comma or a point, where only one amount can be meant.
const point = () => new Intl.NumberFormat(figures()).format(1.5)[1];
export const typed = (amount) => String(amount ?? "").replace(".", point());
export function amountOf(text) {
  const said = text.replace(/[\s'’]/g, "");
  const [, whole, mark, last, cents = ""] = /^(\d+|\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:([.,])(\d\d?))?$/.exec(said) ?? [];
  if (!whole) return said && null;
  return mark && mark === (last ?? point()) ? null : whole.replaceAll(mark, "") + (cents && `.${cents}`);
}
export const AMOUNT = { inputmode: "decimal", onInput: ({ target }) => target.setCustomValidity(amountOf(target.value) === null ? say("amount_like", { example: typed("1234.50") }) : "") };

// What an approval comes to, local taxes with it, as its card says it; a card that was stored earlier has the ledger's total.
export const inAll = ({ card, total }) => card?.amount || money(total);

// What becomes of a request, as replies say it.
export function asked(one) {
  const own = replyWords("asked", one.kind);
  const name = [own === one.kind ? `“${one.said || one.kind}”` : own, [one.detail, ...(one.who ?? [])].some(Boolean) && `(${[one.detail, (one.who ?? []).join(", ")].filter(Boolean).join("; ")})`].filter(Boolean).join(" ");
  const words = one.price ? (one.state === "sent" ? "priced" : "offered") : `${one.state}_${one.to}`;
  return replyWords("asked", words).replace("{0}", name).replace("{1}", money(one.price));
}

// What an airline's change brings back, and to where.
export function moneyBack(one) {
  return one?.refund ? replyWords("back", one.refund_to ?? "unknown").replace("{0}", money(one.refund)) : "";
}

// A difference in whole units, with its sign: +$475.
export function moreOrLess(amount, currency) {
  const parts = { style: "currency", currency, maximumFractionDigits: 0, signDisplay: "exceptZero" };
  return new Intl.NumberFormat(figures(), parts).format(amount).replace("-", "−");
}

// Times at an airport or hotel are shown as they are on the clock there, whatever zone this browser is in.
export function wallTime(iso) {
  return hour(iso, formats().clock);
}

// When a flight leaves and lands: "6:30 pm – 5:50 am (+1)".
export const hours = (flight) => `${wallTime(flight.depart_at)} – ${wallTime(flight.arrive_at)}${flight.days_later ? ` (${flight.days_later > 0 ? "+" : "−"}${Math.abs(flight.days_later)})` : ""}`;

export const twelve = () => formats().clock[0] === "h"; // hours with am and pm take more room

// An hour of the day, by the clock of the reader: "6 pm", "18:00".
export const wholeHour = (at) => wallTime(`0000-00-00T${String(at % 24).padStart(2, "0")}:00`).replace(/:00(?= )/, "");

function hour(iso, pattern) {
  const clock = iso?.slice(11, 16) ?? "";
  if (!clock || pattern[0] !== "h") return clock;
  const at = Number(clock.slice(0, 2));
  return `${at % 12 || 12}:${clock.slice(3)} ${at < 12 ? "am" : "pm"}`;
}

// Days are written by the server's patterns (UTS 35) and names, so that they read as in replies and exports.
export const day = (iso) => written(iso, formats().day);
export const dayOfYear = (iso) => written(iso, formats().short_day); // where the year is clear
export const plainDay = (iso) => written(iso, formats().date);
export const longDay = (iso) => written(iso, formats().long_day);

function written(iso, pattern) {
  if (!iso) return "";
  const at = noon(iso);
  const [month, weekday] = [at.getUTCMonth(), (at.getUTCDay() + 6) % 7];
  return pattern.replace(/'([^']*)'|E+|M+|y+|d+/g, (token, quoted) => quoted ?? { E: () => formats()[token][weekday], M: () => formats()[token][month], y: () => at.getUTCFullYear(), d: () => at.getUTCDate() }[token[0]]());
}

const noon = (iso) => new Date(`${iso.slice(0, 10)}T12:00:00Z`);
const bare = (pattern) => pattern.replace(/^EEE,? /, "");

// "14 Jun – 21 Jun 2027", in the way of the language.
export function days(first, last) {
  if (!first) return "";
  const end = written(last || first, bare(formats().day));
  if (!last || last === first) return end;
  return `${written(first, bare(first.slice(0, 4) === last.slice(0, 4) ? formats().short_day : formats().day))} – ${end}`;
}

// Until when something stands, by the clock of a place, as cards say it.
export function deadline(iso, place) {
  const { day: pattern, clock, there, zone } = formats().deadline;
  const [when, at] = [written(iso, pattern), hour(iso, clock).replace(":00 ", " ")];
  return place ? (place.startsWith("UTC") ? zone : there).replace("{day}", when).replace("{hour}", at).replace("{place}", place) : `${when}, ${at}`;
}

// The same in the reader's own zone, by the name of its town.
export const deadlineHere = (iso) => deadline(local(iso), Intl.DateTimeFormat().resolvedOptions().timeZone.split("/").at(-1).replaceAll("_", " "));

const two = (number) => String(number).padStart(2, "0");
export const local = (iso, at = new Date(iso)) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

export function duration(minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return (hours ? `${hours} h ${String(rest).padStart(2, "0")} min` : `${rest} min`).replaceAll(" ", "\u00a0"); // no break inside
}

export function left(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours >= 24) return say("days_hours", { days: Math.floor(hours / 24), hours: hours % 24 });
  return hours || minutes ? duration(hours * 60 + minutes) : `0:${String(rest).padStart(2, "0")}`;
}

// Where a flight stops, and how long.
export function stopsOf(flight) {
  return flight.hops.slice(1).map((hop, n) => ({ at: hop.from, minutes: (new Date(hop.depart_at) - new Date(flight.hops[n].arrive_at)) / 60_000 }));
}

// The town of an airport, with its code where another airport of that town is shown.
export const airport = (at, places) => (Object.keys(places).some((one) => one !== at && places[one] === places[at]) ? `${places[at]} (${at})` : places[at] ?? at);

export const label = (name) => replyWords("label", name);
export const code = (name) => replyWords("plain", name);
export const stops = (count) => replyWords("stops", count);
export const stars = (count) => "★".repeat(Math.round(count));
export const starsWords = (count) => counted("stars", count);
export const nights = (first, last) => counted("nights", Math.round((noon(last) - noon(first)) / 86_400_000));

// A short way is said in minutes on foot, 5 km an hour.
export function distance(km) {
  if (km === null || km === undefined) return "";
  return km < 2.5 ? say("walk", { minutes: Math.max(1, Math.round(km * 12)) }) : say("away", { km: new Intl.NumberFormat(figures(), { maximumFractionDigits: 0 }).format(km) });
}

export function refund(terms) {
  if (!terms.refundable) return say("not_refundable");
  const refundable = terms.refund_penalty ? say("refundable_fee", { amount: money(terms.refund_penalty) }) : say("refundable");
  const until = terms.free_until && deadline(terms.free_until, terms.place);
  return until ? say("refundable_until", { refundable, moment: until }) : refundable;
}
