// What the other systems publish: cards below a message, the itinerary as days, questions as chips.

import { html, Badge, Banner, Button, Chip, Icon, useState } from "./ui.js";
import { post } from "./api.js";
import { counted, known, say } from "./language.js";
import { base, complain, page, readDocuments, sendText, set, toast } from "./store.js";
import { longDay, money, wallTime } from "./words.js";

const KINDS = { CHECKLIST: "checklist", ITINERARY: "itinerary", BUDGET: "budget" };

// Below a message: the documents that it made or changed, each a card that opens the whole.
export function DocumentCards({ facts }) {
  const { documents } = page;
  const cards = madeBy(facts).filter((kind) => documents[kind] && sizeOf[kind](documents[kind]));
  return cards.length > 0 && html`<div class="documents">${cards.map((kind) => html`<button type="button" class="card document" onClick=${() => set({ panel: "trip", tab: kind })}>
    <${Icon} name=${{ checklist: "check", itinerary: "calendar", budget: "data" }[kind]} /><span class="grow"><b>${say(`tab_${kind}`)}</b><span class="each">${sizeOf[kind](documents[kind])}</span></span></button>`)}</div>`;
}

// The kinds of the documents that a message made or changed.
export const madeBy = (facts) => (facts.itinerary ? ["itinerary"] : (facts.branches_executed ?? []).map((one) => KINDS[one]).filter(Boolean));

const sizeOf = {
  checklist: (one) => `${one.done} / ${one.total}`,
  itinerary: (one) => (live(one).length ? counted("entries", live(one).length) : ""),
  budget: (one) => money({ amount: one.total, currency: one.currency }),
};

// ---- one structured question, answered by a click or in words

export function Question({ question }) {
  const [picked, setPicked] = useState([]);
  if (question.type === "multiple_choice") {
    const toggle = (label) => setPicked(picked.includes(label) ? picked.filter((one) => one !== label) : [...picked, label]);
    return html`<div class="chips" role="group" aria-label=${question.question}>${question.options.map((one) => html`<${Chip} on=${picked.includes(one.label)} onClick=${() => toggle(one.label)}>${one.label}<//>`)}
      <${Button} small kind="primary" disabled=${!picked.length} onClick=${() => sendText(picked.join(", "))}>${say("answer")}<//></div>`;
  }
  if (question.type === "scale" && question.scale) {
    const { min, max, step = 1 } = question.scale;
    const points = Array.from({ length: Math.min(11, Math.floor((max - min) / (step || 1)) + 1) }, (_, n) => min + n * (step || 1));
    return html`<div class="chips" role="group" aria-label=${question.question}>${points.map((one) => html`<${Chip} onClick=${() => sendText(String(one))}>${one}<//>`)}</div>`;
  }
  if (question.type === "date_range") return html`<${DateRange} label=${question.question} />`;
  return question.options?.length > 0 && html`<div class="chips" role="group" aria-label=${question.question}>${question.options.map((one) => html`<${Chip} title=${one.description} onClick=${() => sendText(one.label)}>${one.label}<//>`)}</div>`;
}

function DateRange({ label }) {
  const send = (event) => {
    event.preventDefault();
    const fields = new FormData(event.target);
    sendText(`${fields.get("from")} – ${fields.get("to")}`);
  };
  return html`<form class="row dates" aria-label=${label} onSubmit=${send}>
    <div class="field"><label for="from">${say("from")}</label><input id="from" name="from" type="date" required /></div>
    <div class="field"><label for="to">${say("to")}</label><input id="to" name="to" type="date" required /></div>
    <button class="btn primary" type="submit">${say("answer")}</button></form>`;
}

// ---- the itinerary as days

const live = (itinerary) => itinerary.segments.filter((one) => one.status !== "CANCELLED");
const nameOf = (one) => one.name ?? one.property?.name ?? one.title ?? [one.origin, one.destination].map((p) => p?.code ?? p?.name).filter(Boolean).join(" – ");
const ICON = { FLIGHT: "plane", HOTEL: "bed", MEETING: "clock", TRANSFER: "swap", RAIL: "swap" };

export function Days({ document: itinerary }) {
  const segments = live(itinerary);
  const days = [...new Set(segments.map((one) => (one.startDatetime ?? "").slice(0, 10)))].sort();
  const step = (what) => post(`${base()}/itinerary/${what}`).then(refreshed).catch(complain);
  const remove = (one) => post(`${base()}/itinerary/tools/delete_segment`, { segmentId: one.id }).then(told).catch(complain);
  return html`<div class="days">
    ${page.findings.filter((one) => one.severity !== "LOW").slice(0, 3).map((one) => html`<${Banner} kind="warn" icon="alert">${findingWords(one)}<//>`)}
    ${days.map((day, n) => html`<section class="day"><h3>${say("day", { number: n + 1 })} <span class="each">${day ? longDay(day) : say("no_day")}</span></h3>
      <ol>${segments.filter((one) => (one.startDatetime ?? "").startsWith(day) && (day || !one.startDatetime)).map((one) => html`<li key=${one.id}>
        <span class="when">${wallTime(one.startDatetime) || "–"}</span><${Icon} name=${ICON[one.type] ?? "spot"} />
        <span class="grow"><b>${nameOf(one)}</b><span class="each">${[one.metadata?.area, wallTime(one.endDatetime) && say("until", { time: wallTime(one.endDatetime) })].filter(Boolean).join(" · ")}</span></span>
        ${one.status === "CONFIRMED" ? html`<${Badge} kind="good">${say("booked")}<//>` : html`<${Button} small kind="quiet" icon="close" label=${say("remove", { name: nameOf(one) })} onClick=${() => remove(one)} />`}</li>`)}</ol></section>`)}
    <p class="row"><${Button} small icon="undo" onClick=${() => step("undo")}>${say("undo")}<//></p>
    ${segments.some((one) => one.source === "agent") && html`<p class="each">${say("own_selection")}</p>`}</div>`;
}

const findingWords = (one) => [say(known(`finding_${one.rule}`) ? `finding_${one.rule}` : "finding_other"), one.day && longDay(one.day)].filter(Boolean).join(": ");

const refreshed = () => readDocuments(page.documents);

async function told(envelope) {
  if (!envelope.success) toast(envelope.error?.message ?? say("page_wrong"));
  await refreshed();
}
