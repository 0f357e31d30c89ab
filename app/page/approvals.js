// What waits, for whom, until when.

import { html, Banner, Card, render, useEffect, useState } from "./ui.js";
import { get } from "./api.js";
import { Countdown } from "./clock.js";
import { counted, say, speak } from "./language.js";
import { Replaced, broughtBack } from "./replaced.js";
import { SignIn } from "./sign_in.js";
import { setClock } from "./store.js";
import { Top } from "./top.js";
import { days, deadlineHere, money } from "./words.js";

function Queue() {
  const [lines, setLines] = useState(null);
  const [refusal, setRefusal] = useState("");
  useEffect(() => {
    const read = async () => {
      try {
        const { body } = await get("/api/approvals");
        if (body.length) setClock(body[0].now);
        setLines(body);
        setRefusal("");
      } catch (error) {
        setRefusal(error instanceof TypeError ? say("offline") : error.message);
      }
    };
    read();
    const timer = setInterval(() => document.visibilityState === "visible" && read(), 5000);
    return () => clearInterval(timer);
  }, []);
  return html`<${Top} here="approvals" /><main class="alone"><h1>${say("approvals")}</h1>
    <p id="count" role="status">${lines && (lines.length ? counted("waiting", lines.length) : say("nothing_waits"))}</p>
    <ul id="approvals" class="queue">${(lines ?? []).map((line) => html`<li class="approval-line" key=${line.approval.approval_id}><${Line} ...${line} /></li>`)}</ul>
    <div role="alert">${refusal && html`<${Banner} kind="bad" icon="alert">${refusal}<//>`}</div></main><${SignIn} />`;
}

function Line({ approval, amount, waits_for: waitsFor, asks_you: asksYou, asked_by: asker, at_once: atOnce, journey, travellers, link, change }) {
  const cancels = approval.kind === "cancel";
  const facts = { who: waitsFor === "traveller" ? say("traveller") : waitsFor, moment: deadlineHere(approval.expires_at) };
  const route = [journey.cities.join(" – "), days(journey.first_day, journey.last_day)].filter(Boolean).join(" · ");
  return html`<${Card} kind="waiting"><h2>${say(!cancels ? "buy" : Number(approval.total.amount) ? "cancel" : "cancel_free", { amount: (!cancels && atOnce) || amount })}</h2>
    <p><b>${route}</b>${travellers.length > 0 && html`<br />${travellers.join(", ")}`}</p>
    <p class="each">${say("asked_by", { who: asker })} ${deadlineHere(approval.created_at)}</p>
    <ul class="plain">${approval.lines.map((one) => html`<li class="line"><span>${one.title}</span><b>${money(one.total)}</b></li>`)}
      ${cancels && approval.cancels.map((one) => html`<li class="line"><span>${one.title}</span><span>${broughtBack(one)}</span></li>`)}</ul>
    ${change && html`<${Replaced} change=${change} heading="h3" />`}
    <p class="row"><span class="each grow">${say(asksYou ? "waits_for_you" : "waits_for", facts)} (<${Countdown} until=${approval.expires_at} />)</span>
      ${link ? html`<a class="btn primary" href=${link}>${say("look")}</a>` : html`<span class="each">${say("elsewhere")}</span>`}</p><//>`;
}

await speak("");
render(html`<${Queue} />`, document.getElementById("app"));
