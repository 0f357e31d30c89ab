// What the page does: words, presses and decisions become turns, which are shown while they run.

import { post, stream } from "./api.js";
import { say } from "./language.js";
import { announce, base, complain, draft, firstLine, madeBy, open, giveBack, giveBackQueued, page, refresh, set, toast } from "./store.js";

const others = new BroadcastChannel("trips");

function run(path, body) {
  if (page.busy) return false;
  const turn = work(path, body).finally(() => page.turn === turn && set({ turn: null }));
  set({ turn });
  return turn;
}

async function work(path, body) {
  set({ busy: true, refusal: "", lost: null, steps: [], stopping: false });
  const { thread, view } = page;
  let went = false;
  try {
    await stream(path, body, { progress: ({ step }) => set({ steps: [...page.steps, step] }), message: hear, writing: ({ text }) => set({ writing: text }) });
    went = true;
  } catch (error) {
    if (error instanceof TypeError && "said" in body) set({ lost: { count: view?.messages.length ?? 0 } }); // a press is never sent by itself
    if (error.code === "stopped") went = true;
    else complain(error);
  }
  const { refusal } = page;
  set({ busy: false, turns: page.turns + 1 });
  await refresh({ anew: true });
  if (thread === page.thread) openMade(view?.messages.length ?? 0);
  if (refusal) set({ refusal });
  if (!page.busy) set({ steps: [], sent: "", pressed: false, heard: [], writing: "" }); // else a turn was pressed meanwhile
  others.postMessage(page.thread);
  return went;
}

// What the turn bought, made, changed or showed first is opened at the side: that was asked for.
function openMade(seen) {
  const shown = (one) => (one.facts.bookings?.length ? ["trip"] : [...madeBy(one.facts), SHOWN[one.facts.question?.about]]);
  const tab = page.view?.messages.slice(seen).flatMap(shown).find((kind) => kind === "trip" || page.documents[kind]);
  if (tab) set({ tab });
}

const SHOWN = { itinerary: "itinerary", bookings: "trip" };

// A reply of the turn that runs: shown and read out at once. The view that comes at the end has it, too.
function hear(message) {
  set({ heard: [...page.heard, message], writing: "" });
  announce(firstLine(message));
}

// What is pressed instead of written leaves the words of its control in the conversation.
let pressed = { words: "", control: null };

function press(event) {
  const control = event.target.closest?.("button, [data-bundle], a, [role=button]");
  pressed = { control, words: (control?.dataset.said || control?.ariaLabel || control?.getAttribute("aria-label") || control?.textContent || "").trim().slice(0, 200) };
}

// From the press until the turn ends, however it ends, the control shows that it works, and it is read out. A sheet makes way for the answer.
async function pressing(words, turn) {
  if (page.busy) return false;
  document.querySelector("dialog[open]")?.close();
  const { control } = pressed;
  control?.setAttribute("aria-busy", "true");
  announce(say("working"));
  if (words) set({ sent: words, pressed: true });
  try {
    return await turn();
  } finally {
    control?.removeAttribute("aria-busy");
  }
}

export const sendEvent = (event, words = pressed.words) => pressing(words, async () => {
  await ensureThread();
  return run(`${base()}/events`, { ...event, said: words });
});

// A call of the toolbox: what a number stands for, and what a model would call.
export const sendCall = (name, given, words) => sendEvent({ type: "TOOL_CALL", name, arguments: given }, words);

export const canCall = () => true; // a card in another product may call few

// An answer that stands for more than one call, or for none, by its number or letter; what it says is left in the conversation.
export function sendAnswer(id) {
  const { words } = pressed;
  return pressing(words, async () => {
    await ensureThread();
    return run(`${base()}/messages`, { text: id, said: words });
  });
}

export const goOn = () => run(`${base()}/continue`, {});
export function decide(approval, given) {
  const { words: said } = pressed;
  return pressing(said, () => run(`/api/approvals/${encodeURIComponent(approval)}/decision`, { ...given, said, interrupt_id: page.view.pending.interrupt_id }));
}

// Words that are sent while a turn still runs wait for its end, each for a turn of its own; until then they can be changed or taken back.
export async function sendText(words) {
  set({ queued: [...page.queued, words], refusal: "" });
  draft("");
  await sendQueued();
}

let sending = false;

// What waits is sent in order, one turn after the other.
async function sendQueued() {
  if (sending) return;
  sending = true;
  try {
    while (page.queued.length) {
      while (page.turn) await page.turn.catch(complain); // a turn that was pressed meanwhile goes first
      const words = takeBack();
      if (words) await send(words);
    }
  } finally {
    sending = false;
  }
}

// Words that did not arrive go back to the field, before all that waits behind them.
async function send(words) {
  set({ sent: words, pressed: false, refusal: "" });
  const before = said(words);
  let went = false;
  try {
    await ensureThread();
    went = (await run(`${base()}/messages`, { text: words })) || said(words) > before;
  } catch (error) {
    if (error instanceof TypeError) set({ offline: true });
    throw error;
  } finally {
    if (!went) {
      giveBackQueued();
      giveBack(words); // nothing was stored
      set({ sent: "" });
      if (page.offline) set({ unsent: { words, count: before } });
    }
  }
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

export function takeBack(at = 0) {
  const words = page.queued[at];
  set({ queued: page.queued.toSpliced(at, 1) });
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
  window.addEventListener("pagehide", giveBackQueued);
  others.addEventListener("message", ({ data }) => data === page.thread && refresh());
  setInterval(() => document.visibilityState === "visible" && refresh().then(sendUnsent), 2000);
  return open(inAddress());
}
