// The conversation: words as text, options as cards, documents as cards, a receipt by day.

import { html, Button, Icon, Words } from "./ui.js";
import { Quote, Sums, isOff } from "./cart.js";
import { DocumentCards } from "./documents.js";
import { counted, say } from "./language.js";
import { Options } from "./options.js";
import { Total } from "./panel.js";
import { useWide } from "./place.js";
import { Question, withoutAnswers } from "./question.js";
import { Receipt } from "./receipt.js";
import { Travellers } from "./travellers.js";
import { sendCall, sendEvent, takeBack } from "./sending.js";
import { giveBack, madeBy, page } from "./store.js";

// What a model writes grows in the place that its message will have; the log reads the whole message out once it is there.
export function Talk() {
  const { view, sent, heard, writing, busy, queued } = page;
  const messages = view?.messages ?? [];
  const newest = messages.findLast((one) => one.kind === "options")?.id;
  const lastTurn = messages.findLastIndex((one) => one.role === "user");
  const lastUser = messages.slice(lastTurn).some((one) => one.facts.bookings?.length || one.kind === "cancelled") ? "" : messages[lastTurn]?.id; // what was bought or cancelled is not undone
  const after = busy ? heard.filter((one) => !madeBy(one.facts ?? {}).length).map((one) => (one.kind === "options" ? { ...one, text: one.text.split("\n")[0] } : one)) : [];
  return html`<ol id="talk">
    ${messages.map((one, n) => html`<${Message} key=${one.id || n} message=${one} live=${one.id === newest} earlier=${n < lastTurn} last=${n === messages.length - 1 && !busy} undo=${one.id === lastUser && !busy && !view.pending} />`)}
    ${sent && html`<${Message} key="sent" message=${{ role: "user", text: sent, facts: {} }} />`}
    ${after.map((one, n) => html`<${Message} key=${`heard-${n}`} message=${{ ...one, facts: {} }} />`)}
    ${writing && html`<${Message} key=${`heard-${after.length}`} message=${{ role: "assistant", kind: "writing", text: writing, facts: {} }} />`}
    ${queued.map((words, n) => html`<${Queued} key=${`queued-${n}`} words=${words} at=${n} />`)}
  </ol>`;
}

function Message({ message, live, earlier, last, undo }) {
  const who = say(message.role === "user" ? "you" : "agent");
  const closed = message.facts.approval && !(page.view.pending?.approval_id === message.facts.approval && page.view.pending.state === "waits");
  return html`<li class=${`message ${message.role}`} data-id=${message.id} data-kind=${message.kind}>
    <span class="unseen">${who}: </span>
    <${Body} message=${message} live=${live} earlier=${earlier} last=${last} />${closed && html`<p class="each">${say("card_closed")}</p>`}
    ${undo && html`<span class="after"><${Button} small kind="quiet" icon="undo" label=${say("undo_turn")} onClick=${() => sendCall("undo", {})} /></span>`}
  </li>`;
}

function Body({ message, live, earlier, last }) {
  const { facts, kind, text } = message;
  const wide = useWide();
  const kinds = madeBy(facts).filter((one) => page.documents[one]);
  if (kind === "options" && facts.options?.length) return html`<${Options} message=${message} live=${live && facts.options.some((one) => page.view.trip.choices.includes(one.bundle_id))} />`;
  if (facts.bookings?.length) return html`<${Words} text=${facts.card?.title ?? withoutItems(text)} /><${Receipt} facts=${facts} />`;
  if (["quote", "cancelled", "trip"].includes(facts.card?.kind)) return html`<${Quote} card=${facts.card} /><${Words} text=${facts.behind ?? ""} />`;
  if (kind === "chosen") return html`<${Chosen} text=${text} facts=${facts} />`;
  if (kind === "held" && !facts.failed?.length) return html`<div class="words">${counted("held_items", facts.held?.length ?? 0)}</div>`;
  if (facts.offered) return html`<${Words} text=${facts.offer} /><p class="row">${facts.offered.filter((one) => !isMade(one)).map((one) => html`<${Button} small icon="plus" disabled=${page.busy} onClick=${() => sendCall("create_documents", { kinds: [one] })}>${say(`tab_${one}`)}<//>`)}</p>`;
  const asks = last && facts.question;
  const sums = facts.card?.kind === "budget" && facts.card.lines.every((one) => !one.text || one.of === "exchanged"); // after an expense, where nobody owes anything
  const again = facts.card?.kind === "budget" && facts.card.lines.length > 6 && page.view.messages.find((one) => one.facts.card?.kind === "budget")?.id !== message.id; // the panel has the table
  const counts = (facts.card?.kind === "checklist" || sums || again || (wide && facts.card?.kind === "budget")) && kinds.length > 0; // the card below counts them as they are now, and a wide page has them beside it
  const drawn = facts.card?.kind === "checklist" || (facts.card?.kind === "day" && kinds.length > 0); // the card below has its lines
  const sheet = facts.card?.kind === "budget" && !counts;
  const days = facts.question?.about === "itinerary" && page.documents.itinerary; // the panel has them by the hour
  const said = facts.question?.about === "bookings" ? withoutItems(text).split("\n").slice(1).join("\n") : days ? withoutItems(text) : text; // their sum is below them
  const bookings = facts.question?.about === "bookings" && page.view.trip.bookings.filter((one) => one.status !== "failed");
  const cards = (days || kinds.length > 0) && html`<${DocumentCards} kinds=${days ? ["itinerary"] : kinds} earlier=${earlier} begin=${days || facts.card?.kind === "day"} />`;
  return html`${sheet && html`<${Sums} card=${facts.card} />`}${bookings && html`<${Receipt} title=${say("booked")} facts=${{ bookings }} below=${html`<${Total} bookings=${bookings} off=${isOff(page.view.trip)} />`} />`}
    ${days && cards}<${Words} text=${sheet || counts ? "" : drawn ? facts.card.title : facts.question ? withoutAnswers(asks && page.view.details ? said.replace(facts.question.question, say("who_travels")) : said, facts.question, !last) : text} />
    ${!days && cards}
    ${last && page.view.details && html`<${Travellers} details=${page.view.details} />`}
    ${last && facts.card?.kind === "watch" && facts.card.actions?.length > 0 && html`<p class="row">
      <${Button} small onClick=${() => sendEvent({ type: "USER_WANTS_OPTIONS", order: "cheapest" })}>${say("watch_show")}<//>
      <${Button} small kind="quiet" icon="close" onClick=${() => sendCall("watch_price", { on: false })}>${say("watch_end")}<//></p>`}
    ${asks && html`<${Question} question=${page.view.details ? { ...asks, options: asks.options?.filter(notTheForm) } : asks} />`}`;
}

const notTheForm = ({ calls = [] }) => calls[0]?.name !== "hold"; // its own button holds

const isMade = (kind) => page.view.messages.some((one) => madeBy(one.facts).includes(kind));

// The trip's panel has what was chosen, but for a change; its points are folded until the approval asks for them.
function Chosen({ text, facts: { card, behind = "", change, risks = [], blocked } }) {
  if (!card || blocked) return html`<${Words} text=${text} />`; // stored before cards were drawn, or said whole
  const told = card.lines.filter((one) => risks.includes(one.of));
  const points = told.filter((one) => one.of !== "simulated"); // the banner says that everything is invented
  return html`${change ? html`<${Quote} card=${{ ...card, lines: card.lines.filter((one) => !told.includes(one)), note: card.until }} />` : html`<${Words} text=${card.title} />`}
    ${points.length > 0 && !page.view.pending && html`<details><summary>${told[0].label}</summary><${Words} text=${points.map((one) => `- ${one.text}`).join("\n")} /></details>`}
    <${Words} text=${behind} />`;
}

// The receipt and the trip's panel have the items.
const withoutItems = (text) => text.split("\n").filter((line) => !line.startsWith("- ")).join("\n");

const Queued = ({ words, at }) => html`<li class="message user queued"><div class="words">${words}</div>
  <span class="after"><${Icon} name="clock" /> ${say("queued")}
    <${Button} small kind="quiet" icon="edit" label=${say("edit_queued")} onClick=${() => giveBack(takeBack(at))} />
    <${Button} small kind="quiet" icon="close" label=${say("drop_queued")} onClick=${() => takeBack(at)} /></span></li>`;
