// What is cancelled: each earlier booking with what is lost and what comes back, and what a change of dates comes to in all.

import { html } from "./ui.js";
import { replyWords, say } from "./language.js";
import { money, moneyBack } from "./words.js";

// `heading` is the tag that follows the heading above it; nothing is drawn where nothing is replaced.
export function Replaced({ change, heading }) {
  if (!change.replaces?.length) return null;
  const groups = Map.groupBy(change.replaces, (one) => (changed(one) ? "replaces_changed" : one.refund ? "replaces" : one.problem === "nothing_back" ? "replaces_kept" : "replaces_still"));
  return html`<section class="replaced">${[...groups].map(([name, lines]) => html`<${heading}>${say(name)}<//>
    <ul class="plain">${lines.map((one) => html`<li><b>${one.title}</b>: ${broughtBack(one)}</li>`)}</ul>`)}
    <p><b>${inAll(change.difference)}</b></p></section>`;
}

const changed = (one) => one.problem === "changed";

export function broughtBack(one) {
  const { fee, refund } = one;
  if (changed(one)) return [replyWords("change", "at_airline"), moneyBack(one)].filter(Boolean).join("; ");
  if (one.problem === "nothing_back") return say("brings_nothing_back", { paid: money(one.paid) });
  return refund ? say("brings_back", { fee: money(fee), refund: money(refund) }) : say("brings_back_unknown");
}

function inAll(difference) {
  if (!difference) return say("change_unknown");
  const amount = money({ ...difference, amount: difference.amount.replace("-", "") });
  return say(difference.amount.startsWith("-") ? "change_saves" : "change_costs", { amount });
}
