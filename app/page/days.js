// The itinerary as days: each entry at its time, moved by dragging or by keys after a look at what moves along; files in, a link out.

import { html, Badge, Banner, Button, Icon, Locator, useRef, useState } from "./ui.js";
import { post, upload } from "./api.js";
import { inTime, isOff } from "./cart.js";
import { counted, known, odd, say } from "./language.js";
import { canCall, sendCall } from "./sending.js";
import { base, complain, page, readDocuments, set, toast } from "./store.js";
import { airport, code, dayOfYear, labelled, longDay, plainDay, twelve, wallTime } from "./words.js";

export const live = (itinerary) => itinerary.segments.filter((one) => one.status !== "CANCELLED");
const placesOf = (one) => [one.origin, one.destination].map((p) => page.view?.trip.places[p?.code] ?? p?.city ?? p?.code ?? p?.name);
const nameOf = (one) => one.name ?? one.property?.name ?? one.title ?? (one.pickupLocation ? [one.pickupLocation.name, one.dropoffLocation?.name] : placesOf(one)).filter(Boolean).join(" – ");
export const short = (one) => {
  const offer = page.view.trip.offers[one.option_id];
  return offer?.kind === "flight" ? [offer.route[0], offer.route.at(-1)].map((at) => airport(at, page.view.trip.places)).join(" – ") : offer?.name ?? one.title;
};
const ICON = { FLIGHT: "plane", HOTEL: "bed", MEETING: "clock", TRANSFER: "swap", RAIL: "swap" };
const LOCAL = "YYYY-MM-DDTHH:MM".length;
const dayOf = (one) => (one.startDatetime ?? "").slice(0, 10);
const clockOf = (one) => (one.startDatetime ?? "").slice(10, LOCAL);
// When an entry ends, with the day where that is another one than it began on.
const ends = ({ type, startDatetime: start, endDatetime: end }) => wallTime(end) && say(type === "HOTEL" ? "leave_by" : "until", { time: [end.slice(0, 10) !== start?.slice(0, 10) && dayOfYear(end), wallTime(end)].filter(Boolean).join(" ").replaceAll(" ", "\u00a0") });
const movable = (one) => one.startDatetime && one.source !== "booking";

const DAY = 86_400_000;
const MOST = 60; // a longer trip shows only the days that have something

// Every day of the trip, the free ones too; what has no day comes last.
export function daysOf(itinerary, segments = live(itinerary)) {
  const used = segments.map(dayOf).filter(Boolean);
  const ends = [...used, itinerary.startDate, itinerary.endDate].filter(Boolean).map((one) => one.slice(0, 10)).sort();
  const count = ends.length ? Math.round((new Date(ends.at(-1)) - new Date(ends[0])) / DAY) + 1 : 0;
  const dated = count <= MOST ? Array.from({ length: count }, (_, n) => new Date(new Date(ends[0]).getTime() + n * DAY).toISOString().slice(0, 10)) : [...new Set(used)].sort();
  return segments.some((one) => !dayOf(one)) ? [...dated, ""] : dated;
}

export const onDay = (segments, day) => segments.filter((one) => dayOf(one) === day).sort((a, b) => clockOf(a).localeCompare(clockOf(b)));

export const DayName = ({ day, n }) => html`<h3>${day ? html`${say("day", { number: n + 1 })} <span class="each">${longDay(day)}</span>` : say("no_day")}</h3>`;

// The end of a stay has its place on the day on which one leaves.
const leavings = (segments) => segments.filter((one) => one.type === "HOTEL" && one.endDatetime).map((one) => ({ ...one, startDatetime: one.endDatetime, source: "booking", leaves: true }));

// When, what and where: an entry without what can be done with it.
export const Entry = ({ one }) => html`<span class=${twelve() ? "when twelve" : "when"}>${wallTime(one.startDatetime) || "–"}</span>${one.saving ? html`<span class="spin" />` : html`<${Icon} name=${ICON[one.type] ?? "spot"} />`}
  <span class="grow"><b>${nameOf(one)}</b><span class="each">${[one.metadata?.area !== nameOf(one) && one.metadata?.area, ends(one)].filter(Boolean).join(" · ")}</span></span>`;

export function Days({ document: itinerary }) {
  const off = isOff(page.view.trip);
  const segments = live(itinerary);
  const days = daysOf(itinerary, segments);
  const gone = (day) => page.view.trip.bookings.filter((one) => one.part?.day === day && (off ? one.status === "cancelled" : one.status !== "cancelled" && page.view.trip.replaced.includes(one.booking_id)));
  const warnings = page.findings.filter((one) => one.severity !== "LOW");
  const [moving, setMoving] = useState(null); // { id, start }: an entry and where it is to go
  const step = (what) => post(`${base()}/itinerary/${what}`).then(refreshed).catch(complain);
  const remove = (one) => planned("delete_segment", { segmentId: one.id });
  const drop = async (event, day) => {
    const one = segments.find(({ id }) => id === event.dataTransfer.getData("text/plain"));
    event.preventDefault();
    if (!one || !day || day === dayOf(one)) return;
    const { documents: before } = page;
    const start = day + clockOf(one);
    set({ documents: { ...before, itinerary: { ...itinerary, segments: itinerary.segments.map((each) => (each === one ? { ...one, startDatetime: start, endDatetime: "", saving: true } : each)) } } }); // there at once
    const envelope = await post(`${base()}/itinerary/tools/move_segment`, { segmentId: one.id, newStartTime: start, dryRun: false }).catch((error) => { set({ documents: before }); throw error; });
    const name = (id) => nameOf(segments.find((each) => each.id === id));
    if (envelope.success) toast(say("moved", { moves: envelope.result.moves.map((each) => `${name(each.id)}: ${moment(each.start_after)}`).join("; ") })); // what it clashes with is said at its day
    await told(envelope);
  };
  return html`<div class="days">
    ${off && html`<h3><${Badge} kind="bad">${code("cancelled")}<//></h3>`}
    ${warnings.filter((one) => !days.includes(one.day)).slice(0, 3).map((one) => Warning(one, true))}
    ${days.map((day, n) => html`<section class="day" key=${day} onDragOver=${(event) => event.preventDefault()} onDrop=${(event) => drop(event, day).catch(complain)}><${DayName} day=${day} n=${n} />
      ${warnings.filter((one) => day && one.day === day).slice(0, 3).map((one) => Warning(one))}
      ${!segments.some((one) => dayOf(one) === day) && !(off && gone(day).length) && html`<${Free} why=${whyFree(day, days, segments)} day=${!off && n > 0 && n < days.length - 1 && day} />`}
      <ol>${onDay([...segments, ...leavings(segments)], day).map((one) => html`<li key=${one.id} aria-busy=${String(Boolean(one.saving))} draggable=${Boolean(movable(one) && !one.saving)} onDragStart=${(event) => event.dataTransfer.setData("text/plain", one.id)}>
        <${Entry} one=${one} />
        ${movable(one) && html`<${Button} small kind="quiet" icon="edit" label=${say("move_entry", { name: nameOf(one) })} onClick=${() => setMoving(moving?.id === one.id ? null : { id: one.id, start: one.startDatetime.slice(0, LOCAL) })} />`}
        ${one.leaves ? "" : one.status === "CONFIRMED" ? html`<${Badge} kind="good">${say("booked")}<//>` : html`<${Button} small kind="quiet" icon="close" label=${say("remove", { name: nameOf(one) })} onClick=${() => remove(one)} />`}
        ${moving?.id === one.id && html`<${Move} key=${moving.start} one=${one} to=${moving.start} segments=${segments} done=${() => setMoving(null)} />`}</li>`)}
        ${gone(day).sort(inTime).map((one) => html`<li key=${one.booking_id}><span class="when">–</span><${Icon} name=${one.item_type === "hotel" ? "bed" : "plane"} /><span class="grow"><s>${short(one)}</s></span>${!off && html`<${Badge}>${say("has_successor")}<//>`}</li>`)}</ol></section>`)}
    ${upload && html`<${InAndOut} undo=${() => step("undo")} />`}
    ${segments.some((one) => one.source === "agent") && html`<p class="each">${say("own_selection")}</p>`}</div>`;
}

// A day without an entry; between the first and the last one it can be filled.
const Free = ({ why, day }) => html`<p class="each free-day row">${say(why)} ${why === "free_day" && day && html`<${Button} small icon="plus" disabled=${page.busy} onClick=${() => sendCall("plan_days", { days: [{ day }] }, `${say("plan_day")}: ${longDay(day)}`).catch(complain)}>${say("plan_day")}<//>`}</p>`;

// Why nothing is on a day, as far as it is known.
function whyFree(day, days, segments) {
  const bare = page.findings.some(({ rule, facts }) => rule === "NIGHT_WITHOUT_BED" && facts.first <= day && day <= facts.last);
  if (bare && segments.some((one) => one.type === "HOTEL")) return "free_no_bed";
  return segments.some((one) => one.source === "agent") && day !== days[0] && day !== days.at(-1) ? "free_open" : "free_day";
}

// Where an entry goes, and what else would move, asked of the server before anything is written.
function Move({ one, to, segments, done }) {
  const [start, setStart] = useState(to);
  const [look, setLook] = useState(null); // what moves, and what it would newly clash with
  const ask = (dryRun) => post(`${base()}/itinerary/tools/move_segment`, { segmentId: one.id, newStartTime: start, dryRun });
  const looked = async (event) => {
    event.preventDefault();
    const { success, result, error } = await ask(true);
    if (success) setLook(result);
    else toast(error?.message ?? say("page_wrong"));
  };
  const write = () => ask(false).then(told).then(done).catch(complain);
  const name = (id) => nameOf(segments.find((other) => other.id === id));
  const escaped = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // it closes this, not the sheet or the window around it
    event.stopPropagation();
    done();
  };
  return html`<form class="move" aria-label=${say("move_entry", { name: nameOf(one) })} onSubmit=${(event) => looked(event).catch(complain)} onKeyDown=${escaped}>
    <input type=${clockOf(one) ? "datetime-local" : "date"} aria-label=${say("new_time")} value=${start} required autofocus onInput=${({ target }) => { setStart(target.value); setLook(null); }} />
    ${look && html`<div role="status"><ul class="plain">${look.moves.map((each) => html`<li>${name(each.id)}: ${moment(each.start_before)} → <b>${moment(each.start_after)}</b></li>`)}
      ${look.clashes.map((each) => html`<li class="state warn">${wordsOf(each)}</li>`)}</ul></div>`}
    <span class="row tight">${look ? html`<${Button} small kind="primary" onClick=${write}>${say("move_it")}<//>` : html`<button type="submit" class="btn small">${say("see_moves")}</button>`}
      <${Button} small kind="quiet" onClick=${done}>${say("close")}<//></span></form>`;
}

const moment = (text) => [longDay(text.slice(0, 10)), wallTime(text)].filter(Boolean).join(" ");

// Undo, a link to read the days, and a mail or calendar file taken in; one that fits another trip is asked about.
function InAndOut({ undo }) {
  const picker = useRef();
  const [url, setUrl] = useState("");
  const [unsure, setUnsure] = useState(null); // a file that does not seem to belong here
  const share = () => post(`${base()}/links`).then((made) => setUrl(made.url)).catch(complain);
  const take = async (file, anyway = false) => {
    const taken = await upload(`${base()}/itinerary/import/file${anyway ? "?anyway=true" : ""}`, file);
    setUnsure(taken.verdict !== "add" && !anyway ? file : null);
    if (taken.verdict === "add" || anyway) toast([counted("taken_in", taken.added.length), ...new Set(taken.warnings.map(odd))].join(" "));
    await refreshed();
  };
  const picked = ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) take(file).catch(complain);
  };
  return html`<div class="row"><${Button} small icon="undo" onClick=${undo}>${say("undo")}<//>
      <${Button} small icon="mail" onClick=${() => picker.current.click()}>${say("add_file")}<//>
      <input ref=${picker} type="file" hidden accept=".ics,.eml,.html,.json,.txt,.pdf" aria-label=${say("add_file")} onChange=${picked} />
      <${Button} small icon="copy" onClick=${share}>${say("share_days")}<//></div>
    ${unsure && html`<${Banner} kind="warn" icon="alert" role="alert">${say("other_trip")} <${Button} small onClick=${() => take(unsure, true).catch(complain)}>${say("add_anyway")}<//><//>`}
    ${url && html`<p class="each">${say("shared_days")}</p><${Locator} code=${url} />`}`;
}

const wordsOf = (one) => say(known(`finding_${one.rule}`) ? `finding_${one.rule}` : "finding_other", { ...one.facts, ...named(one), ...nightsOf(one.facts) });
const daysOfNights = ({ first, until }) => ({ first: plainDay(first), until: plainDay(until) });
const nightsOf = (facts) => facts.nights && { count: counted("nights", facts.nights), ...daysOfNights(facts) };

// A finding, and what mends it. Below its day it does not name it.
function Warning(one, dated = false) {
  const mending = mendOf(one);
  return html`<${Banner} kind="warn" icon="alert"><span class="grow">${labelled(wordsOf(one), dated && one.day && longDay(one.day))}${one.facts.free === null && ` ${say("no_free_time")}`}</span>
    ${mending && html`<${Button} small disabled=${page.busy} onClick=${() => mending.mend(mending.words)}>${mending.words}<//>`}
    ${one.facts.ride && html`<${Button} small disabled=${page.busy} onClick=${() => planned("add_transfer", one.facts.ride)}>${say("mend_ride", { time: wallTime(one.facts.ride.pickupTime) })}<//>`}<//>`;
}

const planned = (tool, given) => post(`${base()}/itinerary/tools/${tool}`, given).then(told).catch(complain);

const found = (id) => page.documents.itinerary.segments.find((other) => other.id === id);
const entry = (id) => found(id) && nameOf(found(id));
const airportOf = (one, end) => one?.type === "FLIGHT" && say("airport_of", { town: placesOf(one)[end] });

// The two entries of a finding, as they are called in the list; a ride is from and to an airport.
function named({ rule, segments }) {
  const [first, second] = segments.map((id, n) => (rule === "MISSING_AIRPORT_TRANSFER" && airportOf(found(id), 1 - n)) || entry(id));
  return first && second ? { first, second } : {};
}

const MENDS = {
  move_second: ({ facts: { moves, free } }) => free && {
    words: say("mend_move", { name: entry(moves), time: wallTime(free) }), mend: () => planned("move_segment", { segmentId: moves, newStartTime: free, dryRun: false }),
  },
  add_hotel: ({ facts }) => {
    const [tool, given] = nights(facts.first, facts.until);
    return canCall(tool) && {
      words: say("mend_hotel", daysOfNights(facts)), mend: (words) => sendCall(tool, given, words).catch(complain),
    };
  },
};

// A booked stay that ends or begins with the night is asked to be longer; else a hotel is looked for.
function nights(first, until) {
  const { bookings, offers } = page.view.trip;
  for (const { booking_id, option_id, status } of bookings) {
    const { check_in, check_out } = offers[option_id] ?? {};
    if (status === "confirmed" && check_out === first) return ["request_change", { booking_ids: [booking_id], until }];
    if (status === "confirmed" && check_in === until) return ["request_change", { booking_ids: [booking_id], date: first }];
  }
  return ["update_trip", { lodging: { stays: [{ place: townOf(first), check_in: first, check_out: until }] } }];
}

// Where one is in a night: where the last flight before it landed.
function townOf(day) {
  const flown = live(page.documents.itinerary).filter((one) => one.type === "FLIGHT" && dayOf(one) <= day).sort((a, b) => a.startDatetime.localeCompare(b.startDatetime)).at(-1);
  return (flown && placesOf(flown).at(-1)) ?? page.view.trip.cities.at(-1);
}

function mendOf(finding) {
  const code = finding.mend.find((one) => one in MENDS);
  return code && MENDS[code](finding);
}

const refreshed = () => readDocuments(page.documents);

async function told(envelope) {
  if (!envelope.success) toast(envelope.error?.message ?? say("page_wrong"));
  await refreshed();
}
