// The conversation: words as text, options as cards, a receipt with locators.

import { el } from "./dom.js";
import { optionsBlock } from "./options.js";
import { money } from "./words.js";

export function messageItem(message, context) {
  const who = message.role === "user" ? "You" : "Agent";
  return el("li", { class: `message ${message.role}`, "data-id": message.id, "data-kind": message.kind },
    el("span", { class: "who" }, `${who}: `), body(message, context));
}

function body(message, context) {
  if (message.kind === "options" && message.facts.options?.length) return options(message, context);
  if (message.facts.bookings?.length) return [words(message.text), receipt(message, context)];
  return words(message.text);
}

const words = (text) => el("div", { class: "words" }, text);

// The cards say what the numbered paragraphs of the text say; the rest of the text stays.
function options(message, context) {
  const paragraphs = message.text.split("\n\n").filter((one) => !/^\d+\. /.test(one));
  const given = context.options(message);
  const block = optionsBlock(message.facts.options, { ...given, key: message.id });
  const kept = given.choose ? block : el("details", {}, el("summary", {}, "Options of that moment"), block);
  return [words(paragraphs[0] ?? ""), kept, words(paragraphs.slice(1).join("\n\n"))];
}

function receipt(message, context) {
  const rows = message.facts.bookings.map((one) => el("tr", {},
    el("th", { scope: "row" }, one.title),
    el("td", {}, one.locator ? el("code", {}, one.locator) : "–"),
    el("td", {}, one.tickets.join(", ") || "–"),
    el("td", {}, one.status),
    el("td", {}, money(one.total))));
  const head = ["Booked", "Locator", "Tickets", "Status", "Price"].map((name) => el("th", { scope: "col" }, name));
  return el("section", { class: "receipt", "aria-label": "Receipt" },
    el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Receipt table" },
      el("table", {}, el("caption", {}, message.facts.simulated ? "Receipt (simulated)" : "Receipt"),
        el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows))),
    message.facts.total && el("p", { class: "strong" }, `Total ${money(message.facts.total)}`),
    context.exports());
}
