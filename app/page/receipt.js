// What was bought, by day, with the locators; and the same as files.

import { html, Badge, Button, Flight, Locator } from "./ui.js";
import { blob } from "./api.js";
import { say } from "./language.js";
import { Journey, Told, Whole } from "./cart.js";
import { Hotel } from "./option_card.js";
import { base, complain, page } from "./store.js";
import { code, longDay, money } from "./words.js";

const FILES = [
  { name: "ics", words: "save_calendar", file: "trip.ics", icon: "calendar" }, { name: "pdf", words: "save_pdf", file: "trip.pdf", icon: "file" },
  { name: "html", words: "save_mail", file: "trip.html", icon: "mail" }, { name: "jsonld", words: "save_data", file: "trip.json", icon: "data" },
];

export function Receipt({ facts }) {
  const { offers, bookings, places } = page.view.trip;
  const items = facts.bookings.map((one) => {
    const offer = offers[bookings.find((b) => b.booking_id === one.booking_id)?.option_id];
    return { ...one, offer, day: (offer?.depart_at ?? offer?.check_in ?? "").slice(0, 10) };
  });
  const gone = items.length > 0 && items.every((one) => bookings.find((b) => b.booking_id === one.booking_id)?.status === "cancelled");
  const days = [...new Set(items.map((one) => one.day))].sort();
  const until = items.map((one) => one.offer?.check_out ?? one.day).sort().at(-1); // as it was bought: the trip may have moved since
  const flown = items.sort((a, b) => a.day.localeCompare(b.day)).flatMap(({ offer }) => (offer?.route ? [offer.route[0], offer.route.at(-1)] : []));
  return html`<section class="card receipt" aria-label=${say("receipt")}>
    <header><h3>${say("receipt")}</h3>${gone && html`<${Badge} kind="bad">${code("cancelled")}<//>`}${facts.simulated && html`<${Badge} kind="warn">${say("simulated")}<//>`}</header>
    <${Journey} from=${days[0]} until=${until} cities=${flown.length ? [...new Set(flown.map((at) => places[at] ?? at))] : undefined} />
    ${days.map((when) => html`<div class="day"><h4>${longDay(when)}</h4>${items.filter((one) => one.day === when).map((one) => html`<${Item} item=${one} places=${places} lines=${facts.card?.lines} />`)}</div>`)}
    <${Whole} lines=${facts.card?.lines} />
    <${Files} />
  </section>`;
}

function Item({ item, places, lines }) {
  const { offer } = item;
  const status = page.view.trip.bookings.find((one) => one.booking_id === item.booking_id)?.status ?? item.status; // as it is now
  const shape = offer?.kind === "flight" ? html`<${Flight} flight=${offer} places=${places} lean undated told=${Boolean(lines)} />` : offer ? html`<${Hotel} hotel=${offer} lean />` : html`<b>${item.title}</b>`;
  return html`<div class="item">
    <div class="grow">${shape}<${Told} lines=${lines} of=${item.booking_id} but=${item.locator} /></div>
    <div class="mark-off"><b>${money(item.total)}</b><span class="each">${say(offer?.kind === "hotel" ? "hotel_number" : "locator")}</span>
      ${item.locator ? html`<${Locator} code=${item.locator} />` : "–"}
      ${status !== "confirmed" && html`<${Badge} kind="bad">${code(status)}<//>`}</div></div>`;
}

const Files = () => html`<div class="row files">${FILES.map((one) =>
  html`<${Download} path=${`${base()}/exports/${one.name}`} file=${one.file} words=${say(one.words)} icon=${one.icon} />`)}</div>`;

export const Download = ({ path, file, words, icon = "file" }) => blob && html`<${Button} small icon=${icon} onClick=${() => download(path, file).catch(complain)}>${words}<//>`;

async function download(path, file) {
  const address = URL.createObjectURL(await blob(path));
  Object.assign(document.createElement("a"), { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
