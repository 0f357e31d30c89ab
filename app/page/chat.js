// The chat. The server's view of the thread is the only truth: this draws it again whenever it has changed.

import { Refusal, get, post, stream } from "./api.js";
import { approvalCard } from "./approval.js";
import { countdown, setClock } from "./countdown.js";
import { byId, el, fill } from "./dom.js";
import { exportsBlock } from "./exports.js";
import { say, speak, stateWords, stepWords } from "./language.js";
import { drawPictures, forgetPictures } from "./pictures.js";
import { announce, backAgain, complain, progress, refuse, refused } from "./speech.js";
import { messageItem } from "./talk.js";
import { day, money } from "./words.js";

const page = { thread: "", view: null, etag: "", busy: false, turn: null, queued: false, drawn: "", heard: [] };
const others = new BroadcastChannel("trips");
const base = () => `/api/threads/${encodeURIComponent(page.thread)}`;

// ---- reading

async function refresh() {
  if (!page.thread || page.busy) return;
  const thread = page.thread;
  try {
    const { body, etag, unchanged } = await get(base(), { etag: page.etag });
    backAgain();
    if (unchanged || thread !== page.thread) return;
    await draw(body);
    page.etag = etag;
  } catch (error) {
    complain(error);
  }
}

async function draw(view) {
  const line = view.pending ? await approvalLine(view.pending) : null;
  if (await speak(view.locale)) page.drawn = "";
  const before = page.view?.messages.length ?? 0;
  page.view = view;
  setClock(view.now, () => announce(say("ran_out")));
  byId("welcome").hidden = view.messages.length > 0;
  drawTalk();
  drawLive(line);
  drawChips();
  drawPictures(base(), view.trip).catch(complain);
  drawTrips().catch(complain);
  progress(view.working ? say("working") : "");
  const news = view.messages.slice(before).filter((one) => one.role === "assistant");
  if (news.length) show(view);
  if (before) for (const one of news) if (!page.heard.includes(one.text)) announce(firstLine(one));
  page.heard = [];
}

const firstLine = (message) => message.text.split("\n")[0];

function show(view) {
  const place = view.pending ? byId("live") : byId("talk").lastElementChild;
  place?.scrollIntoView({ block: "start" });
}

async function approvalLine(pending) {
  try {
    return (await get(`/api/approvals/${encodeURIComponent(pending.approval_id)}`)).body;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function drawTalk() {
  const { messages, trip, pending } = page.view;
  const newest = messages.findLast((one) => one.kind === "options")?.id;
  const context = {
    options: (message) => {
      const live = message.id === newest && trip.ranked > 0; // once a trip is bought nothing is ranked, until it is changed
      return {
        chosen: trip.selected_bundle_id,
        choose: live && ((option) => sendEvent({ type: "USER_SELECTED_BUNDLE", bundle_id: option.bundle_id })),
        all: live && (async () => (await get(`${base()}/options`)).body),
        total: trip.ranked,
      };
    },
    exports: () => exportsBlock(base(), complain),
  };
  const key = JSON.stringify([messages.map((m) => m.id), trip.selected_bundle_id, trip.ranked, trip.bookings.length, Boolean(pending)]);
  if (key === page.drawn) return;
  page.drawn = key;
  fill(byId("talk"), messages.map((message) => messageItem(message, context)));
}

// ---- what is live: holds, the approval, a turn that was cut off

function drawLive(line) {
  const { trip, pending, cut_off: cutOff } = page.view;
  const held = trip.holds.filter((one) => one.status === "held");
  fill(byId("live"),
    held.length > 0 && holds(held),
    pending && approvalCard(pending, line, decide),
    cutOff && el("p", { class: "warn" }, `${say("cut_off")} `,
      el("button", { type: "button", onclick: () => run(`${base()}/continue`, {}) }, say("go_on"))));
}

function holds(held) {
  const lines = held.map((one) => {
    const words = say(one.kind === "hard" ? "kept" : "wished", { title: one.title, amount: money(one.total) });
    return el("li", {}, words, one.expires_at && [", ", countdown(one.expires_at)]);
  });
  return el("section", { class: "holds", "aria-label": say("held") }, el("h3", {}, say("held")), el("ul", {}, lines));
}

function decide(approval, given) {
  const body = { ...given, interrupt_id: page.view.pending.interrupt_id };
  return run(`/api/approvals/${encodeURIComponent(approval)}/decision`, body);
}

// ---- sending

function run(path, body) {
  if (page.busy) return false;
  page.turn = work(path, body);
  return page.turn;
}

async function work(path, body) {
  page.busy = true;
  refuse("");
  progress(say("working"));
  try {
    await stream(path, body, { progress: ({ step }) => stepWords(step) && progress(stepWords(step)), message: hear });
    return true;
  } catch (error) {
    complain(error);
    return error instanceof Refusal && error.code === "wrong_approver";
  } finally {
    page.busy = false;
    page.etag = "";
    page.drawn = "";
    progress("");
    await refreshQuietly();
    others.postMessage(page.thread);
  }
}

// A reply of the turn that runs: shown and read out at once. The view that comes at the end has it, too.
function hear(message) {
  page.heard.push(message.text);
  announce(firstLine(message));
  const text = message.kind === "options" ? firstLine(message) : message.text; // its cards come with the view
  const item = messageItem({ ...message, text, facts: {} }, {});
  byId("talk").append(item);
  item.scrollIntoView({ block: "nearest" });
}

async function refreshQuietly() {
  const said = refused();
  await refresh();
  if (said) refuse(said);
}

// Words that are sent while a turn still runs wait for its end.
async function sendText(words) {
  if (page.queued) return;
  page.queued = true;
  try {
    await page.turn;
    await ensureThread();
  } finally {
    page.queued = false;
  }
  await send(words);
}

async function send(words) {
  const field = byId("words");
  byId("welcome").hidden = true;
  const optimistic = messageItem({ role: "user", text: words, id: "", kind: "", facts: {} }, {});
  byId("talk").append(optimistic);
  field.value = "";
  const sent = await run(`${base()}/messages`, { text: words });
  const arrived = page.view?.messages.some((one) => one.role === "user" && one.text === words);
  if (!sent && !arrived) { // nothing was stored: the words go back to where they can be sent again
    optimistic.remove();
    if (!field.value) field.value = words;
  }
  keepDraft();
}

async function sendEvent(event) {
  await run(`${base()}/events`, event);
}

async function ensureThread() {
  if (page.thread) return;
  const { thread_id: thread } = await post("/api/threads");
  page.thread = thread;
  history.replaceState(null, "", `#${encodeURIComponent(thread)}`);
}

// ---- chips, list of trips

function drawChips() {
  fill(byId("chips"), page.view.chips.map((chip) => el("button", {
    type: "button", class: "chip", onclick: () => (chip.event ? sendEvent(chip.event) : sendText(chip.text)),
  }, chip.label)));
}

async function drawTrips() {
  const { body } = await get("/api/threads");
  fill(byId("trips"), body.map((one) => el("li", {}, el("a", {
    href: `#${encodeURIComponent(one.thread_id)}`, "aria-current": one.thread_id === page.thread ? "true" : null,
  }, el("span", { class: "route" }, one.route || say("new_trip")), " ",
  el("span", { class: "when" }, [day(one.first_day), stateWords(one.state)].filter(Boolean).join(", "))))));
}

function keepDraft() {
  sessionStorage.setItem("trips-draft", byId("words").value);
}

// ---- start

async function open(thread) {
  Object.assign(page, { thread, view: null, etag: "", drawn: "", heard: [] });
  for (const id of ["talk", "live", "chips"]) fill(byId(id));
  forgetPictures();
  refuse("");
  progress("");
  byId("welcome").hidden = Boolean(thread);
  if (thread) await refresh();
  else await speak("").then(drawTrips).catch(complain);
}

const inAddress = () => decodeURIComponent(location.hash.slice(1));

byId("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = byId("words").value.trim();
  if (words) sendText(words).catch(complain);
});
byId("words").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    byId("composer").requestSubmit();
  }
});
byId("words").addEventListener("input", keepDraft);
byId("new-trip").addEventListener("click", () => {
  history.pushState(null, "", location.pathname);
  open("");
  byId("words").focus();
});
window.addEventListener("hashchange", () => inAddress() !== page.thread && inAddress() !== "words" && open(inAddress()));
others.addEventListener("message", ({ data }) => data === page.thread && refresh());
setInterval(() => document.visibilityState === "visible" && refresh(), 2000);
byId("words").value = sessionStorage.getItem("trips-draft") ?? "";
await speak("");
open(inAddress());
