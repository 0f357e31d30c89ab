// What the page knows, and what it does. The server's view of the thread is the only truth: it is read again whenever it has changed.

import { Refusal, get, post, stream } from "./api.js";
import { say, speak } from "./language.js";
import { useEffect, useState } from "./preact-hooks.js";

export const page = {
  thread: "", view: null, line: null, trips: null, unknown: false, // what was read
  busy: false, turn: null, steps: [], sent: "", heard: [], writing: "", queued: null, stopping: false, turns: 0, pressed: false, // the turn that runs
  refusal: "", offline: false, log: [], panel: "", tab: "", begun: false, toast: "", documents: {}, findings: [], draft: sessionStorage.getItem("trips-draft") ?? "",
};
const listeners = new Set();
const others = new BroadcastChannel("trips");
const KEPT = 20;
let etag = "";
let ahead = 0;

export const base = () => `/api/threads/${encodeURIComponent(page.thread)}`;
export const serverNow = () => Date.now() + ahead;

export function setClock(now) {
  ahead = new Date(now) - Date.now();
}

export function set(changes) {
  Object.assign(page, changes);
  for (const listener of listeners) listener();
}

// A component that uses the page is drawn again when it changes.
export function usePage() {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((n) => n + 1);
    listeners.add(again);
    again();
    return () => listeners.delete(again);
  }, []);
  return page;
}

// ---- saying what is wrong, and what screen readers hear

export function announce(words) {
  set({ log: [...page.log, { id: (page.log.at(-1)?.id ?? 0) + 1, words }].slice(-KEPT) });
}

export function complain(error) {
  if (error instanceof Refusal) set({ refusal: error.message });
  else if (error instanceof TypeError) set({ offline: true, refusal: say("offline") }); // what fetch throws when there is nobody
  else {
    set({ refusal: say("page_wrong") });
    throw error;
  }
}

export function toast(words) {
  set({ toast: words });
  setTimeout(() => page.toast === words && set({ toast: "" }), 4000);
}

// ---- reading

export async function refresh() {
  if (page.busy) return;
  if (!page.thread) return page.offline && readTrips().then(() => set({ offline: false, refusal: "" })).catch(complain);
  const thread = page.thread;
  try {
    const answer = await get(base(), { etag });
    if (page.offline) set({ offline: false, refusal: "" });
    if (answer.unchanged || thread !== page.thread || page.busy) return;
    const line = answer.body.pending ? await approvalLine(answer.body.pending) : null;
    if (thread !== page.thread) return;
    await show(answer.body, line);
    etag = answer.etag;
  } catch (error) {
    if (error.code !== "unknown_thread") complain(error);
    else if (thread === page.thread) set({ unknown: true, view: null });
  }
}

async function show(view, line) {
  const before = page.view?.messages.length ?? 0;
  const news = view.messages.slice(before).filter((one) => one.role === "assistant");
  await speak(view.locale);
  setClock(view.now);
  const heard = page.heard.map((one) => one.text);
  set({ view, line, sent: "", heard: [], unknown: view.version === "none" && !page.begun });
  if (before) for (const one of news) if (!heard.includes(one.text)) announce(firstLine(one));
  readTrips().catch(complain);
  readDocuments(view.documents).catch(complain);
}

const firstLine = (message) => message.text.split("\n")[0];

async function approvalLine(pending) {
  try {
    return (await get(`/api/approvals/${encodeURIComponent(pending.approval_id)}`)).body;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export async function readTrips() {
  set({ trips: (await get("/api/threads")).body });
}

// The trip's other documents as they are now: they can be changed beside the conversation.
export async function readDocuments(has) {
  const thread = page.thread;
  const planned = has.itinerary?.segments?.length > 0;
  const [plans, itinerary, findings] = await Promise.all([
    has.checklist || has.budget ? get(`${base()}/documents`) : null,
    planned ? get(`${base()}/itinerary`) : null,
    planned ? get(`${base()}/itinerary/findings`) : null,
  ]);
  if (thread === page.thread) set({ documents: { checklist: plans?.body.checklist, budget: plans?.body.budget, itinerary: itinerary?.body }, findings: findings?.body ?? [] });
}

// ---- sending

function run(path, body) {
  if (page.busy) return false;
  const turn = work(path, body);
  set({ turn });
  return turn;
}

async function work(path, body) {
  set({ busy: true, refusal: "", steps: [], stopping: false });
  let went = false;
  try {
    await stream(path, body, { progress: ({ step }) => set({ steps: [...page.steps, step] }), message: hear, writing: ({ text }) => set({ writing: text }) });
    went = true;
  } catch (error) {
    if (error.code === "stopped") went = true;
    else complain(error);
  }
  const { refusal } = page;
  set({ busy: false, turns: page.turns + 1 });
  etag = "";
  await refresh();
  if (refusal) set({ refusal });
  set({ steps: [], sent: "", pressed: false, heard: [], writing: "" });
  others.postMessage(page.thread);
  return went;
}

// A reply of the turn that runs: shown and read out at once. The view that comes at the end has it, too.
function hear(message) {
  set({ heard: [...page.heard, message], writing: "" });
  announce(firstLine(message));
}

// What is pressed instead of written leaves the words of its control in the conversation.
let pressed = { words: "" };

function press(event) {
  const control = event.target.closest?.("button, [data-bundle], a, [role=button]");
  pressed = { words: (control?.ariaLabel || control?.getAttribute("aria-label") || control?.textContent || "").trim().slice(0, 200) };
}

const sayPressed = (words) => { if (words && !page.busy) set({ sent: words, pressed: true }); };

export function sendEvent(event) {
  const { words } = pressed;
  sayPressed(words);
  return run(`${base()}/events?${new URLSearchParams({ said: words })}`, event);
}

export const goOn = () => run(`${base()}/continue`, {});
export function decide(approval, given) {
  const said = pressed.words;
  sayPressed(said);
  return run(`/api/approvals/${encodeURIComponent(approval)}/decision`, { ...given, said, interrupt_id: page.view.pending.interrupt_id });
}

// Words that are sent while a turn still runs wait for its end; until then they can be changed or taken back.
export async function sendText(words) {
  if (page.busy) {
    const first = page.queued === null;
    set({ queued: page.queued ? `${page.queued}\n${words}` : words, refusal: "" });
    draft("");
    if (!first) return;
    await page.turn;
    const waited = page.queued;
    set({ queued: null });
    if (waited) await send(waited);
    return;
  }
  await send(words);
}

async function send(words) {
  set({ sent: words, pressed: false, refusal: "" });
  draft("");
  try {
    await ensureThread();
  } catch (error) {
    giveBack(words);
    set({ sent: "" });
    throw error;
  }
  const went = await run(`${base()}/messages`, { text: words });
  const arrived = page.view?.messages.some((one) => one.role === "user" && one.text === words);
  if (!went && !arrived) giveBack(words); // nothing was stored
}

// Words go back to where they can be sent again, before what was typed since.
const giveBack = (words) => draft([words, page.draft].filter(Boolean).join("\n"));

export function takeBack() {
  const words = page.queued;
  set({ queued: "" });
  return words;
}

export async function stop() {
  set({ stopping: true });
  const { stopped } = await post(`${base()}/stop`);
  if (!stopped) toast(say("not_stopped"));
}

async function ensureThread() {
  if (page.thread) return;
  const { thread_id: thread } = await post("/api/threads");
  set({ thread, begun: true });
  history.replaceState(null, "", `#${encodeURIComponent(thread)}`);
}

export function draft(words) {
  sessionStorage.setItem("trips-draft", words);
  set({ draft: words });
}

// ---- which conversation

export async function open(thread) {
  etag = "";
  set({ thread, view: null, line: null, unknown: false, begun: false, heard: [], writing: "", steps: [], sent: "", queued: null, refusal: "", panel: "", tab: "", documents: {}, findings: [] });
  if (thread) return refresh();
  return speak("").then(readTrips).catch(complain);
}

export function newTrip() {
  history.pushState(null, "", location.pathname);
  return open("");
}

const inAddress = () => decodeURIComponent(location.hash.slice(1));

export function start() {
  document.addEventListener("click", press, true);
  window.addEventListener("hashchange", () => inAddress() !== page.thread && inAddress() !== "words" && open(inAddress()));
  window.addEventListener("pagehide", () => page.queued && giveBack(takeBack()));
  others.addEventListener("message", ({ data }) => data === page.thread && refresh());
  setInterval(() => document.visibilityState === "visible" && refresh(), 2000);
  return open(inAddress());
}
