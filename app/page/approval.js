// The approval card: the whole cart, its conditions and its end; yes with confirmations, or no with a reason.

import { el } from "./dom.js";
import { money, moment, refund } from "./words.js";

// `line` says whether this user may decide, and has the link for somebody else.
export function approvalCard(pending, line, { decide, countdown }) {
  const [{ name, args }] = pending.card.action_requests;
  const may = line?.may_decide !== false;
  const form = el("form", { class: "approval", "aria-labelledby": "approval-title" },
    el("h3", { id: "approval-title", tabindex: "-1" }, `${name === "cancel" ? "Cancel" : "Buy"} for ${money(args.total)}?`),
    el("ul", { class: "cart" }, args.cart.map(cartLine)),
    el("p", {}, `Valid until ${moment(args.expires_at)}, `, countdown(args.expires_at), "."),
    args.approver && el("p", { class: "warn" }, may ? `You answer as ${args.approver}.` : `${args.approver} has to approve this. You can still change or reject it.`),
    may && confirmations(args), may && name === "purchase" && methods(args), may && args.token_required && token(),
    buttons(may, name), rejection(), line?.link && share(line.link));
  wire(form, args, decide);
  return form;
}

function cartLine(one) {
  const change = one.terms.changeable ? "changes possible" : "no changes";
  return el("li", {}, el("strong", {}, one.title), `: ${money(one.total)}${one.simulated ? " (simulated)" : ""}`,
    el("br"), `${refund(one.terms)}, ${change}`);
}

function confirmations(args) {
  if (!args.confirmations.length) return null;
  const boxes = args.confirmations.map((one) =>
    el("label", {}, el("input", { type: "checkbox", name: "confirm", value: one.id, required: true }), ` ${one.text}`));
  return el("fieldset", {}, el("legend", {}, "Please confirm"), boxes);
}

function methods(args) {
  const chosen = args.payment_method_id ?? args.payment_methods.find((m) => m.default)?.payment_method_id;
  const radios = args.payment_methods.map((method) => el("label", {},
    el("input", { type: "radio", name: "method", value: method.payment_method_id, required: true, checked: method.payment_method_id === chosen }),
    ` ${method.label}${method.last4 ? ` ending in ${method.last4}` : ""}`));
  return el("fieldset", {}, el("legend", {}, "Pay with"), radios);
}

function token() {
  return el("p", {}, el("label", { for: "approval-token" }, "Approval token"),
    el("input", { id: "approval-token", name: "token", required: true, autocomplete: "off" }));
}

function buttons(may, name) {
  return el("div", { class: "buttons" },
    may && el("button", { type: "submit", class: "yes", name: "approve" }, name === "cancel" ? "Approve the cancellation" : "Approve and buy"),
    el("button", { type: "button", class: "no", name: "reject" }, "Reject…"));
}

function rejection() {
  return el("div", { class: "rejection", hidden: true },
    el("label", { for: "reason" }, "Why not? (may be empty)"),
    el("input", { id: "reason", maxlength: 500, autocomplete: "off" }),
    el("button", { type: "button", class: "no", name: "reject-now" }, "Reject now"));
}

function share(link) {
  return el("details", {}, el("summary", {}, "Let somebody else decide"),
    el("p", {}, "Whoever has this link sees the cart and can decide once: ", el("a", { href: link }, "the approver’s page")));
}

function wire(form, args, decide) {
  const once = (decision) => {
    if (form.dataset.sent) return;
    form.dataset.sent = "yes";
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    decide(args, decision);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    once({ decision: "approve", confirmations: fields.getAll("confirm"), payment_method_id: fields.get("method"), token: fields.get("token") });
  });
  const panel = form.querySelector(".rejection");
  form.querySelector("[name=reject]").addEventListener("click", () => { panel.hidden = false; panel.querySelector("input").focus(); });
  const reject = () => once({ decision: "reject", reason: panel.querySelector("input").value });
  form.querySelector("[name=reject-now]").addEventListener("click", reject);
  panel.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); reject(); }
  });
}
