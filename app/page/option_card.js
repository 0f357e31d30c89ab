// One option in about nine lines; the rest is folded.

import { html, Badge, Button, Flight, Icon, Price } from "./ui.js";
import { counted, replyWords, say } from "./language.js";
import { airport, code, dayOfYear, days, deadline, distance, duration, label, listed, money, moneyBack, moreOrLess, nights, refund, stars, starsWords, stopsOf, wallTime } from "./words.js";

// The number, the price and the button stand at the top, so that they are in sight however long the rest is.
export function OptionCard({ option, chosen, choose, measure, places, reason = "" }) {
  const { number } = option;
  const isChosen = option.bundle_id === chosen;
  const risk = riskOf(option, places);
  const others = reason ? measure.shown.filter((one) => one !== option && !one.labels.includes("cheapest")).slice(0, 2) : [measure.from];
  const against = others.map((from) => deltas(option, from, measure.all)).filter((said) => said.length);
  const { words, free } = back(option);
  return html`<article class=${`card option ${isChosen ? "chosen" : ""}`} aria-label=${say("option", { number })}>
    <header><h3 class="unseen">${say("option_price", { number, amount: money(option.total) })}</h3>
      ${number > 0 && html`<span class="number" aria-hidden="true">${number}</span>`}<span class="amounts" aria-hidden="true"><${Price} total=${option.total} each=${option.per_person} /></span>
      ${isChosen ? html`<${Badge} kind="good"><${Icon} name="check" />${say("chosen")}<//>` : choose && html`<${Button} small kind="primary" label=${say("choose", { number })} onClick=${() => choose(option)}>${say("choose_short")}<//>`}</header>
    <p class="marks">${!isChosen && bestAt(option, measure.shown).map((one, n) => html`<${Badge} kind=${number === 1 && !n ? "best" : ""}>${label(one)}<//>`)}<span class=${free ? "free" : ""}>${free && html`<${Icon} name="check" /> `}${words}</span></p>
    ${option.flights.map((one) => html`<${Flight} flight=${one} places=${places} />`)}
    ${option.hotels.map((one) => html`<${Hotel} hotel=${one} />`)}
    <p class="risk">${risk && html`<${Icon} name="alert" /> ${risk}`}</p>
    ${reason && html`<p class="each why">${reason}</p>`}
    ${option.local_tax && html`<p class="each">${say("tax_included", { now: money({ ...option.total, amount: option.total.amount - option.local_tax.amount }), tax: money(option.local_tax) })}</p>`}
    ${against.map((said) => html`<p class="deltas">${said.map(({ words, better }) => html`<span class=${better ? "better" : ""}>${better && html`<${Icon} name="check" /> `}${words}</span>`)}</p>`)}
    <${Details} option=${option} places=${places} />
  </article>`;
}

export const Hotel = ({ hotel, lean = false }) => html`<div class="stay"><${Icon} name="bed" /><div>
  <p><b>${hotel.name}</b>${hotel.stars > 0 && html` <span class="stars" role="img" aria-label=${starsWords(hotel.stars)}>${stars(hotel.stars)}</span>`}</p>
  <p class="each">${[hotel.area, distance(hotel.distance_km), days(hotel.check_in, hotel.check_out), nights(hotel.check_in, hotel.check_out), !lean && hotel.rooms > 1 && counted("rooms", hotel.rooms), !lean && hotel.board && code(hotel.board)].filter(Boolean).join(" · ")}</p>
  ${!lean && hotel.away_from && html`<p class="risk">${awayFrom(hotel)}</p>`}</div></div>`;

// The wish for a part of town that a hotel misses.
export const awayFrom = ({ away_from: place }) => place && say("away_from", { place });

// What it is best at: the first thing, and that nothing is faster; where all are as fast that says nothing.
export const bestAt = ({ labels }, shown) => labels.filter((one, n) => (!n || one === "fastest") && !(one === "fastest" && shown.length > 1 && shown.every((other) => other.labels.includes(one))));

// The gravest to know, in one line: what is above the budget, and each town where one changes planes on one's own, on whichever leg.
export function riskOf(option, places) {
  const own = [...new Set(option.flights.filter((one) => one.self_transfer).flatMap((one) => one.route.slice(1, -1)))].map((at) => places[at] ?? at);
  const tight = option.flights.flatMap(stopsOf).find((one) => one.minutes < 60);
  const change = own.length ? say("self_transfer_at", { place: listed(own) }) : tight && say("tight", { place: places[tight.at] ?? tight.at, time: duration(tight.minutes) });
  return [option.over_budget && say("over_budget", { amount: money(option.over_budget) }), change].filter(Boolean).join(" · ");
}

// What a cancellation brings back, in words, and whether it is free: until the first of its parts no longer is.
export function back({ flights, hotels }) {
  const parts = [...flights, ...hotels];
  const refunded = parts.filter((one) => one.terms.refundable);
  const kept = refunded.length / parts.length;
  const all = (some) => some.length > 0 && refunded.length === some.length && some.every((one) => one.terms.refundable);
  if (!refunded.length) return { words: say("not_refundable"), free: false, kept };
  if (kept === 1) {
    if (parts.some((one) => Number(one.terms.refund_penalty?.amount ?? 0) > 0)) return { words: say("back_for_fee"), free: false, kept };
    const [first] = parts.filter((one) => one.terms.free_until).sort((a, b) => new Date(a.terms.free_until) - new Date(b.terms.free_until));
    return { words: first ? say("free_until", { moment: deadline(first.terms.free_until, first.terms.place) }) : say("free_to_cancel"), free: true, kept: 2 };
  }
  if (all(hotels)) return { words: say("back_hotel"), free: false, kept };
  if (all(flights)) return { words: say("back_flights"), free: false, kept };
  return { words: say("some_back", { count: refunded.length, all: parts.length }), free: false, kept };
}

// Price and time against what is chosen, or else against the first option; that one itself against the cheapest.
export function deltas(option, from, all) {
  const cheapest = [...all].sort((a, b) => a.total.amount - b.total.amount)[0];
  const other = option === from ? cheapest : from;
  const said = differences(option, other);
  return said.length ? [...said, { words: say(option === from ? "than_cheapest" : "than_option", { number: other.number }), better: false }] : [];
}

const ownChange = ({ flights }) => flights.some((one) => one.self_transfer);
const boards = ({ hotels }) => listed([...new Set(hotels.map((one) => code(one.board || "room_only")))]);

// Price, time, tickets, stars, meals and what a cancellation brings back, against another option.
export function differences(option, other) {
  if (!other || other === option) return [];
  const said = [];
  const more = option.total.amount - other.total.amount;
  if (Math.abs(more) >= 1) said.push({ words: moreOrLess(more, option.total.currency), better: more < 0 });
  const later = option.minutes - other.minutes;
  if (later) said.push({ words: say(later > 0 ? "slower" : "faster", { time: duration(Math.abs(later)) }), better: later < 0 });
  const [stars, others] = [option, other].map((one) => Math.round(one.stars ?? 0));
  if (stars !== others) said.push({ words: say(stars > others ? "more_stars" : "fewer_stars", { count: stars, stars: starsWords(stars) }), better: stars > others });
  if (ownChange(option) !== ownChange(other)) said.push({ words: say(ownChange(option) ? "own_transfer" : "one_ticket"), better: ownChange(other) });
  if (option.hotels.length === other.hotels.length && boards(option) !== boards(other)) said.push({ words: boards(option) });
  const [ours, theirs] = [option, other].map((one) => back(one));
  if (ours.kept !== theirs.kept) said.push({ words: ours.words, better: ours.kept > theirs.kept });
  return said;
}

export const bags = (count) => (count ? counted("bags", count) : say("bags.none"));

function Details({ option, places }) {
  return html`<details><summary>${say("details")}</summary><div class="folded">
    ${option.flights.map((one) => html`<div><h4>${[one.route[0], one.route.at(-1)].map((at) => airport(at, places)).join(" – ")}, ${dayOfYear(one.depart_at)}</h4>
      ${one.hops.map((hop, n) => html`<p>${wallTime(hop.depart_at)} ${hop.from}${hop.from_terminal && ` T${hop.from_terminal}`} – ${wallTime(hop.arrive_at)} ${hop.to}${hop.to_terminal && ` T${hop.to_terminal}`} · ${one.flight_numbers[n]}</p>`)}
      <p>${[one.airlines.join(", "), !one.fare_brand?.toLowerCase().includes(code(one.cabin).toLowerCase()) && code(one.cabin), one.fare_brand, one.changes && replyWords("card", "changes_booking"), moneyBack(one.back), bags(one.checked_bags), one.emissions_kg && say("emissions", { kg: Math.round(one.emissions_kg) }), refund(one.terms), money(one.total)].filter(Boolean).join(" · ")}</p>
      ${one.self_transfer && html`<p class="risk">${say("self_transfer")}</p>`}</div>`)}
    ${option.hotels.map((one) => html`<div><h4>${one.name}</h4>
      <p>${say("range", { from: dayOfYear(one.check_in), to: dayOfYear(one.check_out) })} · ${[one.room, one.board && code(one.board), refund(one.terms)].filter(Boolean).join(" · ")}</p>
      <p>${[one.nightly && say("a_night", { amount: money(one.nightly) }), one.due_at_property && say("more_due", { amount: money(one.due_at_property) })].filter(Boolean).join(" · ")}</p></div>`)}
    <p>${option.why}</p>
    ${option.tradeoffs.length > 0 && html`<ul>${option.tradeoffs.map((one) => html`<li>${one}</li>`)}</ul>`}
  </div></details>`;
}
