// Countdowns by the server's clock.

import { el } from "./dom.js";
import { say } from "./language.js";
import { left } from "./words.js";

let ahead = 0;
let told = () => {};

// `now` is the server's time; `onEnd` is called once when something shown runs out.
export function setClock(now, onEnd) {
  ahead = new Date(now) - Date.now();
  told = onEnd;
}

export function countdown(until) {
  const span = el("span", { class: "countdown", "data-until": until });
  show(span);
  return span;
}

function show(span) {
  const rest = new Date(span.dataset.until) - Date.now() - ahead;
  span.textContent = rest > 0 ? say("left", { time: left(rest) }) : say("over");
  if (rest <= 0 && !span.dataset.over) {
    span.dataset.over = "yes";
    queueMicrotask(told);
  }
}

setInterval(() => document.querySelectorAll(".countdown").forEach(show), 1000);
