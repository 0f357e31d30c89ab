// The organisation's policy, for those who run it.

import { html, Banner, render, useEffect, useState } from "./ui.js";
import { get, put } from "./api.js";
import { replyWords, say, speak } from "./language.js";
import { SignIn } from "./sign_in.js";
import { Top } from "./top.js";
import { AMOUNT, amountOf, typed } from "./words.js";

const CABINS = ["basic_economy", "economy", "premium_economy", "business", "first"];
const SUMS = ["max_budget_total", "max_daily_rate"];
const COUNTS = { max_stops: { step: 1, max: 9 }, max_stars: { step: 0.5, max: 5 } };
const CHECKS = ["require_refundable", "require_user_approval_to_purchase", "holds_allowed_without_approval", "approval_token_required"];

// What the form says as rules: an empty field is no rule.
function rulesOf(form, before) {
  const given = new FormData(form);
  const rules = { connection_minutes: before.connection_minutes };
  for (const name of ["approver", "max_class"]) if (given.get(name).trim()) rules[name] = given.get(name).trim();
  for (const name of SUMS) if (given.get(name)) rules[name] = `${amountOf(given.get(name))} ${given.get(`${name}_currency`).trim().toUpperCase()}`;
  for (const name of Object.keys(COUNTS)) if (given.get(name)) rules[name] = Number(given.get(name));
  for (const name of CHECKS) rules[name] = given.has(name);
  return rules;
}

function Policy() {
  const [view, setView] = useState(null);
  const [refusal, setRefusal] = useState("");
  const [saved, setSaved] = useState(false);
  const trying = async (work) => {
    try {
      setRefusal("");
      setView((await work()).body);
      return true;
    } catch (error) {
      setRefusal(error instanceof TypeError ? say("offline") : error.message);
      return false;
    }
  };
  useEffect(() => { trying(() => get("/api/policy")); }, []);
  const save = async (event) => {
    event.preventDefault();
    setSaved(false);
    setSaved(await trying(() => put("/api/policy", rulesOf(event.target, view.rules))));
  };
  const edited = ({ target: { form } }) => {
    setSaved(false);
    for (const name of SUMS) form[`${name}_currency`].setCustomValidity(form[name].value && !form[`${name}_currency`].value ? say("which_currency") : "");
  };
  return html`<${Top} here="policy" /><main class="alone"><h1>${say("policy")}${view?.organisation && html` · ${view.organisation}`}</h1>
    ${view && html`<form class="card" onSubmit=${save} onInput=${edited}><${Fields} rules=${view.rules} users=${view.users} />
      <p class="row"><button type="submit" class="btn primary">${say("save")}</button><span role="status">${saved && say("policy_saved")}</span></p><p class="each">${say("policy_waits")}</p></form>`}
    <div role="alert">${refusal && html`<${Banner} kind="bad" icon="alert">${refusal}<//>`}</div></main><${SignIn} />`;
}

const Field = ({ name, hint, children }) => html`<div class="field"><label for=${name}>${say(`rule_${name}`)}</label>${children}${hint && html`<small class="each">${hint}</small>`}</div>`;

function Fields({ rules, users }) {
  const currency = SUMS.map((name) => rules[name]?.currency).find(Boolean) ?? "";
  return html`<${Field} name="approver" hint=${say("rule_approver_hint")}><input id="approver" name="approver" list="users" maxlength="200" autocomplete="off" defaultValue=${rules.approver ?? ""} />
      <datalist id="users">${(users ?? []).map((one) => html`<option value=${one} />`)}</datalist><//>
    ${SUMS.map((name) => html`<${Field} name=${name}><span class="row tight"><input id=${name} name=${name} ...${AMOUNT} class="grow" defaultValue=${typed(rules[name]?.amount)} />
      <label class="each" for=${`${name}_currency`}>${say("currency")}</label><select id=${`${name}_currency`} name=${`${name}_currency`} class="currency">${[...new Set([rules[name]?.currency ?? currency, "", ...Intl.supportedValuesOf("currency")])].map((one) => html`<option value=${one}>${one || "–"}</option>`)}</select></span><//>`)}
    ${Object.entries(COUNTS).map(([name, limits]) => html`<${Field} name=${name}><input id=${name} name=${name} type="number" min="0" ...${limits} placeholder=${`0 – ${limits.max}`} defaultValue=${rules[name] ?? ""} /><//>`)}
    <${Field} name="max_class"><select id="max_class" name="max_class"><option value="">–</option>${CABINS.map((one) =>
      html`<option value=${one} selected=${one === rules.max_class}>${replyWords("plain", one)}</option>`)}</select><//>
    ${CHECKS.map((name) => html`<label class="check"><input type="checkbox" name=${name} defaultChecked=${rules[name]} /><span>${say(`rule_${name}`)}</span></label>`)}`;
}

await speak("");
render(html`<${Policy} />`, document.getElementById("app"));
