// What is asked, with its answers as buttons and forms. A press sends the call that a number stands for; words answer it as well.

import { html, Button, Chip, useState } from "./ui.js";
import { brand } from "./brand.js";
import { say, tag } from "./language.js";
import { money, reader } from "./reader.js";
import { sendAnswer, sendCall, sendText } from "./sending.js";
import { complain, page } from "./store.js";
import { AMOUNT, amountOf, code, plainDay } from "./words.js";

export function Question({ question }) {
  const { about = "", type, options = [], scale } = question;
  const answers = type === "multiple_choice" ? html`<${Several} question=${question} />` : options.length > 0 && html`<div class="chips menu" role="group" aria-label=${say("suggestions")}>${options.map((one) => html`<${Answer} key=${one.id} one=${one} />`)}</div>`;
  return html`${answers}${type === "scale" && scale && html`<${Scale} question=${question} />`}
    ${type === "date_range" && html`<${Days} label=${question.question} />`}
    ${about.startsWith("day:") && html`<${Day} field=${about.slice(4)} label=${question.question} />`}
    ${about === "trip" && html`${reader === "guide" && !english() && html`<${Examples} />`}<${TripForm} />`}`;
}

export const english = () => tag().startsWith("en");
const EXAMPLES = ["one", "two", "three", "four"];

// To be pressed: the guide reads English alone, and shows what it understands.
export const Examples = () => html`<div class="examples"><p class="each">${say("examples")}</p><div class="chips" role="group" aria-label=${say("examples")}>${(brand.desk ? brand.examples.map(asSaid) : EXAMPLES.map(reader === "guide" ? understood : example)).map(([words, sent]) => html`<${Chip} onClick=${() => (sent ? sendAnswer(sent).catch(complain) : sendText(words))}>${words}<//>`)}</div></div>`;

const asSaid = (words) => [words];
const example = (name) => [say(`example_${name}`, { month: month(tag()) })];

function understood(name) {
  const sent = say(`sent_${name}`, { month: month("en") });
  return english() ? [sent] : [sent, sent]; // as an answer, it leaves the language as it is
}

// Days in the examples are some months ahead, so that they always work.
function month(language) {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() + 4, 1);
  return new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(at);
}

// The text of a message without the lines that stand below it as buttons, and one that only heads them; once it is answered
// (`past`), without a menu's own line, too: what was pressed says it.
const MENU = 4; // so many answers are a menu; fewer, or towns and days of the trip, belong to a question that is worth reading later

export function withoutAnswers(text, { options = [], lines = 0 }, past = false) {
  const menu = past && options.length >= MENU && !options.every(({ calls = [] }) => calls[0]?.name === "update_trip");
  const said = lines ? text.split("\n").slice(0, -lines) : text.split("\n");
  const heads = lines > 0 && said.at(-1)?.endsWith(":"); // it says no more than how to answer
  return (menu || heads ? said.slice(0, -1) : said).join("\n");
}

const LONG = 80; // letters of an answer that is read in lines: a price, then each flight and hotel

const Answer = ({ one }) => (one.label.length > LONG ? html`<${Long} one=${one} />` : html`<${Short} one=${one} />`);
const Short = ({ one }) => html`<${Chip} title=${one.description} data-said=${one.label} disabled=${page.busy} onClick=${() => press(one)}><kbd>${one.id}</kbd> ${one.label}<//>`;

function Long({ one }) {
  const [first, ...more] = one.label.split(" · ");
  return html`<button type="button" class="card answer" title=${one.description} data-said=${one.label} disabled=${page.busy} onClick=${() => press(one)}>
    <span class="number">${one.id}</span><span class="grow"><b>${first}</b>${more.map((line) => html`<span class="each">${line}</span>`)}</span></button>`;
}

function press({ id, calls = [] }) {
  if (calls.length === 1) sendCall(calls[0].name, calls[0].arguments);
  else sendAnswer(id);
}

function Several({ question }) {
  const [picked, setPicked] = useState([]);
  const toggle = (label) => setPicked(picked.includes(label) ? picked.filter((one) => one !== label) : [...picked, label]);
  return html`<div class="chips" role="group" aria-label=${question.question}>${question.options.map((one) => html`<${Chip} on=${picked.includes(one.label)} onClick=${() => toggle(one.label)}>${one.label}<//>`)}
    <${Button} small kind="primary" disabled=${!picked.length} onClick=${() => sendText(picked.join(", "))}>${say("answer")}<//></div>`;
}

function Scale({ question }) {
  const { min, max, step = 1 } = question.scale;
  const points = Array.from({ length: Math.min(11, Math.floor((max - min) / (step || 1)) + 1) }, (_, n) => min + n * (step || 1));
  return html`<div class="chips" role="group" aria-label=${question.question}>${points.map((one) => html`<${Chip} onClick=${() => sendText(String(one))}>${one}<//>`)}</div>`;
}

// Sends the fields of a form as a change of the trip; what it says is left in the conversation.
const changing = (changes, said) => (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  sendCall("update_trip", changes(fields), said(fields)).catch(complain);
};

const field = (name, label, more) => html`<div class="field"><label for=${`ask-${name}`}>${label}</label><input id=${`ask-${name}`} name=${name} required ...${more} /></div>`;

// Whether the trip that is known is a stay alone: its route has one place.
const ofStay = () => /^[^–]+$/.test(page.view?.trip.route ?? "");

const Day = ({ field: name, label }) => html`<form class="row dates" aria-label=${label} onSubmit=${changing(({ day }) => ({ [name]: { day } }), ({ day }) => plainDay(day))}>
  ${field("day", say(`form_${name === "return_day" ? (ofStay() ? "check_out" : "home") : ofStay() ? "check_in" : "out"}`), { type: "date" })}<button class="btn primary" type="submit" disabled=${page.busy}>${say("answer")}</button></form>`;

const Days = ({ label }) => html`<form class="row dates" aria-label=${label} onSubmit=${changing(({ from, to }) => ({ depart: { day: from }, return_day: { day: to } }), ({ from, to }) => `${plainDay(from)} – ${plainDay(to)}`)}>
  ${field("from", say(ofStay() ? "form_check_in" : "from"), { type: "date" })}${field("to", say(ofStay() ? "form_check_out" : "to"), { type: "date" })}<button class="btn primary" type="submit" disabled=${page.busy}>${say("answer")}</button></form>`;

// A first trip, for whoever does not write English where no model reads. What is known of it stands in the fields.
export function TripForm() {
  const [kind, setKind] = useState("both");
  const { cities = [], route, first_day: out, last_day: back, travellers = 0 } = page.view?.trip ?? {};
  const hotel = kind === "hotel";
  const known = (value) => ({ defaultValue: value || null });
  const starts = cities.length > 1 || /–/.test(route); // a town alone may be where it starts
  const pick = (name, label, all, words, more) => html`<div class="field"><label for=${`ask-${name}`}>${label}</label><select id=${`ask-${name}`} name=${name} ...${more}>${all.map((one) => html`<option value=${one}>${words(one)}</option>`)}</select></div>`;
  return html`<form class="card trip-form" aria-label=${say("trip_form")} onSubmit=${changing(trip, ({ origin, to, out, back }) => `${[origin, to].filter(Boolean).join(" – ")}, ${[out, back].filter(Boolean).map(plainDay).join(" – ")}`)}>
  <div class="fields">${pick("kind", say("form_kind"), KINDS, (one) => say(`form_kind_${one}`), { onChange: ({ target }) => setKind(target.value) })}
  ${!hotel && field("origin", say("form_from"), known(starts && cities[0]))}${field("to", say("form_to"), known(cities.length > 1 || !starts ? cities.at(-1) : ""))}
  ${field("out", say(hotel ? "form_check_in" : "form_out"), { type: "date", ...known(out) })}${field("back", say(hotel ? "form_check_out" : "form_back"), { type: "date", required: hotel, ...known(back !== out && back) })}
  ${field("adults", say("form_adults"), { type: "number", min: 1, max: 30, defaultValue: travellers || 1 })}
  ${field("ages", say("form_ages"), { pattern: "\\D*\\d{1,2}(\\D+\\d{1,2})*\\D*", title: `${say("form_ages")}: 4, 9`, placeholder: "4, 9", required: false })}
  ${field("most", say("form_budget", { currency: currency() }), { ...AMOUNT, required: false })}
  ${kind !== "flights" && pick("board", say("form_board"), ["", ...BOARDS], (one) => (one ? code(one) : say("form_any")))}</div>
  <button class="btn primary" type="submit" disabled=${page.busy}>${say("form_send")}</button></form>`;
}

const KINDS = ["both", "flights", "hotel"];
const BOARDS = ["breakfast", "half_board", "full_board", "all_inclusive"];
const currency = () => money[tag().split("-").at(-1).toUpperCase()] ?? "USD"; // of the reader's country, as the server has it
const INFANT = 2; // under it one sits on a lap

const trip = ({ kind, origin, to, out, back, adults, ages, most, board }) => ({
  ...(kind === "hotel" ? { flights_needed: false } : { origin }), stops: [{ place: to }], depart: { day: out }, ...(back ? { return_day: { day: back } } : { one_way: true }),
  party: partyOf(Number(adults), (ages.match(/\d+/g) ?? []).map(Number)),
  ...(most && { budget: { trip: { amount: amountOf(most), currency: currency() } } }),
  lodging: { needed: kind !== "flights" && Boolean(back), ...(board && back ? { board } : {}) },
});

// Children by their ages; under two years one is an infant.
const partyOf = (adults, ages) => ({ adults, ...(ages.length && { child_ages: ages.filter((one) => one >= INFANT), infants: ages.filter((one) => one < INFANT).length }) });
