// One line of what is held, bought or cancelled, as a row with its times and conditions.

import { html, Badge, Flight, Words } from "./ui.js";
import { Countdown } from "./clock.js";
import { counted, say } from "./language.js";
import { Hotel } from "./option_card.js";
import { page } from "./store.js";
import { days, labelled, money, refund } from "./words.js";

// Who travels, where and when: what a yes is checked against first. The days of a change are those of its lines.
export function Journey({ change = false, from = page.view.trip.first_day, until = page.view.trip.last_day, cities = page.view.trip.cities }) {
  const { names, travellers } = page.view.trip;
  const who = names.join(", ") || (travellers > 0 && counted("travellers", travellers));
  return html`<p class="journey">${who && html`<b>${who}</b>`}<span>${[cities.join(" – "), !change && days(from, until)].filter(Boolean).join(" · ")}</span></p>`;
}

// A night follows the landing of its day; what begins nobody knows when comes last.
const begins = ({ option_id: id }) => { const offer = page.view.trip.offers[id]; return offer?.depart_at ?? (offer?.check_in ? `${offer.check_in}T24` : "9"); };
export const inTime = (a, b) => begins(a).localeCompare(begins(b));

export function Item({ line, lines, clock = !lines }) {
  const { offers, holds, places } = page.view.trip;
  const offer = offers[line.option_id];
  const hold = holds.find((one) => one.status === "held" && one.option_id === line.option_id && line.option_id);
  return html`<li class="item"><div class="grow"><${Shape} offer=${offer} title=${line.title} places=${places} lean=${Boolean(lines)} />
      ${lines ? html`<${Told} lines=${lines} of=${line.hold_id ?? line.booking_id} />` : html`<p class="each">${line.terms && conditions(termsOf(line, offer))}</p>`}</div>
    <div class="mark-off"><b>${line.terms && money(line.total)}</b>
      ${hold?.kind === "soft" && html`<${Badge} kind="warn">${say("not_guaranteed")}<//>`}
      ${clock && hold?.expires_at && html`<span class="each">${say("held_short")} <${Countdown} until=${hold.expires_at} bare /></span>`}</div></li>`;
}

// All that was booked is cancelled, and nothing is held in its place.
export const isOff = ({ bookings, holds }) => {
  const booked = bookings.filter((one) => !["failed", "changed"].includes(one.status));
  return booked.length > 0 && booked.every((one) => one.status === "cancelled") && !holds.some((one) => one.status === "held");
};

// A deadline by the clock of its place, which the offer names; where it became another one, as the line has it.
const termsOf = ({ terms }, offer) => (offer && +new Date(offer.terms.free_until) === +new Date(terms.free_until) ? { ...terms, free_until: offer.terms.free_until, place: offer.terms.place } : terms);

export const conditions = (terms) => [refund(terms), say(terms.changeable ? "changes_yes" : "changes_no")].join(" · ");

export function Shape({ offer, title, places, lean = false }) {
  if (offer?.kind === "flight") return html`<span class="unseen">${title}</span><${Flight} flight=${offer} places=${places} lean told=${lean} />`;
  return offer ? html`<span class="unseen">${title}</span><${Hotel} hotel=${offer} lean=${lean} />` : html`<b>${title}</b>`;
}

// The lines of a card that go on with one thing: fare, room, terms, what was asked for; `but` is the code that is shown beside them.
export const Told = ({ lines = [], of, but }) => lines.filter((one) => one.of === of && !one.label && !(but && one.text.includes(but))).map((one) => html`<p class="each">${one.text}</p>`);

// A card whose lines are all of one kind: what a change or a cancellation would cost.
export const Quote = ({ card }) => html`<section class="card quote" aria-label=${card.title}><h3>${card.title}</h3>
  <${Whole} lines=${card.lines.map((one) => ({ ...one, of: "" }))} /><${Words} text=${card.note ?? ""} /></section>`;

// The amounts of a budget, one below the other at the right.
export const Sums = ({ card }) => html`<section class="card quote sums" aria-label=${card.title}><h3>${card.title}</h3>
  <${Whole} lines=${card.lines.map((one) => ({ ...one, of: "" }))} row=${(one) => html`<span>${one.text}</span><b>${one.money}</b>`} /></section>`;

// The lines of a card that are about the whole: who travels, the sums. A line without a label goes on with the one above.
export function Whole({ lines = [], row = (one) => labelled(one.text, one.money) }) {
  const rows = [];
  for (const one of lines.filter((line) => !line.of)) one.label ? rows.push([one]) : rows.at(-1)?.push(one);
  return rows.length > 0 && html`<dl class="facts">${rows.map(([first, ...more]) => html`<dt>${first.label}</dt><dd class=${more.length ? "many" : ""}>${[first, ...more].map((one) => html`<div>${row(one)}</div>`)}</dd>`)}</dl>`;
}
