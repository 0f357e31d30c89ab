// What the other systems publish: cards below a message.

import { html, Icon } from "./ui.js";
import { live } from "./days.js";
import { counted, say } from "./language.js";
import { Ticks, leftOf } from "./planning.js";
import { page, set } from "./store.js";
import { money } from "./words.js";

// Below the message that made or changed them last: the documents, each a card that opens it.
export function DocumentCards({ kinds, whole }) {
  const { documents } = page;
  const cards = kinds.filter((kind) => documents[kind] && sizeOf[kind](documents[kind]));
  return html`${whole && cards.includes("checklist") && html`<div class="checklist inline"><${Ticks} list=${documents.checklist} /></div>`}
    ${cards.length > 0 && html`<div class="documents">${cards.map((kind) => html`<button type="button" class="card document" onClick=${() => set({ panel: "trip", tab: kind })}>
    <${Icon} name=${{ checklist: "check", itinerary: "calendar", budget: "purse" }[kind]} /><span class="grow"><b>${say(`tab_${kind}`)}</b><span class="each">${sizeOf[kind](documents[kind])}</span></span></button>`)}</div>`}`;
}

const sizeOf = {
  checklist: (one) => `${one.done} / ${one.total}`,
  itinerary: (one) => (live(one).length ? counted("entries", live(one).length) : ""),
  budget: (one) => (Number(one.total) ? [leftOf(one)[0], money({ amount: leftOf(one)[1], currency: one.currency })].join(" ") : money({ amount: one.spent, currency: one.currency })),
};
