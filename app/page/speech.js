// What the page says to the person besides the conversation: progress, refusals, and what screen readers hear.

import { Refusal } from "./api.js";
import { byId, el } from "./dom.js";
import { say } from "./language.js";

const KEPT = 20;
let offline = false;

export function progress(words) {
  const place = byId("progress");
  if (place.textContent !== words) place.textContent = words;
}

// A log: what is added is read once, and nothing of it again.
export function announce(words) {
  const log = byId("spoken");
  log.append(el("p", {}, words));
  while (log.children.length > KEPT) log.firstChild.remove();
}

export function refuse(words) {
  byId("refusal").textContent = words;
}

export const refused = () => byId("refusal").textContent;

export function complain(error) {
  if (error instanceof Refusal) refuse(error.message);
  else if (error instanceof TypeError) { // what fetch throws when there is nobody
    offline = true;
    refuse(say("offline"));
  } else {
    refuse(say("page_wrong"));
    throw error;
  }
}

export function backAgain() {
  if (offline) refuse("");
  offline = false;
}
