// The empty page: one question, examples that work, the trips there are, and what happens to what is written.

import { brand } from "./brand.js";
import { html, Badge, Button, Icon, useEffect, useRef } from "./ui.js";
import { counted, say, stateWords } from "./language.js";
import { Examples, TripForm, english } from "./question.js";
import { reader } from "./reader.js";
import { newTrip, page } from "./store.js";
import { dayOfYear, days, local, wallTime } from "./words.js";

// A moment in the reader's own zone, in short.
const lately = (iso) => `${dayOfYear(local(iso))}, ${wallTime(local(iso))}`;

export function Start({ children }) {
  return html`<div id="welcome" class="welcome">
    ${brand.desk ? html`<h1>${brand.welcome[document.documentElement.lang.split("-")[0]]}</h1>` : html`<h1>${say("welcome")}</h1><p class=${reader === "guide" ? "lead needed" : "lead"}>${say(reader === "guide" ? "welcome_guide" : "welcome_more")}</p>`}
    ${children}
    <${Examples} />
    ${reader === "guide" && !brand.desk && html`<details open=${!english()}><summary>${say("trip_form")}</summary><${TripForm} /></details>`}
    <${Recent} />
    <p class="privacy"><${Icon} name="lock" /> ${say("privacy")}</p>
  </div>`;
}

// An address that leads to no conversation of the reader's: whether there is one of somebody else is not told.
export function Unknown() {
  const place = useRef();
  useEffect(() => { place.current.querySelector("button").focus(); }, []);
  return html`<div id="unknown" class="welcome" ref=${place}><h1>${say("unknown_thread")}</h1><p class="lead">${say("unknown_more")}</p>
    <p class="lead"><${Button} kind="primary" icon="plus" onClick=${newTrip}>${say("new_trip")}<//></p><${Recent} /></div>`;
}

function Recent() {
  const trips = (page.trips ?? []).slice(0, 4);
  return trips.length > 0 && html`<section class="recent" aria-labelledby="recent-title"><h2 id="recent-title">${say("recent")}</h2>
    <div class="recents">${trips.map((one) => html`<a class="card" href=${`#${encodeURIComponent(one.thread_id)}`}><b>${nameOf(one)}</b>
      <span class="each">${[days(one.first_day, one.last_day), apart(one)].filter(Boolean).join(" · ")}</span><${Badge} kind=${kindOf(one)}>${stateOf(one)}<//></a>`)}</div></section>`;
}

// What waits for a yes is said first; what is booked stays booked while something else is looked for.
const stateOf = (trip) => stateWords(trip.waits ? "awaiting_purchase_approval" : trip.booked ? "completed" : trip.state);
const kindOf = (trip) => (trip.waits ? "warn" : trip.booked || trip.state === "completed" ? "good" : "");

// Of trips to the same places on the same days the last turn tells which is which, where each was at another minute.
const alike = (trip) => page.trips.filter((one) => nameOf(one) === nameOf(trip) && one.first_day === trip.first_day && one.last_day === trip.last_day).map((one) => one.updated_at && lately(one.updated_at));
const apart = (trip, times = alike(trip)) => times.length > 1 && new Set(times).size === times.length && lately(trip.updated_at);

export const nameOf = (trip) => trip.cities.join(" – ") || say("new_trip");

export function TripList() {
  return html`<ul id="trips">${(page.trips ?? []).map((one) => html`<li key=${one.thread_id}><a href=${`#${encodeURIComponent(one.thread_id)}`} aria-current=${one.thread_id === page.thread ? "true" : null}>
    <b>${nameOf(one)}</b>${[days(one.first_day, one.last_day), one.travellers > 0 && counted("travellers", one.travellers), apart(one)].filter(Boolean).map((words) => html`<span class="each">${words}</span>`)}
    <span class=${`state ${kindOf(one)}`}>${stateOf(one)}</span></a></li>`)}</ul>`;
}
