// What the page knows. The server's view of the thread is the only truth: it is read again whenever it has changed.

import { Refusal, get } from "./api.js";
import { say, speak } from "./language.js";
import { useEffect, useState } from "./preact-hooks.js";

export const page = {
  thread: "", view: null, line: null, trips: null, unknown: false, // what was read
  busy: false, unsent: null, lost: null, turn: null, steps: [], sent: "", heard: [], writing: "", queued: [], stopping: false, turns: 0, pressed: false, // the turn that runs
  refusal: "", offline: false, log: [], panel: "", tab: "", begun: false, toast: "", documents: {}, findings: [], draft: sessionStorage.getItem("trips-draft") ?? "",
};
const listeners = new Set();
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
  else if (error instanceof TypeError) set({ offline: true, refusal: say(page.lost ? "offline_press" : "offline") }); // what fetch throws when there is nobody
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

// `anew`: also where the server has the version that was read last.
export async function refresh({ anew = false } = {}) {
  if (page.busy) return;
  if (anew) etag = "";
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
    if (page.lost) set({ refusal: page.lost.count === page.view.messages.length ? say("not_sent") : "", lost: null });
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
  const { thread } = page;
  const read = await documentsOf(view.documents).catch(complain); // drawn with the view: no old figure stands beside a new one
  if (thread !== page.thread) return;
  set({ ...read, view, line, sent: "", heard: [], unknown: view.version === "none" && !page.begun });
  if (before) for (const one of news) if (!heard.includes(one.text)) announce(firstLine(one));
  readTrips().catch(complain);
}

export const firstLine = (message) => message.text.split("\n")[0];

async function approvalLine(pending) {
  try {
    return (await get(`/api/approvals/${encodeURIComponent(pending.approval_id)}`)).body;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export async function readTrips() {
  set({ trips: (await get("/api/threads")).body.filter((one) => one.messages > 0 || one.cities.length > 0) }); // what nobody wrote in is no trip yet
}

// The trip's other documents as they are now: they can be changed beside the conversation.
export async function readDocuments(has) {
  const { thread } = page;
  const read = await documentsOf(has);
  if (thread === page.thread) set(read);
}

async function documentsOf(has) {
  const planned = has.itinerary?.segments?.length > 0;
  const [plans, itinerary, findings] = await Promise.all([
    has.checklist || has.budget ? get(`${base()}/documents`) : null,
    planned ? get(`${base()}/itinerary`) : null,
    planned ? get(`${base()}/itinerary/findings`) : null,
  ]);
  return { documents: { checklist: plans?.body.checklist, budget: plans?.body.budget, itinerary: itinerary?.body }, findings: findings?.body ?? [] };
}

const CARDS = { checklist: "checklist", budget: "budget", day: "itinerary", days: "itinerary" };

// The kinds of the documents that a message made or changed.
export const madeBy = (facts) => (CARDS[facts.card?.kind] ? [CARDS[facts.card.kind]] : facts.itinerary ? ["itinerary"] : []);

// How each list of options was last looked at, so that neither coming back nor a reload changes it.
const LISTS = "trips-lists";
const looked = new Map(JSON.parse(sessionStorage.getItem(LISTS) ?? "[]"));
export const lookOf = (id) => looked.get(id);
export const forgetLooks = () => { looked.clear(); sessionStorage.removeItem(LISTS); };
export const keepLook = (id, look) => { looked.delete(id); sessionStorage.setItem(LISTS, JSON.stringify([...looked.set(id, look)].slice(-4))); }; // a tab keeps little

// ---- writing

export function draft(words) {
  sessionStorage.setItem("trips-draft", words);
  set({ draft: words });
}

// Words go back to where they can be sent again, before what was typed since.
export const giveBack = (words) => draft([words, page.draft].filter(Boolean).join("\n"));

export function giveBackQueued() {
  const { queued } = page;
  set({ queued: [] });
  if (queued.length) giveBack(queued.join("\n"));
}

// ---- which conversation

export async function open(thread) {
  giveBackQueued();
  etag = "";
  set({ thread, view: null, line: null, unknown: false, begun: false, heard: [], writing: "", steps: [], sent: "", refusal: "", panel: "", tab: "", documents: {}, findings: [] });
  if (thread) return refresh();
  return speak("").then(readTrips).catch(complain);
}

export function newTrip() {
  history.pushState(null, "", location.pathname);
  return open("");
}
