// A card inside another chat product (MCP Apps): what stands there for api.js, sending.js, store.js and mix.js. It has no server to
// ask; it talks to the program around it, by JSON-RPC over postMessage, and a press calls a tool of ours there.

import { say, speak } from "./language.js";
import { useEffect, useState } from "./preact-hooks.js";
import { money } from "./words.js";

export const page = { thread: "", view: null, card: null, documents: {}, findings: [], busy: false, refusal: "", words: "", more: 0, list: (given) => sendCall("list_options", given) };
const [Mix, upload, blob] = []; // parts are mixed, files taken in and given out on the page alone
export { Mix, upload, blob };
const listeners = new Set();
const waiting = new Map();
let last = 0;
let locale = "";

export function set(changes) {
  Object.assign(page, changes);
  for (const listener of listeners) listener();
}

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

export class Refusal extends Error {}

export function complain(error) {
  set({ refusal: error instanceof Refusal ? error.message : say("page_wrong") });
  if (!(error instanceof Refusal)) throw error;
}

export const toast = (words) => set({ refusal: words });
export const announce = () => {}; // the product reads out what is new
const looks = new Map();
export const lookOf = (id) => looks.get(id);
export const keepLook = (id, look) => looks.set(id, look);
export const serverNow = () => Date.now();

// ---- messages to the program around the card, and from it

const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*"); // the card cannot know whose program that is
export const tell = (method, params = {}) => send({ method, params });

export const ask = (method, params) => new Promise((resolve, reject) => {
  waiting.set(++last, { resolve, reject });
  send({ id: last, method, params });
});

// `on` has what is done with a notification, by its method. A question that is not known is refused.
export function listen(on) {
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, params, result, error } = data;
    if (method) {
      on[method]?.(params ?? {});
      const known = method === "ping" || method === "ui/resource-teardown";
      if (id !== undefined) send({ id, ...(known ? { result: {} } : { error: { code: -32601, message: method } }) });
    } else if (waiting.has(id)) {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error) reject(new Refusal(error.message || say("page_wrong")));
      else resolve(result);
    }
  });
}

// ---- results of tools

export async function wear(context) {
  locale = context.locale ?? locale;
  await speak(page.card?.locale || locale);
}

// An option that has no number in the traveller's list is called by its price.
const called = (options) => options?.map((one) => ({ ...one, number: one.number ?? money(one.total) }));

// The card of a result. After a choice, or a watched price, the other options stay to be compared.
const STAY = ["choose", "watch_price"];
export async function draw({ structuredContent: facts = {} }, name) {
  const { card, messages = [], rejected = [] } = facts;
  const refusal = messages.length ? "" : rejected.map((one) => one.why).join(" ");
  if (!card) return set({ words: messages.join("\n"), refusal });
  await speak(card.locale || locale);
  const kept = { ...card, options: (STAY.includes(name) && page.card?.options) || called(card.options) };
  const { checklist, budget, itinerary, findings = [] } = card;
  set({ thread: card.thread, view: { trip: { ...card.trip, ranked: kept.options?.length ?? 0 } }, card: kept, documents: { checklist, budget, itinerary }, findings, refusal, words: "", more: STAY.includes(name) ? page.more : card.more });
}

export const canCall = (name) => pressed.includes(name); // the product refuses a card every other tool

async function call(name, given) {
  set({ busy: true, refusal: "" });
  try {
    const result = await ask("tools/call", { name, arguments: { ...given, thread: page.thread } });
    if (result.isError) throw new Refusal(result.content?.[0]?.text || say("page_wrong"));
    return result;
  } finally {
    set({ busy: false });
  }
}

// What a press did is told to the product's model, too; a product that has no place for that says so, and nothing hangs on it.
export async function sendCall(name, given) {
  try {
    const result = await call(name, given);
    await draw(result, name);
    send({ id: ++last, method: "ui/update-model-context", params: { content: result.content } });
  } catch (error) {
    complain(error);
  }
}

export const sendText = (words) => ask("ui/message", { role: "user", content: { type: "text", text: words } });

// ---- what components ask of the server elsewhere

export const base = () => "";
export const readDocuments = async () => draw(await call("itinerary", {}), "itinerary");

export async function post(path, body) {
  const tool = /^\/itinerary\/tools\/(\w+)$/.exec(path)?.[1];
  const given = tool ? { tool, arguments: body } : { change: body };
  return (await call(tool ? "itinerary_tool" : "change_document", given)).structuredContent;
}

export async function get() {
  throw new Error("a card has what it shows");
}
