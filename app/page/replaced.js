// What a change of dates replaces: earlier bookings, what cancelling each costs and brings back, and what it comes to in all.

import { el } from "./dom.js";
import { say } from "./language.js";
import { money } from "./words.js";

// `heading` is the tag that follows the heading above it; nothing is drawn where nothing is replaced.
export function replaced({ replaces, difference }, heading) {
  if (!replaces?.length) return null;
  return el("section", { class: "replaced" },
    el(heading, {}, say("replaces")),
    el("ul", { class: "cart" }, replaces.map((one) => el("li", {}, el("strong", {}, one.title), `: ${broughtBack(one)}`))),
    el("p", { class: "strong" }, inAll(difference)));
}

function broughtBack({ fee, refund }) {
  return refund ? say("brings_back", { fee: money(fee), refund: money(refund) }) : say("brings_back_unknown");
}

function inAll(difference) {
  if (!difference) return say("change_unknown");
  const amount = money({ ...difference, amount: difference.amount.replace("-", "") });
  return say(difference.amount.startsWith("-") ? "change_saves" : "change_costs", { amount });
}
