// The conversation: words as text, options as cards, a receipt with locators.

import { el } from "./dom.js";
import { say } from "./language.js";
import { optionsBlock } from "./options.js";
import { code, money } from "./words.js";

export function messageItem(message, context) {
  const who = say(message.role === "user" ? "you" : "agent");
  return el("li", { class: `message ${message.role}`, "data-id": message.id, "data-kind": message.kind },
    el("span", { class: "who" }, `${who}: `), body(message, context));
}

function body(message, context) {
  if (message.kind === "options" && message.facts.options?.length) return options(message, context);
  if (message.facts.bookings?.length) return [words(withoutItems(message.text)), receipt(message, context)];
  return words(message.text);
}

// Lines that begin with a dash are a list.
function words(text) {
  const parts = text.split(/((?:^- .*(?:\n|$))+)/m).filter((part) => part.trim());
  return el("div", { class: "words" }, parts.map((part) => (part.startsWith("- ") ? items(part) : part.replace(/\n$/, ""))));
}

const items = (lines) => el("ul", {}, lines.trim().split("\n").map((line) => el("li", {}, line.slice(2))));

// The receipt has the items as rows.
const withoutItems = (text) => text.split("\n").filter((line) => !line.startsWith("- ")).join("\n");

// The cards say what the numbered paragraphs of the text say; the rest of the text stays.
function options(message, context) {
  const paragraphs = message.text.split("\n\n").filter((one) => !/^\d+\. /.test(one));
  const given = context.options(message);
  const block = optionsBlock(message.facts.options, { ...given, key: message.id });
  const kept = given.choose ? block : el("details", {}, el("summary", {}, say("options_then")), block);
  return [words(paragraphs[0] ?? ""), kept, words(paragraphs.slice(1).join("\n\n"))];
}

// The roles stay what they are when a phone shows each row as a card.
const COLUMNS = {
  locator: (one) => (one.locator ? el("code", {}, one.locator) : "–"),
  tickets: (one) => one.tickets.join(", ") || "–",
  status: (one) => code(one.status),
  price: (one) => money(one.total),
};

function receipt(message, context) {
  const rows = message.facts.bookings.map((one) => el("tr", { role: "row" },
    el("th", { scope: "row", role: "rowheader" }, one.title),
    Object.entries(COLUMNS).map(([name, value]) => el("td", { role: "cell", class: name, "data-name": say(name) }, value(one)))));
  const head = ["booked", ...Object.keys(COLUMNS)].map((name) => el("th", { scope: "col", role: "columnheader" }, say(name)));
  return el("section", { class: "receipt", "aria-label": say("receipt") },
    el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": say("receipt_table") },
      el("table", { role: "table" }, el("caption", {}, say(message.facts.simulated ? "receipt_simulated" : "receipt")),
        el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, head)), el("tbody", { role: "rowgroup" }, rows))),
    message.facts.total && el("p", { class: "strong" }, say("total", { amount: money(message.facts.total) })),
    context.exports());
}
