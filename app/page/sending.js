// What the page does: words, presses and decisions become turns, which are shown while they run.

import { post, stream } from "./api.js";
import { say } from "./language.js";
import { announce, base, complain, draft, firstLine, madeBy, open, page, refresh, set, toast } from "./store.js";

const others = new BroadcastChannel("trips");

function run(path, body) {
  if (page.busy) return false;
  const turn = work(path, body);
  set({ turn });
  return turn;
}

async function work(path, body) {
  set({ busy: true, refusal: "", steps: [], stopping: false });
  const { thread, view } = page;
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
  await refresh({ anew: true });
  if (thread === page.thread) openMade(view?.messages.length ?? 0);
  if (refusal) set({ refusal });
  set({ steps: [], sent: "", pressed: false, heard: [], writing: "" });
  others.postMessage(page.thread);
  return went;
}

// The document that the turn made or changed last is opened at the side.
function openMade(seen) {
  const has = (kind) => (kind === "itinerary" ? page.view.documents.itinerary?.segments?.length > 0 : page.view.documents[kind]);
  const made = page.view?.messages.slice(seen).flatMap((one) => madeBy(one.facts)).findLast(has);
  if (made) set({ tab: made });
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
  pressed = { words: (control?.dataset.said || control?.ariaLabel || control?.getAttribute("aria-label") || control?.textContent || "").trim().slice(0, 200) };
}

const sayPressed = (words) => { if (words && !page.busy) set({ sent: words, pressed: true }); };

export async function sendEvent(event, words = pressed.words) {
  sayPressed(words);
  await ensureThread();
  return run(`${base()}/events`, { ...event, said: words });
}

// A call of the toolbox: what a number stands for, and what a model would call.
export const sendCall = (name, given, words) => sendEvent({ type: "TOOL_CALL", name, arguments: given }, words);

// An answer that stands for more than one call, or for none, by its number or letter; what it says is left in the conversation.
export function sendAnswer(id) {
  const { words } = pressed;
  sayPressed(words);
  return run(`${base()}/messages`, { text: id, said: words });
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
    if (error instanceof TypeError) set({ unsent: { words, count: 0 } });
    set({ sent: "" });
    throw error;
  }
  const before = said(words);
  const went = await run(`${base()}/messages`, { text: words });
  if (went || said(words) > before) return;
  giveBack(words); // nothing was stored
  if (page.offline) set({ unsent: { words, count: before } });
}

const said = (words) => page.view?.messages.filter((one) => one.role === "user" && one.text === words).length ?? 0;

// What could not be sent goes by itself once the server is back, where it still stands in the field as it was and did not arrive.
function sendUnsent() {
  const { unsent, offline, busy } = page;
  if (!unsent || offline || busy) return;
  set({ unsent: null });
  if (page.draft !== unsent.words) return;
  if (said(unsent.words) > unsent.count) draft("");
  else sendText(unsent.words).catch(complain);
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

// ---- the start

const inAddress = () => decodeURIComponent(location.hash.slice(1));

export function start() {
  document.addEventListener("click", press, true);
  window.addEventListener("hashchange", () => inAddress() !== page.thread && inAddress() !== "words" && open(inAddress()));
  window.addEventListener("pagehide", () => page.queued && giveBack(takeBack()));
  others.addEventListener("message", ({ data }) => data === page.thread && refresh());
  setInterval(() => document.visibilityState === "visible" && refresh().then(sendUnsent), 2000);
  return open(inAddress());
}
