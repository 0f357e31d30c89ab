// The approval: what is bought or cancelled as one list, risks by weight, and the yes in sight for as long as it can be given.

import { html, Banner, Button, Copy, useRef, useState } from "./ui.js";
import { Countdown, SOON, useLeft } from "./clock.js";
import { counted, say } from "./language.js";
import { decide, sendEvent } from "./sending.js";
import { page } from "./store.js";
import { Item, Journey, Whole, inTime } from "./cart.js";
import { Replaced } from "./replaced.js";
import { deadlineHere, inAll, money } from "./words.js";

const FORM = "approval";
const NOT_SENT = ["not_sent", "offline_press"]; // what is said of a press that did not arrive
const MANY = 2; // points that are ticked one by one
const argsOf = (pending) => pending.card.action_requests[0].args;
const isCancel = (pending) => pending.card.action_requests[0].name === "cancel";
const mayDecide = () => page.line?.may_decide !== false;

export function Approval({ pending }) {
  const args = argsOf(pending);
  const cancel = isCancel(pending);
  const may = mayDecide();
  const [wrong, setWrong] = useState([]);
  if (useLeft(args.expires_at) <= 0) return html`<${Lapsed} args=${args} cancel=${cancel} />`;
  const submit = (event) => {
    event.preventDefault();
    const missing = [...event.target.elements].filter((one) => one.willValidate && !one.checkValidity());
    setWrong(missing.map((one) => one.id));
    if (missing.length) { // what is missing is said below the field: both in sight, above the bar
      missing[0].focus({ preventScroll: true });
      return requestAnimationFrame(() => missing[0].closest("div").scrollIntoView({ block: "center" }));
    }
    const fields = new FormData(event.target);
    decide(args.approval_id, { decision: "approve", confirmations: fields.getAll("confirm"), payment_method_id: fields.get("method"), approval_token: fields.get("token") });
  };
  return html`<form id=${FORM} class="card approval" aria-labelledby="approval-title" noValidate onSubmit=${submit} onChange=${({ target }) => setWrong((before) => before.filter((id) => id !== target.id))}>
    <h3 id="approval-title" tabindex="-1">${args.card?.title ?? money(args.total)}</h3>
    <${Journey} change=${args.replaces?.length > 0} />
    <ul class="cart" aria-label=${say(cancel ? "cancelled_items" : "held")}>${[...args.cart].sort((a, b) => inTime(bought(a), bought(b))).map((one) => html`<${Item} line=${one} lines=${args.card?.lines} />`)}</ul>
    <${Whole} lines=${args.card?.lines} />
    <${Replaced} change=${args} heading="h4" />
    ${args.approver && !page.line?.asks_you && html`<${Banner} kind="warn" icon="lock">${say(may ? "answer_as" : "must_approve", { who: args.approver })}<//>`}
    ${may && html`<${Confirmations} asked=${args.confirmations} wrong=${wrong} />`}
    ${may && !cancel && html`<${Methods} args=${args} />`}
    ${may && args.token_required && html`<div class="field"><label for="approval-token">${say("token")}</label><input id="approval-token" name="token" required autocomplete="off" ...${marked("approval-token", wrong)} /><${Wrong} id="approval-token" wrong=${wrong} words="need_field" /></div>`}
    <p class="each">${say(may ? (args.card?.kind === "cancel" ? "valid_cancel" : "valid_until") : "waits_for", { who: args.approver, moment: deadlineHere(args.expires_at) })}</p>
    ${page.line?.link && html`<details><summary>${say("share")}</summary><p>${say("share_words")} <a href=${page.line.link}>${say("share_link")}</a> <${Copy} code=${page.line.link} /></p></details>`}
  </form>`;
}

// A line of a cancellation names its booking, which knows what was bought.
const bought = (line) => page.view.trip.bookings.find((one) => one.booking_id === line.booking_id) ?? line;

// Its time is over: what it was about, and how to go on; there is nothing to fill in.
const Lapsed = ({ args, cancel }) => html`<section class="card approval" aria-labelledby="approval-title">
  <h3 id="approval-title" tabindex="-1">${say("lapsed")}</h3><${Journey} />
  <p>${say(cancel ? "lapsed_cancel" : "lapsed_purchase")}</p>
  <ul class="plain">${args.cart.map((one) => html`<li class="line"><span>${one.title}</span><b>${one.terms && money(one.total)}</b></li>`)}</ul></section>`;

// What is missing is said beside its field, and read out with it.
const marked = (id, wrong) => (wrong.includes(id) ? { "aria-invalid": "true", "aria-describedby": `${id}-wrong` } : {});
const Wrong = ({ id, wrong, words }) => wrong.includes(id) && html`<p class="wrong" id=${`${id}-wrong`}>${say(words)}</p>`;

// The server has the grave ones first, and says under which heading each one is. One tick sets all that are read.
function Confirmations({ asked, wrong }) {
  const place = useRef();
  if (!asked.length) return null;
  const groups = Map.groupBy(asked, (one) => one.weight);
  const boxes = () => [...place.current.querySelectorAll("[name=confirm]")];
  const all = ({ target: { checked } }) => { for (const one of boxes()) if (one.checked !== checked) one.click(); };
  const each = ({ target }) => { const whole = place.current.querySelector("#confirm-all"); if (whole && target.name === "confirm") whole.checked = boxes().every((one) => one.checked); };
  const tick = (one) => { const id = `confirm-${asked.indexOf(one)}`; return html`<div><label class="check"><input type="checkbox" id=${id} name="confirm" value=${one.id} required ...${marked(id, wrong)} /><span>${one.text}</span></label><${Wrong} id=${id} wrong=${wrong} words="need_tick" /></div>`; };
  return html`<fieldset class="risks" ref=${place} onChange=${each}><legend>${say("confirm")}</legend>${[...groups].map(([name, found]) => html`<div class=${`group ${name}`} role="group" aria-label=${say(name)}>
    <h4>${say(name)}</h4>${found.map(tick)}</div>`)}
    ${asked.length > MANY && html`<label class="check all"><input type="checkbox" id="confirm-all" onChange=${all} /><span>${say("tick_all", { count: asked.length })}</span></label>`}</fieldset>`;
}

function methodWords(one) {
  if (one.accounts?.length) return say("pay_account", { sellers: one.accounts.join(", ") });
  return one.last4 ? say("ending_in", { label: one.label, digits: one.last4 }) : one.label;
}

function Methods({ args }) {
  const chosen = args.payment_method_id ?? args.payment_methods.find((one) => one.default)?.payment_method_id;
  return html`<fieldset><legend>${say("pay_with")}</legend>${args.payment_methods.map((one) => html`<label class="check">
    <input type="radio" name="method" value=${one.payment_method_id} required defaultChecked=${one.payment_method_id === chosen} />
    <span>${methodWords(one)}</span></label>`)}</fieldset>`;
}

// The bar above the composer: total, time left, yes and no. It turns amber before the end, and then asks again.
export function ApprovalBar({ pending }) {
  const args = argsOf(pending);
  const rest = useLeft(args.expires_at);
  const [refusing, setRefusing] = useState(false);
  const cancel = isCancel(pending);
  const over = rest <= 0;
  const asks = args.confirmations?.length ?? 0;
  const again = () => sendEvent(cancel ? { type: "USER_CANCELS_BOOKING", booking_ids: args.cart.map((one) => one.booking_id) } : { type: "USER_WANTS_PURCHASE" });
  const kind = over ? "over" : rest < SOON ? "soon" : "";
  if (refusing) return html`<${Refusing} approval=${args.approval_id} onBack=${() => setRefusing(false)} />`;
  return html`<div class=${`bar ${kind}`} role="region" aria-label=${say("approval_bar")}>
    <span class="amount"><b>${args.card?.now || inAll(args)}</b> <span class="each"><${Countdown} until=${args.expires_at} />${!over && !page.busy && asks > 0 && ` · ${counted("to_confirm", asks)}`}</span>${!over && NOT_SENT.some((name) => page.refusal === say(name)) && html` <span class="wrong">${say("not_sent")}</span>`}</span>
    <span class="row">
      <${Button} kind="danger" disabled=${page.busy} onClick=${() => setRefusing(true)}>${say("reject")}<//>
      ${over ? html`<${Button} kind="primary" disabled=${page.busy} onClick=${again}>${say("ask_again")}<//>` : rest < SOON && !cancel && html`<${Button} disabled=${page.busy} onClick=${again}>${say("refresh_price")}<//>`}
      ${mayDecide() && !over && html`<button class="btn primary" type="submit" form=${FORM} disabled=${page.busy}>${say(cancel ? "approve_cancel" : "approve_buy")}</button>`}
    </span></div>`;
}

function Refusing({ approval, onBack }) {
  const [reason, setReason] = useState("");
  const reject = (event) => {
    event.preventDefault();
    decide(approval, { decision: "reject", reason });
  };
  return html`<form class="bar refusing" onSubmit=${reject}>
    <div class="field grow"><label for="reason">${say("why_not")}</label><input id="reason" maxlength="500" autocomplete="off" ref=${(field) => field && !reason && field.focus()} value=${reason} onInput=${(event) => setReason(event.target.value)} /></div>
    <span class="row"><${Button} onClick=${onBack}>${say("back")}<//><button class="btn danger" type="submit" disabled=${page.busy}>${say("reject_now")}</button></span></form>`;
}
