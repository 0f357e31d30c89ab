// What waits, for whom, until when.

import { get } from "./api.js";
import { countdown, setClock } from "./countdown.js";
import { byId, el, fill } from "./dom.js";
import { money, moment } from "./words.js";

let shown = "";

async function refresh() {
  try {
    const { body } = await get("/api/approvals");
    byId("refusal").textContent = "";
    const key = JSON.stringify(body.map((one) => [one.approval.approval_id, one.may_decide]));
    if (key === shown) return;
    shown = key;
    setClock(new Date().toISOString(), refresh);
    byId("count").textContent = body.length === 0 ? "Nothing waits." : body.length === 1 ? "One approval waits." : `${body.length} approvals wait.`;
    fill(byId("approvals"), body.map(item));
  } catch (error) {
    byId("refusal").textContent = error.message;
  }
}

function item({ approval, waits_for: waitsFor, owner, link }) {
  const verb = approval.kind === "cancel" ? "Cancel" : "Buy";
  return el("li", { class: "approval" },
    el("h2", {}, `${verb} for ${money(approval.total)}`),
    el("ul", { class: "cart" }, approval.lines.map((line) => el("li", {}, `${line.title}: ${money(line.total)}${line.simulated ? " (simulated)" : ""}`))),
    el("p", {}, `Waits for ${waitsFor}${owner ? `, asked by ${owner}` : ""}, until ${moment(approval.expires_at)}, `, countdown(approval.expires_at), "."),
    link ? el("p", {}, el("a", { href: link }, "Look at it and decide")) : el("p", {}, "Somebody else decides."));
}

refresh();
setInterval(() => document.visibilityState === "visible" && refresh(), 5000);
