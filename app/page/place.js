// Where one is: what is scrolled to, what has the focus, which keys lead where, and how a reload finds back.

import { page, set } from "./store.js";
import { useEffect, useMemo, useState } from "./ui.js";

const KEPT = "trips-place";
const words = () => document.getElementById("words");

// A phone would open its keyboard over what there is to read.
export const focusWords = () => matchMedia("(pointer: fine)").matches && words()?.focus({ preventScroll: true });

// Whether the trip has its place at the side; on a narrower screen it is a sheet.
export function useWide() {
  const query = useMemo(() => matchMedia("(min-width: 75rem)"), []);
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const changed = () => setWide(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return wide;
}

// What is new: the card or form to fill in, the receipt, or else the last answer.
const newest = (talk, receipt) => talk.querySelector(".approval h3") ?? receipt ?? talk.querySelector(".message:last-of-type .travellers :is(input, select)")
  ?? [...talk.querySelectorAll(".message.assistant")].at(-1);

let asked; // the card that was in sight: what is said beside it is answered above it

// Bring what is new into sight: the card that asks, or the answer from its first line; after a press a short one no further than needed.
export function show(talk, { pending }, fresh, own) {
  const answers = fresh.filter((one) => one.role === "assistant");
  const pressed = fresh.every((one) => one.role === "assistant" || one.kind === "pressed");
  const bought = answers.findLastIndex((one) => one.facts.bookings?.length);
  const every = [...talk.querySelectorAll(".message.assistant")];
  const asks = pending && pending.approval_id !== asked && talk.querySelector(".approval");
  asked = pending?.approval_id;
  const [first, last] = [every.at(-Math.max(1, answers.length)), every.at(-1)];
  const short = pressed && !asks && last && last.getBoundingClientRect().bottom - first.getBoundingClientRect().top < innerHeight / 2;
  const found = bought >= 0 ? every.at(bought - answers.length) : asks || (short ? last : first);
  keepInSight(() => found?.scrollIntoView({ block: short ? "nearest" : "start" }));
  if (own) attend(talk, pressed, bought >= 0 && found?.querySelector(".receipt h3"));
}

// After one's own turn the focus goes on: after a press to what it led to, after words back to them. What is being typed keeps it.
function attend(talk, pressed, receipt) {
  const { activeElement: now } = document;
  if (now?.matches("textarea, input, select") && now.value && now.type !== "checkbox" && now.type !== "radio") return;
  if (!pressed && now !== document.body) return;
  const next = newest(talk, receipt || null);
  if (!pressed && next?.matches(".message")) return focusWords();
  if (next && !next.matches("input, select")) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
}

// ---- keys

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    words()?.focus();
  }
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") beside(event);
}

// From option to option: the same control of the one beside it.
function beside(event) {
  const here = event.target.closest("button, summary");
  const option = here?.closest(".options > [role=listitem]");
  const next = option && (event.key === "ArrowRight" ? option.nextElementSibling : option.previousElementSibling);
  if (!next) return;
  event.preventDefault();
  (next.querySelector(`${here.localName}${here.matches(".primary") ? ".primary" : ""}`) ?? next.querySelector("button, summary")).focus();
}

// ---- a reload

function keep() {
  const messages = [...document.querySelectorAll(".message[data-id]")];
  const first = messages.find((one) => one.getBoundingClientRect().bottom > 0);
  const { thread, panel, tab } = page;
  sessionStorage.setItem(KEPT, JSON.stringify({ thread, panel, tab, id: first?.dataset.id, top: first?.getBoundingClientRect().top }));
}

// The first sight of a conversation: where one left it, or else its newest turn.
export function arrive(talk, { messages, pending }) {
  const { thread, panel, tab, id, top } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  sessionStorage.removeItem(KEPT);
  asked = pending?.approval_id;
  const left = thread === page.thread && id && talk.querySelector(`[data-id="${CSS.escape(id)}"]`);
  if (left) {
    scrollBy({ top: left.getBoundingClientRect().top - top, behavior: "instant" });
    set({ panel, tab });
  } else if (pending || messages.length > 2) keepInSight(() => (talk.querySelector(".approval") ?? [...talk.querySelectorAll(".message.user")].at(-1))?.scrollIntoView({ block: "start" }));
}

// What is drawn a moment later moves it: it is brought back until the reader acts.
function keepInSight(bring) {
  bring();
  const grown = new ResizeObserver(bring);
  grown.observe(document.body);
  const end = () => grown.disconnect();
  for (const act of ["wheel", "pointerdown", "keydown"]) addEventListener(act, end, { once: true });
  setTimeout(end, 1500);
}

export function watchPlace() {
  history.scrollRestoration = "manual";
  window.addEventListener("pagehide", keep);
  document.addEventListener("keydown", keys);
}
