// The trip: what is planned, chosen, held and booked, with its map and the picture of prices; the trip's documents beside it.

import { html, Badge, Banner, Stages, useEffect, useRef, useState } from "./ui.js";
import { Refusal, text } from "./api.js";
import { Shape, Item, Whole, inTime, isOff } from "./cart.js";
import { Days, short } from "./days.js";
import { counted, say, tag } from "./language.js";
import { Budget, Checklist } from "./planning.js";
import { sendCall } from "./sending.js";
import { base, complain, page, set } from "./store.js";
import { code, dayOfYear, days, hours, label, money } from "./words.js";

const DOCUMENTS = { itinerary: Days, checklist: Checklist, budget: Budget };

export function Panel() {
  const { trip, profile } = page.view;
  const { documents } = page;
  const tabs = ["trip", ...Object.keys(DOCUMENTS).filter((kind) => documents[kind])];
  const shown = tabs.includes(page.tab) ? page.tab : trip.ranked || trip.bookings.length || trip.holds.length ? "trip" : tabs.at(1) ?? "trip";
  const View = DOCUMENTS[shown];
  const top = useRef();
  useEffect(() => { top.current.closest("aside, dialog").scrollTop = 0; }, [shown]);
  return html`<div class="panel" ref=${top}>
    <header><h2>${trip.cities.join(" – ") || say("your_trip")}</h2>
      <p class="each">${[days(trip.first_day, trip.last_day), trip.travellers > 0 && counted("travellers", trip.travellers)].filter(Boolean).join(" · ")}</p>
      ${profile.confidence > 0 && !trip.ranked && !trip.bookings.length && html`<p class="each known">${say("trip_known", { percent: Math.round(profile.confidence * 100) })}</p>`}</header>
    ${tabs.length > 1 && html`<div class="tabs" role="group" aria-label=${say("documents")}>${tabs.map((tab) => html`<button type="button" aria-pressed=${String(tab === shown)} onClick=${() => set({ tab })}>${say(`tab_${tab}`)}</button>`)}</div>`}
    ${View ? html`<${View} document=${documents[shown]} />` : html`<${Trip} />`}
  </div>`;
}

function Trip() {
  const { trip, pending } = page.view;
  const held = trip.holds.filter((one) => one.status === "held").sort(inTime);
  const card = page.view.messages.findLast((one) => one.facts.card?.kind === "held")?.facts.card;
  const booked = trip.bookings.filter((one) => one.status !== "failed").sort(inTime);
  const paid = booked.some((one) => one.status !== "cancelled"); // and stays paid while a change is held
  const off = isOff(trip);
  const holding = say(paid ? "held_change" : "held");
  const now = paid || (booked.length && !held.length) ? 3 : held.length ? 2 : trip.selected_bundle_id ? 1 : 0;
  return html`${!off && html`<${Stages} at=${now} stages=${["planned", "chosen", "held", "booked"].map((name) => say(`stage_${name}`))} />`}
    ${now === 0 && trip.ranked > 0 && html`<p class="each">${counted("found", trip.ranked)}</p>`}
    ${held.length > 0 && !pending && html`<section aria-label=${holding}><h3>${holding}</h3><ul class="cart">${held.map((one) => html`<${Item} line=${{ ...one, terms: trip.offers[one.option_id]?.terms ?? { refundable: false } }} lines=${card?.lines.filter((told) => told.of)} clock />`)}</ul><${Whole} lines=${card?.lines} /></section>`}
    ${pending && held.length > 0 && html`<section aria-label=${holding}><h3>${holding}</h3><ul class="plain">${held.map((one) => html`<li class="line"><span>${one.status === "cancelled" ? html`<s>${short(one)}</s>` : short(one)}<br /><span class="each">${timesOf(trip.offers[one.option_id])}</span></span><b>${money(one.total)}</b></li>`)}</ul></section>`}
    ${now === 1 && html`<${Chosen} trip=${trip} />`}
    ${booked.length > 0 && html`<section><h3>${off ? html`<${Badge} kind="bad">${code("cancelled")}<//>` : say("booked")}</h3><ul class="plain">${booked.map((one) => html`<li class="line"><span>${one.status === "cancelled" ? html`<s>${short(one)}</s>` : short(one)}<br /><span class="each">${timesOf(trip.offers[one.option_id])}</span>${trip.replaced.includes(one.booking_id) && html` <${Badge}>${say("has_successor")}<//>`}${one.status !== "confirmed" && !off && html` <${Badge} kind="bad">${code(one.status)}<//>`}</span><span class="each mark-off"><code>${one.locator ?? ""}</code>${one.status === "cancelled" ? html`<s>${money(one.total)}</s>${one.refund && say("came_back", { amount: money(one.refund) })}` : money(one.total)}</span></li>`)}</ul><${Total} bookings=${booked} off=${off} /></section>`}
    <${Pictures} />`;
}

const row = (name, amount) => html`<p class="sum"><span>${name}</span><b>${amount}</b></p>`;

// What was paid, less what came back, what of it is lost, and what is due at the hotels; nothing where that is not in one currency.
export function Total({ bookings, off = false }) {
  const { replaced, offers } = page.view.trip;
  const sums = bookings.flatMap((one) => [one.total, one.refund].filter(Boolean));
  const same = bookings.length > 1 && sums.length > 0 && sums.every((one) => one.currency === sums[0].currency);
  const sum = (of) => bookings.filter(of).reduce((before, one) => before + Number(one.total?.amount ?? 0) - Number(one.refund?.amount ?? 0), 0);
  const due = bookings.filter((one) => one.status === "confirmed" && !replaced.includes(one.booking_id)).flatMap((one) => offers[one.option_id]?.due_at_property ?? []);
  const lost = sum((one) => one.status === "cancelled" || replaced.includes(one.booking_id));
  const rows = [[off ? "lost" : "paid", sum(() => true), true], !off && ["lost", lost], ["due_there", due.every((one) => one.currency === sums[0]?.currency) && due.reduce((all, one) => all + Number(one.amount), 0)]];
  return same && rows.filter((one) => one[1] || one[2]).map(([name, amount]) => row(say(name), money({ amount, currency: sums[0].currency })));
}

const timesOf = (offer) => (offer?.kind === "flight" ? `${dayOfYear(offer.depart_at)}, ${hours(offer).replaceAll(" ", "\u00a0")}` : offer ? days(offer.check_in, offer.check_out) : "");

function Chosen({ trip }) {
  const offers = Object.values(trip.offers).sort((a, b) => inTime(a, b));
  if (!offers.length) return null;
  const sums = offers.flatMap((one) => [one.total, one.due_at_property ?? []].flat());
  const total = sums.reduce((all, one) => all + Number(one.amount), 0);
  const same = sums.every((one) => one.currency === sums[0].currency);
  return html`<section><h3>${say("stage_chosen")}</h3><ul class="cart">${offers.map((offer) => html`<li class="item"><div class="grow"><${Shape} offer=${offer} title=${offer.title} places=${trip.places} /></div></li>`)}</ul>
    ${same && row(say("total_short"), money({ amount: total, currency: sums[0].currency }))}
    <${Banner}>${say("nothing_held")}<//></section>`;
}

// Pictures come from the server as SVG, which escapes every text in it; one that has nothing to show is not drawn.
function Pictures() {
  const { trip } = page.view;
  const wanted = { route: trip.cities.length > 1 && !isOff(trip), "price-time": trip.ranked > 1 };
  const key = JSON.stringify([base(), tag(), trip.route, trip.first_day, trip.last_day, page.view.messages.findLast((one) => one.kind === "options")?.id, trip.ranked, trip.selected_bundle_id, trip.bookings.length]);
  const [drawn, setDrawn] = useState({});
  useEffect(() => {
    let gone = false;
    for (const [name, yes] of Object.entries(wanted)) {
      if (yes) fetched(name).then((svg) => !gone && setDrawn((others) => ({ ...others, [name]: svg }))).catch(complain);
      else setDrawn((others) => ({ ...others, [name]: null }));
    }
    return () => { gone = true; };
  }, [key]);
  const choose = (event) => {
    const bundle = event.target.closest?.("[data-bundle]")?.dataset.bundle;
    const sent = event.type === "click" || event.key === "Enter" || event.key === " ";
    if (!bundle || !sent || page.busy || trip.holds.some((one) => one.status === "held")) return;
    event.preventDefault();
    sendCall("choose", { option: bundle });
  };
  return html`<div id="pictures" class="pictures" onClick=${choose} onKeyDown=${choose}>
    ${drawn.route && html`<figure><figcaption>${say("map")}</figcaption><${Drawing} svg=${drawn.route} /></figure>`}
    ${drawn["price-time"] && html`<figure><figcaption>${say("price_picture")}</figcaption><${Drawing} svg=${drawn["price-time"]} /><p class="each">${drawn["price-time"].outerHTML.includes("--ti-best") && html`<span style=${{ color: "var(--ti-best)" }} aria-hidden="true">●</span> ${label("best_overall")} `}<span style=${{ color: "var(--accent)" }} aria-hidden="true">●</span> ${say("pick_front")}<br />${say("pick_point")}</p></figure>`}</div>`;
}

async function fetched(name) {
  try {
    const parsed = new DOMParser().parseFromString(await text(`${base()}/pictures/${name}.svg`), "image/svg+xml").documentElement;
    return parsed.nodeName === "svg" ? parsed : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function Drawing({ svg }) {
  const place = useRef();
  useEffect(() => {
    const drawn = document.importNode(svg, true);
    place.current.replaceChildren(drawn);
  }, [svg]);
  return html`<div ref=${place} />`;
}
