// What the other systems publish: cards below a message, questions as chips.

import { html, Button, Chip, Icon, useState } from "./ui.js";
import { live } from "./days.js";
import { counted, say } from "./language.js";
import { Ticks } from "./planning.js";
import { sendText } from "./sending.js";
import { page, set } from "./store.js";
import { money } from "./words.js";

// Below the message that made or changed them last: the documents, each a card that opens the whole.
export function DocumentCards({ kinds }) {
  const { documents } = page;
  const cards = kinds.filter((kind) => documents[kind] && sizeOf[kind](documents[kind]));
  return html`${cards.includes("checklist") && html`<div class="checklist inline"><${Ticks} list=${documents.checklist} /></div>`}
    ${cards.length > 0 && html`<div class="documents">${cards.map((kind) => html`<button type="button" class="card document" onClick=${() => set({ panel: "trip", tab: kind })}>
    <${Icon} name=${{ checklist: "check", itinerary: "calendar", budget: "data" }[kind]} /><span class="grow"><b>${say(`tab_${kind}`)}</b><span class="each">${sizeOf[kind](documents[kind])}</span></span></button>`)}</div>`}`;
}

// A message without the checklist, which stands below it or below a later one, to be ticked there.
export const withoutTicks = (text) => (page.documents.checklist ? text.replace(/^.+\n(?:- [☐☑].*(?:\n|$))+/gm, "") : text);

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
