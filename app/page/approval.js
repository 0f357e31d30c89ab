// The approval card: the whole cart, its conditions, what it replaces and its end; yes with confirmations, or no with a reason.

import { countdown } from "./countdown.js";
import { el } from "./dom.js";
import { say } from "./language.js";
import { replaced } from "./replaced.js";
import { money, moment, refund } from "./words.js";

// `line` says whether this user may decide, and has the link for somebody else.
export function approvalCard(pending, line, decide) {
  const [{ name, args }] = pending.card.action_requests;
  const may = line?.may_decide !== false;
  const asked = say(name === "cancel" ? "ask_cancel" : "ask_buy", { amount: money(args.total) });
  const form = el("form", { class: "approval", "aria-labelledby": "approval-title" },
    el("h3", { id: "approval-title", tabindex: "-1" }, asked),
    el("ul", { class: "cart" }, args.cart.map(cartLine)),
    replaced(args, "h4"),
    el("p", {}, `${say("valid_until", { moment: moment(args.expires_at) })} (`, countdown(args.expires_at), ")"),
    args.approver && el("p", { class: "warn" }, say(may ? "answer_as" : "must_approve", { who: args.approver })),
    may && confirmations(args), may && name === "purchase" && methods(args), may && args.token_required && token(),
    buttons(may, name), rejection(), line?.link && share(line.link));
  wire(form, args, decide);
  return form;
}

function cartLine(one) {
  const change = say(one.terms.changeable ? "changes_yes" : "changes_no");
  return el("li", {}, el("strong", {}, one.title), `: ${money(one.total)}${one.simulated ? ` (${say("simulated")})` : ""}`,
    el("br"), `${refund(one.terms)}, ${change}`);
}

function confirmations(args) {
  if (!args.confirmations.length) return null;
  const boxes = args.confirmations.map((one) =>
    el("label", {}, el("input", { type: "checkbox", name: "confirm", value: one.id, required: true }), ` ${one.text}`));
  return el("fieldset", {}, el("legend", {}, say("confirm")), boxes);
}

function methods(args) {
  const chosen = args.payment_method_id ?? args.payment_methods.find((m) => m.default)?.payment_method_id;
  const radios = args.payment_methods.map((method) => el("label", {},
    el("input", { type: "radio", name: "method", value: method.payment_method_id, required: true, checked: method.payment_method_id === chosen }),
    ` ${method.last4 ? say("ending_in", { label: method.label, digits: method.last4 }) : method.label}`));
  return el("fieldset", {}, el("legend", {}, say("pay_with")), radios);
}

function token() {
  return el("p", {}, el("label", { for: "approval-token" }, say("token")),
    el("input", { id: "approval-token", name: "token", required: true, autocomplete: "off" }));
}

function buttons(may, name) {
  return el("div", { class: "buttons" },
    may && el("button", { type: "submit", class: "yes", name: "approve" }, say(name === "cancel" ? "approve_cancel" : "approve_buy")),
    el("button", { type: "button", class: "no", name: "reject" }, say("reject")));
}

function rejection() {
  return el("div", { class: "rejection", hidden: true },
    el("label", { for: "reason" }, say("why_not")),
    el("input", { id: "reason", maxlength: 500, autocomplete: "off" }),
    el("button", { type: "button", class: "no", name: "reject-now" }, say("reject_now")));
}

function share(link) {
  return el("details", {}, el("summary", {}, say("share")),
    el("p", {}, `${say("share_words")} `, el("a", { href: link }, say("share_link"))));
}

function wire(form, args, decide) {
  const once = (decision) => {
    if (form.dataset.sent) return;
    form.dataset.sent = "yes";
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    decide(args.approval_id, decision);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    once({
      decision: "approve", confirmations: fields.getAll("confirm"), payment_method_id: fields.get("method"),
      approval_token: fields.get("token"),
    });
  });
  const panel = form.querySelector(".rejection");
  form.querySelector("[name=reject]").addEventListener("click", () => { panel.hidden = false; panel.querySelector("input").focus(); });
  const reject = () => once({ decision: "reject", reason: panel.querySelector("input").value });
  form.querySelector("[name=reject-now]").addEventListener("click", reject);
  panel.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); reject(); }
  });
}
