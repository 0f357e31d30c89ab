// While a turn runs: what is done and what is being done, a place kept for what comes, and a way to stop.

import { html, Button, Icon, Skeleton } from "./ui.js";
import { say, stepWords } from "./language.js";
import { stop } from "./sending.js";
import { page } from "./store.js";

const MONEY = new Set(["hold", "release", "request_approval", "purchase", "cancel_booking", "cancel"]);

// Searches that run side by side are one line with a count; they are done once the answers are collected.
function linesOf(steps) {
  const lines = new Map();
  for (const step of steps) if (stepWords(step)) lines.set(step, (lines.get(step) ?? 0) + 1);
  const searching = [...lines.keys()].some((one) => one.startsWith("quote_")) && !steps.includes("collect");
  const names = [...lines.keys()];
  return names.map((step, n) => ({ step, count: lines.get(step), doing: n === names.length - 1 || (searching && step.startsWith("quote_")) }));
}

export function Working() {
  const { busy, steps, view, stopping } = page;
  if (!busy && !view?.working) return null;
  const lines = linesOf(steps);
  const last = steps.findLast((one) => stepWords(one));
  const searching = steps.some((one) => one.startsWith("quote_"));
  return html`<div class="working">
    <p id="progress" class="unseen" role="status">${last ? stepWords(last) : say("working")}</p>
    <ul class="steps" aria-hidden="true">${(lines.length ? lines : [{ step: "", count: 1, doing: true }]).map(({ step, count, doing }) => html`<li class=${doing ? "doing" : "done"}>
      ${doing ? html`<span class="spin" />` : html`<${Icon} name="check" />`} ${step ? stepWords(step) : say("working")}${count > 1 && ` ${doing ? count : say("of", { done: count, all: count })}`}</li>`)}</ul>
    ${busy && !MONEY.has(last) && html`<${Button} small icon="stop" disabled=${stopping} onClick=${stop}>${say("stop")}<//>`}
    ${searching && html`<div class="options"><${Skeleton} count=${3} /></div>`}
  </div>`;
}
