// What waits, for whom, until when.

import { get } from "./api.js";
import { countdown, setClock } from "./countdown.js";
import { byId, el, fill } from "./dom.js";
import { counted, say, speak } from "./language.js";
import { replaced } from "./replaced.js";
import { money, moment } from "./words.js";

let shown = "";

async function refresh() {
  try {
    const { body } = await get("/api/approvals");
    byId("refusal").textContent = "";
    const key = JSON.stringify(body.map((one) => [one.approval.approval_id, one.may_decide, one.change]));
    if (body.length) setClock(body[0].now, refresh);
    if (key === shown) return;
    shown = key;
    byId("count").textContent = body.length ? counted("waiting", body.length) : say("nothing_waits");
    fill(byId("approvals"), body.map(item));
  } catch (error) {
    byId("refusal").textContent = error.message;
  }
}

function item({ approval, waits_for: waitsFor, owner, link, change }) {
  const title = say(approval.kind === "cancel" ? "cancel" : "buy", { amount: money(approval.total) });
  const who = waitsFor === "traveller" ? say("traveller") : waitsFor;
  const facts = { who, owner, moment: moment(approval.expires_at) };
  return el("li", { class: "approval" },
    el("h2", {}, title),
    el("ul", { class: "cart" }, approval.lines.map((line) =>
      el("li", {}, `${line.title}: ${money(line.total)}${line.simulated ? ` (${say("simulated")})` : ""}`))),
    change && replaced(change, "h3"),
    el("p", {}, `${say(owner ? "waits_for_of" : "waits_for", facts)} (`, countdown(approval.expires_at), ")"),
    el("p", {}, link ? el("a", { href: link }, say("look")) : say("elsewhere")));
}

await speak("");
refresh();
setInterval(() => document.visibilityState === "visible" && refresh(), 5000);
