// What is cancelled: each earlier booking with what is lost and what comes back, and what a change of dates comes to in all.

import { html } from "./ui.js";
import { say } from "./language.js";
import { money } from "./words.js";

// `heading` is the tag that follows the heading above it; nothing is drawn where nothing is replaced.
export function Replaced({ change, heading }) {
  if (!change.replaces?.length) return null;
  return html`<section class="replaced"><${heading}>${say("replaces")}<//>
    <ul class="plain">${change.replaces.map((one) => html`<li><b>${one.title}</b>: ${broughtBack(one)}</li>`)}</ul>
    <p><b>${inAll(change.difference)}</b></p></section>`;
}

export function broughtBack({ fee, refund, problem }) {
  if (problem === "changed") return say("brings_back_changed");
  return refund ? say("brings_back", { fee: money(fee), refund: money(refund) }) : say("brings_back_unknown");
}

function inAll(difference) {
  if (!difference) return say("change_unknown");
  const amount = money({ ...difference, amount: difference.amount.replace("-", "") });
  return say(difference.amount.startsWith("-") ? "change_saves" : "change_costs", { amount });
}
