// The booked trip as files.

import { blob } from "./api.js";
import { el } from "./dom.js";
import { say } from "./language.js";

const FILES = [
  { name: "ics", words: "save_calendar", file: "trip.ics" }, { name: "pdf", words: "save_pdf", file: "trip.pdf" },
  { name: "html", words: "save_mail", file: "trip.html" }, { name: "jsonld", words: "save_data", file: "trip.json" },
];

// `base` is the address of the thread; `complain` says what went wrong.
export function exportsBlock(base, complain) {
  return el("p", { class: "tools" }, FILES.map((one) =>
    el("button", { type: "button", onclick: () => download(base, one).catch(complain) }, say(one.words))));
}

async function download(base, one) {
  const address = URL.createObjectURL(await blob(`${base}/exports/${one.name}`));
  el("a", { href: address, download: one.file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
