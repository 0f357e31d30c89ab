// The chat. The server's view of the thread is the only truth: this draws it again whenever it has changed.

import { Refusal, blob, get, post, stream, text } from "./api.js";
import { approvalCard } from "./approval.js";
import { countdown, setClock } from "./countdown.js";
import { byId, el, fill, picture } from "./dom.js";
import { messageItem } from "./talk.js";
import { day, money, state, step } from "./words.js";

const page = { thread: "", view: null, etag: "", busy: false, drawn: "", pictures: "", line: null, offline: false };
const EXPORTS = [
  { name: "ics", label: "calendar", file: "trip.ics" }, { name: "pdf", label: "PDF", file: "trip.pdf" },
  { name: "html", label: "mail", file: "trip.html" }, { name: "jsonld", label: "data", file: "trip.json" },
];
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
    page.etag = etag;
    await draw(body);
  } catch (error) {
    complain(error);
  }
}

async function draw(view) {
  const before = page.view?.messages.length ?? 0;
  page.view = view;
  setClock(view.now, () => announce("Something that was held or waited has run out."));
  page.line = view.pending ? await approvalLine(view.pending) : null;
  drawTalk();
  drawLive();
  drawChips();
  drawPictures();
  drawTrips();
  if (view.working) progress("Working…");
  else progress("");
  const news = view.messages.slice(before).filter((one) => one.role === "assistant");
  if (news.length) show(view);
  if (before && news.length) announce(news.map((one) => one.text.split("\n")[0]).join(" "));
}

function show(view) {
  const place = view.pending ? byId("live") : byId("talk").lastElementChild;
  place?.scrollIntoView({ block: "start" });
}

async function approvalLine(pending) {
  try {
    return (await get(`/api/approvals/${encodeURIComponent(pending.approval_id)}`)).body;
  } catch {
    return null;
  }
}

function drawTalk() {
  const { messages, trip, pending } = page.view;
  const newest = messages.findLast((one) => one.kind === "options")?.id;
  const context = {
    options: (message) => {
      const live = message.id === newest && trip.ranked > 0 && !trip.bookings.length;
      return {
        chosen: trip.selected_bundle_id,
        choose: live && ((option) => sendEvent({ type: "USER_SELECTED_BUNDLE", bundle_id: option.bundle_id })),
        all: live && (async () => (await get(`${base()}/options`)).body),
        total: trip.ranked,
      };
    },
    exports: () => exportsBlock(),
  };
  const key = JSON.stringify([messages.map((m) => m.id), trip.selected_bundle_id, trip.ranked, trip.bookings.length, Boolean(pending)]);
  if (key === page.drawn) return;
  page.drawn = key;
  fill(byId("talk"), messages.map((message) => messageItem(message, context)));
}

function exportsBlock() {
  return el("p", { class: "tools" }, EXPORTS.map((one) =>
    el("button", { type: "button", onclick: () => download(one) }, `Save as ${one.label}`)));
}

async function download(one) {
  try {
    const address = URL.createObjectURL(await blob(`${base()}/exports/${one.name}`));
    el("a", { href: address, download: one.file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    complain(error);
  }
}

// ---- what is live: holds, the approval, a turn that was cut off

function drawLive() {
  const { trip, pending, cut_off: cutOff } = page.view;
  const held = trip.holds.filter((one) => one.status === "held");
  fill(byId("live"),
    held.length > 0 && holds(held),
    pending && approvalCard(pending, page.line, { decide, countdown }),
    cutOff && el("p", { class: "warn" }, "The last turn was cut off. Nothing is lost. ",
      el("button", { type: "button", onclick: () => run(`${base()}/continue`, {}) }, "Go on")));
}

function holds(held) {
  const lines = held.map((one) => el("li", {}, `${one.title}${one.total ? `, ${money(one.total)}` : ""}`,
    one.kind === "hard" ? ": kept" : ": wished for, price not guaranteed", one.expires_at && [", ", countdown(one.expires_at)]));
  return el("section", { class: "holds", "aria-label": "Held for you" }, el("h3", {}, "Held for you"), el("ul", {}, lines));
}

async function decide(args, given) {
  const { token, ...decision } = given;
  const body = { ...decision, interrupt_id: page.view.pending.interrupt_id };
  if (token) await sendEvent({ type: "USER_APPROVED_PURCHASE", approval_token: token, payment_method_id: given.payment_method_id, confirmations: given.confirmations });
  else await run(`/api/approvals/${encodeURIComponent(args.approval_id)}/decision`, body);
}

// ---- sending

async function run(path, body) {
  if (page.busy) return false;
  page.busy = true;
  complain(null);
  progress("Working…");
  try {
    await stream(path, body, (name, data) => {
      if (name === "progress" && step(data.step)) progress(`${step(data.step)}…`);
    });
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

async function refreshQuietly() {
  const said = byId("refusal").textContent;
  await refresh();
  if (said) byId("refusal").textContent = said;
}

async function sendText(words) {
  const field = byId("words");
  await ensureThread();
  if (page.busy) return;
  const optimistic = el("li", { class: "message user" }, el("span", { class: "who" }, "You: "), el("div", { class: "words" }, words));
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

// ---- chips, pictures, list of trips

function drawChips() {
  fill(byId("chips"), page.view.chips.map((chip) => el("button", {
    type: "button", class: "chip", onclick: () => (chip.event ? sendEvent(chip.event) : sendText(chip.text)),
  }, chip.label)));
}

async function drawPictures() {
  const { trip } = page.view;
  const key = JSON.stringify([page.thread, trip.route, trip.first_day, trip.ranked, trip.selected_bundle_id]);
  if (key === page.pictures) return;
  page.pictures = key;
  const wanted = { route: trip.route.length > 0, "price-time": trip.ranked > 1 };
  const drawn = await Promise.all(Object.entries(wanted).map(([name, yes]) => drawPicture(name, yes)));
  byId("pictures").hidden = !drawn.some(Boolean);
}

async function drawPicture(name, wanted) {
  let svg = null;
  try {
    svg = wanted ? picture(await text(`${base()}/pictures/${name}.svg`)) : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  fill(byId(`picture-${name}`), svg);
  return svg;
}

async function drawTrips() {
  const { body } = await get("/api/threads");
  fill(byId("trips"), body.map((one) => el("li", {}, el("a", {
    href: `#${encodeURIComponent(one.thread_id)}`, "aria-current": one.thread_id === page.thread ? "true" : null,
  }, el("span", { class: "route" }, one.route || "New trip"), " ",
  el("span", { class: "when" }, [day(one.first_day), state(one.state)].filter(Boolean).join(", "))))));
}

// ---- words to the person

function progress(words) {
  const place = byId("progress");
  if (place.textContent !== words) place.textContent = words;
}

function announce(words) {
  byId("spoken").textContent = words;
}

function say(words) {
  byId("refusal").textContent = words;
}

function complain(error) {
  if (!error) say("");
  else if (error instanceof Refusal) say(error.message);
  else if (error instanceof TypeError) { // what fetch throws when there is nobody
    page.offline = true;
    say("The server cannot be reached right now. Nothing is lost; this page goes on by itself when it is back.");
  } else {
    say("Something on this page went wrong. Reload it: nothing is lost.");
    throw error;
  }
}

function backAgain() {
  if (page.offline) say("");
  page.offline = false;
}

function keepDraft() {
  sessionStorage.setItem("trips-draft", byId("words").value);
}

// ---- start

async function open(thread) {
  Object.assign(page, { thread, view: null, etag: "", drawn: "", pictures: "", line: null });
  for (const id of ["talk", "live", "chips"]) fill(byId(id));
  byId("pictures").hidden = true;
  say("");
  progress("");
  if (thread) await refresh();
  else await drawTrips().catch(complain);
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
open(inAddress());
