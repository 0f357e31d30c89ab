// What the other systems publish: cards below a message.

import { html, Icon } from "./ui.js";
import { DayName, Entry, daysOf, live, onDay } from "./days.js";
import { counted, say } from "./language.js";
import { useWide } from "./place.js";
import { Ticks, leftOf } from "./planning.js";
import { page, set } from "./store.js";
import { money } from "./words.js";

// Below a message that made or changed them: the documents, each a card that opens it; below the newest with what is in it now.
export function DocumentCards({ kinds, earlier, begin }) {
  const { documents } = page;
  const narrow = !useWide() && !earlier;
  const first = narrow && begin && documents.itinerary && daysOf(documents.itinerary);
  const list = narrow && kinds.includes("checklist") && documents.checklist;
  const cards = kinds.filter((kind) => documents[kind] && sizeOf[kind](documents[kind]));
  return html`${first && html`<div class="days">${first.slice(0, FEW).map((day, n) => html`<section><${DayName} day=${day} n=${n} /><ol>${onDay(live(documents.itinerary), day).map((one) => html`<li><${Entry} one=${one} /></li>`)}</ol></section>`)}</div>`}
    ${list && html`<${Ticks} list=${{ ...list, categories: list.categories.slice(0, 1) }} />`}
    ${cards.length > 0 && html`<div class="documents">${cards.map((kind) => html`<button type="button" class="card document" onClick=${() => set({ panel: "trip", tab: kind })}>
    <${Icon} name=${{ checklist: "check", itinerary: "calendar", budget: "purse" }[kind]} /><span class="grow"><b>${first && first.length > FEW && kind === "itinerary" ? say("all_days", { count: first.length }) : say(`tab_${kind}`)}</b>${!earlier && html`<span class="each">${sizeOf[kind](documents[kind])}</span>`}</span></button>`)}</div>`}`;
}

const FEW = 3; // days that a phone tells in the conversation

const sizeOf = {
  checklist: (one) => `${one.done} / ${one.total}`,
  itinerary: (one) => (live(one).length ? counted("entries", live(one).length) : ""),
  budget: (one) => (Number(one.total) ? [leftOf(one)[0], money({ amount: leftOf(one)[1], currency: one.currency })].join(" ") : money({ amount: one.spent, currency: one.currency })),
};
