// Checklist and budget: ticks, own items, amounts, expenses. A change is one request; two people's changes merge on the server.

import { html, Banner, Button, Card } from "./ui.js";
import { post } from "./api.js";
import { Download } from "./receipt.js";
import { say } from "./language.js";
import { base, complain, page, set } from "./store.js";
import { AMOUNT, amountOf, day, labelled, money, number, typed } from "./words.js";

const COLOURS = 8; // .part-0 to .part-7

async function change(body) {
  try {
    const { checklist, budget } = await post(`${base()}/documents/changes`, body);
    set({ documents: { ...page.documents, checklist, budget } });
  } catch (error) {
    complain(error);
  }
}

// A small form that sends its fields as one change and empties itself.
function Entry({ label, fields, make }) {
  const send = (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target));
    event.target.reset();
    change(make(given));
  };
  return html`<form class="row entry" onSubmit=${send} aria-label=${label}>${fields.map(({ name, words, ...rest }) =>
    html`<input name=${name} aria-label=${words} placeholder=${words} required ...${rest} />`)}<button class="btn small" type="submit">${label}</button></form>`;
}

const Files = ({ kind }) => html`<div class="row">${["pdf", "md", "csv"].map((form) => html`<${Download} path=${`${base()}/documents/${kind}/exports/${form}`} words=${form.toUpperCase()} />`)}</div>`;

// A reason is told with the first item that has it.
const firstWhy = (list, item) => item.why && list.categories.flatMap(({ items }) => items).find(({ why }) => why === item.why) === item;

// The items by category, to tick.
export const Ticks = ({ list }) => list.categories.map((category) => html`
  <${Card} key=${category.id} title=${category.category} aside=${html`<span class="each">${category.done} / ${category.items.length}</span>`}>
    ${category.items.map((item) => html`<div class="row tight" key=${item.id}><label class="check grow"><input type="checkbox" checked=${item.checked} onChange=${() => change({ op: "tick", item: item.id, checked: !item.checked })} />
      <span><span class=${item.checked ? "ticked" : ""}>${item.text}</span>${firstWhy(list, item) && html`<span class="each">${item.why}</span>`}</span></label>
      ${item.own && html`<${Button} small kind="quiet" icon="close" label=${say("remove", { name: item.text })} onClick=${() => change({ op: "remove", item: item.id })} />`}</div>`)}<//>`);

export function Checklist({ document: list }) {
  return html`<div class="checklist"><p class="figures"><span class="price">${list.done} / ${list.total}</span></p>
    <${Ticks} list=${list} />
    <${Entry} label=${say("add")} fields=${[{ name: "text", words: say("own_item"), maxlength: 99 }]} make=${({ text }) => ({ op: "add", text })} />
    <${Files} kind="checklist" /></div>`;
}

export function Budget({ document: budget }) {
  const amount = (value) => money({ amount: value, currency: budget.currency });
  const known = Number(budget.total) > 0;
  const parts = budget.parts.length > 0; // a cancelled trip has none
  const more = budget.spent - budget.paid; // lost, or logged as spent
  return html`<div class="budget">${known && html`<div class="row">${parts && html`<${Donut} parts=${budget.parts} />`}<div><p class="price">${amount(budget.total)}</p>
      ${parts && budget.people > 1 && html`<p class="each">${say("each", { amount: amount(budget.per_person) })}</p>`}${parts && budget.days > 1 && budget.free > 0 && html`<p class="each">${leftOf(budget)[0]} ${say("a_day", { amount: amount(leftOf(budget)[1] / budget.days) })}</p>`}</div></div>`}
    <dl class="figures">${[[say("booked"), budget.paid], [say("lost"), budget.lost], [say("spent"), more - budget.lost], [say("spent_in_all"), more && budget.spent], [say("due"), budget.due], [say("due_there"), budget.due_there], [...(known ? leftOf(budget) : []), known], [say(budget.waits < 0 ? "waits_back" : "waits_cost"), Math.abs(budget.waits)]].filter(([, value, always]) => always || Math.abs(value) > .001).map(([name, value]) => html`<div><dt>${name}</dt><dd>${amount(value)}</dd></div>`)}</dl>
    ${Number(budget.free) >= 0 && Number(budget.overspent) > 0 && html`<${Banner} kind="warn" icon="alert">${labelled(say("overspent"), amount(budget.overspent))}<//>`}
    ${parts && html`<ul class="plain shares">${budget.parts.filter((one) => one.key !== "short").map((one, n) => html`<li key=${one.id}><p class="line"><b><i class=${`dot part-${n % COLOURS}`}>${n + 1}</i> ${one.category} <span class="each">${number(one.percentage)} %</span></b>${one.editable ? html`<${Amount} part=${one} currency=${budget.currency} />` : html`<span>${amount(one.amount)}</span>`}</p>
      <p class="each">${[one.notes, Number(one.held) > 0 && labelled(say("basis_held"), amount(one.held)), ...(one.spent > 0 ? [labelled(say("spent"), amount(one.spent)), labelled(say("left_over"), amount(one.amount - one.spent))] : [])].filter(Boolean).join(" · ")}</p></li>`)}</ul>`}
    <section><h3>${say("spent")}</h3>${budget.expenses.length > 0 && html`<ul class="plain">${budget.expenses.map((one) => html`<li class="line" key=${one.id}><span>${one.what}${one.original && html`<br /><span class="each">${say("exchanged", { paid: money(one.original), code: one.original.currency, rate: `${number(one.amount / one.original.amount, 4)} ${budget.currency}`, day: one.rates_of && day(one.rates_of) })}</span>`}</span><span class="amount">${amount(one.amount)} <${Button} small kind="quiet" icon="close" label=${say("remove", { name: one.what })} onClick=${() => change({ op: "strike", expense: one.id })} /></span></li>`)}</ul>`}
      <${Entry} label=${say("add")} fields=${[{ name: "what", words: say("spent_on"), maxlength: 80 }, { name: "amount", words: budget.currency, ...AMOUNT, size: 8 }]} make=${(given) => ({ op: "spend", ...given, amount: amountOf(given.amount) })} /></section>
    ${budget.debts.map((one) => html`<p class="line"><span>${labelled(say("debts"), `${one.debtor || say("you")} → ${one.creditor || say("you")}`)}</span><b>${amount(one.amount)}</b></p>`)}
    ${budget.tips.map((note) => html`<p class="each">${note}</p>`)}<${Files} kind="budget" /></div>`;
}

// What is left, and of what is held after that.
export const leftOf = (budget) => (Number(budget.free) < 0 ? [say("over_by"), -Number(budget.free)] : Number(budget.due) ? [say("left_after_held"), budget.free] : [say("left_over"), budget.left]);

// An amount that a person may set: leaving the field, or Enter, sends it; empty gives it back to our own share.
function Amount({ part, currency }) {
  const send = ({ target }) => {
    if (!target.checkValidity()) return target.reportValidity();
    if (target.value !== typed(part.amount)) change({ op: "amount", category: part.id, amount: amountOf(target.value) || null });
  };
  return html`<span class="entry amount"><input key=${part.amount} aria-label=${`${part.category}, ${currency}`} defaultValue=${typed(part.amount)} ...${AMOUNT} size="8" onChange=${send} /> ${currency}</span>`;
}

// Each part has a colour and its number in the list below, which says the same in words.
function Donut({ parts }) {
  const place = (one) => (2 * Math.PI * (Number(one.start) + Number(one.percentage) / 2)) / 100; // clockwise from the top
  return html`<svg class="donut" viewBox="0 0 42 42" aria-hidden="true">${parts.map((one, n) => html`<circle class=${`part-${n % COLOURS}`} cx="21" cy="21" r="15.9" fill="none" stroke-width="7"
    stroke-dasharray=${`${Math.max(0, one.percentage - 0.6)} ${100 - Math.max(0, one.percentage - 0.6)}`} stroke-dashoffset=${25 - one.start} />
    ${one.percentage >= 5 && html`<text x=${21 + 15.9 * Math.sin(place(one))} y=${21 - 15.9 * Math.cos(place(one))}>${n + 1}</text>`}`)}</svg>`;
}
