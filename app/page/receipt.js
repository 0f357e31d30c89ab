// What was bought, by day, with the locators; and the same as files.

import { html, Badge, Button, Flight, Locator } from "./ui.js";
import { blob } from "./api.js";
import { say } from "./language.js";
import { Journey, Told, Whole, conditions, inTime } from "./cart.js";
import { Hotel, bags } from "./option_card.js";
import { base, complain, page } from "./store.js";
import { code, longDay, money } from "./words.js";

const FILES = [
  { name: "ics", words: "save_calendar", icon: "calendar" }, { name: "pdf", words: "save_pdf", icon: "file" },
  { name: "html", words: "save_mail", icon: "mail" }, { name: "jsonld", words: "save_data", icon: "data" },
];

export function Receipt({ facts, title = say("receipt"), below }) {
  const { offers, bookings, places } = page.view.trip;
  const items = facts.bookings.map((one) => {
    const option_id = bookings.find((b) => b.booking_id === one.booking_id)?.option_id;
    const offer = offers[option_id];
    return { ...one, offer, option_id, day: (offer?.depart_at ?? offer?.check_in ?? "").slice(0, 10) };
  });
  const gone = items.length > 0 && items.every((one) => bookings.find((b) => b.booking_id === one.booking_id)?.status === "cancelled");
  const days = [...new Set(items.map((one) => one.day))].sort();
  const until = items.map((one) => one.offer?.check_out ?? one.day).sort().at(-1); // as it was bought: the trip may have moved since
  const first = facts.card && items.some((one) => one.booking_id === bookings[0]?.booking_id); // what changed a trip is headed by its days
  const flown = items.sort(inTime).flatMap(({ offer }) => (offer?.route ? [offer.route[0], offer.route.at(-1)] : []));
  return html`<section class="card receipt" aria-label=${title}>
    <header><h3>${title}</h3>${gone && html`<${Badge} kind="bad">${code("cancelled")}<//>`}${facts.simulated && html`<${Badge} kind="warn">${say("simulated")}<//>`}</header>
    ${gone && html`<p class="each">${say("as_then")}</p>`}
    <${Journey} ...${first && { from: days[0], until, cities: flown.length ? [...new Set(flown.map((at) => places[at] ?? at))] : undefined }} />
    ${days.map((when) => html`<div class="day"><h4>${longDay(when)}</h4>${items.filter((one) => one.day === when).map((one) => html`<${Item} item=${one} places=${places} lines=${facts.card?.lines} />`)}</div>`)}
    <${Whole} lines=${facts.card?.lines} />${below}
    <${Files} />
  </section>`;
}

function Item({ item, places, lines }) {
  const { offer } = item;
  const status = page.view.trip.bookings.find((one) => one.booking_id === item.booking_id)?.status ?? item.status; // as it is now
  const shape = offer?.kind === "flight" ? html`<${Flight} flight=${offer} places=${places} lean=${Boolean(lines)} undated told=${Boolean(lines)} />` : offer ? html`<${Hotel} hotel=${offer} lean=${Boolean(lines)} />` : html`<b>${item.title}</b>`;
  return html`<div class="item">
    <div class="grow">${shape}${lines ? html`<${Told} lines=${lines} of=${item.booking_id} but=${item.locator} />` : offer && html`<p class="each">${sold(offer)}</p><p class="each">${conditions(offer.terms)}</p>`}</div>
    <div class="mark-off"><b>${status === "cancelled" ? html`<s>${money(item.total)}</s>` : money(item.total)}</b><span class="each">${say(offer?.kind === "hotel" ? "hotel_number" : "locator")}</span>
      ${item.locator ? html`<${Locator} code=${item.locator} />` : "–"}
      ${status !== "confirmed" && html`<${Badge} kind="bad">${code(status)}<//>`}</div></div>`;
}

// Fare and bags, or the room, where no card says them.
const sold = (one) => (one.kind === "flight" ? [one.flight_numbers?.join(" + "), one.fare_brand ?? code(one.cabin), bags(one.checked_bags)] : [one.room]).filter(Boolean).join(" · ");

const Files = () => html`<div class="row files">${FILES.map((one) =>
  html`<${Download} path=${`${base()}/exports/${one.name}`} words=${say(one.words)} icon=${one.icon} />`)}</div>`;

export const Download = ({ path, words, icon = "file" }) => blob && html`<${Button} small icon=${icon} onClick=${() => download(path).catch(complain)}>${words}<//>`;

async function download(path) {
  const { content, name } = await blob(path);
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
